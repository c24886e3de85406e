"""Les Cinq Dernières Minutes in a real browser: a whole round, three people, bots, two languages.

And a table of nine, with a person in Bourrel's chair.
"""

import re
from functools import partial
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.browser import (
    PHONE,
    Arrive,
    Person,
    check_fingers,
    check_reach,
    check_width,
    choose,
    invite_friends,
    look_at,
    open_table,
    press_open,
    unfold_options,
)
from tests.web.course import (
    await_people,
    everything_told,
    play_on,
    press_if_still_there,
    sights,
    updates,
)

GAME = "The Last Five Minutes|Les Cinq Dernières Minutes"
OVER = re.compile("^(Round 1 of 6 is over|La manche 1 sur 6 est finie)$")
FILLS_THE_SCREEN = """() => {
    const { x, y, width, height } = document.querySelector("dialog.full").getBoundingClientRect();
    return x === 0 && y === 0 && width === innerWidth && height === innerHeight;
}"""
CARD = re.compile("^(You are (not )?the thief|Vous (êtes|n’êtes pas) le voleur)$")
BOX = re.compile("^(For your eyes only|Rien que pour vos yeux)$")
TESTIMONY = re.compile("^(Your testimony|Votre témoignage)$")
ACCUSATION = re.compile("^(Your accusation|Votre accusation)$")
ADA, BLAISE, CHLOE = range(3)

SECRETS_IN_SIGHT = """() => {
    const count = (selector) => document.querySelectorAll(selector).length;
    return count("dialog:modal") ? null : {
        figures: count(".room .figure"),
        thieves: count(".card.thief"),
        masks: count(".mask:not(.card *)"),
    };
}"""
"""Counted by one script; a dialog shows only the player's own secrets."""


def test_three_people_and_bots_play_a_round_and_pages_reveal_no_secret(arrive: Arrive) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    chloe = arrive(language="en", phone=True, night=True)
    players = [Player(ada, ADA), Player(blaise, BLAISE), Player(chloe, CHLOE)]
    sit_down(players, open_table(ada, game=GAME, players=6))
    ada.press("Start the game")
    for player in players:
        player.page.locator(".villa").wait_for()
        await_people(player.person, len(players))
        player.read_card()
        player.look_at("start")
    play_round(players)
    for player in players:
        player.look_at("end")
        check_secrecy(player.person, player.seat)
    (truth,) = truths(ada)
    assert [truth] == truths(blaise) == truths(chloe)
    assert [player.thief for player in players] == [truth["thief"] == i for i in range(3)]
    check_the_next_round_begins(players)


def test_a_person_in_bourrels_chair_prepares_the_round_and_sees_everything(arrive: Arrive) -> None:
    ada, blaise = arrive(), arrive(language="fr", phone=True)
    ada.go()
    invite_friends(ada, GAME, "Ada")
    unfold_options(ada)
    ada.page.get_by_text("One of us, drawn by lot").click()
    ada.page.get_by_role("group", name="Players").get_by_text("9", exact=True).click()
    ada.page.get_by_text("Deductions", exact=True).click()
    Player(ada, ADA).look_at("lobby")
    press_open(ada)
    blaise.page.goto(ada.page.url)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    check_the_chair_is_drawn_among_those_who_want_it(ada, blaise)
    ada.press("Start the game")
    ada.sees("Who is number 1")
    ada.press(".*(?<!\\w)Blaise")
    ada.press("Give")
    ada.press("Leave it to the lot")
    ada.sees("what goes into the box")
    bourrel, player = Player(ada, ADA), Player(blaise, BLAISE)
    bourrel.look_at("arranging")
    ada.press("Put the ring into the next box.*")
    ada.press("Put it in")
    ada.press("Leave it to the lot")
    expect(
        ada.page.get_by_role("img", name=re.compile("Drawing room, in the box: ring"))
    ).to_have_count(1)
    player.page.locator("button.room").first.wait_for()
    player.read_card()
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


