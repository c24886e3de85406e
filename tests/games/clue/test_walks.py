"""Clue: walks through the mansion, compared with a slow search that shares no code with the fast
one.

The search steps from cell to cell of the map as text, and keeps every path it has walked.
"""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from cluehouse.games.clue.board import CELLS, DOOR_CELLS, MAP, number_of
from cluehouse.games.clue.cards import ROOMS
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.walks import can_step, reach, way
from tests.games.clue.stage import at
from tests.rules import rule

Cell = tuple[int, int]
Spot = Cell | str
"""A cell of the corridors, or a room."""

POSITIONS = 1500
DOORS = [(room, cell) for room, cells in DOOR_CELLS.items() for cell in cells]
DOOR_SQUARES = {cell for _, cell in DOORS}


@rule("CL-MOV-2", "CL-MOV-3", "CL-MOV-4", "CL-MOV-5", "CL-MOV-6", "CL-MOV-7", "CL-DEC-2")
def test_a_slow_search_finds_the_same_ends() -> None:
    for origin, roll, others in _positions():
        assert _spots(reach(_number(origin), roll, _crowd(others))) == slow_reach(
            origin, roll, others
        ), (origin, roll, others)


@rule("CL-ACC-5", "CL-DEC-2")
def test_a_slow_search_finds_the_same_ends_past_pawns_that_block_nobody() -> None:
    for origin, roll, others in _positions(700):
        idle = frozenset(sorted(others - DOOR_SQUARES)[::2])
        crowd = others - idle
        assert _spots(reach(_number(origin), roll, _crowd(crowd), _crowd(idle))) == slow_reach(
            origin, roll, crowd, idle
        ), (origin, roll, crowd, idle)


@rule("CL-MOV-2", "CL-MOV-3", "CL-MOV-4", "CL-DEC-2")
def test_the_way_walked_keeps_the_rules() -> None:
    luck = random.Random(2)
    for origin, roll, others in _positions(500):
        crowd = _crowd(others)
        ends = slow_reach(origin, roll, others)
        if ends:
            goal = luck.choice(sorted(ends, key=str))
            path = way(_number(origin), roll, crowd, _number(goal))
            _check_path(origin, [CELLS[square] for square in path], goal, others)


def _check_path(origin: Spot, path: list[Cell], goal: Spot, others: frozenset[Cell]) -> None:
    whole = path if isinstance(origin, str) else [origin, *path]
    assert len(set(path)) == len(path)
    assert not others & set(path)
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(whole))
    if isinstance(origin, str):
        assert (origin, path[0]) in DOORS
    if isinstance(goal, str):
        assert (goal, whole[-1]) in DOORS
    else:
        assert whole[-1] == goal


@rule("CL-DEC-2")
def test_a_way_to_a_square_has_exactly_the_roll_and_few_turns() -> None:
    start, goal = at(7, 9), at(7, 16)
    assert way(start, 7, 0, goal) == tuple(at(7, column) for column in range(10, 17))
    longer = way(start, 9, 0, goal)
    assert len(longer) == 9
    assert _turns(longer) == 3


@rule("CL-MOV-6")
def test_a_way_into_a_room_is_the_shortest_whatever_the_roll() -> None:
    start = number_of("study")
    assert way(start, 12, 0, number_of("hall")) == (at(4, 6), at(4, 7), at(4, 8))


@rule("CL-MOV-4")
def test_a_way_leads_around_a_pawn_that_stands_in_it() -> None:
    straight = way(at(2, 7), 3, 0, at(5, 7))
    assert straight == (at(3, 7), at(4, 7), at(5, 7))
    assert not reach(at(2, 7), 3, 1 << at(3, 7)) >> at(5, 7) & 1
    round_it = way(at(2, 7), 5, 1 << at(3, 7), at(5, 7))
    assert round_it == (at(2, 8), at(3, 8), at(4, 8), at(5, 8), at(5, 7))


def test_there_is_no_way_to_a_place_out_of_reach() -> None:
    with pytest.raises(ValueError, match="out of reach"):
        way(at(7, 9), 2, 0, number_of("kitchen"))


