"""Clue in a real browser: a whole short game, two people, a bot, two languages."""

import json
import re

from playwright.sync_api import Locator, expect

from tests.web.browser import DESK, Arrive, Person, check_fingers, check_reach, look_at, open_table
from tests.web.course import (
    await_people,
    everything_told,
    play_on,
    press_if_still_there,
    sights,
    updates,
)

SEATS = {"Ada": 0, "Blaise": 1}
PRIVY = {"Dealt": ["to"], "CardShown": ["by", "to"], "CaseFileRead": ["by"]}
SECRETS = {"CardShown": "SomeCardShown", "CaseFileRead": "AccusationFailed"}
RESULT = re.compile(
    "^(.* wins|You win!|Nobody solved the case"
    "|.* gagne|Vous gagnez !|Personne n’a résolu l’affaire)$"
)
SHORT_PHONE = {"width": 360, "height": 640}
SPLIT_TAGS = """(dialog) => [...dialog.querySelectorAll(".noted small")]
    .filter((tag) => tag.getBoundingClientRect().height > 24)
    .map((tag) => tag.outerHTML)"""
"""The tags of one's own cards that are more than a line high."""
OUTSIDE = """(dialog) => {
    const file = dialog.querySelector(".file").getBoundingClientRect();
    const sticksOut = ({ left, right }) => left < file.left || right > file.right;
    return [...dialog.querySelectorAll(".file .card")]
        .filter((card) => sticksOut(card.getBoundingClientRect()))
        .map((card) => card.outerHTML);
}"""
"""The cards that are wider than their envelope."""
ACCUSING = "^(?:Your accusation|Votre accusation)$"


def test_two_people_and_a_bot_play_a_game_and_pages_reveal_no_secret(arrive: Arrive) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    blaise.page.goto(open_table(ada, game=r"Clue\b"))
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    players = [Player(ada), Player(blaise)]
    for player in players:
        player.page.locator(".plan").wait_for()
        await_people(player.person, len(players))
        player.look_at("start")
    await_own_turn(*players)
    check_a_reload_keeps_everything(ada)
    play(players)
    for player in players:
        player.look_at("end")
    for person, name in ((ada, "Ada"), (blaise, "Blaise")):
        check_secrecy(person, SEATS[name])
    assert secrets_told(ada) == secrets_told(blaise), "both pages are told that it happened"
    assert winners(ada) == winners(blaise)
    check_the_story_names_no_card_between_others(ada)


def test_the_game_waits_for_those_who_accused_wrongly_and_read_the_envelope(
    arrive: Arrive,
) -> None:
    """On a small phone, where every dialog keeps its buttons and its cards in sight."""
    ada = arrive(language="fr", phone=True)
    ada.page.set_viewport_size(SHORT_PHONE)  # type: ignore[arg-type]
    ada.go()
    ada.press("Jouer: Clue")
    player = Player(ada)
    play_on(player.answer, until=player.is_on_turn, page=ada.page)
    ada.press("Accuser…")
    accusation = ada.dialog_named("Votre accusation")
    check_reach(ada, "dialog .button.main")
    for cards in accusation.get_by_role("group").all():
        cards.locator("label", has_text="en main").or_(cards.locator("label").last).first.click()
    assert accusation.evaluate(SPLIT_TAGS) == []
    accusation.locator(".button.main").click()
    check_reach(ada, "dialog .button.main")
    ada.page.locator("dialog .button.main").click()
    envelope = ada.dialog_named("L’enveloppe")
    expect(envelope).to_be_visible()
    assert envelope.evaluate(OUTSIDE) == []
    play_on(until=lambda: is_paused(ada), page=ada.page)
    envelope.locator(".button.main").click()
    play_on(until=lambda: not is_paused(ada), page=ada.page)


# --- playing ----------------------------------------------------------------------------------


