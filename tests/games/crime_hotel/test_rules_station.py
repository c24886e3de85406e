"""Crime Hotel's rules, one by one: reinforcements."""

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games.crime_hotel.events import (
    CalledIn,
    DetectiveMoved,
    Exchanged,
    Looked,
)
from cluehouse.games.crime_hotel.moves import (
    CallIn,
    Decline,
    Exchange,
    Guess,
    Look,
    MoveDetective,
)
from cluehouse.games.crime_hotel.pieces import (
    DEPARTMENTS,
    PLACES,
    Department,
    Room,
)
from cluehouse.games.crime_hotel.rules import legal_moves
from tests.games.crime_hotel.stage import (
    FIVE_EACH,
    FIVE_OF_FOUR,
    ONE,
    THREE,
    TWO,
    ZERO,
    acting,
    asked,
    called,
    calling,
    guesses,
    hand,
    happen,
    investigation,
    play,
    refused,
    stand,
    standing,
)
from tests.rules import rule

LUCKS = range(200)


# Desks


@rule("CH-REI-1")
def test_desks_fill_from_the_left_one_detective_each() -> None:
    state = acting(*FIVE_OF_FOUR)
    for desk, seat in enumerate((TWO, ONE, TWO)):
        events = play(calling(state, seat), seat, CallIn("bonus"))
        assert events == [CalledIn(seat, "bonus", desk)]
    assert state.desks[DEPARTMENTS.index("bonus")] == (TWO, ONE, TWO)


@rule("CH-REI-1")
@pytest.mark.parametrize("department", DEPARTMENTS)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_full_department_takes_no_detective(department: Department, seats: int) -> None:
    state = acting(*FIVE_OF_FOUR[:seats])
    for _ in state.desk_table[DEPARTMENTS.index(department)]:
        called(state, ONE, department)
    calling(state, TWO)
    assert CallIn(department) not in legal_moves(state, TWO)
    assert len(legal_moves(state, TWO)) == len(DEPARTMENTS) - 1
    refused("CH-REI-1", state, TWO, CallIn(department))


# Move


@rule("CH-MOV-1")
def test_a_move_takes_one_of_ones_own_detectives_to_an_empty_place() -> None:
    state = acting()
    stand(state, ONE, "room-11", "floor-2")
    stand(state, TWO, "column-9")
    called(state, ONE, "move")
    empty = set(PLACES) - {"room-11", "floor-2", "column-9"}
    assert set(legal_moves(state, ONE)) == {
        Decline(),
        *(MoveDetective("room-11", to) for to in empty),
        *(MoveDetective("floor-2", to) for to in empty),
    }
    moved = play(state, ONE, MoveDetective("floor-2", "room-39"))
    assert moved == [DetectiveMoved(ONE, "floor-2", "room-39")]
    assert standing(state, ONE) == {"room-11", "room-39"}


@rule("CH-MOV-1")
def test_a_move_goes_neither_from_nor_to_where_another_player_stands() -> None:
    state = called(stand(stand(acting(), ONE, "room-11"), TWO, "column-9"), ONE, "move")
    refused("CH-MOV-1", state, ONE, MoveDetective("column-9", "room-12"))
    refused("CH-MOV-1", state, ONE, MoveDetective("room-11", "column-9"))
    refused("CH-MOV-1", state, ONE, MoveDetective("room-11", "room-11"))
    refused("CH-MOV-1", state, ONE, MoveDetective("room-13", "room-12"))
    refused("CH-MOV-1", state, TWO, MoveDetective("column-9", "room-12"))


@rule("CH-MOV-1", "CH-DEP-1")
def test_a_deputy_moves_to_where_others_stand_but_not_to_ones_own() -> None:
    state = stand(stand(acting(), ONE, "room-11", "floor-3"), TWO, "column-9")
    called(state, ONE, "deputy")
    called(state, ONE, "move")
    refused("CH-MOV-1", state, ONE, MoveDetective("room-11", "floor-3"))
    play(state, ONE, MoveDetective("room-11", "column-9"))
    assert standing(state, ONE) == {"column-9", "floor-3"}
    assert standing(state, TWO) == {"column-9"}


@rule("CH-MOV-1", "CH-GUE-2")
def test_a_shared_place_stays_taken_when_one_of_two_detectives_leaves() -> None:
    state = stand(stand(acting(), ONE, "column-9"), TWO, "column-9")
    called(state, ONE, "deputy")
    called(state, ONE, "move")
    play(state, ONE, MoveDetective("column-9", "column-8"))
    refused("CH-GUE-2", state, TWO, Guess("column-9"))
    calling(state, ONE)
    state.bay = 0
    refused("CH-GUE-2", state, ZERO, Guess("column-9"))


# Exchange


@rule("CH-EXC-1")
def test_an_exchange_swaps_as_many_cards_as_the_desk_says() -> None:
    state = called(acting(), ONE, "exchange")
    gifts = {move.give for move in legal_moves(state, ONE) if isinstance(move, Exchange)}
    assert gifts == {(21,), (22,), (23,), (24,), (25,)}
    (event,) = play(state, ONE, Exchange(ZERO, (23,)))
    assert isinstance(event, Exchanged)
    assert hand(state, ONE) == {21, 22, 24, 25, *event.taken}
    assert hand(state, ZERO) == {11, 12, 13, 14, 15, 23} - {*event.taken}
    called(state, TWO, "exchange")
    gifts = {move.give for move in legal_moves(state, TWO) if isinstance(move, Exchange)}
    assert len(gifts) == 10
    assert all(len(gift) == 2 for gift in gifts)


