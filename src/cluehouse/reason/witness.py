"""Find a deal that fits a ledger, or prove that there is none.

A hand is split into *places*: one for a card of each clause about it, as long as these have no card
in common, and one for the rest; the case has a place for each kind. Cards move along chains
(augmenting paths), from a place with too many to one with too few, until every number is right; if
there is no such chain there is no such deal. Then, while another clause is unmet, its cells are
tried in turn. A deal that nearly fits is a good start.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cluehouse.reason.deck import Cards, Cells, Deck, bits
from cluehouse.reason.ledger import Ledger


def find_deal(ledger: Ledger, start: Cells) -> Cells | None:
    """A deal that fits, found from `start`. Settles the ledger."""
    ledger.settle()
    if not ledger.possible:
        return None
    for fewest, most in _sizes(ledger):
        found = _Search(ledger, fewest, most).find(ledger.open, start)
        if found is not None:
            return found
    return None


def _sizes(ledger: Ledger) -> Iterator[tuple[list[int], list[int]]]:
    """Bounds of the hand sizes to try: even hands differ by one at most, and while other sizes are
    open they may share any number of cards."""
    deck = ledger.deck
    if not deck.even:
        yield ledger.fewest, ledger.most
        return
    for least in range(deck.dealt // len(deck.even) + 1):
        fewest, most = ledger.fewest.copy(), ledger.most.copy()
        for hand in deck.even:
            fewest[hand], most[hand] = max(fewest[hand], least), min(most[hand], least + 1)
        if sum(fewest) <= deck.dealt <= sum(most):
            yield fewest, most


class _Places:
    """For each place its possible cards, the bounds of its size, and its cards now."""

    __slots__ = ("fewest", "held", "holders", "may", "most")

    def __init__(self) -> None:
        self.holders: list[int] = []
        self.may: list[Cards] = []
        self.fewest: list[int] = []
        self.most: list[int] = []
        self.held: list[Cards] = []

    def add(self, holder: int, may: Cards, fewest: int, most: int, held: Cards) -> None:
        self.holders.append(holder)
        self.may.append(may)
        self.fewest.append(fewest)
        self.most.append(most)
        self.held.append(held & may)

    def place(self, cards: Cards) -> bool:
        """Put cards into possible places; False if one has none."""
        for card in bits(cards):
            places = [place for place, may in enumerate(self.may) if may >> card & 1]
            if not places:
                return False
            roomiest = max(places, key=lambda at: self.most[at] - self.held[at].bit_count())
            self.held[roomiest] |= 1 << card
        return True

    def even_out(self) -> bool:
        """Move cards until every number is right; False if that is impossible."""
        places = range(len(self.may))
        while True:
            sizes = [cards.bit_count() for cards in self.held]
            over = [at for at in places if sizes[at] > self.most[at]]
            under = [at for at in places if sizes[at] < self.fewest[at]]
            if not over and not under:
                return True
            givers = over or [at for at in places if sizes[at] > self.fewest[at]]
            takers = [at for at in places if sizes[at] < self.most[at]] if over else under
            chain = self._chain(givers, takers)
            if not chain:
                return False
            self._move_along(chain)

    def deal(self, deck: Deck) -> Cells:
        return sum(map(deck.row, self.holders, self.held))

    def _chain(self, givers: Sequence[int], takers: Sequence[int]) -> list[int]:
        """The shortest path from a giver to a taker: each place can take a card of the one
        before."""
        before: dict[int, int | None] = dict.fromkeys(givers)
        queue = list(givers)
        for place in queue:
            if place in takers:
                return _back_from(place, before)
            for other, may in enumerate(self.may):
                if other not in before and self.held[place] & may:
                    before[other] = place
                    queue.append(other)
        return []

    def _move_along(self, chain: Sequence[int]) -> None:
        movable = [self.held[giver] & self.may[taker] for giver, taker in pairwise(chain)]
        for (giver, taker), cards in zip(pairwise(chain), movable, strict=True):
            card = cards & -cards
            self.held[giver] ^= card
            self.held[taker] ^= card


class _Search:
    __slots__ = ("_clauses", "_deck", "_fewest", "_most", "_of_hand")

    def __init__(self, ledger: Ledger, fewest: list[int], most: list[int]) -> None:
        deck = self._deck = ledger.deck
        self._fewest = fewest
        self._most = most
        self._clauses = ledger.clauses
        self._of_hand: list[list[Cells]] = [
            [one for one in ledger.clauses if not one & ~deck.row(hand, deck.cards)]
            for hand in deck.hands
        ]

    def find(self, open_cells: Cells, start: Cells) -> Cells | None:
        places = self._places(open_cells, start)
        if not places.place(self._deck.cards & ~sum(places.held)) or not places.even_out():
            return None
        deal = places.deal(self._deck)
        unmet = [clause & open_cells for clause in self._clauses if not clause & deal]
        if not unmet:
            return deal
        return self._branch(open_cells, deal, min(unmet, key=int.bit_count))

    def _branch(self, open_cells: Cells, deal: Cells, clause: Cells) -> Cells | None:
        for column in self._deck.columns:
            if clause & column:
                found = self.find(open_cells & (~column | clause), deal)
                if found is not None:
                    return found
                open_cells &= ~(column & clause)
        return None

    def _places(self, open_cells: Cells, start: Cells) -> _Places:
        deck, places = self._deck, _Places()
        met = sum(one for column in deck.columns if _single(one := open_cells & column))
        for hand in deck.hands:
            may, held = deck.held(open_cells, hand), deck.held(start, hand)
            apart = _apart(
                deck.held(clause, hand) & may for clause in self._of_hand[hand] if not clause & met
            )
            for cards in apart:
                one = held & cards & -(held & cards)
                places.add(hand, cards, 1, 1, one)
                held &= ~one
            fewest = max(0, self._fewest[hand] - len(apart))
            places.add(hand, may, fewest, self._most[hand] - len(apart), held)
        may, held = deck.held(open_cells, deck.case), deck.held(start, deck.case)
        for kind in deck.kinds:
            places.add(deck.case, may & kind, 1, 1, held & kind)
        return places


def _single(cells: Cells) -> bool:
    return not cells & (cells - 1)


def _apart(clauses: Iterator[Cards]) -> list[Cards]:
    """Clauses that have no card in common, chosen greedily, smallest first."""
    used, apart = 0, []
    for cards in sorted(clauses, key=int.bit_count):
        if not cards & used:
            used |= cards
            apart.append(cards)
    return apart


def _back_from(place: int, before: dict[int, int | None]) -> list[int]:
    chain = [place]
    while (giver := before[chain[-1]]) is not None:
        chain.append(giver)
    return chain[::-1]
