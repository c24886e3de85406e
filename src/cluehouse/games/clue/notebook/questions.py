"""Questions: what an answer is expected to tell about the envelope, over the deals that may be
true.

The model: the player who answers shows any of the named cards it holds, each equally likely. Over
all deals that fit, the result in bits is exact; over a sample of them, it is an estimate.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log2

from cluehouse.reason.deck import Cards, bits

Deal = Sequence[Cards]
"""The cards of every holder: of each seat, clockwise, then of the envelope."""

_Deals = int
"""A set of deals as a bit mask of their numbers."""

_Answer = list[tuple[_Deals, int]]
"""The deals in which one player may show one card, with how many of the named cards it holds
there."""


class Inquiry:
    """Information gain of questions. Sets of deals are bit masks, so that one operation covers all
    deals."""

    def __init__(self, deals: Sequence[Deal], parts: Iterable[Cards]) -> None:
        """`parts`: the parts of the envelope to find out, as sets of cards. All cards as one set
        measure the envelope as a whole; the three kinds measure each card by itself, which needs
        far fewer deals for an estimate."""
        self._all: _Deals = (1 << len(deals)) - 1
        self._seats = len(deals[0]) - 1
        self._with: dict[tuple[int, int], _Deals] = defaultdict(int)
        """For each card and seat, the deals in which the seat holds the card."""
        for number, deal in enumerate(deals):
            for seat, cards in enumerate(deal[:-1]):
                for card in bits(cards):
                    self._with[card, seat] |= 1 << number
        self._parts = [_by_case(deals, part) for part in parts]

    def expected_bits(self, asker: int, cards: Cards) -> float:
        """The bits to expect if this seat names these cards."""
        answers = list(self._answers(asker, cards))
        return sum(self._information_about(part, answers) for part in self._parts)

    def _answers(self, asker: int, cards: Cards) -> Iterator[_Answer]:
        """All possible answers; the last is that no player shows a card."""
        left = self._all
        for seat in (*range(asker + 1, self._seats), *range(asker)):
            held = [self._with[card, seat] & left for card in bits(cards)]
            counts = _by_count(held)
            for one in held:
                yield [(one & deals, count) for count, deals in counts if one & deals]
            left &= ~_any(held)
        yield [(left, 1)] if left else []

    def _information_about(self, part: Sequence[_Deals], answers: Sequence[_Answer]) -> float:
        """The entropy that an answer removes from this part of the envelope, on average."""
        known = _entropy(part, [(self._all, 1)])
        after = sum(_entropy(part, answer) for answer in answers)
        return (known - after) / self._all.bit_count()


def _entropy(part: Sequence[_Deals], answer: _Answer) -> float:
    """The entropy in bits that is left in each deal of this answer, summed over the deals."""
    weights = [
        sum((deals & among).bit_count() / count for deals, count in answer) for among in part
    ]
    total = sum(weights)
    return sum(weight * log2(total / weight) for weight in weights if weight)


def _by_case(deals: Sequence[Deal], part: Cards) -> list[_Deals]:
    """For each content of this part of the envelope, the deals that have it."""
    found: dict[Cards, _Deals] = defaultdict(int)
    for number, deal in enumerate(deals):
        found[deal[-1] & part] |= 1 << number
    return list(found.values())


def _by_count(held: Sequence[_Deals]) -> list[tuple[int, _Deals]]:
    """For one card, two cards …, the deals in which exactly so many of these are held."""
    at_least = [-1, *(0 for _ in held), 0]
    for one in held:
        for count in range(len(held), 0, -1):
            at_least[count] |= at_least[count - 1] & one
    counts = range(1, len(held) + 1)
    return [(count, at_least[count] & ~at_least[count + 1]) for count in counts]


def _any(sets: Iterable[_Deals]) -> _Deals:
    found = 0
    for one in sets:
        found |= one
    return found