def check_the_chair_is_drawn_among_those_who_want_it(ada: Person, blaise: Person) -> None:
    """In the end Ada alone wants it, and so has it."""
    ada.sees("Nobody has asked for it yet.* among all the people here: Ada and Blaise")
    blaise.page.get_by_label("J’aimerais être Bourrel").click()
    ada.sees("would like to be Bourrel")
    ada.sees("it will be Blaise")
    ada.page.get_by_label("I’d like to be Bourrel").click()
    blaise.sees("On tirera au sort au début de la partie, parmi Ada et Blaise")
    ada.sees("A lot is drawn when the game starts, among Ada and Blaise")
    for player in (Player(ada, ADA), Player(blaise, BLAISE)):
        expect(player.page.get_by_role("checkbox")).to_be_checked()
        check_fingers(player.person, ".want")
        player.look_at("chair")
    blaise.page.get_by_label("J’aimerais être Bourrel").click()
    ada.sees("it will be you")


# --- playing ----------------------------------------------------------------------------------


class Player:
    """A player who acts as soon as the screen offers something."""

    def __init__(self, person: Person, seat: int) -> None:
        self.person = person
        self.seat = seat
        self.page = person.page
        self._pictured: set[str] = set()
        self._has_reloaded = False

    @property
    def thief(self) -> bool:
        return any(sight["type"] == "ThiefCard" for sight in sights(self.person))

    def is_done(self) -> bool:
        return OVER.match(self.person.dialog() or "") is not None

    def act(self) -> None:
        if title := self.person.dialog():
            self.answer(title)
        elif self.page.locator("button.room").count():
            self._hide()
        elif self.page.locator(".said").count() >= 3 and "inquiry" not in self._pictured:
            self.look_at("inquiry")
        elif self._offered().count():
            press_if_still_there(self._offered().first)

    def read_card(self) -> None:
        """The card fills the screen, for a thief and for a suspect, until its only button is
        pressed."""
        card = self.page.get_by_role("dialog", name=CARD)
        expect(card).to_be_visible()
        self.page.wait_for_function(FILLS_THE_SCREEN)
        expect(card.get_by_role("button")).to_have_count(1)
        told = re.compile("^(You are the thief|Vous êtes le voleur)$")
        expect(card.get_by_role("heading", name=told)).to_have_count(int(self.thief))
        self.look_at("card")
        choose(self.person, card.get_by_role("button"))
        expect(card).to_have_count(0)

    def answer(self, title: str) -> None:
        """Answer the topmost dialog."""
        dialog = self.person.dialog_named(title)
        if TESTIMONY.match(title):
            self._testify(dialog)
        elif ACCUSATION.match(title):
            self._accuse(dialog)
        elif CARD.match(title):
            self.read_card()
        elif not OVER.match(title):
            self._read(dialog, title)

    def await_the_inquiry(self) -> None:
        """Wait until the player's own testimony is asked for."""

        def is_asked() -> bool:
            title = self.person.dialog() or ""
            if title and not TESTIMONY.match(title):
                self.answer(title)
            return TESTIMONY.match(title) is not None

        play_on(until=is_asked, page=self.page)

    def look_at(self, when: str) -> None:
        """Take screenshots once; the third player has the same screen as the second."""
        if when not in self._pictured:
            self._pictured.add(when)
            check_width(self.person)
            if self.seat != CHLOE:
                look_at(self.person, f"cinq-{when}")

    def _read(self, dialog: Locator, title: str) -> None:
        """Read and close a dialog about the player's box or about past events."""
        if BOX.match(title):
            self.look_at("box")
        dialog.locator(".button.main").click()
        if BOX.match(title):
            self._check_a_reload_keeps_everything()

    def _offered(self) -> Locator:
        name = re.compile("^(Prepare your|Testify|Accuse|Préparer votre|Témoigner|Accuser)")
        return self.page.locator(".tray .buttons").get_by_role("button", name=name)

    def _hide(self) -> None:
        """Also before the player's turn: the move is then prepared."""
        check_reach(self.person, "button.room")
        check_fingers(self.person, "button.room")
        rooms = self.page.locator("button.room")
        assert rooms.count() == (1 if self.thief else 6)
        choose(self.person, rooms.nth(self.seat % rooms.count()))
        self.look_at("chosen")
        check_reach(self.person, ".tray .buttons button")
        choose(self.person, self.page.locator(".tray .buttons .main"))

    def _testify(self, dialog: Locator) -> None:
        """Suspects confirm the filled-in testimony; the thief picks any."""
        groups = dialog.get_by_role("group").all()
        filled = [group.locator("input:checked").count() for group in groups]
        assert filled == ([0, 0] if self.thief else [1, 1])
        if self.thief:
            for group in groups:
                group.locator("label").last.click()
        self.check_the_commit_is_in_reach()
        self.look_at("testimony")
        choose(self.person, dialog.locator(".button.main"))

    def _accuse(self, dialog: Locator) -> None:
        dialog.locator("label").nth(1).click()
        self.check_the_commit_is_in_reach()
        self.look_at("accusation")
        choose(self.person, dialog.locator(".button.main"))

    def check_the_commit_is_in_reach(self) -> None:
        """On the smallest phone, too."""
        size = self.page.viewport_size
        assert size is not None
        if size["width"] > PHONE["width"]:
            return
        self.page.set_viewport_size({"width": 360, "height": 640})
        check_reach(self.person, "dialog .button.main")
        self.page.set_viewport_size(size)

    def _check_a_reload_keeps_everything(self) -> None:
        if self._has_reloaded:
            return
        self._has_reloaded = True
        cards = self.page.locator(".cards .card")
        expect(cards).to_have_count(2)  # the player's own, and the opened box
        before = cards.all_text_contents()
        self.page.reload()
        expect(cards).to_have_text(before)