class Player:
    """A player who makes a suggestion, and then accuses with cards of their own hand."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.on_desk = person.page.viewport_size == DESK
        self._pictured: set[str] = set()
        self._has_asked = False

    def is_done(self) -> bool:
        return RESULT.match(self.person.dialog() or "") is not None

    def is_on_turn(self) -> bool:
        """On turn the player may accuse, and no other player has a move."""
        return self._buttons(".accuse").count() > 0 and self.person.dialog() is None

    def answer(self) -> None:
        """Answer the topmost dialog, if there is one."""
        if (title := self.person.dialog()) and not RESULT.match(title):
            self._answer(self.person.dialog_named(title), title)

    def act(self) -> None:
        """Make a move that the screen offers, if any."""
        if self.person.dialog():
            self.answer()
        elif self._has_asked and self._buttons(".accuse").count():
            press_if_still_there(self._buttons(".accuse"))
        elif self.page.locator(".place[data-place]").count() and not self._can_roll():
            self._walk()
        elif self._buttons(".main").count():
            press_if_still_there(self._buttons(".main").first)

    def look_at(self, when: str) -> None:
        """Take screenshots once for each `when`."""
        if when not in self._pictured:
            self._pictured.add(when)
            look_at(self.person, f"clue-{when}")

    def _buttons(self, kind: str) -> Locator:
        return self.page.locator(f".tray .buttons {kind}")

    def _can_roll(self) -> bool:
        name = re.compile("^(Roll the dice|Lancer les dés)$")
        return self.page.get_by_role("button", name=name).count() > 0

    def _answer(self, dialog: Locator, title: str) -> None:
        """Pick, confirm, or close a dialog that only informs."""
        accusing = re.match(ACCUSING, title) is not None
        for cards in dialog.get_by_role("group").all():
            held = cards.locator("label", has_text=re.compile("yours|en main"))
            mine = accusing and held.count()
            (held.first if mine else cards.locator("label").last).click()
        shown = dialog.locator(".card.lit[aria-pressed=false]")
        if shown.count():
            shown.first.click()
        moment = self._moment(dialog, title)
        self.look_at(moment)
        dialog.locator(".button.main").click()
        self._has_asked |= moment == "suggestion"
        if moment == "case":
            expect(self.page.locator("button.file")).to_have_count(1)  # to look at it again

    def _moment(self, dialog: Locator, title: str) -> str:
        if re.match(ACCUSING, title):
            return "accusation"
        if dialog.locator(".file").count():
            return "case"
        if dialog.get_by_role("group").count():
            return "suggestion"
        return "confirm" if title.endswith("?") else "card"

    def _walk(self) -> None:
        self.look_at("middle")
        if self.on_desk:
            check_reach(self.person, ".place")
            self._walk_with_keys()
        else:
            check_reach(self.person, ".tray button")
            check_fingers(self.person, ".stepper button")
            self._buttons(".stepper .main").click()

    def _walk_with_keys(self) -> None:
        places = self.page.locator(".place[data-place]")
        places.first.focus()
        assert places.count() == 1 or self._arrows_lead_on()
        places.first.press("Enter")

    def _arrows_lead_on(self) -> bool:
        """Whether an arrow key moves the focus to another choice."""
        return any(map(self._arrow_leads_on, ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")))

    def _arrow_leads_on(self, key: str) -> bool:
        focused = "document.activeElement.dataset.place"
        before = self.page.evaluate(focused)
        self.page.keyboard.press(key)
        return self.page.evaluate(focused) not in (None, before)


def play(players: list[Player]) -> None:
    play_on(
        *(player.act for player in players),
        until=lambda: all(player.is_done() for player in players),
        page=players[0].page,
    )


def await_own_turn(player: Player, other: Player) -> None:
    """Wait for the player's turn; others may come first and ask for a card."""
    play_on(player.answer, other.act, until=player.is_on_turn, page=player.page)


# --- looking ----------------------------------------------------------------------------------


def check_a_reload_keeps_everything(person: Person) -> None:
    """A mark, the player's own cards, and the pieces in each room."""
    empty = person.page.locator("[data-at][data-mark='']").first
    square = person.page.locator(f"[data-at='{empty.get_attribute('data-at')}']")
    kept = [person.page.locator(each) for each in (".cards .caption", ".plan li")]
    square.click()
    expect(square).to_have_attribute("data-mark", "✗")
    before = [each.all_text_contents() for each in kept]
    person.page.reload()
    expect(square).to_have_attribute("data-mark", "✗")
    for each, texts in zip(kept, before, strict=True):
        assert texts
        expect(each).to_have_text(texts)


def check_the_story_names_no_card_between_others(person: Person) -> None:
    lines = person.page.get_by_label("The story so far").locator("li").all_inner_texts()
    told = [line for line in lines if re.search(r"(?<!to )\bshows? ", line)]
    assert len(told) == sum(kind == "SomeCardShown" for kind, _ in secrets_told(person))
    for line in told:
        assert re.search(r"\byou\b", line, re.IGNORECASE) or line.endswith("a card."), line


# --- messages received ------------------------------------------------------------------------


def check_secrecy(person: Person, seat: int) -> None:
    assert "CaseHidden" not in "".join(person.frames)
    for sight in everything_told(person):
        if (privy := PRIVY.get(sight["type"])) is not None:
            assert seat in [sight[field] for field in privy], sight
    for update in updates(person):
        view = update["view"]
        assert view["seat"] == seat
        if view["open"]["phase"] != "over":
            assert view["open"]["case"] is None
            assert view["case"] is None or seat in view["open"]["accused"]


def secrets_told(person: Person) -> list[tuple[str, int]]:
    """The seats that showed a card or looked into the envelope, with or without the cards."""
    return [
        (SECRETS.get(sight["type"], sight["type"]), sight["by"])
        for sight in sights(person)
        if sight["type"] in (*SECRETS, *SECRETS.values())
    ]


def is_paused(person: Person) -> bool:
    rooms = [message for frame in person.frames if (message := json.loads(frame))["type"] == "Room"]
    paused: bool = rooms[-1]["paused"]
    return paused


def winners(person: Person) -> list[float]:
    *_, last = updates(person)
    shares: list[float] = last["outcome"]["shares"]
    return shares
