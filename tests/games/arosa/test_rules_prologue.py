"""Arosa's rules, one by one: the box and the prologue."""

from collections import Counter

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Seat, seats_of, viewers_of
from cluehouse.games.arosa.events import Dropped, TurnBegun
from cluehouse.games.arosa.moves import Drop, Open
from cluehouse.games.arosa.pieces import COLOURS, CUBES, STOREYS, VICTIM, VICTIMS, Colour
from cluehouse.games.arosa.rules import legal_moves, setup
from cluehouse.games.arosa.state import State, take
from cluehouse.games.arosa.view import CubeHeard, RailView, see, view
from tests.games.arosa.stage import (
    BLUE,
    BROWN,
    QUICK,
    YELLOW,
    drop_all,
    happen,
    inside,
    only,
    play,
    random_game,
    refused,
    searching,
)
from tests.rules import rule

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


# The box


@rule("AR-MAT-1", "AR-MAT-4")
def test_there_are_eight_storeys_with_a_space_of_the_search_board_each() -> None:
    state = searching({}, act="one")
    assert legal_moves(state, YELLOW) == tuple(Open(storey) for storey in STOREYS)
    assert STOREYS == (0, 1, 2, 3, 4, 5, 6, 7)
    assert [len(spaces) for spaces in _open(state).board] == [8] * 4


@rule("AR-MAT-2", "AR-MAT-3")
def test_there_are_twenty_traces_of_each_colour_and_two_victims() -> None:
    assert [len(cubes) for cubes in CUBES] == [20] * 6 + [2]
    assert len({cube for cubes in CUBES for cube in cubes}) == 122


@rule("AR-MAT-2")
@SEATS
def test_a_colour_without_a_seat_stays_in_the_box(seats: int) -> None:
    dropped = {event.colour for _, events in random_game(seats) for event in only(events, Dropped)}
    assert dropped == {*COLOURS[:seats], "red"}


@rule("AR-MAT-5")
@SEATS
def test_all_players_can_count_the_cubes_in_the_hotel(seats: int) -> None:
    for state, _ in random_game(seats):
        if state.hotel is None:
            seen, real = _open(state), Counter(inside(state))
            assert seen.inside == tuple(real[colour] for colour in COLOURS[:seats])
            for seat in seats_of(seats):
                on_board, in_hand = sum(seen.board[seat]), state.left[seat]
                assert seen.reserve[seat] == 20 - on_board - in_hand - seen.inside[seat]


@rule("AR-DEC-8")
def test_colours_go_by_seat_and_the_victims_are_red() -> None:
    assert COLOURS == ("yellow", "blue", "brown", "grey", "black", "white", "red")
    assert COLOURS[VICTIM] == "red"
    for seat in seats_of(6):
        state = searching({}, act="prologue", by=seat, seats=6)
        take(state, VICTIM, VICTIMS)
        assert legal_moves(state, seat) == (Drop(COLOURS[seat]),)


# The prologue


@rule("AR-PRO-1")
@SEATS
def test_any_seat_may_be_drawn_to_drop_the_victims(seats: int) -> None:
    deals = [setup(QUICK, seats, Chance(b"deal", luck)) for luck in range(100)]
    assert all(len(deal) == 1 for deal in deals)
    begun = [event for deal in deals for event in only(deal, TurnBegun)]
    assert {event.act for event in begun} == {"prologue"}
    assert {event.by for event in begun} == set(seats_of(seats))


@rule("AR-PRO-1", "AR-PRO-2")
@SEATS
def test_victims_fall_first_then_two_traces_of_each_seat_clockwise(seats: int) -> None:
    first = Seat(seats - 1)
    state = _prologue(seats, first)
    dropped: list[tuple[Seat, Colour]] = []
    while state.act == "prologue":
        dropped += [(event.by, event.colour) for event in only(drop_all(state), Dropped)]
    around = [Seat((first + turn) % seats) for turn in range(seats)]
    traces = [(seat, COLOURS[seat]) for seat in around for _ in range(2)]
    assert dropped == [(first, "red"), (first, "red"), *traces]
    assert state.reserve == [18] * seats
    assert len(state.inside) == 2 + 2 * seats


@rule("AR-PRO-1")
def test_no_trace_is_dropped_before_the_victims() -> None:
    state = _prologue(3, BLUE)
    refused("AR-PRO-1", state, BLUE, Drop("blue"))
    play(state, BLUE, Drop("red"))
    refused("AR-PRO-1", state, BLUE, Drop("blue"))
    play(state, BLUE, Drop("red"))
    refused("AR-DEC-1", state, BLUE, Drop("red"))
    play(state, BLUE, Drop("blue"))


@rule("AR-PRO-2")
def test_no_seat_drops_or_opens_before_its_turn() -> None:
    state = _prologue(3, BLUE)
    refused("AR-PRO-2", state, BROWN, Drop("brown"))
    refused("AR-PRO-2", state, BLUE, Open(3))


@rule("AR-PRO-3")
def test_all_viewers_hear_the_same_fall_and_see_nothing() -> None:
    state = _prologue(3, BLUE)
    (dropped,) = only(play(state, BLUE, Drop("red")), Dropped)
    sights = [see(dropped, viewer) for viewer in viewers_of(3)]
    assert set(map(type, sights)) == {CubeHeard}
    assert len(set(sights)) == 1
    (heard,) = only([sights[0]], CubeHeard)
    assert (heard.number, heard.by, heard.colour) == (1, BLUE, "red")
    assert heard.__struct_fields__ == ("number", "by", "colour", "sound")


@rule("AR-PRO-3")
def test_the_same_contacts_sound_the_same_whatever_storey_the_cube_is_on() -> None:
    state = _prologue(3, BLUE)
    (dropped,) = only(play(state, BLUE, Drop("red")), Dropped)
    sounds = set()
    for storey in STOREYS:
        rest = tuple(each._replace(storey=storey) for each in dropped.rest)
        elsewhere = Dropped(
            dropped.number, BLUE, "red", dropped.hearing, storey, rest, dropped.contacts
        )
        (heard,) = only([see(elsewhere, BLUE)], CubeHeard)
        sounds.add(heard.sound.data)
    assert len(sounds) == 1


@rule("AR-PRO-3")
def test_drops_are_numbered_through_the_game() -> None:
    dropped = [event for _, events in random_game(2) for event in only(events, Dropped)]
    assert [event.number for event in dropped] == list(range(1, len(dropped) + 1))


@rule("AR-DEC-4")
@SEATS
def test_a_cube_leaves_the_hotel_only_when_its_storey_is_opened(seats: int) -> None:
    before: set[int] = set()
    for state, events in random_game(seats):
        cubes = set(state.inside)
        if falls := only(events, Dropped):
            assert cubes == before | {rest.cube for rest in falls[0].rest}
            assert len(cubes) == len(before) + 1
        before = cubes


def _prologue(seats: int, first: Seat) -> State:
    state = State(QUICK, seats)
    happen(state, [TurnBegun("prologue", first)])
    return state


def _open(state: State) -> RailView:
    opened = view(state, RAIL)
    assert isinstance(opened, RailView)
    return opened
