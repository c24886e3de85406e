"""Constraints on the holders of cards, and a deal that fits them. Sets of cards are bit masks."""

from collections.abc import Iterable, Sequence

from cluehouse.core.chance import Chance

Clause = tuple[int, int]
"""An owner and a set of cards: it holds at least one of them."""


class Contradiction(Exception):
    """No deal fits."""


class Holdings:
    """Each owner holds a known number of the cards it may hold; every card has one owner.

    >>> known = Holdings([0b011, 0b111], sizes=[1, 2])
    >>> known.has_one_of(1, 0b001)
    >>> known.deal(Chance(b"key", 0))
    [2, 5]
    """

    __slots__ = ("_clauses", "_sizes", "may")

    def __init__(self, may: Iterable[int], sizes: Sequence[int]) -> None:
        self.may = list(may)
        self._sizes = sizes
        self._clauses: set[Clause] = set()

    def has(self, owner: int, cards: int) -> None:
        _give(self.may, owner, cards)

    def has_none_of(self, owner: int, cards: int) -> None:
        self.may[owner] &= ~cards

    def has_one_of(self, owner: int, cards: int) -> None:
        self._clauses.add((owner, cards))

    def deal(self, chance: Chance) -> list[int]:
        """Each owner's cards. Every deal that fits can be drawn, though not all equally often."""
        clauses = sorted({(owner, cards & self.may[owner]) for owner, cards in self._clauses})
        return _deal(self.may, self._sizes, clauses, chance)


def _deal(
    may: list[int], sizes: Sequence[int], clauses: Sequence[Clause], chance: Chance
) -> list[int]:
    """Give one card to an owner, draw conclusions and recurse; backtrack if no deal fits."""
    may = _settled(may, sizes, clauses)
    open_cards = _open_cards(may)
    if not open_cards:
        return may
    card, owners = _most_settled(may, open_cards)
    for owner in chance.shuffled(owners):
        attempt = may[:]
        _give(attempt, owner, card)
        try:
            return _deal(attempt, sizes, clauses, chance)
        except Contradiction:
            continue
    raise Contradiction


def _settled(may: list[int], sizes: Sequence[int], clauses: Sequence[Clause]) -> list[int]:
    """Draw all conclusions from full hands, from hands without a choice, and from clauses."""
    before: list[int] = []
    may = may[:]
    while may != before:
        before = may[:]
        for owner, size in enumerate(sizes):
            sure = may[owner] & ~_open_cards(may)
            if not sure.bit_count() <= size <= may[owner].bit_count():
                raise Contradiction
            if sure.bit_count() == size:
                may[owner] = sure
            elif may[owner].bit_count() == size:
                _give(may, owner, may[owner])
        for owner, cards in clauses:
            left = may[owner] & cards
            if not left:
                raise Contradiction
            if left & (left - 1) == 0:
                _give(may, owner, left)
    return may


def _open_cards(may: Sequence[int]) -> int:
    """The cards that more than one owner may hold."""
    once = twice = 0
    for cards in may:
        twice |= once & cards
        once |= cards
    return twice


def _most_settled(may: Sequence[int], open_cards: int) -> tuple[int, list[int]]:
    """The open card with the fewest possible owners, as a mask, and those owners."""
    choices = (
        (card, [owner for owner, cards in enumerate(may) if cards & card])
        for card in (1 << bit for bit in range(open_cards.bit_length()))
        if card & open_cards
    )
    return min(choices, key=lambda choice: len(choice[1]))


def _give(may: list[int], to: int, cards: int) -> None:
    for owner in range(len(may)):
        if owner != to:
            may[owner] &= ~cards
