"""Types of a hidden deal: cards of several kinds, hands, and a case that takes one of each kind.

Cards and holders are small numbers; the case is the last holder. A *cell* is a card with a holder.
Sets of cards and sets of cells are bit masks, so a whole deal is one number: the cells that hold.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Cards = int
"""A set of cards."""

Cells = int
"""A set of cells: a row of cards for each holder."""


class Deck:
    """The rules of a deal: every card has one holder, and the case holds one of each kind.

    >>> deck = Deck(kinds=(2, 2), hands=2)
    >>> deck.size, deck.dealt, deck.case
    (4, 2, 2)
    """

    def __init__(self, kinds: Iterable[int], hands: int, *, even: Iterable[int] = ()) -> None:
        """`kinds`: how many cards each has, numbered one kind after another. `even`: the hands of
        unknown size; they share what the others leave as evenly as possible."""
        sizes = tuple(kinds)
        starts = [sum(sizes[:number]) for number in range(len(sizes))]
        self.size = sum(sizes)
        self.dealt = self.size - len(sizes)
        self.hands = range(hands)
        self.case = hands
        self.holders = range(hands + 1)
        self.even = tuple(even)
        self.cards: Cards = (1 << self.size) - 1
        self.kinds: tuple[Cards, ...] = tuple(
            ((1 << size) - 1) << start for start, size in zip(starts, sizes, strict=True)
        )
        self.kind_of = tuple(number for number, size in enumerate(sizes) for _ in range(size))
        self.cells: Cells = (1 << self.size * len(self.holders)) - 1
        self._rows = sum(self.row(holder, 1) for holder in self.holders)
        self.columns = tuple(self.spread(1 << card) for card in range(self.size))
        """The cells of each card."""

    def row(self, holder: int, cards: Cards) -> Cells:
        """The cells of these cards with this holder."""
        return cards << holder * self.size

    def held(self, cells: Cells, holder: int) -> Cards:
        """The cards in a holder's row."""
        return cells >> holder * self.size & self.cards

    def spread(self, cards: Cards) -> Cells:
        """The cells of these cards with every holder."""
        return cards * self._rows

    def gathered(self, cells: Cells) -> Cards:
        """The cards of these cells, whatever their holders."""
        cards = 0
        while cells:
            cards |= cells & self.cards
            cells >>= self.size
        return cards

    def elsewhere(self, holder: int, cards: Cards) -> Cells:
        """The cells of these cards with every other holder."""
        return self.spread(cards) ^ self.row(holder, cards)


@dataclass(frozen=True, slots=True)
class Condition:
    """A constraint on a deal; everything it does not mention is open."""

    barred: Cells = 0
    """None of these cells holds."""
    one_of: Cells = 0
    """At least one of these cells holds; 0 is no constraint."""
    size: tuple[int, int] | None = None
    """A hand and its number of cards."""

    def fits(self, deal: Cells, deck: Deck) -> bool:
        if deal & self.barred or (self.one_of and not deal & self.one_of):
            return False
        return self.size is None or deck.held(deal, self.size[0]).bit_count() == self.size[1]


def has(deck: Deck, holder: int, cards: Cards) -> Condition:
    return Condition(barred=deck.elsewhere(holder, cards))


def has_none_of(deck: Deck, holder: int, cards: Cards) -> Condition:
    return Condition(barred=deck.row(holder, cards))


def has_just(deck: Deck, holder: int, cards: Cards) -> Condition:
    """A whole hand, and so its size."""
    others = deck.row(holder, deck.cards & ~cards)
    barred = deck.elsewhere(holder, cards) | others
    return Condition(barred, size=(holder, cards.bit_count()))


def has_one_of(deck: Deck, holder: int, cards: Cards) -> Condition:
    return Condition(one_of=deck.row(holder, cards))


def has_not_all_of(deck: Deck, holder: int, cards: Cards) -> Condition:
    """At least one of the cards is elsewhere."""
    return Condition(one_of=deck.elsewhere(holder, cards))


def has_size(hand: int, size: int) -> Condition:
    return Condition(size=(hand, size))


def bits(mask: int) -> Iterator[int]:
    """The numbers in a set, lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