@rule("CL-DEC-2")
def test_a_pawn_that_cannot_use_the_whole_roll_goes_as_far_as_possible() -> None:
    nook = at(0, 7)
    crowd = 1 << at(4, 7) | 1 << at(4, 8)
    assert _spots(reach(nook, 12, crowd)) == {(1, 8), (2, 7), (3, 8)}
    assert len(way(nook, 12, crowd, at(1, 8))) == 6
    assert reach(nook, 8, crowd) == reach(nook, 6, crowd) == reach(nook, 12, crowd)
    assert reach(nook, 5, crowd) != reach(nook, 6, crowd)


@rule("CL-DEC-2", "CL-MOV-3")
def test_a_pawn_with_one_free_square_beside_it_steps_out_and_back() -> None:
    nook, crowd = at(0, 16), 1 << at(2, 16) | 1 << at(1, 15)
    for roll in range(2, 13):
        assert _spots(reach(nook, roll, crowd)) == {(0, 16)}
        assert way(nook, roll, crowd, nook) == (at(1, 16), nook)


@rule("CL-MOV-5")
def test_a_door_is_blocked_both_ways_by_a_pawn_in_front_of_it() -> None:
    before_study = 1 << at(4, 6)
    assert not can_step(number_of("study"), before_study)
    assert reach(number_of("study"), 6, before_study) == 0
    assert "study" in _spots(reach(at(4, 5), 3, 0))
    assert "study" not in _spots(reach(at(4, 5), 12, before_study))


@rule("CL-DEC-5")
def test_a_blocked_door_can_be_walked_past() -> None:
    before_study = 1 << at(4, 6)
    assert (4, 8) in _spots(reach(at(4, 5), 5, before_study))


@rule("CL-MOV-7")
def test_a_room_left_is_not_entered_again_in_the_same_move() -> None:
    for room in ROOMS:
        for roll in range(2, 13):
            assert room not in _spots(reach(number_of(room), roll, 0))


@rule("CL-MOV-3")
def test_the_square_a_move_starts_from_may_be_stepped_on_once() -> None:
    """Two steps lead out and back, and further steps on to squares that were not entered."""
    nook = at(0, 7)
    assert _spots(reach(nook, 2, 0)) == {(0, 7), (1, 8), (2, 7)}
    assert way(nook, 2, 0, nook) == (at(1, 7), nook)
    corridor = at(11, 3)
    assert (11, 1) in _spots(reach(corridor, 4, 0))
    assert way(corridor, 4, 0, at(11, 1)) == (at(11, 4), corridor, at(11, 2), at(11, 1))
    for square in range(SQUARES):
        assert reach(square, 2, 0) >> square & 1


@rule("CL-MOV-3")
def test_the_square_in_front_of_a_door_one_came_out_of_was_entered() -> None:
    before_study = at(4, 6)
    for roll in range(2, 13):
        assert not reach(number_of("study"), roll, 0) >> before_study & 1
    assert reach(before_study, 4, 0) >> before_study & 1


@rule("CL-MOV-3")
def test_a_way_leads_back_over_its_start_only_if_no_other_is_as_long() -> None:
    open_floor, narrow = at(4, 3), at(7, 10)
    assert open_floor not in way(open_floor, 4, 0, at(4, 5))
    assert narrow in way(narrow, 4, 0, at(7, 12))


@rule("CL-ACC-5")
def test_a_pawn_that_blocks_nobody_is_walked_through_but_not_stopped_on() -> None:
    start, idle = at(2, 7), 1 << at(3, 7)
    assert not reach(start, 1, 0, idle) & idle
    assert not reach(start, 3, 0, idle) & idle
    assert reach(start, 3, 0, idle) >> at(5, 7) & 1
    assert way(start, 3, 0, at(5, 7)) == (at(3, 7), at(4, 7), at(5, 7))


@rule("CL-ACC-5", "CL-DEC-2")
def test_a_whole_roll_that_can_only_end_on_such_a_pawn_is_no_whole_move() -> None:
    nook = at(24, 14)
    corridor = way(nook, 3, 0, at(23, 16))
    assert corridor == (at(23, 14), at(23, 15), at(23, 16))
    crowd = 1 << at(22, 16) | 1 << at(22, 17)
    assert _spots(reach(nook, 3, crowd)) == {(23, 16)}
    assert _spots(reach(nook, 3, crowd, 1 << at(23, 16))) == {(23, 15), (24, 14)}


