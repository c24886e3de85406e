"""Detective: values each search by the chance to win after it, given what may lie where."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.arosa.belief import Belief
from cluehouse.games.arosa.moves import Erase, Move, Open, Suspect
from cluehouse.games.arosa.pieces import STOREYS, VICTIM, Storey
from cluehouse.games.arosa.prospects import Standing
from cluehouse.games.arosa.score import points_with, trace_points
from cluehouse.games.arosa.search import GROUND

Suspects = tuple[Seat, ...]
Counts = list[tuple[int, float]]
"""How many traces of a seat may lie on a storey, each number with its probability."""

_NEGLIGIBLE: Final = 1e-3
"""Outcomes with a smaller probability are ignored."""


class Detective:
    """A single choice of a search."""

    def __init__(self, belief: Belief, seat: Seat) -> None:
        self._state = belief.open
        self._seat = seat
        self._others = [other for other in seats_of(self._state.seats) if other != seat]
        self._own = belief.cubes[seat]
        self._victims = belief.cubes[VICTIM]
        traces = belief.cubes[: self._state.seats]
        self._counts = [[_likely(cubes.counts(storey)) for storey in STOREYS] for cubes in traces]
        self._expected = [cubes.expected() for cubes in traces]
        self._before = [self._standing(storey, self._state.victims) for storey in STOREYS]

    def values(self, moves: Sequence[Move]) -> Iterator[tuple[Move, float]]:
        """The searches worth considering, each with the chance to win after it."""
        if isinstance(moves[0], Open):
            yield from ((Open(storey), self._opening(storey)) for storey in STOREYS)
            return
        yield from (self._suspicion(storey) for storey in STOREYS)
        if isinstance(moves[-1], Erase):
            yield from ((Erase(storey), self._erasing(storey)) for storey in STOREYS)

    # --- act one ---

    def _opening(self, storey: Storey) -> float:
        """AR-ACT1-2 to AR-ACT1-4: the chance that a victim is there, and that all others place the
        traces found of them."""
        none = self._victims.counts(storey)[0]
        missed = self._before[storey].copy()
        missed.drop(self._seat, 1)
        found = self._standing(storey, (*self._state.victims, storey))
        placed = self._placing(found, tuple(self._others), storey, sloppy=0)
        return none * missed.chance(self._seat) + (1 - none) * placed

    # --- act two ---

    def _suspicion(self, storey: Storey) -> tuple[Move, float]:
        """The best suspicion on this storey: other seats are named one after another while the
        value rises."""
        named, value = self._with_one_more((), storey)
        while len(named) < len(self._others):
            more, better = self._with_one_more(named, storey)
            if better <= value:
                break
            named, value = more, better
        return Suspect(named, storey), value

    def _with_one_more(self, named: Suspects, storey: Storey) -> tuple[Suspects, float]:
        larger = (tuple(sorted((*named, other))) for other in self._others if other not in named)
        values = {suspects: self._suspecting(suspects, storey) for suspects in larger}
        best = max(values, key=values.__getitem__)
        return best, values[best]

    def _suspecting(self, suspects: Suspects, storey: Storey) -> float:
        value = self._placing(self._before[storey], suspects, storey, sloppy=1)
        if storey != GROUND:
            return value
        none = self._own.counts(storey)[0]
        failed = self._before[storey].copy()
        failed.drop(self._seat, len(suspects))  # AR-SUS-5
        return none * failed.chance(self._seat) + (1 - none) * value

    def _erasing(self, storey: Storey) -> float:
        """AR-ERA-2, AR-ERA-4: as many traces are taken back as allowed."""
        pinned, value = self._state.board[self._seat][storey], 0.0
        for count, chance in self._counts[self._seat][storey]:
            after = self._before[storey].copy()
            if count:
                after.pin(self._seat, -min(count, pinned))
            else:
                after.drop(self._seat, 1)
            value += chance * after.chance(self._seat)
        return value

    # --- effects of a search ---

    def _placing(
        self, before: Standing, suspects: Suspects, storey: Storey, *, sloppy: int
    ) -> float:
        """The chance to win when the suspects place the traces found of them. `sloppy`: how many of
        our own traces fall for each suspect without a find (AR-SUS-4), unless the game ends
        (AR-DEC-2)."""
        finds = _finds([self._counts[suspect][storey] for suspect in suspects])
        return sum(
            chance * self._placed(before, dict(zip(suspects, counts, strict=True)), sloppy)
            for counts, chance in finds
        ) / sum(chance for _, chance in finds)

    def _placed(self, before: Standing, found: dict[Seat, int], sloppy: int) -> float:
        after = before.copy()
        for suspect, count in found.items():
            after.pin(suspect, count)
        if after.left > 0:
            after.drop(self._seat, sloppy * list(found.values()).count(0))
        return after.chance(self._seat)

    def _standing(self, storey: Storey, scenes: tuple[Storey, ...]) -> Standing:
        """The standing before this storey is searched. What lies on it will be scattered, so it is
        no pile."""
        state, worth = self._state, trace_points(scenes)
        return Standing(
            points=points_with(state.board, scenes),
            pinned=[sum(spaces) for spaces in state.board],
            reserve=state.reserve,
            inside=state.traces_inside(),
            pile=[_pile(counts, worth, storey) for counts in self._expected],
            worth=worth[storey],
        )


def _pile(expected: Sequence[float], worth: Sequence[int], searched: Storey) -> float:
    """The expected points on the richest other storey; the ground floor is left out as hard to
    search."""
    return max(expected[at] * worth[at] for at in STOREYS if at not in (searched, GROUND))


def _likely(chances: Sequence[float]) -> Counts:
    kept = [(count, chance) for count, chance in enumerate(chances) if chance > _NEGLIGIBLE]
    whole = sum(chance for _, chance in kept)
    return [(count, chance / whole) for count, chance in kept]


def _finds(counts_by_seat: Iterable[Counts]) -> list[tuple[tuple[int, ...], float]]:
    """What may be found of several seats together, with probabilities."""
    finds: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for counts in counts_by_seat:
        finds = [
            ((*found, count), chance * more)
            for found, chance in finds
            for count, more in counts
            if chance * more > _NEGLIGIBLE
        ]
    return finds
