"""Les Cinq Dernières Minutes in a real browser: a whole round, three people, bots, two languages.

And a table of nine, with a person in Bourrel's chair.
"""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.browser import (
    DESK,
    Arrive,
    Person,
    check_fingers,
    check_reach,
    check_width,
    choose,
    look_at,
    open_table,
)

GAME = "The Last Five Minutes|Les Cinq Dernières Minutes"
OVER = re.compile("^(Round 1 of 6 is over|La manche 1 sur 6 est finie)$")
BOX = re.compile("^(For your eyes only|Pour vos yeux seuls)$")
TESTIMONY = re.compile("^(Your testimony|Votre témoignage)$")
ACCUSATION = re.compile("^(Your accusation|Votre accusation)$")
MEANWHILE = re.compile("^(Meanwhile|Entre-temps)$")
ADA, BLAISE, CHLOE = range(3)


def test_three_people_and_bots_play_a_round_and_nobody_sees_too_much(arrive: Arrive) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    chloe = arrive(language="en", phone=True, night=True)
    players = [Player(ada, ADA), Player(blaise, BLAISE), Player(chloe, CHLOE)]
    sit_down(players, open_table(ada, game=GAME, players=6))
    ada.press("Start the game")
    for player in players:
        player.page.locator(".villa").wait_for()
        player.look_at("start")
    play_round(players)
    for player in players:
        player.look_at("end")
        check_secrecy(player.person, player.seat)
    told = [truth(player.person) for player in players]
    assert told[0] == told[1] == told[2]
    assert [player.thief for player in players] == [told[0]["thief"] == i for i in range(3)]
    check_the_next_round_begins(players)


def test_a_person_in_bourrels_chair_prepares_the_round_and_sees_everything(arrive: Arrive) -> None:
    ada, blaise = arrive(), arrive(language="fr", phone=True)
    ada.go()
    ada.give_name("Ada")
    ada.page.get_by_role("button", name=re.compile(f"^(?:{GAME})")).click()
    ada.page.get_by_text("One of us, in the first seat").click()
    ada.page.get_by_role("group", name="Players").get_by_text("9", exact=True).click()
    ada.page.get_by_text("Deductions", exact=True).click()
    Player(ada, ADA).look_at("lobby")
    ada.press("Open the table")
    ada.sees("Invite")
    blaise.page.goto(ada.page.url)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    ada.sees("Who is number 1")
    ada.press(".*(?<!\\w)Blaise")
    ada.press("Leave it to the lot")
    ada.sees("what goes into the box")
    bourrel, player = Player(ada, ADA), Player(blaise, BLAISE)
    bourrel.look_at("arranging")
    ada.press("Put the ring into the next box.*")
    ada.press("Leave it to the lot")
    expect(
        ada.page.get_by_role("img", name=re.compile("Drawing room, in the box: ring"))
    ).to_have_count(1)
    player.page.locator("button.room").first.wait_for()
    player.act()
    expect(ada.page.locator(".room .figure")).not_to_have_count(0)
    bourrel.look_at("bourrel")
    player.await_the_inquiry()
    check_the_notebook_keeps_up(player)
    assert "ItemPlaced" not in "".join(blaise.frames)
    assert "CardsDrawn" not in "".join(blaise.frames)
    assert (
        blaise.page.get_by_role("img", name=re.compile("dans la boîte : bague")).count()
        <= player.thief
    )


# --- playing ----------------------------------------------------------------------------------


