"""Clue's rules of setting up and of who plays whom."""

from collections import Counter

import msgspec
import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.ids import Seat
from cluehouse.games.clue import GAME
from cluehouse.games.clue.board import STARTS
from cluehouse.games.clue.cards import CARDS, CATEGORY, SUSPECTS, WEAPONS, Suspect
from cluehouse.games.clue.events import (
    CaseHidden,
    Dealt,
    Event,
    Rolled,
    SuspectsTaken,
    TurnBegun,
    WeaponsPlaced,
)
from cluehouse.games.clue.moves import Roll
from cluehouse.games.clue.pieces import Options, seats
from cluehouse.games.clue.rules import decide, setup
from cluehouse.games.clue.state import State
from tests.games.clue.stage import ZERO, happen, scene
from tests.rules import rule

COUNTS = range(3, 7)
LUCKS = 120


def _setups(count: int, options: Options | None = None) -> list[list[Event]]:
    return [setup(options or Options(), count, Chance(b"setup", n)) for n in range(LUCKS)]


def _only(kind: type[Event], events: list[Event]) -> Event:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


@rule("CL-SET-1")
@pytest.mark.parametrize("count", COUNTS)
def test_every_pawn_stands_on_its_start_even_without_a_player(count: int) -> None:
    state = State(Options(), count)
    happen(state, setup(Options(), count, Chance(b"", 0)))
    assert state.pawns == list(STARTS)
    assert len(set(state.suspects)) == count


@rule("CL-SET-2")
def test_weapons_lie_in_six_different_rooms_drawn_at_random() -> None:
    drawn = set()
    for events in _setups(3):
        placed = _only(WeaponsPlaced, events)
        assert isinstance(placed, WeaponsPlaced)
        assert len(placed.rooms) == len(set(placed.rooms)) == len(WEAPONS)
        drawn |= set(placed.rooms)
    assert len(drawn) == 9


@rule("CL-SET-3")
@pytest.mark.parametrize("count", COUNTS)
def test_one_card_of_each_kind_is_hidden_and_all_others_are_dealt(count: int) -> None:
    hidden: Counter[str] = Counter()
    for events in _setups(count):
        case = _only(CaseHidden, events)
        assert isinstance(case, CaseHidden)
        cards = (case.suspect, case.weapon, case.room)
        assert [CATEGORY[card] for card in cards] == ["suspect", "weapon", "room"]
        dealt = [card for event in events if isinstance(event, Dealt) for card in event.cards]
        assert sorted([*cards, *dealt]) == sorted(CARDS)
        hidden.update(cards)
    assert set(hidden) == set(CARDS)


@rule("CL-SET-4")
@pytest.mark.parametrize(
    ("count", "sizes"),
    [(3, [6, 6, 6]), (4, [4, 4, 5, 5]), (5, [3, 3, 4, 4, 4]), (6, [3] * 6)],
)
def test_hands_are_as_even_as_possible_and_the_larger_ones_drawn_at_random(
    count: int, sizes: list[int]
) -> None:
    seen = set()
    for events in _setups(count):
        hands = [len(event.cards) for event in events if isinstance(event, Dealt)]
        assert sorted(hands) == sizes
        turned = [hands[first:] + hands[:first] for first in range(count)]
        assert sorted(sizes, reverse=True) in turned
        seen.add(tuple(hands))
    assert len(seen) == (1 if len(set(sizes)) == 1 else count)


@rule("CL-SET-5", "CL-DEC-1")
@pytest.mark.parametrize("count", COUNTS)
def test_scarlet_begins_or_the_next_in_order_and_players_sit_clockwise(count: int) -> None:
    for events in _setups(count):
        taken, begun = _only(SuspectsTaken, events), events[-1]
        assert isinstance(taken, SuspectsTaken)
        assert isinstance(begun, TurnBegun)
        order = [SUSPECTS.index(suspect) for suspect in taken.suspects]
        first = order.index(min(order))
        assert begun.by == first
        assert order[first:] + order[:first] == sorted(order)


@rule("CL-DEC-1")
def test_the_clockwise_order_of_the_suspects() -> None:
    assert SUSPECTS == ("scarlet", "mustard", "white", "green", "peacock", "plum")


@rule("CL-DEC-8")
def test_without_a_choice_any_seat_may_get_any_suspect() -> None:
    taken = {
        (seat, suspect)
        for events in _setups(3)
        for seat, suspect in enumerate(events[0].suspects)  # type: ignore[union-attr]
    }
    assert len(taken) == 3 * 6


@rule("CL-DEC-8")
@pytest.mark.parametrize(
    ("chosen", "count"),
    [
        (("green",), 3),
        ((None, "plum"), 4),
        (("white", "peacock", "scarlet"), 3),
        ((None, "scarlet", None, "white"), 6),
    ],
)
def test_a_seat_plays_the_suspect_it_has_chosen(
    chosen: tuple[Suspect | None, ...], count: int
) -> None:
    for events in _setups(count, Options(suspects=chosen)):
        taken = events[0]
        assert isinstance(taken, SuspectsTaken)
        for wish, suspect in zip(chosen, taken.suspects, strict=False):
            assert wish in (None, suspect)


@rule("CL-DEC-1", "CL-DEC-8")
@pytest.mark.parametrize(
    "chosen",
    [
        ("plum", "plum"),
        ("scarlet", "white", "mustard"),
        ("scarlet", None, "mustard"),
        ("scarlet", "plum"),
        (None,) * 7,
    ],
)
def test_choices_that_cannot_sit_clockwise_are_rejected(chosen: tuple[Suspect | None, ...]) -> None:
    with pytest.raises(ValueError, match="CL-DEC-1"):
        Options(suspects=chosen)
    sent = msgspec.json.encode({"type": "Options", "suspects": chosen})
    with pytest.raises(msgspec.ValidationError, match="CL-DEC-1"):
        codec(GAME).options.decode(sent)


@rule("CL-DEC-1")
def test_choices_may_leave_room_for_fewer() -> None:
    assert seats(Options()) == range(3, 7)
    assert seats(Options(suspects=("scarlet", "mustard", "white", "green"))) == range(4, 7)
    assert seats(Options(suspects=("scarlet", "green", "peacock"))) == range(3, 5)


@rule("CL-MAT-3")
def test_two_dice_are_rolled_each_side_as_often() -> None:
    sides: Counter[int] = Counter()
    for luck in range(600):
        (rolled,) = decide(scene(), ZERO, Roll(), Chance(b"dice", luck))
        assert isinstance(rolled, Rolled)
        assert rolled.by == Seat(0)
        sides.update(rolled.dice)
    assert set(sides) == {1, 2, 3, 4, 5, 6}
    assert all(150 < count < 250 for count in sides.values())
