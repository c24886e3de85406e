"""Symmetry: colours about which the same is known are interchangeable, so arrangements that differ
only by exchanging them are stored as one.

As long as the viewer knows nothing of a category all colours are interchangeable, and there are 24
times fewer arrangements; each look and each own card distinguishes some of them.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import permutations, product
from typing import Final

from cluehouse.games.secret_du_nil.cards import colours_of
from cluehouse.games.secret_du_nil.deduction.arrangements import (
    ALL_COLOURS,
    CARDS_OF,
    CODES,
    LANE_BITS,
    Arrangement,
    Bunch,
    Weights,
)

_LANE: Final = (1 << LANE_BITS) - 1
_AT: Final = tuple(LANE_BITS * colour for colour in ALL_COLOURS)

Colours = tuple[int, ...]


class Symmetry:
    """The colours, grouped into sets of interchangeable ones."""

    def __init__(self, alike: Iterable[Colours]) -> None:
        self.alike = [colours for colours in alike if colours]
        self._lanes = [
            (~sum(_LANE << _AT[colour] for colour in colours), [_AT[colour] for colour in colours])
            for colours in self.alike
            if len(colours) > 1
        ]

    def of(self, colour: int) -> Colours:
        return next(colours for colours in self.alike if colour in colours)

    def without(self, *colours: int) -> "Symmetry":
        """Distinguish these colours from the others, but not from one another."""
        return Symmetry(
            tuple(colour for colour in alike if (colour in colours) is told)
            for alike, told in product(self.alike, (True, False))
        )

    def settled(self, arrangement: Arrangement) -> Arrangement:
        """The representative of all arrangements that differ only in interchangeable colours."""
        for others, places in self._lanes:
            lanes = sorted([arrangement >> at & _LANE for at in places])
            arrangement &= others
            for lane, at in zip(lanes, places, strict=True):
                arrangement |= lane << at
        return arrangement

    def gathered(self, found: Iterable[tuple[Arrangement, int]]) -> Weights:
        """Add up the weights of arrangements that differ only in interchangeable colours."""
        arrangements: Weights = {}
        for arrangement, weight in found:
            one = self.settled(arrangement)
            arrangements[one] = arrangements.get(one, 0) + weight
        return arrangements

    def images(self, arrangement: Arrangement) -> Iterator[Arrangement]:
        """All arrangements that this one represents, some several times: one for each order of the
        colours."""
        lanes = [arrangement >> at & _LANE for at in _AT]
        for order in self.orders:
            yield sum(lane << at for lane, at in zip(lanes, order, strict=True))

    @cached_property
    def orders(self) -> list[tuple[int, ...]]:
        """For each order of the colours, the lane each colour goes to."""
        orders = []
        for orders_of_sets in product(*(permutations(colours) for colours in self.alike)):
            places = dict(zip(sum(self.alike, ()), sum(orders_of_sets, ()), strict=True))
            orders.append(tuple(_AT[places[colour]] for colour in ALL_COLOURS))
        return orders

    def namings(self, code: int) -> dict[Bunch, list[tuple[int, int]]]:
        """The pairs that may be this one under exchanges of colours; each with the exchanges that
        turn it into this one."""
        found = {}
        for other in CODES:
            changes = self._renaming(colours_of(other), colours_of(code))
            if changes is not None:
                found[CARDS_OF[other]] = changes
        return found

    def _renaming(self, pair: Colours, wanted: Colours) -> list[tuple[int, int]] | None:
        if len(set(pair)) != len(set(wanted)):
            return None
        for one, other in (pair, pair[::-1]):
            if one in self.of(wanted[0]) and other in self.of(wanted[1]):
                first = one, wanted[0]
                return [first, (_image(other, first), wanted[1])]
        return None


def renamed(arrangement: Arrangement, changes: Iterable[tuple[int, int]]) -> Arrangement:
    """The arrangement with these colours exchanged."""
    for one, other in changes:
        differing = (arrangement >> _AT[one] ^ arrangement >> _AT[other]) & _LANE
        arrangement ^= differing << _AT[one] | differing << _AT[other]
    return arrangement


def _image(colour: int, change: tuple[int, int]) -> int:
    one, other = change
    return {one: other, other: one}.get(colour, colour)
