"""Clue: what the bots do: a novice, a plain player, and what all of them keep to."""

import pytest

from cluehouse.core.ids import Level
from cluehouse.games.clue import GAME
from cluehouse.games.clue.cards import CARDS, ROOMS, WEAPONS
from cluehouse.games.clue.events import Entered, MustShow, Rolled, Suggested, TurnBegun
from cluehouse.games.clue.moves import (
    Accuse,
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
from tests.games.clue.seated import Seated, decisions
from tests.games.clue.stage import HANDS, ONE, RIGHT, TWO, ZERO, at
from tests.rules import rule

OTHERS = [card for card in CARDS if card not in (*HANDS[0], "plum", "pistol", "study")]
CLUB: tuple[Level, ...] = ("novice", "plain")
BOTS: tuple[Level, ...] = (*CLUB, "detective")


@pytest.mark.parametrize("level", CLUB)
def test_it_accuses_when_one_of_each_is_left(level: Level) -> None:
    assert Seated(level).shown(*OTHERS).choices() == {RIGHT}
    assert Seated(level).shown(*OTHERS[2:]).choices() == {Roll()}


@pytest.mark.parametrize("level", CLUB)
def test_it_enters_a_room_it_has_not_marked(level: Level) -> None:
    assert Seated(level).see(Rolled(ZERO, (4, 4))).choices() == {Enter("lounge")}


@pytest.mark.parametrize("level", CLUB)
def test_it_walks_on_from_a_room_it_has_marked(level: Level) -> None:
    seat = Seated(level).shown("lounge").see(Rolled(ZERO, (4, 4)))
    beside_the_dining_room = {Walk(at(7, 17)), Walk(at(8, 16))}
    assert seat.choices() == beside_the_dining_room


@pytest.mark.parametrize("level", CLUB)
def test_it_names_only_what_it_has_not_marked(level: Level) -> None:
    seat = Seated(level).shown("white", "knife").see(Rolled(ZERO, (4, 4)))
    choices = seat.see(Entered(ZERO, (at(6, 17),), "lounge")).choices()
    named = {(move.suspect, move.weapon) for move in choices if isinstance(move, Suggest)}
    assert {suspect for suspect, _ in named} == {"green", "peacock", "plum"}
    assert {weapon for _, weapon in named} == {"wrench", "candlestick", "pistol"}


@pytest.mark.parametrize("level", CLUB)
def test_carried_to_an_unmarked_room_it_suggests_there(level: Level) -> None:
    carried = (TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "hall"), TurnBegun(ZERO))
    assert {type(move) for move in Seated(level).see(*carried).choices()} == {Suggest}
    assert Seated(level).shown("hall").see(*carried).choices() == {Roll()}


@pytest.mark.parametrize("level", CLUB)
def test_it_takes_a_passage_to_a_room_it_has_not_marked(level: Level) -> None:
    carried = (TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "lounge"), TurnBegun(ZERO))
    assert Seated(level).shown("lounge").see(*carried).choices() == {TakePassage()}
    marked = Seated(level).shown("lounge", "conservatory")
    assert marked.see(*carried).choices() == {Roll()}


@pytest.mark.parametrize("level", CLUB)
def test_it_accuses_once_no_player_can_answer_its_own_question(level: Level) -> None:
    assert _nobody_has_it(level).choices() == {RIGHT}


@pytest.mark.parametrize("level", CLUB)
def test_with_a_card_of_its_own_in_the_question_two_of_three_are_known(level: Level) -> None:
    """It named the Rope, which it holds: that leaves the weapon open."""
    seat = Seated(level).question(ZERO, "plum", "rope", "study").on_turn()
    assert seat.choices() == {Roll()}
    weapons = [card for card in OTHERS if card in WEAPONS]
    assert seat.shown(*weapons).choices() == {RIGHT}


def test_a_novice_concludes_nothing_from_a_question_that_was_answered() -> None:
    """Seat 1 passed, and all cards of seat 2 are known: a plain player strikes out the rest."""
    conclusions: dict[Level, Move] = {"novice": Roll(), "plain": RIGHT}
    for level, conclusion in conclusions.items():
        seat = Seated(level).shown(*HANDS[2], "conservatory", "dining_room")
        seat.question(ZERO, "plum", "pistol", "lounge", shown_by=TWO, card="lounge").on_turn()
        assert seat.choices() == {conclusion}


