"""WebKitGTK of the system on a screen that nobody sees, driven by Selenium."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.web.browser import SCREENSHOTS
from tests.web.other_browser import SCRIPT, SIZES

PACKAGES: Final = "webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi"
PROGRAM: Final = Path(__file__).with_name("webkit_window")
SYSTEM_PYTHON: Final = "/usr/bin/python3"
FIND_WEBKIT: Final = "import gi; gi.require_version('WebKit2', '4.1')"
STEP_TIMEOUT_S: Final = 60.0


class WebKitWindow:
    def __init__(self, driver: WebKitGTK, handle: str) -> None:
        self.handle = handle
        self._driver = driver

    @property
    def driver(self) -> WebKitGTK:
        self._driver.switch_to.window(self.handle)
        return self._driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def run(self, script: str) -> Any:
        return self.driver.execute_async_script(
            f"const [tell] = arguments; Promise.resolve({script}).then(tell)"
        )

    def wait_for(self, condition: str) -> None:
        waiting = WebDriverWait(self.driver, STEP_TIMEOUT_S, 0.05)
        waiting.until(lambda _: self.run(condition), f"{condition} is false")

    def press(self, selector: str) -> None:
        self.wait_for(f"!!document.querySelector({selector!r})")
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def picture(self, name: str) -> None:
        self.driver.save_screenshot(str(SCREENSHOTS / f"{name}.png"))


class WebKit(NamedTuple):
    windows: Sequence[WebKitWindow]
    errors: Path
    """The file of all errors of pages."""


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A browser with a window of each of `SIZES`."""
    driver = shutil.which("WebKitWebDriver")
    if driver is None or not shutil.which("Xvfb") or not has_webkit():
        pytest.skip(f"!!! no WebKit here; to enable: sudo apt-get install {PACKAGES}")
    errors = folder / "errors"
    errors.touch()
    options = Options()
    options.binary_location = str(PROGRAM)
    sizes = [f"{size['width']}x{size['height']}" for size in SIZES]
    for argument in (SCRIPT, errors, *sizes):
        options.add_argument(str(argument))
    with screen() as display:
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "HOME": str(folder)}
        browser = WebKitGTK(options, Service(driver, env=environment))
        browser.set_script_timeout(STEP_TIMEOUT_S)
        windows = [WebKitWindow(browser, browser.current_window_handle)]
        for _ in sizes[1:]:
            browser.switch_to.new_window("window")
            windows.append(WebKitWindow(browser, browser.current_window_handle))
        yield WebKit(windows, errors)
        browser.quit()


def has_webkit() -> bool:
    try:
        looked = subprocess.run([SYSTEM_PYTHON, "-c", FIND_WEBKIT], capture_output=True)
    except FileNotFoundError:
        return False
    return looked.returncode == 0


@contextmanager
def screen() -> Iterator[str]:
    """The name of a display of its own."""
    reader, writer = os.pipe()
    flags = ("-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp")
    server = subprocess.Popen(["Xvfb", *flags], pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        assert number, "Xvfb does not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
