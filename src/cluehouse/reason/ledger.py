"""All conditions on a deal together, and simple conclusions from them.

Settling a ledger is fast and sound, not complete: it makes the exact count small. Only the count is
complete.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from operator import le

from cluehouse.reason.deck import Cards, Cells, Condition, Deck, bits


class Ledger:
    """The cells still open, the clauses still unmet, the bounds of each hand's size."""

    __slots__ = ("clauses", "deck", "fewest", "most", "open", "possible")

    def __init__(self, deck: Deck, conditions: Iterable[Condition]) -> None:
        self.deck = deck
        self.open: Cells = deck.cells
        self.clauses: list[Cells] = []
        self.fewest = [0] * len(deck.hands)
        self.most = [deck.dealt] * len(deck.hands)
        self.possible = True
        """False once no deal is left; open cells and clauses mean nothing then."""
        self._enter(conditions)

    def plus(self, condition: Condition) -> "Ledger":
        """A copy with one more condition."""
        more = Ledger(self.deck, ())
        more.open = self.open
        more.clauses = self.clauses.copy()
        more.fewest = self.fewest.copy()
        more.most = self.most.copy()
        more.possible = self.possible
        more._enter((condition,))
        return more

    def _enter(self, conditions: Iterable[Condition]) -> None:
        barred = 0
        for condition in conditions:
            barred |= condition.barred
            if condition.one_of:
                self.clauses.append(condition.one_of)
            if condition.size is not None:
                hand, size = condition.size
                self.fewest[hand] = max(self.fewest[hand], size)
                self.most[hand] = min(self.most[hand], size)
        self.open &= ~barred

    def share_evenly(self) -> None:
        """Bound the sizes of the even hands. All other sizes must be known."""
        deck = self.deck
        known = [hand for hand in deck.hands if hand not in deck.even]
        if any(self.fewest[hand] < self.most[hand] for hand in known):
            raise ValueError("a hand that is not even has no size")
        rest = deck.dealt - sum(self.fewest[hand] for hand in known)
        if rest < 0 or (rest and not deck.even):
            self.possible = False
            return
        for hand in deck.even:
            least, more = divmod(rest, len(deck.even))
            self.fewest[hand] = max(self.fewest[hand], least)
            self.most[hand] = min(self.most[hand], least + (more > 0))
        self.possible = all(map(le, self.fewest, self.most))

    def arrangements(self) -> Iterator[tuple[int, ...]]:
        """All possible sizes of the hands."""
        spread = [hand for hand in self.deck.hands if self.fewest[hand] < self.most[hand]]
        more = self.deck.dealt - sum(self.fewest)
        for larger in combinations(spread, more) if more >= 0 else ():
            yield tuple(size + (hand in larger) for hand, size in enumerate(self.fewest))

    def settle(self) -> None:
        """Apply all rules until nothing more follows."""
        before = None
        while self.possible and before != (before := (self.open, self.clauses)):
            self._settle_sizes()
            self._settle_kinds()
            self._settle_clauses()

    def settled(self) -> Cards:
        """The cards with exactly one possible holder."""
        once = twice = 0
        for holder in self.deck.holders:
            row = self.deck.held(self.open, holder)
            twice |= once & row
            once |= row
        self.possible &= once == self.deck.cards
        return once & ~twice

    def _settle_sizes(self) -> None:
        """A full hand has no other card; a hand that needs all its possible cards has them."""
        deck, settled = self.deck, self.settled()
        for hand in deck.hands:
            row = deck.held(self.open, hand)
            sure = row & settled
            if sure.bit_count() > self.most[hand] or row.bit_count() < self.fewest[hand]:
                self.possible = False
            elif sure.bit_count() == self.most[hand]:
                self.open &= ~deck.row(hand, row & ~sure)
            elif row.bit_count() == self.fewest[hand]:
                self.open &= ~deck.elsewhere(hand, row)

    def _settle_kinds(self) -> None:
        """The case has one card of each kind: a settled one, or the last possible one."""
        deck, settled = self.deck, self.settled()
        in_case = deck.held(self.open, deck.case)
        for kind in deck.kinds:
            row = in_case & kind
            sure = row & settled
            if not row or sure.bit_count() > 1:
                self.possible = False
            elif sure:
                self.open &= ~deck.row(deck.case, row & ~sure)
            elif row.bit_count() == 1:
                self.open &= ~deck.elsewhere(deck.case, row)

    def _settle_clauses(self) -> None:
        """Drop clauses that are met; a clause about a single card bars its other holders."""
        sure = self.open & self.deck.spread(self.settled())
        unmet: list[Cells] = []
        for clause in self.clauses:
            left = clause & self.open
            if left & sure:
                continue
            columns = [self.deck.columns[card] for card in bits(self.deck.gathered(left))]
            if not left:
                self.possible = False
            elif len(columns) == 1:
                self.open &= ~columns[0] | left
            elif all(self.open & column & ~left for column in columns):
                unmet.append(left)
        self.clauses = [clause for clause in unmet if not _weaker(clause, unmet)]
        self.clauses = list(dict.fromkeys(self.clauses))


def _weaker(clause: Cells, others: list[Cells]) -> bool:
    """Another clause implies this one."""
    return any(not other & ~clause and other != clause for other in others)
