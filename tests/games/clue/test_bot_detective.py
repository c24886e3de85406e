"""Clue: what a detective does."""

from collections.abc import Sequence
from typing import Any

import pytest

from cluehouse.core.chance import Chance
from cluehouse.games.clue.bots.detective import DISCRETION, detect
from cluehouse.games.clue.cards import CARDS, CATEGORY, ROOMS, SUSPECTS, WEAPONS, Card, Room
from cluehouse.games.clue.events import (
    Accused,
    CaseFileRead,
    Entered,
    MustShow,
    Rolled,
    Suggested,
    TurnBegun,
    Walked,
)
from cluehouse.games.clue.moves import (
    Accuse,
    EndTurn,
    Enter,
    Move,
    Roll,
    Show,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import MOST_TURNS
from cluehouse.games.clue.rules import legal_moves
from cluehouse.games.clue.state import ROOM_PLACE
from cluehouse.games.clue.walks import distances
from tests.games.clue.seated import Seated, decisions
from tests.games.clue.stage import CASE, HANDS, ONE, RIGHT, TWO, ZERO, at
from tests.rules import rule

LUCKS = 20
UNKNOWN = ("plum", "peacock")
"""The suspects left in `_two_suspects`."""


# --- accusing ---


def test_it_accuses_at_once_when_it_is_certain() -> None:
    seat = Seated("detective").question(ZERO, "plum", "pistol", "study").on_turn()
    assert seat.choices(LUCKS) == {RIGHT}


def test_it_accuses_whenever_what_it_saw_proves_the_case() -> None:
    """It names what is proved; an independent count checks whether it is."""
    certain = 0
    for number in range(2):
        for now in decisions("detective", 3, number):
            case = now.belief.deck.case
            proved = {
                CARDS[card]
                for card, row in enumerate(now.belief.deals.cells)
                if row[case] == now.belief.deals.count
            }
            if len(proved) == 3 and any(isinstance(move, Accuse) for move in now.moves):
                assert isinstance(now.move, Accuse)
                assert {now.move.suspect, now.move.weapon, now.move.room} == proved
                certain += 1
    assert certain


def test_it_waits_while_no_rival_knows_anything() -> None:
    """At the end of a turn with two suspects left: no rival can be near the solution."""
    seat = _two_suspects().see(Rolled(ZERO, (1, 1)), *_walked())
    assert seat.choices(LUCKS) == {EndTurn()}


def test_it_takes_the_chance_when_a_rival_must_know_by_now() -> None:
    """Seat 1 was shown all our cards and those of seat 2, and kept on asking about the suspects."""
    seat = _two_suspects()
    for card in (*HANDS[0], *HANDS[2][1:]):
        holder = ZERO if card in HANDS[0] else TWO
        seat.question(ONE, **_named(HANDS[1], card), shown_by=holder, card=card)
    for _ in range(5):
        seat.question(ONE, "peacock", "knife", "lounge", shown_by=TWO, card="lounge")
        seat.question(ONE, "plum", "knife", "hall", shown_by=TWO, card="hall")
    seat.on_turn().see(Rolled(ZERO, (1, 1)), *_walked())
    bold = [move for move in map(seat.choose, range(LUCKS)) if isinstance(move, Accuse)]
    assert len(bold) > LUCKS * 0.7
    assert {move.suspect for move in bold} <= set(UNKNOWN)


def _named(own: Sequence[Card], card: Card) -> Any:
    """A question about one card; the other two are the asker's own."""
    mine = {CATEGORY[mine]: mine for mine in own}
    return {**mine, CATEGORY[card]: card}


@rule("CL-DEC-9")
def test_alone_it_waits_to_be_certain_until_its_last_turn() -> None:
    seat = _two_suspects()
    for other in (ONE, TWO):
        seat.see(TurnBegun(other), Accused(other, "green", "rope", "hall"))
        seat.see(CaseFileRead(other, CASE.suspect, CASE.weapon, CASE.room))
    for turn in (30, MOST_TURNS - 1, MOST_TURNS):
        seat.state.turns[ZERO] = seat.belief.open.turns[ZERO] = turn - 1
        seat.on_turn().see(Rolled(ZERO, (1, 1)), *_walked())
        last = turn == MOST_TURNS
        assert {type(move) for move in seat.choices(LUCKS)} == {Accuse if last else EndTurn}
    accused = {move.suspect for move in seat.choices(LUCKS) if isinstance(move, Accuse)}
    assert accused <= set(UNKNOWN)


# --- showing ---


def test_it_shows_first_what_it_has_shown_to_that_player() -> None:
    asked = (TurnBegun(ONE), Suggested(ONE, "mustard", "rope", "ballroom"), MustShow(ZERO))
    seat = Seated("detective").question(ONE, "plum", "rope", "study", shown_by=ZERO, card="rope")
    assert seat.see(*asked).choices(LUCKS) == {Show("rope")}


def test_it_shows_the_card_that_tells_least() -> None:
    """A room: there are nine of them."""
    shown = _shown_to_seat_1(Seated("detective"))
    assert shown.count(Show("ballroom")) > LUCKS * 0.7


def test_what_is_half_known_already_tells_less() -> None:
    """All heard that it showed seat 2 the Rope or one of two others."""
    seat = Seated("detective").question(TWO, "plum", "rope", "study", shown_by=ZERO, card="rope")
    assert _shown_to_seat_1(seat).count(Show("rope")) > LUCKS * 0.7


def _shown_to_seat_1(seat: Seated) -> list[Move]:
    seat.see(TurnBegun(ONE), Suggested(ONE, "mustard", "rope", "ballroom"), MustShow(ZERO))
    return [seat.choose(luck) for luck in range(LUCKS)]


# --- asking ---


def test_it_asks_what_settles_the_case() -> None:
    """One of the two suspects must be named, and with it nothing that might be shown instead."""
    asked = _asked_in_the_ballroom(discretion=0.0)
    assert {question.suspect for question in asked} == set(UNKNOWN)
    assert {question.weapon for question in asked} == {"rope", "lead_pipe", "pistol"}


def test_it_hides_what_it_has_found_out() -> None:
    """A seat that names the Pistol, and is shown nothing, reveals to all where it is."""
    careless, discreet = (
        [question.weapon for question in _asked_in_the_ballroom(discretion)].count("pistol")
        for discretion in (0.0, DISCRETION)
    )
    assert discreet < careless / 2


def _asked_in_the_ballroom(discretion: float) -> list[Suggest]:
    """A room that it holds itself; so it may name a weapon of its own as well."""
    seat = _two_suspects().see(Rolled(ZERO, (6, 6)), Entered(ZERO, (at(16, 14),), "ballroom"))
    moves = legal_moves(seat.state, ZERO)
    asked = [
        detect(seat.belief, ZERO, moves, Chance(b"asked", luck), discretion=discretion)
        for luck in range(2 * LUCKS)
    ]
    return [move for move in asked if isinstance(move, Suggest)]


# --- walking ---


def test_it_enters_the_room_whose_question_tells_most() -> None:
    """From the Hall's doors, eight steps lead to the Lounge and to others; only the Library and
    the Study are open, and of the two the Library can be reached."""
    shown = [room for room in ROOMS if room not in (*HANDS[0], "study", "library")]
    seat = _knowing_all_but_the_room(*shown)
    seat.state.pawns[0] = seat.belief.open.pawns[0] = at(7, 10)
    seat.see(Rolled(ZERO, (3, 4)))
    assert Enter("hall") in legal_moves(seat.state, ZERO)
    assert seat.choices(LUCKS) == {Enter("library")}


@pytest.mark.parametrize("room", ["library", "dining_room", "billiard_room"])
def test_it_walks_towards_the_room_that_tells_most(room: Room) -> None:
    shown = [known for known in ROOMS if known not in (*HANDS[0], "study", room)]
    seat = _knowing_all_but_the_room(*shown).see(Rolled(ZERO, (3, 4)))
    squares = [move.to for move in legal_moves(seat.state, ZERO) if isinstance(move, Walk)]
    far = distances(ROOM_PLACE[room])
    walked = {far[move.to] for move in seat.choices(LUCKS) if isinstance(move, Walk)}
    assert walked == {min(far[square] for square in squares)}


@rule("CL-SUG-7")
def test_carried_to_a_room_it_asks_there_rather_than_roll_for_another() -> None:
    shown = [room for room in ROOMS if room not in (*HANDS[0], "study", "hall")]
    seat = _knowing_all_but_the_room(*shown)
    seat.see(TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "hall"), TurnBegun(ZERO))
    assert {type(move) for move in seat.choices(LUCKS)} == {Suggest}


