"""The practice tower in a real browser: cubes are dropped, heard, shown and guessed."""

import re
import struct
from base64 import b64decode, b64encode
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from cluehouse.games.arosa.practice import Practice, practise
from cluehouse.games.arosa.tower.fall import HEARINGS
from tests.rules import rule
from tests.web.browser import (
    PATIENCE,
    Arrive,
    Person,
    check_fingers,
    check_reach,
    check_width,
    look_at,
)

AID = "**/api/games/arosa/aids/practice"
DROP = "Drop a cube|Jeter un cube"
AGAIN = "Listen again|Réécouter"
CHOICES = ".storeys button, .act .button:not(:disabled)"
HEADER = 44
"""The length in bytes of a WAV header."""

WRITE_DOWN_WHAT_IS_PLAYED = """
    window.played = [];
    const sixteenBits = (each) => Math.round(each * (each < 0 ? 32768 : 32767));
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
        window.played.push(Array.from(this.buffer.getChannelData(0), sixteenBits));
        document.documentElement.dataset.played = window.played.length;
        start.apply(this, when);
    };
"""

KEPT_OFF = f"""new Promise((resolve) => {{
    const look = () => {{
        const told = document.querySelector(".verdict")?.textContent ?? "";
        if (told.includes("keeps the sound off")) resolve(told);
        else setTimeout(look, 50);
    }};
    look();
    setTimeout(() => resolve("nothing is said"), {PATIENCE});
}})"""

DROP_WITHOUT_A_TOUCH = """
    const waiting = setInterval(() => {
        const drop = document.querySelector(".act .main");
        if (drop) clearInterval(waiting);
        drop?.click();
    }, 50);
"""


@pytest.mark.parametrize(
    ("language", "phone"), [("en", True), ("fr", False)], ids=["phone-en", "desk-fr"]
)
def test_cubes_are_dropped_guessed_and_counted(arrive: Arrive, language: str, phone: bool) -> None:
    ada = arrive(language=language, phone=phone)
    ada.go()
    ada.page.get_by_role("link", name=re.compile("Practice tower|Tour d’entraînement")).click()
    check_score(ada, drops="0", exact="0", within="0")

    lies = drop(ada)
    look_round(ada, "asking")
    guess(ada, lies, by_key=not phone)
    expect(verdict(ada)).to_contain_text(re.compile("✓.*(Right|Exact)"))

    lies = drop(ada)
    guess(ada, lies - 1 if lies else 1, by_key=not phone)
    expect(verdict(ada)).to_contain_text(re.compile("≈.*(One off|À un étage près)"))

    lies = drop(ada)
    guess(ada, (lies + 4) % 8, by_key=not phone)
    expect(verdict(ada)).to_contain_text(re.compile("✗.*(No|Non)"))
    expect(storeys(ada).nth(7 - lies)).to_have_accessible_name(re.compile("lies here|est ici"))
    look_round(ada, "wrong")
    check_score(ada, drops="3", exact="1", within="2")

    ada.page.locator("header button[lang]").click()
    expect(verdict(ada)).to_contain_text(re.compile("Non.: il est" if phone else "No: it lies"))
    ada.page.reload()
    check_score(ada, drops="3", exact="1", within="2")
    ada.press("Reset the score|Remettre à zéro")
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("Reset the score|Remettre")).click()
    check_score(ada, drops="0", exact="0", within="0")


