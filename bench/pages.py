"""What a visitor waits for: the size of the first page, and the time to a game's board on a phone.

usage: bench/run pages [--runs 3] [--games clue arosa]

The phone is Chromium with a quarter of this machine's speed and a network of 1.6 Mbit/s down,
750 kbit/s up and 150 ms to the server and back. The time goes from pressing a button to the first
paint of the board: of Play in the lobby, and of Start in the waiting room, each with empty caches
but for the page on which the button is. Told is the shortest of the runs: other work on the machine
can only lengthen it. Exits with 1 over a floor.
"""

import argparse
import asyncio
import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from bench.rounds import server
from cluehouse import games
from cluehouse.games import GAMES

FIRST_PAGE_KB: Final = 150.0
"""Floor of script and style, compressed."""
BOARD_S: Final = 1.5
PHONE: Final = {"width": 390, "height": 844}
PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
FOLDER: Final = Path(games.__file__).parent
TITLES: Final = {
    game: json.loads((FOLDER / game / "texts.en.json").read_text("utf-8"))["title"]
    for game in GAMES
    if game != "keyhole"
}
CPU_RATE: Final = 4
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
WATCH: Final = """
for (const game of GAMES) localStorage.setItem(`guide:${game}`, "read");
addEventListener("click", () => (window.pressed = performance.now()), true);
const isThere = () => document.querySelector(".frame .board :is(svg, button, img)");
new MutationObserver((_, observer) => {
    if (!isThere()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.painted = performance.now())));
}).observe(document, { subtree: true, childList: true });
"""


async def first_page(browser: Browser, address: str) -> Mapping[str, float]:
    """Kilobytes received for the lobby, by type."""
    page, tools = await open_phone(browser)
    types: dict[str, str] = {}
    received: dict[str, float] = defaultdict(float)

    def note_type(event: dict[str, Any]) -> None:
        types[event["requestId"]] = event["type"]

    def note_size(event: dict[str, Any]) -> None:
        received[types.get(event["requestId"], "Other")] += event["encodedDataLength"] / 1000

    tools.on("Network.responseReceived", note_type)
    tools.on("Network.loadingFinished", note_size)
    await page.goto(address, wait_until="networkidle")
    await page.context.close()
    return received


async def time_to_board(browser: Browser, address: str, title: str, *, by_room: bool) -> float:
    """Seconds from pressing Play, or Start, to the board."""
    page, tools = await open_phone(browser)
    await page.goto(address, wait_until="networkidle")
    if by_room:
        await page.get_by_role("button", name=f"Invite friends: {title}").click()
        await page.get_by_role("button", name="Open the table").click()
        button = page.get_by_role("button", name="Start the game")
    else:
        button = page.get_by_role("button", name=f"Play: {title}")
    await button.wait_for()
    await page.wait_for_load_state("networkidle")
    await tools.send("Network.emulateNetworkConditions", NETWORK)
    await tools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_RATE})
    await button.evaluate("button => button.click()")
    await page.wait_for_function("() => window.painted")
    took: float = await page.evaluate("window.painted - window.pressed")
    await page.context.close()
    return took / 1000


async def open_phone(browser: Browser) -> tuple[Page, CDPSession]:
    context = await browser.new_context(
        locale="en-GB",
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        service_workers="block",
    )
    await context.add_init_script(WATCH.replace("GAMES", str(list(GAMES))))
    page = await context.new_page()
    tools = await context.new_cdp_session(page)
    await tools.send("Network.enable")
    return page, tools


async def measure(games: list[str], runs: int) -> bool:
    """Whether all floors hold."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise SystemExit("no Chromium: sudo apt-get install chromium-headless-shell")
    async with server() as host, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program)
        received = await first_page(browser, f"http://{host}")
        code = received["Script"] + received["Stylesheet"]
        fonts = received["Font"]
        print(f"first page: {code:.0f} kB of script and style, {code + fonts:.0f} kB with fonts")
        holds = code <= FIRST_PAGE_KB
        print(f"\n{'seconds to the board of':32}{'Play':>8}{'Start':>8}")
        for game in games:
            best = []
            for by_room in (False, True):
                times = [
                    await time_to_board(browser, f"http://{host}", TITLES[game], by_room=by_room)
                    for _ in range(runs)
                ]
                best.append(min(times))
            holds &= max(best) <= BOARD_S
            print(f"{game:32}" + "".join(f"{each:8.2f}" for each in best), flush=True)
        await browser.close()
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run pages")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--games", nargs="+", default=list(TITLES), choices=TITLES)
    wish = parser.parse_args()
    sys.exit(not asyncio.run(measure(wish.games, wish.runs)))


if __name__ == "__main__":
    main()
