"""After the game, in a real browser: verify it, download it, import the file, step through it."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from cluehouse.core.record import read_record
from cluehouse.games import GAMES
from cluehouse.study.verify import verify
from tests.web.browser import SMALL_PHONE, Arrive, Person, check_width, open_by_request
from tests.web.test_browser import play_out

LOGS = Path(__file__).parents[1] / "logs"


def choose(person: Person, file: Path) -> None:
    person.page.locator("input[type=file]").set_input_files(file)


def shows(person: Person, text: str) -> None:
    """The line beside the slider has this text."""
    controls = person.page.get_by_role("group", name="Steps of the replay")
    expect(controls).to_contain_text(re.compile(text))


def test_a_game_is_verified_downloaded_imported_and_watched(arrive: Arrive, tmp_path: Path) -> None:
    ada = arrive()
    ada.go(open_by_request(ada, options={"deals": 1}))
    ada.page.get_by_text("A fair deal").click()
    ada.sees("1 seat has added its luck")
    ada.press("Start the game")
    play_out(ada)

    ada.press("Was the deal fair.*")
    ada.sees("Yes: the deal and everything")
    ada.sees("the secret fits the commitment it got before the start")
    ada.check_accessibility()
    ada.picture("verified-desk")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download this game").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert re.fullmatch(r"cluehouse-keyhole-[0-9a-f]{8}\.json", file.name)
    assert verify(read_record(file.read_bytes())).answer == "true"

    ada.page.get_by_role("link", name="Watch the replay").click()
    ada.sees("Hidden behind the door")
    ada.sees("Ada is dealt")
    ada.check_accessibility()

    stranger = arrive(phone=True, night=True)
    stranger.go("/replay")
    broken = tmp_path / "broken.json"
    broken.write_bytes(file.read_bytes()[:-20])
    choose(stranger, broken)
    stranger.sees("the file is damaged or cut off")
    broken.write_text(json.dumps(json.loads(file.read_text()) | {"format": 99}))
    with stranger.page.expect_console_message(lambda said: "400" in said.text):
        choose(stranger, broken)
    stranger.sees("written by a newer Cluehouse")
    assert len(stranger.errors) == 1, "the refusal of the server"
    stranger.errors.clear()
    choose(stranger, file)
    shows(stranger, "The deal")
    told = stranger.page.get_by_role("slider")
    expect(told).to_have_attribute("aria-valuetext", re.compile("The deal: Hidden behind the door"))
    held = stranger.page.get_by_role("button", name="Player 1: secrets")
    expect(held).to_be_visible()
    stranger.page.keyboard.press("ArrowRight")
    shows(stranger, "Move 1 of")
    expect(told).to_have_attribute("aria-valuetext", re.compile("Player 2 shows Player 1 the "))
    stranger.press("One move back")
    shows(stranger, "The deal")
    stranger.page.get_by_role("slider").press("End")
    last = len(json.loads(file.read_text())["entries"]) - 1
    shows(stranger, f"Move {last} of {last}")
    stranger.page.get_by_label("Seen by").select_option("Player 1")
    expect(held).to_have_count(0)
    shows(stranger, f"Move {last} of {last}")
    stranger.page.get_by_role("slider").fill("2")
    shows(stranger, "Move 2 of")
    expect(stranger.page.get_by_role("button", name=re.compile("^Ask|^Accuse"))).to_have_count(0)
    stranger.check_accessibility()
    check_width(stranger)
    stranger.picture("replay-phone")


def test_every_game_is_replayed_on_a_small_phone_without_a_dialog_in_between(
    arrive: Arrive,
) -> None:
    ada = arrive(phone=True)
    ada.page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    for game in GAMES:
        file = LOGS / game / "v1.json"
        last = len(json.loads(file.read_text())["entries"]) - 1
        ada.go("/replay")
        choose(ada, file)
        for step in (last // 3, last):
            ada.page.get_by_role("slider").fill(str(step))
            shows(ada, f"Move {step} of {last}")
            expect(ada.page.locator(".board")).to_be_in_viewport()
            expect(ada.page.get_by_role("dialog")).to_have_count(0)
            check_width(ada)
        ada.page.get_by_label("Seen by").select_option("Player 1")
        expect(ada.page.locator(".tray .plate")).to_be_visible()
        ada.page.get_by_role("slider").fill("0")
        for step in range(1, 7):
            ada.press("One move on")
            shows(ada, f"Move {step} of {last}")
            expect(ada.page.get_by_role("dialog")).to_have_count(0)
