"""Small deals, listed one by one, and facts that are checked without any counting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from cluehouse.reason import deck as deals
from cluehouse.reason.deck import Condition, Deck

Deal = tuple[frozenset[int], ...]
"""The cards of each hand, then those of the case."""


@dataclass(frozen=True)
class Said:
    """A fact: `what` holds of holder and cards; for `size`, the number of cards is the size."""

    what: str
    holder: int
    cards: frozenset[int]

    def true_in(self, deal: Deal) -> bool:
        held = deal[self.holder] & self.cards
        match self.what:
            case "has":
                return held == self.cards
            case "none of":
                return not held
            case "one of":
                return bool(held)
            case "not all of":
                return held != self.cards
            case "just":
                return deal[self.holder] == self.cards
            case _:
                return len(deal[self.holder]) == len(self.cards)

    def condition(self, deck: Deck) -> Condition:
        mask = sum(1 << card for card in self.cards)
        match self.what:
            case "has":
                return deals.has(deck, self.holder, mask)
            case "none of":
                return deals.has_none_of(deck, self.holder, mask)
            case "one of":
                return deals.has_one_of(deck, self.holder, mask)
            case "not all of":
                return deals.has_not_all_of(deck, self.holder, mask)
            case "just":
                return deals.has_just(deck, self.holder, mask)
            case _:
                return deals.has_size(self.holder, len(self.cards))


@dataclass(frozen=True)
class Puzzle:
    kinds: tuple[int, ...]
    hands: int
    even: tuple[int, ...]
    truth: Deal
    said: tuple[Said, ...]
    """Facts, all of them true in `truth`."""

    @property
    def deck(self) -> Deck:
        return Deck(self.kinds, self.hands, even=self.even)

    @property
    def sizes(self) -> list[Said]:
        told = [hand for hand in range(self.hands) if hand not in self.even]
        return [Said("size", hand, self.truth[hand]) for hand in told]

    def deals(self) -> list[Deal]:
        """All deals that fit the facts."""
        facts = [*self.sizes, *self.said]
        return [deal for deal in self.any_deals() if all(one.true_in(deal) for one in facts)]

    def any_deals(self) -> Iterator[Deal]:
        """All deals by the rules: hands of any size, but the even ones differ by one at most."""
        for deal in all_deals(self.kinds, self.hands):
            sizes = [len(deal[hand]) for hand in self.even] or [0]
            if max(sizes) - min(sizes) <= 1:
                yield deal


def all_deals(kinds: Sequence[int], hands: int) -> Iterator[Deal]:
    numbered = iter(range(sum(kinds)))
    by_kind = [[next(numbered) for _ in range(size)] for size in kinds]
    for case in product(*by_kind):
        rest = [card for card in range(sum(kinds)) if card not in case]
        for owners in product(range(hands), repeat=len(rest)):
            dealt = list(zip(rest, owners, strict=True))
            held = [frozenset(c for c, owner in dealt if owner == hand) for hand in range(hands)]
            yield (*held, frozenset(case))


@st.composite
def puzzles(draw: st.DrawFn, *, most_said: int = 6) -> Puzzle:
    kinds = draw(st.sampled_from([(2, 2), (3, 2), (2, 2, 2), (3, 2, 2), (1, 3, 3), (4, 3)]))
    hands = draw(st.integers(2, 3))
    even = draw(st.lists(st.integers(0, hands - 1), unique=True).map(sorted).map(tuple))
    blank = Puzzle(kinds, hands, even, (), ())
    truth = draw(st.sampled_from(list(blank.any_deals())))
    said = draw(st.lists(sayings(sum(kinds), hands), max_size=most_said))
    return Puzzle(kinds, hands, even, truth, tuple(one for one in said if one.true_in(truth)))


def sayings(cards: int, hands: int) -> st.SearchStrategy[Said]:
    some = st.frozensets(st.integers(0, cards - 1), min_size=1, max_size=3)
    holder = st.integers(0, hands)
    what = st.sampled_from(["has", "none of", "one of", "one of", "not all of"])
    return st.builds(Said, what, holder, some)
