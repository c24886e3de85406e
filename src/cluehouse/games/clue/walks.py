"""Walks: where a roll can take a pawn, and the path it takes.

Walks on the empty board are enumerated once for each square, and stored by the number of steps.
Each end keeps a few paths to it. When pawns stand in the corridors, these paths nearly always
decide: an end is out of reach if a pawn stands on a square that all paths share, and within reach
if one path is free. Only where neither holds are the walks to that end enumerated for the actual
position.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from cluehouse.games.clue.board import DOORS, NEIGHBOURS, ROOM_BEHIND
from cluehouse.games.clue.pieces import SQUARES

Path = tuple[int, ...]
"""Squares in the order they are walked, without the place where the walk begins."""

_CACHE_SIZE: Final = 1 << 14


@lru_cache(_CACHE_SIZE)
def reach(place: int, roll: int, crowd: int, idle: int = 0) -> int:
    """The places where a roll can end, as a mask. `crowd`: the squares of the pawns in the way;
    `idle`: those of pawns that others may walk through, and on which no walk ends (CL-ACC-5).

    CL-DEC-2: if no move uses the whole roll, the pawn goes as far as it can.
    """
    for steps in range(roll, 0, -1):
        if mask := _ends(place, steps, crowd) & ~idle:
            return mask
    return 0


def way(place: int, roll: int, crowd: int, end: int) -> Path:
    """The path to an end within reach: the shortest to a room, one of exactly the roll's steps to a
    square; with as few turns as possible, and back over the square where it began only if there is
    no other."""
    for steps in range(roll, 0, -1):
        if _ends(place, steps, crowd) >> end & 1:
            return min(_ways(place, steps, crowd, end), key=_length_and_turns)[1]
    raise ValueError(f"{end} is out of reach")


@cache
def distances(goal: int) -> tuple[int, ...]:
    """The steps from each square to a place, on the empty board."""
    found = {goal: 0} if goal < SQUARES else dict.fromkeys(DOORS[goal - SQUARES], 1)
    for square in (queue := list(found)):
        for beside, _ in NEIGHBOURS[square]:
            if beside not in found:
                found[beside] = found[square] + 1
                queue.append(beside)
    return tuple(found[square] for square in range(SQUARES))


def can_step(place: int, crowd: int) -> bool:
    """Whether any roll would move the pawn."""
    if place < SQUARES:
        free = any(not crowd >> beside & 1 for beside, _ in NEIGHBOURS[place])
        return free or place in ROOM_BEHIND
    return any(not crowd >> door & 1 for door in DOORS[place - SQUARES])


# --- from a place -----------------------------------------------------------------------------


def _ends(place: int, steps: int, crowd: int) -> int:
    if place < SQUARES:
        return _ends_from(place, 0, steps, crowd)
    mask = 0
    for door in _open_doors(place, crowd):
        mask |= _ends_from(door, 1 << door, steps - 1, crowd)
    return mask & ~(1 << place)  # CL-MOV-7


def _ways(place: int, steps: int, crowd: int, end: int) -> Iterator[tuple[int, Path]]:
    """The best path to an end through each door, or from this square, with its number of turns."""
    if place < SQUARES:
        yield from _way_from(place, 0, steps, crowd, end)
        return
    for door in _open_doors(place, crowd):
        for turns, path in _way_from(door, 1 << door, steps - 1, crowd, end):
            yield turns, (door, *path)


def _length_and_turns(found: tuple[int, Path]) -> tuple[int, int]:
    turns, path = found
    return len(path), turns


def _open_doors(place: int, crowd: int) -> Iterator[int]:
    """The doors not blocked by a pawn in front of them (CL-MOV-5)."""
    return (door for door in DOORS[place - SQUARES] if not crowd >> door & 1)


# --- from a square ----------------------------------------------------------------------------
# `entered`: the square itself if the pawn has stepped onto it from a room, else nothing. A pawn
# that stands on the square has not entered it, and may come back over it (CL-MOV-3).


def _ends_from(square: int, entered: int, steps: int, crowd: int) -> int:
    walks = open_walks(square, entered)[steps]
    blocked = crowd & walks.passed
    if not blocked:
        return walks.mask
    mask = 0
    for end in walks.ends.values():
        if end.shared & blocked:
            continue
        for squares in end.ways:
            if not squares & blocked:
                mask |= 1 << end.place
                break
        else:
            if crowded_end(square, entered, steps, blocked, end.place) is not None:
                mask |= 1 << end.place
    return mask


def _way_from(
    square: int, entered: int, steps: int, crowd: int, goal: int
) -> Iterator[tuple[int, Path]]:
    walks = open_walks(square, entered)[steps]
    end = walks.ends.get(goal)
    if end is not None and end.squares & crowd:
        end = crowded_end(square, entered, steps, crowd & walks.passed, goal)
    if end is not None:
        yield end.turns, tuple(end.path)


@cache
def open_walks(square: int, entered: int) -> "tuple[Walks, ...]":
    """All walks from a square on the empty board, by the number of steps."""
    return _Tour(square, entered, _MOST, 0, _ANYWHERE).walks()


@lru_cache(_CACHE_SIZE)
def crowded_end(square: int, entered: int, steps: int, taken: int, goal: int) -> "End | None":
    """One end with pawns on the squares `taken`; None if it is out of reach."""
    return _Tour(square, entered, steps, taken, distances(goal)).walks()[steps].ends.get(goal)


class End:
    """A place where walks end, and paths to it as sets of squares."""

    __slots__ = ("passed", "path", "place", "shared", "squares", "turns", "ways")

    def __init__(self, place: int, path: bytes, turns: int, squares: int) -> None:
        self.place = place
        self.path = path
        """The most natural path: the shortest, and of these one with the fewest turns."""
        self.turns = turns
        self.squares = squares
        self.ways = [squares]
        """Paths as sets of squares: each square that can be avoided is avoided by one of them."""
        self.shared = squares
        """The squares on every path."""
        self.passed = squares
        """The squares on any path."""

    def add(self, path: bytes, turns: int, squares: int) -> None:
        """Add a path as long as the others."""
        if turns < self.turns:
            self.path, self.turns, self.squares = path, turns, squares
        self.passed |= squares
        self.keep_if_it_avoids_more(squares)

    def and_longer(self, other: "End") -> "End":
        """This end with the paths of another end added, which take more steps."""
        both = End(self.place, self.path, self.turns, self.squares)
        for squares in (*self.ways, *other.ways):
            both.keep_if_it_avoids_more(squares)
        both.passed = self.passed | other.passed
        return both

    def keep_if_it_avoids_more(self, squares: int) -> None:
        """Keep a path if it avoids a square that all others share."""
        if self.shared & ~squares:
            self.ways.append(squares)
            self.shared &= squares


class Walks:
    """The ends of all walks of a number of steps."""

    __slots__ = ("ends", "mask", "passed")

    def __init__(self, ends: dict[int, End]) -> None:
        self.ends = ends
        self.mask = 0
        self.passed = 0
        """All squares on any of these walks."""
        for end in ends.values():
            self.mask |= 1 << end.place
            self.passed |= end.passed


class _Tour:
    """Enumerates all walks from a square, up to a number of steps, around the squares taken. `far`:
    for each square, the least number of steps to the goal."""

    __slots__ = ("_ends", "_far", "_origin", "_taken")

    def __init__(
        self, square: int, entered: int, steps: int, taken: int, far: tuple[int, ...]
    ) -> None:
        self._origin = square
        self._taken = taken
        self._far = far
        self._ends: list[dict[int, End]] = [{} for _ in range(steps + 1)]
        """The ends found, by the number of steps."""
        self._walk(square, steps, b"", entered, 0, _NOWHERE)

    def walks(self) -> tuple[Walks, ...]:
        """CL-MOV-6: a room reached with fewer steps is reached."""
        for fewer, more in pairwise(self._ends):
            for place, end in fewer.items():
                if place >= SQUARES:
                    more[place] = end.and_longer(more[place]) if place in more else end
        return tuple(Walks(ends) for ends in self._ends)

    def _walk(
        self, square: int, left: int, path: bytes, been: int, turns: int, heading: int
    ) -> None:
        self._end(len(path), square, path, turns, been)
        if not left:
            return
        if square in ROOM_BEHIND:
            self._end(len(path) + 1, SQUARES + ROOM_BEHIND[square], path, turns, been)
        left -= 1
        closed = been | self._taken  # CL-MOV-3, CL-MOV-4
        for beside, bit, byte, side in _STEPS[square]:
            if not closed & bit and self._far[beside] <= left:
                turned = turns + (side != heading) + (_BACK if beside == self._origin else 0)
                self._walk(beside, left, path + byte, been | bit, turned, side)

    def _end(self, steps: int, place: int, path: bytes, turns: int, been: int) -> None:
        ends = self._ends[steps]
        if place in ends:
            ends[place].add(path, turns, been)
        else:
            ends[place] = End(place, path, turns, been)


_MOST: Final = 12
_NOWHERE: Final = -1
_BACK: Final = _MOST
"""The turns that coming back to the origin counts for: as many as any walk takes, because a path
that does without looks more natural."""
_ANYWHERE: Final = (0,) * SQUARES
_STEPS: Final = tuple(
    tuple((beside, 1 << beside, bytes([beside]), side) for beside, side in beside_it)
    for beside_it in NEIGHBOURS
)
"""NEIGHBOURS, with each square also as a bit and as a byte."""