@rule("CL-SUG-6")
def test_it_does_not_go_back_where_it_may_not_suggest_yet() -> None:
    """It asked in the Lounge, and was carried to the Conservatory: the passage would waste a turn;
    and so would the door of the Lounge, if it were near that."""
    open_rooms = ("study", "lounge", "billiard_room")
    shown = [room for room in ROOMS if room not in (*HANDS[0], *open_rooms)]
    seat = _knowing_all_but_the_room(*shown)
    carried = (TurnBegun(ONE), Suggested(ONE, "scarlet", "rope", "conservatory"), TurnBegun(ZERO))
    seat.see(*carried)
    assert seat.choices(LUCKS) == {TakePassage()}
    seat.see(Suggested(ZERO, "plum", "pistol", "lounge"), *carried)
    assert seat.choices(LUCKS) == {Roll()}
    seat.state.pawns[0] = seat.belief.open.pawns[0] = at(7, 17)
    seat.see(Rolled(ZERO, (1, 1)))
    assert Enter("lounge") in legal_moves(seat.state, ZERO)
    assert {type(move) for move in seat.choices(LUCKS)} == {Walk}


def test_it_leaves_a_room_that_would_tell_nothing() -> None:
    """Seat 1 would show the Conservatory, whatever else is named; a passage leads on."""
    seat = _knowing_all_but_the_room("conservatory", "dining_room", "hall", "billiard_room")
    seat.see(TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "conservatory"), TurnBegun(ZERO))
    assert seat.choices(LUCKS) == {TakePassage()}


def _two_suspects() -> Seated:
    """Everything is known except the suspect: Plum or Peacock."""
    others = [card for card in CARDS if card not in (*HANDS[0], *UNKNOWN, "pistol", "study")]
    return Seated("detective").shown(*others)


def _knowing_all_but_the_room(*rooms: str) -> Seated:
    others = [card for card in (*SUSPECTS, *WEAPONS) if card not in (*HANDS[0], "plum", "pistol")]
    return Seated("detective").shown(*others, *(room for room in ROOMS if room in rooms))


def _walked() -> tuple[Walked, ...]:
    return (Walked(ZERO, (at(1, 16), at(2, 16))),)
