"""Arosa in a real browser: falls are heard, storeys open, and nothing is revealed before."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from tests.rules import rule
from tests.server_process import ServerProcess
from tests.web.arosa_hotel import TALES, Hotel, come_back, seat_both
from tests.web.browser import (
    DESK,
    PATIENCE,
    Arrive,
    Person,
    check_fingers,
    check_reach,
    check_width,
    open_table,
)
from tests.web.course import confirm, play_on, sights, updates

WAV: Final = 105_644
"""The length in bytes of every sound."""
FALLS: Final = 6
"""The number of falls in a prologue of two."""
EXAMINED: Final = {("middle", "phone"), ("end", "desk")}
"""Accessibility is checked once on each device: it takes a while."""
WHY = (
    r"The game ends:\s+\S*\s?Blaise\shas ten traces "
    r"|Fin de la partie\s:\s+(vous avez|\S*\s?Blaise\sa) dix traces "
)
"""To Ada, in English; to Blaise and to spectators, in French."""
STOREY = "button[data-storey]"
HAND = ".cubes button"

PAINTED = """() => {
    const canvas = document.querySelector(".picture canvas");
    if (!canvas || canvas.width < 100) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 0 && value > 120).length > 50;
}"""
BLOCKED = f"""new Promise((resolve) => {{
    const look = () => {{
        const told = document.querySelector(".blocked");
        if (told && ({PAINTED})()) resolve(told.textContent);
        else setTimeout(look, 50);
    }};
    look();
    setTimeout(() => resolve("nothing is said"), {PATIENCE});
}})"""
COVERING = """(() => {
    const of = (each) => document.querySelector(each).getBoundingClientRect();
    const [house, panel, told, picture, lines] =
        [".house", ".panel", ".blocked", ".picture", ".lines"].map(of);
    const within = told.top >= panel.top && told.bottom <= panel.bottom;
    const beside = told.right <= picture.left && picture.width > 60;
    const apart = house.bottom <= panel.top + 1 && panel.bottom <= lines.top + 1;
    return within && beside && apart ? "nothing" : JSON.stringify({ panel, told, picture });
})()"""
SEAT_COLOURS = """() => Object.fromEntries([...document.querySelectorAll(".mark[data-seat] path")]
    .map((mark) => [mark.parentElement.dataset.seat, getComputedStyle(mark).fill]))"""
FETCH = """async (address) => {
    const answer = await fetch(address);
    const bytes = await answer.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const headers = Object.fromEntries(answer.headers);
    delete headers.date;
    return [answer.status, bytes.byteLength, headers, [...digest].join()];
}"""
HEAR = """async (address) => {
    const file = await (await fetch(address)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 24000).decodeAudioData(file);
    const loudest = sound.getChannelData(0).reduce((most, each) => Math.max(most, Math.abs(each)));
    return [sound.duration, loudest];
}"""


@pytest.fixture(scope="module")
def hotel(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hotel]:
    data = tmp_path_factory.mktemp("hotel")
    ada, blaise = browser.new_context(), browser.new_context()
    with ServerProcess.opened(data) as server:
        tables = seat_both(server.url, ada, blaise)
    for name, tale in TALES.items():
        tale.write(data, tables[name])
    with ServerProcess.opened(data) as server:
        yield Hotel(server.url, tables, {"Ada": ada.cookies(), "Blaise": blaise.cookies()})


@pytest.fixture(scope="module")
def address(hotel: Hotel) -> str:
    return hotel.address


# --- playing ----------------------------------------------------------------------------------


def test_two_people_drop_their_cubes_and_hear_every_fall(arrive: Arrive) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    blaise.page.goto(open_table(ada, players=2, game="Arosa"))
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    colours = ada.page.evaluate(SEAT_COLOURS)
    assert len(set(colours.values())) == 2
    ada.press("Start the game")
    for person in (ada, blaise):
        person.page.locator(".house").wait_for()
        look_at(person, "start")
        assert person.page.evaluate(SEAT_COLOURS) == colours, "as in the waiting room"
    first, second = (ada, blaise) if view_of(ada)["turn"] == 0 else (blaise, ada)
    for person in (first, second):
        drop_all(person)
    for person in (ada, blaise):
        await_act_one(person)
        assert [sight["number"] for sight in falls(person)] == [1, 2, 3, 4, 5, 6]
        check_the_sound(person, "fall-1")
        person.press("Picture of the sound|Image du son")
        person.page.wait_for_function(PAINTED)
    assert falls(ada) == falls(blaise)
    searcher = ada if view_of(ada)["turn"] == 0 else blaise
    searcher.page.locator(f"{STOREY}[data-storey='4']").click()
    confirm(searcher)
    for person in (ada, blaise):
        expect(person.page.locator("[data-storey='4'] .lifted")).to_be_visible()


def test_a_storey_is_opened_its_cubes_fall_again_and_a_reload_keeps_everything(
    arrive: Arrive, hotel: Hotel
) -> None:
    ada = come_back(arrive, hotel, "Ada", "nest", phone=True)
    blaise = come_back(arrive, hotel, "Blaise", "nest", language="fr")
    close_meanwhile(ada)
    check_phone(ada, STOREY)
    select_by_tap(ada)
    confirm(ada)
    told = ("find 2 of your cubes and 2 of ", "trouve 2 cubes d.*Ada et 2 de vos cubes")
    for person, found in zip((ada, blaise), told, strict=True):
        close_meanwhile(person)
        opened = person.page.locator("[data-storey='5']")
        expect(opened.locator(".lifted")).to_be_visible()
        expect(opened.locator(".inside b")).to_have_text(["2", "2"])
        expect(person.page.locator(".lines .last")).to_have_text(
            re.compile(found.replace(" ", r"\s"))
        )
        look_at(person, "middle")
    check_phone(ada, HAND)
    drop_all(ada)
    expect(blaise.page.locator(".now")).to_have_text(re.compile("^À vous"))
    expect(ada.page.locator(".now")).to_have_text(re.compile("^Waiting for"))
    assert [(fall["number"], fall["by"]) for fall in falls(blaise)][FALLS:] == [
        (number, 0) for number in range(7, 12)
    ]
    assert sorted(fall["colour"] for fall in falls(ada)[FALLS:]) == [
        *["blue"] * 2,
        *["yellow"] * 3,
    ]
    check_the_notebook_is_kept(blaise)


def test_the_end_explains_the_points(arrive: Arrive, hotel: Hotel) -> None:
    ada = come_back(arrive, hotel, "Ada", "end")
    blaise = come_back(arrive, hotel, "Blaise", "end", language="fr", phone=True)
    for person in (ada, blaise):
        close_meanwhile(person)
    ada.page.get_by_role("button", name=re.compile("^Suspect Blaise, open storey 5")).click()
    confirm(ada)
    for person, title in ((ada, "The hotel is open"), (blaise, "L’hôtel est ouvert")):
        dialog = person.page.get_by_role("dialog", name=title)
        expect(dialog.locator(".why")).to_have_text(re.compile(WHY))
        expect(dialog.locator("tbody tr")).to_have_count(2)
        rows = dialog.locator("tbody tr").all_inner_texts()
        assert [re.findall(r"\d+", row) for row in rows] == [["0"], ["12", "12", "12"]]
        expect(person.page.locator("[data-storey] .lifted")).to_have_count(8)
        look_at(person, "end")
        expect(person.page.locator(".lines .last")).to_have_text(re.compile(WHY))


@rule("AR-END-1")
def test_all_who_come_after_the_end_read_why_it_ended(arrive: Arrive, hotel: Hotel) -> None:
    """The players at the result, and a spectator."""
    ada = come_back(arrive, hotel, "Ada", "ended", phone=True)
    for person in (ada, arrive(language="fr")):
        person.go(f"/t/{hotel.tables['ended']}")
        expect(person.page.locator("dialog .why")).to_have_text(re.compile(WHY))
        look_at(person, "why")


# --- listening --------------------------------------------------------------------------------


def test_until_a_storey_is_opened_nothing_reveals_where_cubes_lie(
    arrive: Arrive, hotel: Hotel
) -> None:
    """Two tables with the same sounds and other storeys: the page gets the same bytes."""
    high, after_high = received(come_back(arrive, hotel, "Ada", "high"))
    low, after_low = received(come_back(arrive, hotel, "Ada", "low"))
    assert high.keys() == low.keys()
    for what in high:
        assert high[what] == low[what], what
    assert len({high[f"fall-{number}"] for number in range(1, FALLS + 1)}) == FALLS
    assert after_high != after_low, "an opened storey shows what lies in it"


def test_where_the_browser_blocks_sound_the_picture_is_enough_to_play(
    arrive: Arrive, hotel: Hotel
) -> None:
    """A browser plays no sound on a page without a user gesture."""
    ada = arrive()
    ada.context.add_cookies(hotel.cookies["Ada"])
    ada.go(f"/t/{hotel.tables['still']}")
    assert "Your browser keeps the sound off" in ada.watch(BLOCKED)
    for width, height in ((360, 640), (390, 844), (1366, 768), (1440, 900)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.watch(COVERING) == "nothing", (width, height)
        ada.picture(f"arosa-blocked-{width}")
    ada.watch("document.querySelector('.blocked button').click()", touch=True)
    expect(ada.page.locator(".blocked")).to_have_count(0)
    ada.page.get_by_role("button", name=re.compile("^Open storey 5")).click()
    confirm(ada)
    expect(ada.page.locator("[data-storey='5'] .lifted")).to_be_visible()


# --- actions ----------------------------------------------------------------------------------


def drop_all(person: Person) -> None:
    """Drop all cubes without waiting for the sounds."""
    person.page.get_by_role("button", name=re.compile(r"^(Drop all|Tout jeter) \(")).click()
    with suppress(TimeoutError):  # the last cube may have been dropped already
        hurry = person.page.get_by_role("button", name=re.compile("^(Faster|Accélérer)$"))
        hurry.click(timeout=2000)
    stop = person.page.get_by_role("button", name=re.compile(r"^(Stop|Arrêter) \("))
    expect(person.page.locator(HAND).or_(stop)).to_have_count(0)


def select_by_tap(person: Person) -> None:
    """A double tap opens nothing; a tap on another storey selects that one."""
    selected = person.page.locator(f"{STOREY}[aria-pressed=true]")
    person.page.locator(f"{STOREY}[data-storey='2']").dblclick()
    expect(selected).to_have_count(0)
    person.page.locator(f"{STOREY}[data-storey='2']").click()
    person.page.get_by_role("button", name=re.compile("^Open storey 5")).click()
    expect(selected).to_have_count(1)
    expect(person.page.locator(".now")).to_have_text("Open storey 5?")


def await_act_one(person: Person) -> None:
    play_on(until=lambda: view_of(person)["act"] == "one", page=person.page)


def close_meanwhile(person: Person) -> None:
    """Close the dialog that tells a returning player what happened meanwhile."""
    going_on = person.page.get_by_role("dialog").locator(".button.main")
    if going_on.count():
        going_on.click()
        expect(going_on).to_have_count(0)


def check_the_notebook_is_kept(person: Person) -> None:
    """A reload keeps the notebook and the open cubes."""
    cell, sounded = person.page.locator("[data-at='2-1']"), person.page.locator(".quick button")
    cell.click()
    sounded.filter(has_text="bas").click()
    expect(cell).to_have_attribute("data-mark", "✗")
    expect(sounded.nth(2)).to_have_attribute("aria-pressed", "true")
    before = on_the_table(person)
    person.page.reload()
    expect(cell).to_have_attribute("data-mark", "✗")
    expect(sounded.nth(2)).to_have_attribute("aria-pressed", "true")
    assert on_the_table(person) == before


def on_the_table(person: Person) -> list[str]:
    storeys = person.page.locator("[data-storey] > .hidden, [role=img][data-storey]")
    named = (storey.get_attribute("aria-label") or storey.inner_text() for storey in storeys.all())
    return [*named, *person.page.locator(".house table").all_inner_texts()]


def check_phone(person: Person, selector: str) -> None:
    """Every choice can be reached by a finger."""
    expect(person.page.locator(selector).first).to_be_visible()
    check_width(person)
    check_reach(person, selector)
    check_fingers(person, selector)


def look_at(person: Person, when: str) -> None:
    """Take screenshots in light and dark mode, and check accessibility in both."""
    device = "desk" if person.page.viewport_size == DESK else "phone"
    for light, scheme in (("day", "light"), ("night", "dark")):
        person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if (when, device) in EXAMINED:
            person.check_accessibility()
        person.picture(f"arosa-{when}-{device}-{light}")


def check_the_sound(person: Person, fall: str) -> None:
    """The sound file has the same length as all others and is not silent."""
    address = blob(person.page.url, fall)
    status, length, *_ = person.page.evaluate(FETCH, address)
    assert (status, length) == (200, WAV)
    duration, loudest = person.page.evaluate(HEAR, address)
    assert duration == pytest.approx(2.2)
    assert loudest > 0.01


def blob(page: str, fall: str) -> str:
    return f"/api/tables/{page.rpartition('/')[2]}/blobs/{fall}"


# --- messages received ------------------------------------------------------------------------


def received(person: Person) -> tuple[dict[str, Any], list[str]]:
    """Everything received so far, and what comes when a storey is opened."""
    sounds = {
        f"fall-{number}": str(person.page.evaluate(FETCH, blob(person.page.url, f"fall-{number}")))
        for number in range(1, FALLS + 1)
    }
    before = told(person)
    close_meanwhile(person)
    person.page.get_by_role("button", name=re.compile("^Open storey 3")).click()
    confirm(person)
    expect(person.page.locator("[data-storey='3'] .lifted")).to_be_visible()
    return {"frames": before, **sounds}, told(person)[len(before) :]


def told(person: Person) -> list[str]:
    """All messages but rooms, which are not the game's."""
    return [frame for frame in person.frames if json.loads(frame)["type"] != "Room"]


def view_of(person: Person) -> dict[str, Any]:
    """The view in the latest update."""
    *_, latest = updates(person)
    view: dict[str, Any] = latest["view"]["open"]
    return view


def falls(person: Person) -> list[dict[str, Any]]:
    return [sight for sight in sights(person) if sight["type"] == "CubeHeard"]