def test_the_keyboard_drops_and_guesses_and_cubes_can_stay(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/practice")
    ada.page.get_by_text("Cubes stay").click()
    ada.page.get_by_text("Thick").click()
    ada.page.locator("h1").click()
    for number in (1, 2, 3):
        with ada.page.expect_response(AID) as answer:
            ada.page.keyboard.press("Space")
        asked = answer.value.request.post_data_json or {}
        assert (asked["number"], asked["hearing"]) == (number, "thick")
        fallen = answer.value.json()["storeys"]
        ada.sees("Choose a storey")
        ada.page.keyboard.press("4")
        for storey, cubes in enumerate(fallen):
            name = re.compile(rf"\b{cubes} cubes? inside" if cubes else r"(?<!inside)$")
            expect(storeys(ada).nth(7 - storey)).to_have_accessible_name(name)


def test_the_sound_played_is_the_one_received_and_can_be_repeated(arrive: Arrive) -> None:
    ada = arrive()
    ada.page.add_init_script(WRITE_DOWN_WHAT_IS_PLAYED)
    ada.go("/practice")
    with ada.page.expect_response(AID) as answer:
        ada.press(DROP)
    check_played(ada, 1)
    expect(ada.page.get_by_text("keeps the sound off")).to_have_count(0)
    sent = samples(b64decode(answer.value.json()["sound"]))
    assert max(map(abs, sent)) > 1000, "nothing to be heard"
    ada.press(AGAIN)  # after the end of the sound
    check_played(ada, 2)
    assert ada.page.evaluate("played[0]") == sent
    assert ada.page.evaluate("played[0].every((each, i) => each === played[1][i])")


@rule("AR-SND-4")
def test_the_picture_depends_on_the_sound_alone(arrive: Arrive) -> None:
    """The same sound from another storey looks the same; another sound does not."""
    ada = arrive()
    one, other = (practise(Practice(seed, 1, "normal")).sound for seed in (1, 2))
    answers = iter([(one, 2), (one, 6), (other, 2)])
    ada.page.route(AID, lambda route: fake(route, *next(answers)))
    ada.go("/practice")
    pictures, pages = [], []
    for _ in range(3):
        ada.press(DROP)
        expect(verdict(ada)).to_contain_text("Choose a storey")
        pictures.append(picture(ada))
        pages.append([ada.page.locator(part).inner_html() for part in (".hotel", ".verdict")])
        ada.page.keyboard.press("0")
        expect(verdict(ada)).to_contain_text("you said 0")
        assert picture(ada) == pictures[-1], "the answer changes nothing in it"
    assert pictures[0] == pictures[1] != pictures[2]
    assert pages[0] == pages[1] == pages[2]


def test_without_sound_the_picture_is_enough_and_the_page_says_so(arrive: Arrive) -> None:
    """A script's click is no user gesture, so the browser plays no sound; nor may the test read the
    page before it says so, because that counts as a gesture."""
    ada = arrive(phone=True)
    ada.page.add_init_script(WRITE_DOWN_WHAT_IS_PLAYED)
    ada.page.add_init_script(DROP_WITHOUT_A_TOUCH)
    ada.go("/practice")
    assert "Your browser keeps the sound off" in ada.watch(KEPT_OFF)
    picture(ada)
    look_round(ada, "blocked")
    assert ada.page.evaluate("played") == []
    ada.press("Turn the sound on")
    expect(verdict(ada)).not_to_contain_text("keeps the sound off")
    ada.press(AGAIN)
    check_played(ada, 1)


@rule("AR-SND-3")
@pytest.mark.parametrize(
    ("language", "phone"), [("en", True), ("fr", False)], ids=["phone-en", "desk-fr"]
)
def test_a_newcomer_hears_three_storeys_and_a_miss_beside_the_truth(
    arrive: Arrive, language: str, phone: bool
) -> None:
    ada = arrive(language=language, phone=phone)
    ada.page.add_init_script(WRITE_DOWN_WHAT_IS_PLAYED)
    ada.go("/practice")
    ada.press("Hear 7, 4 and 0|Écouter 7, 4 et 0")
    examples = ada.page.get_by_role("list", name=re.compile("compare|comparer"))
    expect(examples.locator("b:not(.sound b)")).to_have_text(
        [re.compile(f"{word} 7|{word} 4|Ground floor|Rez") for word in ("Storey|Étage",) * 3]
    )
    check_played(ada, 3)
    expect(examples.get_by_role("img").last).to_have_accessible_name(re.compile("knocks|chocs"))
    look_round(ada, "lesson")
    lies = drop(ada)
    guess(ada, (lies + 4) % 8, by_key=not phone)
    ada.press(f"Hear {(lies + 4) % 8}, then {lies}|Écouter {(lies + 4) % 8}, puis {lies}")
    check_played(ada, 6)
    expect(examples.get_by_role("img")).to_have_count(2)
    look_round(ada, "compared")


@rule("AR-SND-3")
def test_the_rules_lead_to_the_practice_tower(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/rules/arosa")
    ada.page.get_by_role("link", name="Practice tower").click()
    expect(
        ada.page.get_by_role("group", name="Walls of the hotel").get_by_role("radio")
    ).to_have_count(len(HEARINGS))


# --- doing ------------------------------------------------------------------------------------


def drop(person: Person) -> int:
    """Drop a cube; returns its storey, which the page does not show."""
    with person.page.expect_response(AID) as answer:
        person.press(DROP)
    person.sees("Choose a storey|Choisissez un étage")
    picture(person)
    return int(answer.value.json()["storey"])


def guess(person: Person, storey: int, *, by_key: bool) -> None:
    if by_key:
        person.page.keyboard.press(str(storey))
    else:
        storeys(person).nth(7 - storey).click()


def fake(route: Route, sound: bytes, storey: int) -> None:
    lie = [int(each == storey) for each in range(8)]
    body: dict[str, Any] = {"sound": b64encode(sound).decode(), "storey": storey, "storeys": lie}
    route.fulfill(json=body)


# --- looking ----------------------------------------------------------------------------------


def storeys(person: Person) -> Locator:
    """The buttons of the storeys, from the top."""
    return person.page.locator(".storeys button")


def verdict(person: Person) -> Locator:
    return person.page.locator(".verdict")


def picture(person: Person) -> str:
    """The picture as a data URL, once it is drawn; its knocks are numbered."""
    canvas = person.page.locator(".tower canvas")
    expect(canvas).to_have_js_property("width", 440)
    expect(person.page.locator(".sound b").last).to_be_visible()
    return str(canvas.evaluate("canvas => canvas.toDataURL()"))


def samples(wav: bytes) -> list[float]:
    return [float(each) for (each,) in struct.iter_unpack("<h", wav[HEADER:])]


def check_played(person: Person, falls: int) -> None:
    expect(person.page.locator("html")).to_have_attribute("data-played", str(falls))


def check_score(person: Person, **wanted: str) -> None:
    told = person.page.locator(".act dd")
    for i, number in enumerate(wanted.values()):
        expect(told.nth(i)).to_have_text(re.compile(rf"^\s*{number}\b"))


def look_round(person: Person, when: str) -> None:
    check_width(person)
    check_reach(person, CHOICES)
    check_fingers(person, CHOICES)
    look_at(person, f"practice-{when}")