def test_a_novice_concludes_nothing_from_the_question_of_another() -> None:
    """Even when all cards of that player are known, as to a plain player below."""
    seat = Seated("novice").shown(*HANDS[1]).question(ONE, "plum", "pistol", "study").on_turn()
    assert seat.choices() == {Roll()}


@pytest.mark.parametrize("level", CLUB)
@rule("CL-SUG-6")
def test_it_does_not_go_back_where_it_may_not_suggest_yet(level: Level) -> None:
    """It asked in the Lounge and was carried to the Conservatory; or stands near the door."""
    carried = (TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "conservatory"), TurnBegun(ZERO))
    seat = Seated(level).shown("conservatory").see(*carried)
    assert seat.choices() == {TakePassage()}
    seat.see(Suggested(ZERO, "plum", "rope", "lounge"), *carried)
    assert seat.choices() == {Roll()}
    seat.state.pawns[0] = seat.belief.open.pawns[0] = at(7, 17)
    seat.see(Rolled(ZERO, (1, 1)))
    assert Enter("lounge") in legal_moves(seat.state, ZERO)
    assert Enter("lounge") not in seat.choices()


@rule("CL-DEC-9")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_novices_find_the_case_long_before_the_100th_turn(seats: int) -> None:
    for number in range(5):
        *_, last = decisions("novice", seats, number)
        assert isinstance(last.move, Accuse)
        assert max(last.view.open.turns) < MOST_TURNS // 2


def test_a_plain_player_sees_when_a_hand_is_full() -> None:
    """Seat 1 asks and seat 2 passes; that seat 1 does not hold the cards follows from its full
    hand."""
    for shown, conclusion in ((HANDS[1], RIGHT), (HANDS[1][1:], Roll())):
        seat = Seated("plain").shown(*shown).question(ONE, "plum", "pistol", "study").on_turn()
        assert seat.choices() == {conclusion}


def test_a_plain_player_concludes_nothing_from_one_of_three() -> None:
    """Seat 2 showed one of three, of which this seat holds two: only a detective concludes."""
    conclusions: dict[Level, Move] = {"plain": Roll(), "detective": RIGHT}
    for level, conclusion in conclusions.items():
        seat = Seated(level).shown(*(card for card in OTHERS if card != "peacock"))
        seat.question(ONE, "peacock", "rope", "kitchen", shown_by=TWO, card="peacock").on_turn()
        assert seat.choices(lucks=20) == {conclusion}


def test_a_plain_player_who_knows_the_room_asks_where_no_other_can_show_it() -> None:
    """For example in a room of its own hand; a novice has marked that and walks on."""
    rooms = [card for card in OTHERS if card in ROOMS]
    carried = (TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "ballroom"), TurnBegun(ZERO))
    kinds: dict[Level, type[Move]] = {"plain": Suggest, "novice": Roll}
    for level, kind in kinds.items():
        choices = Seated(level).shown(*rooms).see(*carried).choices()
        assert {type(move) for move in choices} == {kind}


def test_a_plain_player_shows_a_card_again() -> None:
    asked = (TurnBegun(ONE), Suggested(ONE, "mustard", "rope", "ballroom"), MustShow(ZERO))
    seat = Seated("plain").question(ONE, "plum", "rope", "study", shown_by=ZERO, card="rope")
    assert seat.see(*asked).choices() == {Show("rope")}
    assert len(Seated("novice").see(*asked).choices()) == 3


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("level", BOTS)
def test_every_choice_is_legal_and_made_without_memory(level: Level, seats: int) -> None:
    for now in decisions(level, seats):
        assert now.move in now.moves
        again = GAME.choose(now.belief, now.view, now.moves, now.luck(), level)
        assert again == now.move


@pytest.mark.parametrize("level", CLUB)
def test_it_accuses_only_the_guilty(level: Level) -> None:
    """So an accusation ends the game."""
    games = [[now.move for now in decisions(level, 4, number)] for number in range(3)]
    accusations = [[move for move in game if isinstance(move, Accuse)] for game in games]
    assert any(accusations)
    assert all(found in ([], [game[-1]]) for found, game in zip(accusations, games, strict=True))


def _nobody_has_it(level: Level) -> Seated:
    return Seated(level).question(ZERO, "plum", "pistol", "study").on_turn()
