"""Crime Hotel's rules, one by one: the end of an investigation and of the game."""

from collections.abc import Iterable

import pytest

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.crime_hotel.events import (
    Dealt,
    InvestigationBegun,
    LastCardShown,
    MurdererFound,
    SaidReady,
)
from cluehouse.games.crime_hotel.moves import Guess, Ready
from cluehouse.games.crime_hotel.pieces import Options
from cluehouse.games.crime_hotel.rules import outcome
from cluehouse.games.crime_hotel.state import State
from tests.games.crime_hotel.stage import (
    FIVE_EACH,
    ONE,
    TWO,
    ZERO,
    acting,
    asked,
    called,
    happen,
    last_guess,
    play,
    playing,
    random_game,
    refused,
    rooms,
    scored,
    stand,
)
from tests.rules import rule

# The end of an investigation


@rule("CH-END-1")
@pytest.mark.parametrize("car", seats_of(3))
def test_last_cards_are_shown_clockwise_from_the_police_car_then_the_murderer(car: Seat) -> None:
    state = last_guess(39, 11, 21, 31)
    state.car = car
    _, *shown, found = play(state, TWO, Guess("floor-1"))
    last_cards = [LastCardShown(ZERO, 11), LastCardShown(ONE, 21), LastCardShown(TWO, 31)]
    assert shown == [*last_cards[car:], *last_cards[:car]]
    assert found == MurdererFound(39, (0, 0, 0))


@rule("CH-END-1")
def test_in_the_end_every_room_but_the_murderers_is_face_up() -> None:
    state = last_guess(39, 11, 21, 31)
    play(state, TWO, Guess("floor-1"))
    assert 39 not in rooms(state.searched)
    assert len(rooms(state.searched)) == 26
    assert state.hands == [0, 0, 0]


@rule("CH-END-1")
@pytest.mark.parametrize("seats", [3, 4])
def test_an_investigation_takes_five_tricks(seats: int) -> None:
    tricks = [state.tricks for state in random_game(seats) if state.phase == "acting"]
    assert set(tricks) == {0, 1, 2, 3, 4}
    ends = [state.tricks for state in random_game(seats) if state.phase in ("between", "over")]
    assert set(ends) == {5}


# Scoring


@rule("CH-SCO-1")
def test_guesses_and_bonus_are_added_up_for_each_seat() -> None:
    state = last_guess(28)
    called(state, ZERO, "bonus")
    stand(state, ZERO, "room-28", "floor-2", "column-1")
    stand(state, ONE, "column-8", "room-18")
    assert scored(state) == (10 + 2 + 2 * 2, 5, 0)


@rule("CH-SCO-2")
def test_floor_and_column_right_make_7() -> None:
    assert scored(stand(last_guess(27), ZERO, "floor-2", "column-7"))[ZERO] == 7


@rule("CH-SCO-2")
def test_a_right_room_and_bonus_desk_3_make_13() -> None:
    state = last_guess(27)
    called(state, TWO, "bonus")
    called(state, ONE, "bonus")
    assert scored(stand(state, ONE, "room-27"))[ONE] == 13


@rule("CH-SCO-2")
def test_a_bonus_desk_with_nothing_right_makes_0() -> None:
    state = called(last_guess(27), ONE, "bonus")
    assert scored(stand(state, ONE, "room-37", "floor-1", "column-1"))[ONE] == 0


@rule("CH-SCO-2", "CH-BON-1")
def test_floor_and_column_right_with_bonus_desk_2_make_11() -> None:
    state = called(last_guess(27), ONE, "bonus")
    assert scored(stand(state, ONE, "floor-2", "column-7"))[ONE] == 11


@rule("CH-BON-1")
def test_of_several_bonus_desks_only_the_highest_counts() -> None:
    state = last_guess(27)
    called(state, ONE, "bonus")
    called(state, ONE, "bonus")
    assert scored(stand(state, ONE, "floor-2", "column-7"))[ONE] == 2 + 5 + 2 * 3


@rule("CH-DEP-1")
def test_detectives_who_share_a_place_each_score_it_in_full() -> None:
    state = last_guess(27)
    called(state, ONE, "deputy")
    stand(stand(state, ZERO, "room-27"), ONE, "room-27")
    assert scored(state)[:2] == (10, 10)


# The next investigation


@rule("CH-END-2")
def test_the_next_investigation_begins_when_the_last_seat_is_ready() -> None:
    state = _between(car=ONE)
    assert asked(state) == [ZERO, ONE, TWO]
    assert play(state, TWO, Ready()) == [SaidReady(TWO)]
    play(state, ZERO, Ready())
    assert asked(state) == [ONE]
    said, begun, _, *dealt = play(state, ONE, Ready())
    assert said == SaidReady(ONE)
    assert isinstance(begun, InvestigationBegun)
    assert (begun.number, begun.car) == (2, ONE)
    assert [len(event.cards) for event in dealt if isinstance(event, Dealt)] == [6, 6, 6]
    assert asked(state) == [ONE]


