"""Solution: all deals and all sequences of swaps that fit, with weights: chances, and weighted
draws.

The number of cards of each category dealt to each hand is summed over, category by category, by the
room left in each hand. Hands that no category tracks need not be distinguished.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, prod
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.games.secret_du_nil.deduction.arrangements import bunch_of, hand_of, weighted_index
from cluehouse.games.secret_du_nil.deduction.category import CategoryClues, Contradiction
from cluehouse.games.secret_du_nil.deduction.outlook import Outlook
from cluehouse.games.secret_du_nil.deduction.tally import NOBODY, Sizes, Tally
from cluehouse.games.secret_du_nil.pieces import CATEGORIES

_KINDS: Final = range(len(CATEGORIES))

Room = tuple[int, ...]
"""How many more cards each of the distinguished hands takes."""
Culprits = tuple[int, ...]
"""For each category a suspect, or NOBODY."""


@dataclass(frozen=True, slots=True)
class _Share:
    """A way to deal a category to the distinguished hands."""

    sizes: Sizes
    """The cards of each hand that the category tracks."""
    uses: Room
    """The cards of each distinguished hand."""
    ways: int
    """The number of ways to choose the cards of the hands that are not tracked."""

    def room_after(self, room: Room) -> Room:
        return tuple([left - used for left, used in zip(room, self.uses, strict=True)])


class Solution:
    """Chances are ratios of integer weights; `total` is the sum of all."""

    def __init__(self, capacities: Sequence[int], categories: Sequence[CategoryClues]) -> None:
        self._capacities = capacities
        self._categories = categories
        self._tallies = [category.tally for category in categories]
        self._apart = sorted({holder for tally in self._tallies for holder in tally.hands})
        self._weights = [tally.weights for tally in self._tallies]
        self._shares = [
            [share for sizes in weights for share in self._ways_to_share(tally, sizes)]
            for tally, weights in zip(self._tallies, self._weights, strict=True)
        ]
        self._begin = tuple(capacities[holder] for holder in self._apart)
        self._before = self._forward()
        self._after = self._backward()
        self.total = self._after[0].get(self._begin, 0)
        if not self.total:
            raise Contradiction("no deal fits what was seen")

    def outlook(self, category: int) -> Outlook:
        """What the pairs of a category may be."""
        return self._tallies[category].outlook(self._beside(category))

    def hands(self, category: int, holder: int) -> dict[int, float]:
        """The chances of what a seat other than the viewer's, or the box, holds of a category."""
        categories = list(self._categories)
        categories[category] = tracking = categories[category].copy()
        tracking.track(holder, at_least=0)
        solution = Solution(self._capacities, categories)
        weights = tracking.tally.hands_of(holder, solution._beside(category))
        return {
            hand_of(bunch, category): weight / solution.total for bunch, weight in weights.items()
        }

    def guilty(self, category: int, proof: int) -> list[float]:
        """For each suspect, the chance that it is guilty if this is the proof; last, that no
        suspect is."""
        weights = [0] * (NOBODY + 1)
        guilty, beside = self._tallies[category].guilty(proof), self._beside(category)
        for sizes, names in guilty.items():
            for name, weight in names.items():
                weights[name] += weight * beside[sizes]
        return [weight / self.total for weight in weights]

    def culprits(self, proofs: Sequence[int]) -> dict[Culprits, float]:
        """The joint chances of the culprits in the three categories, if these are the proofs."""
        named: dict[Room, dict[Culprits, int]] = {self._begin: {(): 1}}
        for kind, tally in enumerate(self._tallies):
            named = self._name_next(kind, tally.guilty(proofs[kind]), named)
        (weights,) = named.values()
        return {names: weight / self.total for names, weight in weights.items()}

    def draw(self, chance: Chance) -> tuple[list[int], list[int]]:
        """Draw a truth by its weight: all pairs, and the hand of each seat except the viewer's."""
        pairs: list[int] = []
        hands = [0] * len(self._capacities)
        together: list[int] = []
        for kind, share in enumerate(self._draw_shares(chance)):
            drawn = self._tallies[kind].draw(share.sizes, chance)
            pairs += drawn.pairs
            for holder, used in zip(self._apart, share.uses, strict=True):
                hands[holder] += hand_of(drawn.hand(holder, used), kind)
            together += [hand_of(bunch_of([colour]), kind) for colour in drawn.pool]
        self._deal(chance.shuffled(together), hands)
        return pairs, hands[:-1]

    # --- cards of each category per hand ---

    def _ways_to_share(self, tally: Tally, sizes: Sizes) -> Iterator[_Share]:
        """Untracked cards go to the other distinguished hands; the rest goes to all hands that are
        not distinguished."""
        fixed = dict(zip(tally.hands, sizes, strict=True))
        cards = tally.untracked(sizes)
        together = sum(self._capacities) - sum(self._capacities[holder] for holder in self._apart)
        ranges = [
            (fixed[holder],) if holder in fixed else range(min(self._capacities[holder], cards) + 1)
            for holder in self._apart
        ]
        for uses in product(*ranges):
            rest = cards + sum(sizes) - sum(uses)
            if 0 <= rest <= together:
                free = [
                    used
                    for holder, used in zip(self._apart, uses, strict=True)
                    if holder not in fixed
                ]
                ways = factorial(cards) // prod(map(factorial, (*free, rest)))
                yield _Share(sizes, uses, ways)

    def _forward(self) -> list[dict[Room, int]]:
        """Before each category: the weight of all cards dealt so far, by the room they leave."""
        before: list[dict[Room, int]] = [{self._begin: 1}]
        for kind in _KINDS:
            further: dict[Room, int] = {}
            for room, weight in before[-1].items():
                for share in self._shares[kind]:
                    left = share.room_after(room)
                    if min(left, default=0) >= 0:
                        more = weight * share.ways * self._weights[kind][share.sizes]
                        further[left] = further.get(left, 0) + more
            before.append(further)
        return before

    def _backward(self) -> list[dict[Room, int]]:
        """From each category on: the weight of all ways to deal the rest so that no room is
        left."""
        after: list[dict[Room, int]] = [{(0,) * len(self._apart): 1}]
        for kind in reversed(_KINDS):
            sums = {room: sum(self._onward(kind, room, after[0])) for room in self._before[kind]}
            after.insert(0, {room: weight for room, weight in sums.items() if weight})
        return after

    def _onward(self, kind: int, room: Room, after: dict[Room, int]) -> list[int]:
        """The same for each share of the category."""
        weights = self._weights[kind]
        return [
            after.get(share.room_after(room), 0) * share.ways * weights[share.sizes]
            for share in self._shares[kind]
        ]

    def _beside(self, kind: int) -> dict[Sizes, int]:
        """The weight of all other categories, for each sizes of the tracked hands in this one."""
        beside = dict.fromkeys(self._weights[kind], 0)
        for share in self._shares[kind]:
            for room, weight in self._before[kind].items():
                onward = self._after[kind + 1].get(share.room_after(room), 0)
                beside[share.sizes] += weight * share.ways * onward
        return beside

    def _name_next(
        self,
        kind: int,
        guilty: dict[Sizes, dict[int, int]],
        named: dict[Room, dict[Culprits, int]],
    ) -> dict[Room, dict[Culprits, int]]:
        """Extend each combination of culprits by the culprits of one more category."""
        further: dict[Room, dict[Culprits, int]] = {}
        for (room, names), share in product(named.items(), self._shares[kind]):
            left = share.room_after(room)
            if left not in self._after[kind + 1]:
                continue
            found = further.setdefault(left, {})
            for known, weight in names.items():
                for name, ways in guilty[share.sizes].items():
                    more = weight * share.ways * ways
                    found[*known, name] = found.get((*known, name), 0) + more
        return further

    # --- draws ---

    def _draw_shares(self, chance: Chance) -> Iterator[_Share]:
        room = self._begin
        for kind in _KINDS:
            weights = self._onward(kind, room, self._after[kind + 1])
            share = self._shares[kind][weighted_index(weights, chance)]
            yield share
            room = share.room_after(room)

    def _deal(self, cards: list[int], hands: list[int]) -> None:
        """Deal the rest to the hands that are not distinguished."""
        for holder, room in enumerate(self._capacities):
            if holder not in self._apart:
                hands[holder] = sum(cards.pop() for _ in range(room))