def sit_down(players: list[Player], link: str) -> None:
    for player, name in zip(players[1:], ("Blaise", "Chloé"), strict=True):
        player.page.goto(link)
        player.person.give_name(name)
        players[0].person.sees(name)


def play_round(players: list[Player]) -> None:
    play_on(
        *(partial(take_part, player) for player in players),
        until=lambda: all(player.is_done() for player in players),
        page=players[0].page,
    )


def take_part(player: Player) -> None:
    player.act()
    check_the_page_reveals_no_secret(player)


# --- looking ----------------------------------------------------------------------------------


def check_the_page_reveals_no_secret(player: Player) -> None:
    """Until the reveal, a page shows no other box open and no other guest in a room."""
    seen = player.page.evaluate(SECRETS_IN_SIGHT)
    if seen is None or truths(player.person):  # they may have been revealed just now
        return
    assert seen["figures"] <= 1
    assert seen["thieves"] == player.thief
    assert seen["masks"] == 0


def check_the_notebook_keeps_up(player: Player) -> None:
    """The notebook prints testimonies and the chances of who is the thief."""
    page = player.page
    put_dialogs_aside(player)
    page.get_by_role("button", name="Carnet").click()
    page.get_by_text("Déductions", exact=True).click()
    page.locator(".cell .chance").first.wait_for()
    expect(page.locator(".cell .said")).not_to_have_count(0)
    player.look_at("notebook")
    put_dialogs_aside(player)
    player.look_at("nine")


def put_dialogs_aside(player: Player) -> None:
    """Close all dialogs, the topmost first; a reconnect adds one about what happened meanwhile."""
    while title := player.person.dialog():
        player.page.keyboard.press("Escape")
        expect(player.person.dialog_named(title)).to_have_count(0)


def check_the_next_round_begins(players: list[Player]) -> None:
    for player in players:
        player.page.get_by_role("dialog").locator(".button.main").click()
    for player in players:
        player.person.sees("Round 2 of 6|Manche 2 sur 6")


# --- messages received ------------------------------------------------------------------------


def truths(person: Person) -> list[dict[str, Any]]:
    return [sight for sight in sights(person) if sight["type"] == "TruthRevealed"]


def check_secrecy(person: Person, seat: int) -> None:
    frames = "".join(person.frames)
    assert "ItemPlaced" not in frames
    assert "CardsDrawn" not in frames
    for sight in everything_told(person):
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
