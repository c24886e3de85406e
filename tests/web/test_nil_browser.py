"""Le Secret du Nil in a real browser: a whole game, two people, a bot, two languages."""

import re

from playwright.sync_api import Locator, expect

from tests.web.browser import Arrive, Person, choose, look_at, open_table
from tests.web.course import (
    await_people,
    confirm,
    everything_told,
    play_on,
    press_if_still_there,
    sights,
    updates,
)

SEATS = {"Ada": 0, "Blaise": 1}
PRIVY = {"Dealt": "to", "CardsChosen": "by", "Looked": "by", "Swapped": "by", "Answered": "by"}
SECRETS = {"Looked": "SomeLooked", "Swapped": "SomeSwapped"}
HIDDEN = ("PairsHidden", "ProofsHidden", "BankHidden")
ENDED = re.compile(
    "^(Cairo: all pairs are turned up|Le Caire : toutes les paires sont retournées)$"
)
REPORT = re.compile("^(Your report at Cairo|Votre rapport au Caire)$")
BUTTON = ".tray .buttons button:not(:disabled)"
FINGER = 44


def test_two_people_and_a_bot_sail_to_cairo_and_pages_reveal_no_secret(arrive: Arrive) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    blaise.page.goto(open_table(ada, game="The Secret of the Nile"))
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    players = [Player(ada, "Ada"), Player(blaise, "Blaise")]
    for player in players:
        player.page.locator(".river").wait_for()
        await_people(player.person, len(players))
        player.look_at("start")
    check_a_reload_keeps_everything(ada)
    sail(players)
    for player in players:
        player.look_at("end")
        check_secrecy(player.person, player.seat)
    assert secrets_told(ada) == secrets_told(blaise), "both pages are told that it happened"
    assert verdict(ada) == verdict(blaise) == points_told(ada) == points_told(blaise)
    for moment in ("chosen", "lifted"):
        assert any(moment in player.watched for player in players), f"no player saw {moment}"


# --- playing ----------------------------------------------------------------------------------


class Player:
    """A fast player who brakes once, plays what fits, and swaps whenever possible."""

    def __init__(self, person: Person, name: str) -> None:
        self.person = person
        self.page = person.page
        self.name = name
        self.seat = SEATS[name]
        self.watched: set[str] = set()
        """The number of the other player's secrets that were searched for in this page."""
        self._pictured: set[str] = set()
        self._looks = 0
        self._has_braked = False

    def is_done(self) -> bool:
        return ENDED.match(self.person.dialog() or "") is not None

    def act(self, other: "Player") -> None:
        """Make a move that the screen offers, if any."""
        if title := self.person.dialog():
            self._answer(title, other)
        elif self.page.locator("button[data-pair]").count():
            self._look()
        elif self.has_to_choose():
            self._choose(other)
        elif self.page.locator(BUTTON).count():
            self._speak_or_take()

    def look_at(self, when: str) -> None:
        """Take screenshots once for each `when`."""
        if when not in self._pictured:
            self._pictured.add(when)
            look_at(self.person, f"nil-{when}")

    def _speak_or_take(self) -> None:
        self._check_reach(BUTTON)
        brake = self._button("Brake…|Freiner…")
        if brake.count() and not self._has_braked:
            self._has_braked = True
            brake.click()
            self.page.locator(".cards button").first.click()
            expect(self.page.locator(".now")).to_have_text(re.compile(r"^(Brake|Freiner), .*\?$"))
            confirm(self.person)
            return
        two = self._button("Two squares|Deux cases")
        press_if_still_there(two if two.count() else self.page.locator(BUTTON).first)

    def _choose(self, other: "Player") -> None:
        """Two cards if two go together; the last of the hand is always "No idea"."""
        cards = self.page.locator(".cards button")
        self._check_reach(".cards button")
        for i in range(min(2, max(1, cards.count() - 1))):
            choose(self.person, cards.nth(i))
        play = self._button("(Play|Jouer) .*")
        all_wait_for_other = other.has_to_choose()
        if choose(self.person, play):
            expect(play).to_have_count(0)  # also if the next turn has begun
            if all_wait_for_other:
                other.watch_choice(self)

    def has_to_choose(self) -> bool:
        return self.page.locator(".cards button").count() > 0

    def watch_choice(self, chooser: "Player") -> None:
        """Until all have chosen, only a card's back is shown beside the name."""
        plate = self.page.locator(".seats .plate", has_text=chooser.name)
        expect(plate.locator(".face_down")).to_have_count(1)
        expect(plate.locator(".played")).to_have_count(1)
        self.watched.add("chosen")

    def _look(self) -> None:
        pairs = self.page.locator("button[data-pair]")
        self._check_reach("button[data-pair]")
        if self._looks >= 2:
            self.look_at("middle")
        self._looks += 1
        if choose(self.person, pairs.nth(self._looks % pairs.count())):
            confirm(self.person)
            expect(pairs).to_have_count(0)

    def _answer(self, title: str, other: "Player") -> None:
        """End a look, write the report, or close a dialog that only informs."""
        if ENDED.match(title):
            return
        dialog = self.person.dialog_named(title)
        for choices in dialog.get_by_role("group").all():
            choices.locator("label").first.click()
        if REPORT.match(title):
            self.look_at("report")
        elif dialog.locator(".seen").count():
            self.look_at("look")
            other.watch_lift(self)
        choose(self.person, dialog.locator(".button.main"))
        expect(dialog).to_have_count(0)

    def watch_lift(self, looker: "Player") -> None:
        """The place of the pair is shown, and two backs."""
        pair = self.page.locator("[data-pair]", has=self.page.locator(".lifted"))
        expect(pair).to_have_count(1)
        expect(pair).to_have_attribute("aria-label", re.compile(looker.name))
        assert pair.locator(".card.back").count() == pair.locator(".card").count() == 2
        assert self.page.locator(".seen").count() == 0
        self.watched.add("lifted")

    def _button(self, name: str) -> Locator:
        return self.page.locator(BUTTON).filter(has_text=re.compile(f"^(?:{name})$"))

    def _check_reach(self, selector: str) -> None:
        """Every choice can be pressed by a finger without scrolling; what is under a dialog that
        has just opened is no choice."""
        hidden = self.page.evaluate(
            """([selector, finger]) => [...document.querySelectorAll(selector)].filter((button) => {
                const dialog = document.querySelector("dialog:modal");
                if (dialog && !dialog.contains(button)) return false;
                const { left, right, top, bottom } = button.getBoundingClientRect();
                const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                return !button.contains(there) || Math.min(right - left, bottom - top) < finger;
            }).map((button) => button.outerHTML)""",
            [selector, FINGER],
        )
        assert hidden == [], "out of reach"


