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

POSITIONS = 2000
DOORS = [(room, cell) for room, cells in DOOR_CELLS.items() for cell in cells]


@rule("CL-MOV-2", "CL-MOV-3", "CL-MOV-4", "CL-MOV-5", "CL-MOV-6", "CL-MOV-7", "CL-DEC-2")
def test_a_slow_search_finds_the_same_ends() -> None:
    for origin, roll, others in _positions():
        assert _spots(reach(_number(origin), roll, _crowd(others))) == slow_reach(
            origin, roll, others
        ), (origin, roll, others)


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
    assert len(set(whole)) == len(whole)
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
    assert reach(nook, 6, crowd) == reach(nook, 12, crowd) != reach(nook, 5, crowd)


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
def test_a_walk_does_not_return_to_where_it_began() -> None:
    for square in range(SQUARES):
        for roll in (4, 6, 8):
            assert not reach(square, roll, 0) >> square & 1


@rule("CL-MOV-8")
def test_a_pawn_that_is_shut_in_cannot_step() -> None:
    assert not can_step(at(0, 16), 1 << at(1, 16))
    assert can_step(at(0, 16), 0)
    assert can_step(at(4, 6), sum(1 << at(*cell) for cell in ((4, 5), (4, 7), (5, 6))))


# --- the slow search --------------------------------------------------------------------------


def slow_reach(origin: Spot, roll: int, others: frozenset[Cell]) -> set[Spot]:
    for steps in range(roll, 0, -1):
        if found := _slow_ends(origin, steps, others):
            return found
    return set()


def _slow_ends(origin: Spot, steps: int, others: frozenset[Cell]) -> set[Spot]:
    """All paths, kept whole, grown a step at a time; the room left counts as used."""
    paths: list[tuple[Spot, ...]] = [(origin,)]
    found: set[Spot] = set()
    for _ in range(steps):
        grown = [
            (*path, spot)
            for path in paths
            for spot in AROUND[path[-1]]
            if spot not in path and spot not in others
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
