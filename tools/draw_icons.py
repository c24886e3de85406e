"""Draw the icons of the installed app from the emblem, with Chromium.

usage: python tools/draw_icons.py      after a change of web/public/favicon.svg
"""

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"

DUSK = "#281c14"
"""A background to the edge: the emblem stays in the middle of whatever shape a phone cuts."""

ICONS = {
    # name: pixels, share of the width that the emblem takes, ground
    "icon-192": (192, 1.0, "transparent"),
    "icon-512": (512, 1.0, "transparent"),
    "icon-maskable-512": (512, 0.56, DUSK),
    "apple-touch-icon": (180, 0.66, DUSK),
}


def draw(page: Page, name: str, pixels: int, share: float, ground: str) -> None:
    emblem = (PUBLIC / "favicon.svg").read_text("utf-8")
    page.set_viewport_size({"width": pixels, "height": pixels})
    page.set_content(
        f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh;"
        f" background: {ground} }} svg {{ width: {share * 100}vw }}</style>{emblem}"
    )
    page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)


def main() -> None:
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    program = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page()
        for name, (pixels, share, ground) in ICONS.items():
            draw(page, name, pixels, share, ground)
        browser.close()


if __name__ == "__main__":
    main()