class Player:
    """Somebody who does what the screen offers, as soon as it offers it."""

    def __init__(self, person: Person, seat: int) -> None:
        self.person = person
        self.seat = seat
        self.page = person.page
        self.on_desk = person.page.viewport_size == DESK
        self._pictured: set[str] = set()
        self._has_reloaded = False

    @property
    def thief(self) -> bool:
        return any(sight["type"] == "ThiefCard" for sight in sights(self.person))

    def is_done(self) -> bool:
        return self._dialog(OVER).count() > 0

    def act(self) -> None:
        if self.is_done():
            return
        if self._dialog(MEANWHILE).count():
            self._dialog(MEANWHILE).locator(".button.main").click()
        elif self._dialog(BOX).count():
            self.look_at("box")
            self._dialog(BOX).locator(".button.main").click()
            self._check_a_reload_keeps_everything()
        elif self._dialog(TESTIMONY).count():
            self._testify(self._dialog(TESTIMONY))
        elif self._dialog(ACCUSATION).count():
            self._accuse(self._dialog(ACCUSATION))
        elif self.page.locator("button.room").count():
            self._hide()
        elif self.page.locator(".said").count() >= 3 and "inquiry" not in self._pictured:
            self.look_at("inquiry")
        elif self._offered().count():
            self._offered().first.click()

    def await_the_inquiry(self) -> None:
        """Until one's own testimony is asked for."""
        until = time.monotonic() + 60
        while not self._dialog(TESTIMONY).count():
            assert time.monotonic() < until, "nobody asks"
            if self.page.get_by_role("dialog").count():
                self.act()
            self.page.wait_for_timeout(50)

    def look_at(self, when: str) -> None:
        """Once; the third of them has the same screen as the second."""
        if when not in self._pictured:
            self._pictured.add(when)
            check_width(self.person)
            if self.seat != CHLOE:
                look_at(self.person, f"cinq-{when}")

    def _dialog(self, name: re.Pattern[str]) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    def _offered(self) -> Locator:
        name = re.compile("^(Prepare your|Testify|Accuse|Préparer votre|Témoigner|Accuser)")
        return self.page.locator(".tray .buttons").get_by_role("button", name=name)

    def _hide(self) -> None:
        """Also before it is one's turn: it is then prepared."""
        check_reach(self.person, "button.room")
        check_fingers(self.person, "button.room")
        rooms = self.page.locator("button.room")
        assert rooms.count() == (1 if self.thief else 6)
        choose(self.person, rooms.nth(self.seat % rooms.count()))
        self.look_at("chosen")
        check_reach(self.person, ".tray .buttons button")
        choose(self.person, self.page.locator(".tray .buttons .main"))

    def _testify(self, dialog: Locator) -> None:
        """Suspects confirm what is filled in; the thief says anything."""
        groups = dialog.get_by_role("group").all()
        filled = [group.locator("input:checked").count() for group in groups]
        assert filled == ([0, 0] if self.thief else [1, 1])
        if self.thief:
            for group in groups:
                group.locator("label").last.click()
        self.look_at("testimony")
        choose(self.person, dialog.locator(".button.main"))

    def _accuse(self, dialog: Locator) -> None:
        dialog.locator("label").nth(1).click()
        self.look_at("accusation")
        choose(self.person, dialog.locator(".button.main"))

    def _check_a_reload_keeps_everything(self) -> None:
        if self._has_reloaded:
            return
        self._has_reloaded = True
        before = self.page.locator(".cards .card").all_inner_texts()
        assert len(before) == 2, "one's own card, and the box one has opened"
        self.page.reload()
        self.page.locator(".villa").wait_for()
        assert self.page.locator(".cards .card").all_inner_texts() == before


def sit_down(players: list[Player], link: str) -> None:
    for player, name in zip(players[1:], ("Blaise", "Chloé"), strict=True):
        player.page.goto(link)
        player.person.give_name(name)
        players[0].person.sees(name)


def play_round(players: list[Player]) -> None:
    until = time.monotonic() + 180
    while not all(player.is_done() for player in players):
        assert time.monotonic() < until, "the round does not end"
        for player in players:
            player.act()
            check_the_page_is_discreet(player)
        players[0].page.wait_for_timeout(50)


# --- looking ----------------------------------------------------------------------------------


def check_the_page_is_discreet(player: Player) -> None:
    """Until the reveal, a page shows no other box open and no other guest in a room."""
    if player.is_done() or player.page.get_by_role("dialog").count():
        return
    figures = player.page.locator(".room .figure")
    assert figures.count() <= 1
    assert player.page.locator(".card.thief").count() == player.thief
    assert player.page.locator(".mask:not(.card *)").count() == 0


def check_the_notebook_keeps_up(player: Player) -> None:
    """It prints what is said, and weighs who is the thief."""
    page = player.page
    put_dialogs_aside(player)
    page.get_by_role("button", name="Carnet").click()
    page.get_by_role("button", name="Ce qu’on peut savoir").click()
    page.locator(".cell .chance").first.wait_for()
    expect(page.locator(".cell .said")).not_to_have_count(0)
    player.look_at("notebook")
    put_dialogs_aside(player)
    player.look_at("nine")


def put_dialogs_aside(player: Player) -> None:
    """The topmost first; a line that was lost for a moment adds one about what happened."""
    dialogs = player.page.get_by_role("dialog")
    dialogs.first.wait_for()
    for _ in range(3):
        if dialogs.count():
            player.page.keyboard.press("Escape")
            player.page.wait_for_timeout(200)
    expect(dialogs).to_have_count(0)


def check_the_next_round_begins(players: list[Player]) -> None:
    for player in players:
        player.page.get_by_role("dialog").locator(".button.main").click()
    for player in players:
        player.person.sees("Round 2 of 6|Manche 2 sur 6")


# --- what the house has told ------------------------------------------------------------------


def updates(person: Person) -> Iterator[dict[str, Any]]:
    messages = (json.loads(frame) for frame in person.frames)
    return (message for message in messages if message["type"] == "Update")


def sights(person: Person) -> list[dict[str, Any]]:
    """Each once, also after a reload."""
    told = {update["seq"]: update["sights"] for update in updates(person)}
    return [sight for seq in sorted(told) for sight in told[seq]]


def truth(person: Person) -> dict[str, Any]:
    told: dict[str, Any] = next(it for it in sights(person) if it["type"] == "TruthRevealed")
    return told


def check_secrecy(person: Person, seat: int) -> None:
    frames = "".join(person.frames)
    assert "ItemPlaced" not in frames
    assert "CardsDrawn" not in frames
    for sight in sights(person):
        if sight["type"] in ("VisitMade", "Accused"):
            assert sight["by"] == seat, sight
    for update in updates(person):
        view = update["view"]
        assert view["seat"] == seat
        assert view["visit"] is None or view["visit"]["by"] == seat
        assert (view["ring"] is not None) == (view["role"] == "thief")
        if view["open"]["phase"] != "between":
            assert view["open"]["truth"] is None
            assert view["open"]["accusations"] == []