def sail(players: list[Player]) -> None:
    ada, blaise = players
    play_on(
        lambda: ada.act(blaise),
        lambda: blaise.act(ada),
        until=lambda: ada.is_done() and blaise.is_done(),
        page=ada.page,
    )


# --- looking ----------------------------------------------------------------------------------


def check_a_reload_keeps_everything(person: Person) -> None:
    """A mark, the player's own cards and clues, the river, and the proofs."""
    square, proofs = (person.page.locator(each) for each in ("[data-at='0-0']", ".proof[role=img]"))
    kept = [person.page.locator(each) for each in (".cards .caption", ".river li")]
    square.click()
    picker = person.page.get_by_role("dialog")
    picker.get_by_text("✗", exact=True).click()
    picker.locator(".button.main").click()
    expect(square).to_have_attribute("data-mark", "✗")
    before = [each.all_text_contents() for each in kept]
    names = [proof.get_attribute("aria-label") or "" for proof in proofs.all()]
    person.page.reload()
    expect(square).to_have_attribute("data-mark", "✗")
    for each, texts in zip(kept, before, strict=True):
        assert texts
        expect(each).to_have_text(texts)
    for proof, name in zip(proofs.all(), names, strict=True):
        expect(proof).to_have_attribute("aria-label", name)


def verdict(person: Person) -> list[int]:
    dialog = person.page.get_by_role("dialog", name=ENDED)
    return [int(told) for told in dialog.locator(".points").all_inner_texts()]


# --- messages received ------------------------------------------------------------------------


def check_secrecy(person: Person, seat: int) -> None:
    assert not any(kind in frame for kind in HIDDEN for frame in person.frames)
    for sight in everything_told(person):
        if (privy := PRIVY.get(sight["type"])) is not None:
            assert sight[privy] == seat, sight
    for update in updates(person):
        view, table = update["view"], update["view"]["open"]
        assert view["seat"] == seat
        assert table["last"] is None or table["phase"] == "over"
        if table["phase"] == "choosing":
            assert not any(table["played"]), "before all have chosen"
        if view["pair"] is not None:
            assert table["lifted"]["by"] == seat


def secrets_told(person: Person) -> list[tuple[str, int, str, str]]:
    """The seats that looked or swapped, and where, with or without the cards."""
    return [
        (
            SECRETS.get(sight["type"], sight["type"]),
            sight["by"],
            sight["suspect"],
            sight["category"],
        )
        for sight in sights(person)
        if sight["type"] in (*SECRETS, *SECRETS.values())
    ]


def points_told(person: Person) -> list[int]:
    (revealed,) = (sight for sight in sights(person) if sight["type"] == "Revealed")
    points: list[int] = revealed["points"]
    return points
