"""Tally: sums over the weights of a category's arrangements, computed when needed.

The sizes of the hands tie the categories together, so all weights are grouped by the sizes of the
tracked hands. What the other categories weigh *beside* each of these comes from the solution.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import gcd
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.games.secret_du_nil.cards import pair_code
from cluehouse.games.secret_du_nil.deduction.arrangements import (
    BUNCH,
    CARDS_OF,
    CODE_OF,
    EQUAL,
    TABLE,
    Arrangement,
    Bunch,
    Weights,
    bunch_of,
    colours_in,
    hand_at,
    pair_at,
    pairs_among,
    ways_to_pair,
    weighted_index,
)
from cluehouse.games.secret_du_nil.deduction.outlook import Outlook
from cluehouse.games.secret_du_nil.deduction.symmetry import Symmetry
from cluehouse.games.secret_du_nil.pieces import SUSPECTS

NOBODY: Final = len(SUSPECTS)
"""The culprit where no suspect is guilty."""

Sizes = tuple[int, ...]
"""The number of cards of the category in each tracked hand."""


class Tally:
    def __init__(
        self,
        arrangements: Weights,
        colours: Symmetry,
        tracked: int,
        hands: Sequence[int],
        left_over: int,
    ) -> None:
        self._arrangements = arrangements
        self._colours = colours
        self._tracked = tracked
        self._untracked_pairs = len(SUSPECTS) - tracked.bit_count()
        """The number of pairs still in the pool."""
        self.hands = hands
        self._left_over = left_over
        self._outlook: tuple[list[int], Outlook] | None = None

    def untracked(self, sizes: Sizes) -> int:
        """The number of cards in hands that are not tracked."""
        return self._left_over - sum(sizes)

    @cached_property
    def by_sizes(self) -> dict[Sizes, list[Arrangement]]:
        """All arrangements, by the sizes of the hands."""
        found: dict[Sizes, list[Arrangement]] = {}
        same: dict[int, list[Arrangement]] = {}
        for arrangement in self._arrangements:
            hands = arrangement & ~TABLE
            if hands not in same:
                same[hands] = found.setdefault(self._sizes(hands), [])
            same[hands].append(arrangement)
        return found

    @cached_property
    def weights(self) -> dict[Sizes, int]:
        """The total weight, by the sizes of the hands."""
        tables = self._tables.items()
        return {sizes: sum(some.values()) * self._ways_to_pair(sizes) for sizes, some in tables}

    def outlook(self, beside: Mapping[Sizes, int]) -> Outlook:
        """The chances of the pairs; recomputed only if the weights beside have changed."""
        common = gcd(*beside.values())
        ratios = [beside[sizes] // common for sizes in self._tables]
        if self._outlook is None or self._outlook[0] != ratios:
            self._outlook = ratios, Outlook(self._together(ratios), self._tracked)
        return self._outlook[1]

    def hands_of(self, holder: int, beside: Mapping[Sizes, int]) -> dict[Bunch, int]:
        """What a tracked holder may hold, with weights."""
        at = hand_at(self.hands.index(holder))
        found: Weights = {}
        for sizes, arrangements in self.by_sizes.items():
            if weight := beside[sizes] * self._ways_to_pair(sizes):
                for arrangement in arrangements:
                    hand = arrangement >> at & BUNCH
                    found[hand] = found.get(hand, 0) + self._arrangements[arrangement] * weight
        return self._with_images(found)

    def guilty(self, proof: int) -> dict[Sizes, Weights]:
        """By the sizes of the hands: the weight of each suspect's guilt, and of no suspect's."""
        alike = CARDS_OF[EQUAL[proof]]
        return {sizes: self._guilty(sizes, alike) for sizes in self._tables}

    def draw(self, sizes: Sizes, chance: Chance) -> "Drawn":
        """Draw an arrangement with hands of these sizes, by weight."""
        arrangements = self.by_sizes[sizes]
        weights = [self._arrangements[arrangement] for arrangement in arrangements]
        arrangement = arrangements[weighted_index(weights, chance)]
        image = chance.choice(list(self._colours.images(arrangement)))
        return Drawn(image, self._tracked, self.hands, chance)

    @cached_property
    def _tables(self) -> dict[Sizes, Weights]:
        """The tables of all arrangements with their weights, by the sizes of the hands."""
        found: dict[Sizes, Weights] = {}
        for sizes, arrangements in self.by_sizes.items():
            tables: Weights = {}
            for arrangement in arrangements:
                table = arrangement & TABLE
                tables[table] = tables.get(table, 0) + self._arrangements[arrangement]
            found[sizes] = self._with_images(tables)
        return found

    def _together(self, ratios: Sequence[int]) -> Weights:
        """The tables for all sizes, each multiplied by the weight beside it."""
        found: Weights = {}
        for (sizes, tables), ratio in zip(self._tables.items(), ratios, strict=True):
            if weight := ratio * self._ways_to_pair(sizes):
                for table, ways in tables.items():
                    found[table] = found.get(table, 0) + ways * weight
        return found

    def _sizes(self, arrangement: Arrangement) -> Sizes:
        numbers = range(len(self.hands))
        return tuple(len(colours_in(arrangement >> hand_at(number) & BUNCH)) for number in numbers)

    def _with_images(self, some: Weights) -> Weights:
        """Each arrangement and all it represents, each with its weight."""
        found: Weights = {}
        for arrangement, ways in self._colours.gathered(some.items()).items():
            for image in self._colours.images(arrangement):
                found[image] = found.get(image, 0) + ways
        return found

    def _ways_to_pair(self, sizes: Sizes, *, drawn: int = 0) -> int:
        """The number of ways to draw the untracked pairs from the pool; some may be drawn
        already."""
        pairs = self._untracked_pairs - drawn
        return ways_to_pair(self.untracked(sizes) + 2 * pairs, pairs)

    def _guilty(self, sizes: Sizes, alike: Bunch) -> Weights:
        all_ways = self._ways_to_pair(sizes)
        rest = self._ways_to_pair(sizes, drawn=1) if self._untracked_pairs else 0
        found = dict.fromkeys(range(NOBODY + 1), 0)
        for table, ways in self._tables[sizes].items():
            found[NOBODY] += ways * all_ways
            for suspect in range(NOBODY):
                if not self._tracked >> suspect & 1:
                    guilty = ways * rest * pairs_among(CODE_OF[alike], table & BUNCH)
                else:
                    guilty = ways * all_ways * (table >> pair_at(suspect) & BUNCH == alike)
                found[suspect] += guilty
                found[NOBODY] -= guilty
        return {name: weight for name, weight in found.items() if weight}


class Drawn:
    """One arrangement; the cards in its pool are dealt at random."""

    def __init__(
        self, arrangement: Arrangement, tracked: int, hands: Sequence[int], chance: Chance
    ) -> None:
        self._arrangement = arrangement
        self._hands = hands
        self.pool = chance.shuffled(colours_in(arrangement & BUNCH))
        """The colours not dealt yet."""
        self.pairs = [
            CODE_OF[arrangement >> pair_at(suspect) & BUNCH]
            if tracked >> suspect & 1
            else pair_code(self.pool.pop(), self.pool.pop())
            for suspect in range(len(SUSPECTS))
        ]

    def hand(self, holder: int, size: int) -> Bunch:
        if holder in self._hands:
            return self._arrangement >> hand_at(self._hands.index(holder)) & BUNCH
        return bunch_of([self.pool.pop() for _ in range(size)])