@rule("CL-MOV-8", "CL-ACC-5")
def test_a_pawn_that_can_step_has_somewhere_to_go_with_any_roll() -> None:
    for origin, roll, others in _positions(1000):
        idle = frozenset(sorted(others - DOOR_SQUARES)[::2])
        place, crowd = _number(origin), _crowd(others - idle)
        assert can_step(place, crowd) == bool(reach(place, roll, crowd, _crowd(idle)))


@rule("CL-MOV-8")
def test_a_pawn_that_is_shut_in_cannot_step() -> None:
    assert not can_step(at(0, 16), 1 << at(1, 16))
    assert can_step(at(0, 16), 0)
    assert can_step(at(4, 6), sum(1 << at(*cell) for cell in ((4, 5), (4, 7), (5, 6))))


# --- the slow search --------------------------------------------------------------------------


def slow_reach(
    origin: Spot, roll: int, others: frozenset[Cell], idle: frozenset[Cell] = frozenset()
) -> set[Spot]:
    for steps in range(roll, 0, -1):
        if found := _slow_ends(origin, steps, others) - idle:
            return found
    return set()


def _slow_ends(origin: Spot, steps: int, others: frozenset[Cell]) -> set[Spot]:
    """All paths, kept whole, grown a step at a time; a room that is left counts as entered, a
    square does not."""
    paths: list[tuple[Spot, ...]] = [(origin,)]
    found: set[Spot] = set()
    entered = slice(0 if isinstance(origin, str) else 1, None)
    for _ in range(steps):
        grown = [
            (*path, spot)
            for path in paths
            for spot in AROUND[path[-1]]
            if spot not in path[entered] and spot not in others
        ]
        found |= {path[-1] for path in grown if isinstance(path[-1], str)}
        paths = [path for path in grown if not isinstance(path[-1], str)]
    return found | {path[-1] for path in paths}


def _around() -> dict[Spot, list[Spot]]:
    """Where one step leads from each cell and each room, read off the map."""
    cells = [
        (row, column)
        for row, letters in enumerate(MAP)
        for column, letter in enumerate(letters)
        if letter in ".RMWGEP"
    ]
    around: dict[Spot, list[Spot]] = {
        (row, column): [(r, c) for r, c in cells if abs(r - row) + abs(c - column) == 1]
        for row, column in cells
    }
    for room, cell in DOORS:
        around[cell].append(room)
        around.setdefault(room, []).append(cell)
    return around


AROUND = _around()


def _positions(count: int = POSITIONS) -> Iterator[tuple[Spot, int, frozenset[Cell]]]:
    """A pawn, a roll, and three to five others in the corridors, most of them near."""
    luck = random.Random(1)
    for _ in range(count):
        origin: Spot = luck.choice(ROOMS) if luck.random() < 0.3 else luck.choice(CELLS)
        row, column = (
            next(c for r, c in DOORS if r == origin) if isinstance(origin, str) else origin
        )
        near = [cell for cell in CELLS if abs(cell[0] - row) + abs(cell[1] - column) < 9]
        crowd = near if luck.random() < 0.7 else list(CELLS)
        others = luck.sample([cell for cell in crowd if cell != origin], luck.randint(3, 5))
        yield origin, luck.randint(1, 6) + luck.randint(1, 6), frozenset(others)


def _number(spot: Spot) -> int:
    return number_of(spot) if isinstance(spot, str) else at(*spot)  # type: ignore[arg-type]


def _crowd(others: frozenset[Cell]) -> int:
    return sum(1 << at(*cell) for cell in others)


def _spots(mask: int) -> set[Spot]:
    spots: list[Spot] = [*CELLS, *ROOMS]
    return {spot for number, spot in enumerate(spots) if mask >> number & 1}


def _turns(path: tuple[int, ...]) -> int:
    cells = [CELLS[square] for square in path]
    sides = [(c - a, d - b) for (a, b), (c, d) in pairwise(cells)]
    return sum(before != after for before, after in pairwise(sides))
