"""Bourrel at a real table: a whole round on one device that is passed from player to player."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import ViewportSize, expect

from tests.web.browser import DESK, PHONE, Arrive, Person, look_at

NAMES = ("Ada", "Blaise", "Chloé", "Dora")
HAND = re.compile("^Hand the device to (.*)$")
THIEF, SUSPECT = "The thief", "A suspect"
SECRETS = (".card", ".room .figure", ".box .inside", "button.room", "input", ".mask")
SIZES: tuple[ViewportSize, ...] = (
    {"width": DESK["width"], "height": DESK["height"]},
    {"width": PHONE["width"], "height": PHONE["height"]},
)


def test_one_device_is_passed_round_and_shows_each_player_only_their_own_secrets(
    arrive: Arrive,
) -> None:
    device = Device(arrive(phone=True))
    device.sit_round()
    order = [device.hide() for _ in NAMES]
    assert sorted(order) == sorted(NAMES)
    assert sorted(device.roles.values()) == [SUSPECT] * 3 + [THIEF]
    assert [device.testify() for _ in NAMES] == order[::-1]
    assert [device.accuse() for _ in NAMES] == order
    device.person.sees("Round 1 of 4 is over")
    (thief,) = (name for name in NAMES if device.roles[name] == THIEF)
    device.person.sees(f"{thief} was the thief")
    device.look_at("reveal")
    device.person.press("Next round")
    assert device.next_player() == order[1]
    device.person.sees("Round 2 of 4")
    device.check_cover()
    assert device.seats_shown() == set(range(len(NAMES)))


def test_the_page_is_linked_and_set_up_in_french(arrive: Arrive) -> None:
    person = arrive(language="fr")
    person.go("/rules/cinq_dernieres_minutes")
    person.page.get_by_role("link", name="Bourrel à votre table").click()
    person.sees("passe de main en main")
    Device(person).look_at("setup")
    person.go()
    person.page.get_by_role("link", name=re.compile("Bourrel à votre table")).click()
    for number in range(1, 5):
        person.page.get_by_role("textbox", name=f"Joueur {number}").fill("Ada")
    person.sees("Chacun doit avoir son propre nom")
    expect(person.page.get_by_role("button", name="Tirer les cartes")).to_be_disabled()
    person.press("Ajouter un joueur")
    for number in range(1, 6):
        person.page.get_by_role("textbox", name=f"Joueur {number}").fill(f"Ada {number}")
    person.press("Tirer les cartes")
    person.sees("Passez l’appareil à")


class Device:
    """A phone that is passed from player to player."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.roles: dict[str, str] = {}
        self._said = 0
        self._pictured: set[str] = set()

    def sit_round(self) -> None:
        self.person.go("/bourrel")
        for number, name in enumerate(NAMES, 1):
            self.page.get_by_role("textbox", name=f"Player {number}").fill(name)
        self.person.press("Draw the cards")

    def hide(self) -> str:
        """A card and a box, for one player's eyes alone."""
        name = self._uncover()
        with self._holding():
            self.roles[name] = role = self.page.locator(".card b").first.inner_text()
            ring = self.page.locator(".card small").first.inner_text().removeprefix("Ring: ")
            self.look_at("thief" if role == THIEF else "suspect")
        expect(self.page.locator(".card")).to_have_count(0)
        rooms = self.page.locator("button.room")
        expect(rooms).to_have_count(4)
        (rooms.filter(has_text=ring) if role == THIEF else rooms.last).click()
        self.look_at("visit")
        self.page.locator(".turn > .main").click()
        with self._holding():
            self.person.sees(f"{name} opens the box")
            self.look_at("box")
        self._cover(reload=len(self.roles) == 1)
        return name

    def testify(self) -> str:
        name = self._uncover()
        self.person.sees("Say it aloud")
        with self._holding():
            room = self.page.locator(".seen small").inner_text().strip()
            found = self.page.locator(".seen b").inner_text().strip()
        for words in (room, found):
            self.page.get_by_role("radio", name=words, exact=True).check(force=True)
        self.look_at("testimony")
        self.person.press("Say: .*")
        self.check_cover()
        self._said += 1
        expect(self.page.locator(".claims .said")).to_have_count(self._said)
        return name

    def accuse(self) -> str:
        name = self._uncover()
        self.page.locator("fieldset label").first.click()
        self.look_at("accusation")
        self.person.press("Accuse .*")
        self.person.sees("Hand the device to|Round 1 of 4 is over")
        return name

    def next_player(self) -> str:
        heading = self.page.get_by_role("heading", name=HAND)
        heading.wait_for()
        found = HAND.match(heading.inner_text().strip())
        assert found is not None
        return found[1].strip()

    def check_cover(self) -> None:
        """The cover shows no card, no open box, no guest in a room and no choice."""
        expect(self.page.get_by_role("heading", name=HAND)).to_be_visible()
        for secret in SECRETS:
            expect(self.page.locator(secret)).to_have_count(0)
        assert not re.search(f"{THIEF}|{SUSPECT}|in the box:|Accuse", self.page.content())

    def seats_shown(self) -> set[int]:
        messages = (json.loads(frame) for frame in self.person.frames)
        return {it["view"]["seat"] for it in messages if it["type"] == "Update"}

    def look_at(self, when: str) -> None:
        """Take screenshots once, in both sizes."""
        if when in self._pictured:
            return
        self._pictured.add(when)
        for room in SIZES:
            self.page.set_viewport_size(room)
            look_at(self.person, f"bourrel-{when}")

    def _uncover(self) -> str:
        name = self.next_player()
        self.check_cover()
        self.look_at("cover")
        self.person.press(f"I am {name}")
        heading = self.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(re.compile(f"^\\s*{name}$"))
        return name

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """The player holds the card, or the box, with a key."""
        self.page.get_by_role("button", name="Press and hold").focus()
        self.page.keyboard.down("Space")
        yield
        self.page.keyboard.up("Space")

    def _cover(self, *, reload: bool) -> None:
        """The player covers the screen, or the page is reloaded."""
        if reload:
            self.page.reload()
        else:
            self.person.press("Done: cover the screen")
        self.check_cover()
