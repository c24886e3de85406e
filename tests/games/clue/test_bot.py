"""What a novice does in Clue."""

from cluehouse.core.chance import Chance
from cluehouse.games.clue.belief import start, update
from cluehouse.games.clue.bot import choose
from cluehouse.games.clue.cards import CARDS, Card
from cluehouse.games.clue.events import (
    CardShown,
    Entered,
    Event,
    MustShow,
    Rolled,
    Suggested,
    TurnBegun,
)
from cluehouse.games.clue.moves import Enter, Move, Roll, Suggest, TakePassage, Walk
from cluehouse.games.clue.pieces import Options
from cluehouse.games.clue.rules import legal_moves
from cluehouse.games.clue.state import State
from cluehouse.games.clue.view import see, view
from tests.games.clue.stage import HANDS, ONE, RIGHT, TWO, ZERO, at, happen, opening

OTHERS = [card for card in CARDS if card not in (*HANDS[0], "plum", "pistol", "study")]


def test_a_novice_accuses_when_one_of_each_is_left() -> None:
    assert _choices(*map(_shown, OTHERS)) == {RIGHT}
    assert _choices(*map(_shown, OTHERS[1:])) == {Roll()}


def test_a_novice_enters_a_room_it_has_not_marked() -> None:
    assert _choices(Rolled(ZERO, (4, 4))) == {Enter("lounge")}


def test_a_novice_walks_on_from_a_room_it_has_marked() -> None:
    choices = _choices(_shown("lounge"), Rolled(ZERO, (4, 4)))
    assert choices == {Walk(at(7, 17)), Walk(at(8, 16))}, "beside the door of the Dining Room"


def test_a_novice_names_only_what_it_has_not_marked() -> None:
    entered = Entered(ZERO, (at(6, 17),), "lounge")
    choices = _choices(_shown("white"), _shown("knife"), Rolled(ZERO, (4, 4)), entered)
    named = {(move.suspect, move.weapon) for move in choices if isinstance(move, Suggest)}
    assert {suspect for suspect, _ in named} == {"green", "peacock", "plum"}
    assert {weapon for _, weapon in named} == {"wrench", "candlestick", "pistol"}


def test_a_novice_carried_to_an_unmarked_room_suggests_there() -> None:
    carried = (TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "hall"), TurnBegun(ZERO))
    assert {type(move) for move in _choices(*carried)} == {Suggest}
    assert _choices(_shown("hall"), *carried) == {Roll()}


def test_a_novice_takes_a_passage_to_a_room_it_has_not_marked() -> None:
    carried = (TurnBegun(TWO), Suggested(TWO, "scarlet", "rope", "lounge"), TurnBegun(ZERO))
    assert _choices(_shown("lounge"), *carried) == {TakePassage()}
    assert _choices(_shown("lounge"), _shown("conservatory"), *carried) == {Roll()}


def _shown(card: Card) -> CardShown:
    return CardShown(ONE, ZERO, card)


def _choices(*events: Event) -> set[Move]:
    """What seat 0 may choose after these events, over many lucks; cards are shown first."""
    state, belief = State(Options(), 3), start(Options(), 3, ZERO, "novice")
    asked = (Suggested(ZERO, "peacock", "rope", "hall"), MustShow(ONE))
    shown = [step for event in events if isinstance(event, CardShown) for step in (*asked, event)]
    then = [event for event in events if not isinstance(event, CardShown)]
    for event in (*opening(), *shown, TurnBegun(ZERO), *then):
        happen(state, [event])
        if (sight := see(event, ZERO)) is not None:
            update(belief, sight)
    moves, seen = legal_moves(state, ZERO), view(state, ZERO)
    return {choose(belief, seen, moves, Chance(b"bot", n), "novice") for n in range(200)}
