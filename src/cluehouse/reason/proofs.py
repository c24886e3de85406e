"""Smallest proofs: the fewest facts that, together with the given conditions, leave no deal.

Any deal that fits the given conditions is a *counterexample*, and a proof has at least one of the
facts it breaks. So a smallest proof is a smallest set that hits all sets of broken facts. They are
found as they are needed: hit those known so far, look for a deal that fits the facts hit, add what
it breaks. When there is no such deal, the facts hit are a proof, and none is smaller.
"""

from collections.abc import Iterator, Sequence

from cluehouse.reason.deck import Cells, Condition, Deck, bits
from cluehouse.reason.hitting import smallest_hit
from cluehouse.reason.ledger import Ledger
from cluehouse.reason.witness import find_deal

Facts = int
"""A set of facts, by their numbers."""


def smallest_proof(
    deck: Deck, given: Sequence[Condition], facts: Sequence[Condition]
) -> list[int] | None:
    """The numbers of the fewest facts that leave no deal; None if all facts leave one."""
    return Prover(deck, facts).smallest(given)


class Prover:
    """Many proofs from the same facts. Counterexamples are kept for the next proof."""

    def __init__(self, deck: Deck, facts: Sequence[Condition]) -> None:
        self._deck = deck
        self._facts = facts
        self._strong = _strongest(deck, facts)
        self._near = find_deal(self._ledger(self._strong, ()), 0) or 0
        """A deal in which all facts hold, if there is one."""
        self._known: list[tuple[Cells, Facts]] = []
        """The deals found so far, with the facts each breaks."""

    def smallest(self, given: Sequence[Condition]) -> list[int] | None:
        broken = [breaks for deal, breaks in self._known if self._fits(deal, given)]
        hit: Facts = 0
        while 0 not in broken:
            hit = smallest_hit(broken, at_least=hit.bit_count())
            more = list(self._broken_beside(hit, given))
            if not more:
                return list(bits(hit))
            broken += more
        return None

    def _broken_beside(self, facts: Facts, given: Sequence[Condition]) -> Iterator[Facts]:
        """The facts broken by counterexamples, each of which fits these facts and all those broken
        by the ones before."""
        while (deal := self._deal(facts, given)) is not None:
            breaks = self._fewer(deal, given)
            yield breaks
            if not breaks:
                return
            facts |= breaks

    def _fits(self, deal: Cells, given: Sequence[Condition]) -> bool:
        return all(condition.fits(deal, self._deck) for condition in given)

    def _deal(self, facts: Facts, given: Sequence[Condition]) -> Cells | None:
        """A deal that fits these facts and the given conditions."""
        return find_deal(self._ledger(facts, given), self._near)

    def _ledger(self, facts: Facts, given: Sequence[Condition]) -> Ledger:
        return Ledger(self._deck, [*given, *(self._facts[fact] for fact in bits(facts))])

    def _broken(self, deal: Cells) -> Facts:
        deck, facts = self._deck, self._facts
        return sum(1 << fact for fact in bits(self._strong) if not facts[fact].fits(deal, deck))

    def _fewer(self, deal: Cells, given: Sequence[Condition]) -> Facts:
        """A minimal set of broken facts, from this deal or a similar one: no fact can be mended
        without breaking another."""
        broken = self._broken(deal)
        kept = self._kept(broken, given)
        for fact in bits(broken):
            if broken >> fact & 1:
                mended = find_deal(kept.plus(self._facts[fact]), deal)
                if mended is not None:
                    deal, broken = mended, self._broken(mended)
                    kept = self._kept(broken, given)
        self._known.append((deal, broken))
        return broken

    def _kept(self, broken: Facts, given: Sequence[Condition]) -> Ledger:
        ledger = self._ledger(self._strong & ~broken, given)
        ledger.settle()
        return ledger


def _strongest(deck: Deck, facts: Sequence[Condition]) -> Facts:
    """The facts that no other one implies; the other can replace them in any proof."""
    kept = (1 << len(facts)) - 1
    placed = [_placed(deck, fact) for fact in facts]
    for number, fact in enumerate(facts):
        others = kept & ~(1 << number)
        if any(_implies(facts[other], placed[other], fact) for other in bits(others)):
            kept = others
    return kept


def _placed(deck: Deck, fact: Condition) -> Cells:
    """The cells that hold because the fact bars all others of the card."""
    left = (column & ~fact.barred for column in deck.columns)
    return sum(cells for cells in left if cells.bit_count() == 1)


def _implies(one: Condition, placed: Cells, other: Condition) -> bool:
    """A quick, incomplete check that each constraint of `other` follows from one of `one`."""
    if other.barred & ~one.barred or (other.size is not None and other.size != one.size):
        return False
    if not other.one_of or placed & other.one_of:
        return True
    return bool(one.one_of) and not one.one_of & ~other.one_of