@rule("CH-END-2")
def test_all_detectives_come_home() -> None:
    state = _between()
    assert any(state.stands)
    assert any(state.desks)
    for seat in (ZERO, ONE, TWO):
        play(state, seat, Ready())
    assert (state.stands, state.desks) == ([0] * 3, [()] * 5)
    assert (state.deputies, state.bonus, state.tricks) == (0, [0] * 3, 0)


@rule("CH-END-2")
def test_a_seat_says_ready_once_and_only_between_investigations() -> None:
    state = _between()
    play(state, TWO, Ready())
    refused("CH-END-2", state, TWO, Ready())
    refused("CH-END-2", playing(*FIVE_EACH), ZERO, Ready())
    refused("CH-END-2", acting(), ZERO, Ready())
    refused("CH-END-2", _over([(0, 0, 1)] * 3), ZERO, Ready())


@rule("CH-SET-4", "CH-END-2")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_seat_with_the_police_car_keeps_it_for_the_next_investigation(seats: int) -> None:
    car, number = -1, 0
    for state in random_game(seats):
        if state.investigation > number > 0:
            assert state.car == car
            assert asked(state) == [car]
        car, number = state.car, state.investigation
    assert number == 3


# Winning


@rule("CH-WIN-1")
def test_the_game_is_over_after_three_investigations() -> None:
    for state in random_game(3):
        assert (outcome(state) is not None) == (state.phase == "over")
    assert len(state.points) == 3


@rule("CH-WIN-1")
def test_most_points_of_all_investigations_win() -> None:
    assert _shares(_over([(10, 0, 5), (0, 7, 5), (0, 7, 5)], car=ZERO)) == (0, 0, 1)
    result = outcome(_over([(10, 0, 5), (0, 7, 5), (0, 7, 5)]))
    assert result is not None
    assert (result.points, result.rule) == ((10, 14, 15), "CH-WIN-1")


@rule("CH-WIN-1")
def test_in_a_tie_the_police_car_wins_whatever_the_investigations_brought() -> None:
    tie = [(0, 5, 1), (0, 5, 1), (10, 0, 1)]
    assert _shares(_over(tie, car=ZERO)) == (1, 0, 0)
    assert _shares(_over(tie, car=ONE)) == (0, 1, 0)


@rule("CH-WIN-1")
@pytest.mark.parametrize(
    ("points", "shares"),
    [
        # the third investigation
        ([(10, 0, 0), (0, 5, 2), (0, 5, 7)], (0, 1, 0)),
        # then the second
        ([(7, 5, 2), (0, 2, 2), (5, 5, 7)], (0, 1, 0)),
        # then nothing is left but to share: with equal totals the first is equal too
        ([(5, 5, 2), (2, 2, 2), (5, 5, 7)], (0.5, 0.5, 0)),
    ],
)
def test_in_a_tie_without_the_police_car_late_investigations_decide(
    points: list[tuple[int, ...]], shares: tuple[float, ...]
) -> None:
    assert _shares(_over(points, car=TWO)) == shares


@rule("CH-WIN-1")
def test_each_tie_break_applies_only_to_seats_still_tied() -> None:
    """Seat 0 drops out by the third investigation, so that its second does not count."""
    points = [(0, 2, 5, 0), (10, 5, 2, 0), (2, 5, 5, 0)]
    assert _shares(_over(points, car=Seat(3))) == (0, 1, 0, 0)


@rule("CH-WIN-1")
def test_those_still_tied_share_the_win() -> None:
    points = [(5, 5, 5, 0), (0, 0, 0, 0), (2, 2, 2, 0)]
    assert _shares(_over(points, car=Seat(3))) == (1 / 3, 1 / 3, 1 / 3, 0)


def _between(car: Seat = ZERO) -> State:
    """The position after a first investigation, with detectives in many places."""
    state = last_guess(39)
    called(state, ONE, "deputy")
    called(state, ONE, "bonus")
    stand(state, ZERO, "floor-3")
    scored(state, "room-11")
    state.car = car
    return state


def _over(points: Iterable[tuple[int, ...]], car: Seat = ZERO) -> State:
    """The position after three investigations with these points."""
    rows = list(points)
    state = State(Options(), len(rows[0]))
    for number, row in enumerate(rows, 1):
        happen(state, [InvestigationBegun(number, car, ()), MurdererFound(11, row)])
    return state


def _shares(state: State) -> tuple[float, ...]:
    result = outcome(state)
    assert result is not None
    return result.shares
