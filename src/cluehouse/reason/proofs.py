"""Smallest proofs: the fewest facts that leave no deal, together with what is given.

Any deal that fits what is given is a *counterexample*, and a proof has at least one of the facts it
breaks. So a smallest proof is a smallest set that hits all sets of broken facts. They are found as
they are needed: hit those known so far, look for a deal that fits the facts hit, add what it
breaks. When there is no such deal, the facts hit are a proof, and none is smaller.
"""

from collections.abc import Sequence

from cluehouse.reason.deck import Cells, Condition, Deck, bits
from cluehouse.reason.hitting import smallest_hit
from cluehouse.reason.ledger import Ledger
from cluehouse.reason.witness import find_deal

Facts = int
"""A set of facts, by their numbers."""


def smallest_proof(
    deck: Deck, given: Sequence[Condition], facts: Sequence[Condition]
) -> list[int] | None:
    """The numbers of the fewest facts that leave no deal with what is given; None if none do."""
    return _Proof(deck, given, facts).smallest()


class _Proof:
    def __init__(self, deck: Deck, given: Sequence[Condition], facts: Sequence[Condition]) -> None:
        self._deck = deck
        self._given = given
        self._facts = facts
        self._strong = _strongest(deck, facts)
        self._near = find_deal(self._ledger(self._strong, ()), 0) or 0
        """A deal in which everything but the given holds, if there is one."""

    def smallest(self) -> list[int] | None:
        broken: list[Facts] = []
        hit: Facts = 0
        while (deal := self._deal(hit)) is not None:
            tried = hit
            while deal is not None:
                breaks = self._fewer(self._broken(deal), deal)
                if not breaks:
                    return None
                broken.append(breaks)
                tried |= breaks
                deal = self._deal(tried)
            hit = smallest_hit(broken, at_least=hit.bit_count())
        return list(bits(hit))

    def _deal(self, facts: Facts) -> Cells | None:
        """One that fits these facts and what is given."""
        return find_deal(self._ledger(facts, self._given), self._near)

    def _ledger(self, facts: Facts, given: Sequence[Condition]) -> Ledger:
        return Ledger(self._deck, [*given, *(self._facts[fact] for fact in bits(facts))])

    def _broken(self, deal: Cells) -> Facts:
        deck, facts = self._deck, self._facts
        return sum(1 << fact for fact in bits(self._strong) if not facts[fact].fits(deal, deck))

    def _fewer(self, broken: Facts, deal: Cells) -> Facts:
        """Facts that a deal breaks of which none can be mended without breaking another."""
        for fact in bits(broken):
            if broken >> fact & 1:
                kept = self._ledger(self._strong & ~broken | 1 << fact, self._given)
                mended = find_deal(kept, deal)
                if mended is not None:
                    deal, broken = mended, self._broken(mended)
        return broken


def _strongest(deck: Deck, facts: Sequence[Condition]) -> Facts:
    """Without those that another one implies: it can stand in for them in any proof."""
    kept = (1 << len(facts)) - 1
    placed = [_placed(deck, fact) for fact in facts]
    for number, fact in enumerate(facts):
        others = kept & ~(1 << number)
        if any(_implies(facts[other], placed[other], fact) for other in bits(others)):
            kept = others
    return kept


def _placed(deck: Deck, fact: Condition) -> Cells:
    """The cells that hold because the card may be nowhere else."""
    left = (column & ~fact.barred for column in deck.columns)
    return sum(cells for cells in left if cells.bit_count() == 1)


def _implies(one: Condition, placed: Cells, other: Condition) -> bool:
    """At a glance: each thing the other says, this one says too, or more."""
    if other.barred & ~one.barred or (other.size is not None and other.size != one.size):
        return False
    if not other.one_of or placed & other.one_of:
        return True
    return bool(one.one_of) and not one.one_of & ~other.one_of