@rule("CH-EXC-1")
def test_what_an_exchange_takes_is_drawn_blind() -> None:
    taken = [_exchanged(luck).taken for luck in LUCKS]
    assert set(taken) == {(11,), (12,), (13,), (14,), (15,)}
    assert all(taken.count(cards) > len(LUCKS) / 10 for cards in set(taken))


@rule("CH-EXC-1")
@pytest.mark.parametrize(
    ("whom", "give"),
    [
        (ZERO, (31,)),  # not held
        (ZERO, (21, 22)),  # more than the desk says
        (ZERO, (21, 22, 23, 24, 25, 26)),  # more than held
        (ZERO, (21, 21)),
        (ZERO, ()),
        (ONE, (21,)),  # oneself
        (THREE, (21,)),  # no such seat
    ],
)
def test_other_exchanges_are_refused(whom: Seat, give: tuple[Room, ...]) -> None:
    refused("CH-EXC-1", called(acting(), ONE, "exchange"), ONE, Exchange(whom, give))


@rule("CH-EXC-1")
def test_no_seat_exchanges_without_a_desk_or_instead_of_another_seat() -> None:
    refused("CH-EXC-1", acting(), ZERO, Exchange(ONE, (11,)))
    refused("CH-EXC-1", called(acting(), ONE, "look"), ONE, Exchange(ZERO, (21,)))
    refused("CH-EXC-1", called(acting(), ONE, "exchange"), ZERO, Exchange(ONE, (11,)))


# Look


@rule("CH-LOO-1")
def test_a_look_shows_as_many_cards_as_the_desk_says() -> None:
    state = acting()
    for count in (1, 2):
        called(state, ONE, "look")
        assert set(legal_moves(state, ONE)) == {Look(ZERO), Look(TWO), Decline()}
        hands = list(state.hands)
        (event,) = play(state, ONE, Look(TWO))
        assert isinstance(event, Looked)
        assert (event.by, event.whom) == (ONE, TWO)
        assert len(set(event.cards)) == count
        assert set(event.cards) <= hand(state, TWO)
        assert state.hands == hands


@rule("CH-LOO-1")
def test_what_a_look_shows_is_drawn_blind() -> None:
    seen = []
    for luck in LUCKS:
        (event,) = play(called(acting(), ONE, "look"), ONE, Look(TWO), luck)
        assert isinstance(event, Looked)
        seen.append(event.cards)
    assert set(seen) == {(31,), (32,), (33,), (34,), (35,)}
    assert all(seen.count(cards) > len(LUCKS) / 10 for cards in set(seen))


@rule("CH-LOO-1")
def test_no_seat_looks_at_itself_or_without_a_desk() -> None:
    refused("CH-LOO-1", called(acting(), ONE, "look"), ONE, Look(ONE))
    refused("CH-LOO-1", called(acting(), ONE, "look"), ONE, Look(THREE))
    refused("CH-LOO-1", called(acting(), ONE, "look"), TWO, Look(ONE))
    refused("CH-LOO-1", called(acting(), ONE, "exchange"), ONE, Look(ZERO))
    refused("CH-LOO-1", calling(acting(), ONE), ONE, Look(ZERO))


# Deputy


@rule("CH-DEP-1")
def test_a_deputy_guesses_where_others_stand_but_not_where_ones_own_do() -> None:
    state = stand(stand(acting(), ZERO, "floor-1"), TWO, "room-19")
    called(state, ZERO, "deputy")
    calling(state, ONE)
    state.bay = 0
    assert guesses(state, ZERO) == set(PLACES) - {"floor-1"}
    refused("CH-GUE-2", state, ZERO, Guess("floor-1"))
    play(state, ZERO, Guess("room-19"))
    assert standing(state, ZERO) == {"floor-1", "room-19"}
    assert standing(state, TWO) == {"room-19"}


@rule("CH-DEP-1")
def test_a_deputy_serves_only_the_seat_that_called() -> None:
    state = called(stand(acting(), ZERO, "floor-1"), ONE, "deputy")
    assert asked(state) == [TWO]
    refused("CH-GUE-2", state, TWO, Guess("floor-1"))


@rule("CH-DEP-1")
def test_a_deputy_serves_until_the_end_of_the_investigation() -> None:
    state = called(acting(), ZERO, "deputy")
    happen(state, investigation(*FIVE_EACH, murderer=18, number=2))
    calling(stand(state, TWO, "room-19"), ONE)
    state.bay = 0
    refused("CH-GUE-2", state, ZERO, Guess("room-19"))


def _exchanged(luck: int) -> Exchanged:
    """Seat 1 gives the 23 for a card of seat 0."""
    (event,) = play(called(acting(), ONE, "exchange"), ONE, Exchange(ZERO, (23,)), luck)
    assert isinstance(event, Exchanged)
    return event
