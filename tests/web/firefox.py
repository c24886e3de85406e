"""Firefox of the system, driven by Playwright over WebDriver BiDi; its sound goes nowhere."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Playwright

PROGRAMS: Final = ("firefox-esr", "firefox")
PREFERENCES: Final[dict[str, str | float | bool]] = {"ui.prefersReducedMotion": 1}
SOUND_TIMEOUT_S: Final = 30.0


@contextmanager
def firefox(playwright: Playwright) -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("!!! no Firefox here; to enable: sudo apt-get install firefox-esr pulseaudio")
    with silent_sound() as environment:
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=program,
            env={**os.environ, **environment},
            firefox_user_prefs=PREFERENCES,
        )
        yield browser
        browser.close()


@contextmanager
def silent_sound() -> Iterator[dict[str, str]]:
    """A sound device that nobody hears: without one, Firefox starts no AudioContext."""
    if shutil.which("pulseaudio") is None:
        pytest.skip("!!! no sound device here; to enable: sudo apt-get install pulseaudio")
    with tempfile.TemporaryDirectory(prefix="sound") as folder:
        socket = Path(folder) / "socket"
        modules = f"load-module module-native-protocol-unix auth-anonymous=1 socket={socket}"
        (Path(folder) / "null.pa").write_text(f"{modules}\nload-module module-null-sink\n")
        flags = ("-n", "-F", f"{folder}/null.pa", "--exit-idle-time=-1", "--disable-shm")
        server = subprocess.Popen(
            ["pulseaudio", *flags],
            env={**os.environ, "PULSE_RUNTIME_PATH": folder, "HOME": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            too_late = time.monotonic() + SOUND_TIMEOUT_S
            while not socket.exists() and server.poll() is None and time.monotonic() < too_late:
                time.sleep(0.05)
            assert socket.exists(), "pulseaudio does not start"
            yield {"PULSE_SERVER": f"unix:{socket}"}
        finally:
            server.terminate()
            server.wait()
