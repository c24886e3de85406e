"""The notebook's own hand: where each card is, as far as the table's help goes, and why.

What is proved cites a smallest set of facts that prove it; the rest has its exact chance.
"""

from collections.abc import Iterator
from typing import Literal, assert_never

from cluehouse.core.ids import Help, Seat
from cluehouse.core.wire import Wire
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.cards import CARDS, Card
from cluehouse.games.clue.evidence import CaseOpened, CaseRead, Fact, HandHeld, ShowedCard
from cluehouse.reason.deck import Deck, has, has_none_of
from cluehouse.reason.proofs import Prover

Holder = Seat | Literal["case"]


class Cell(Wire, frozen=True):
    """A card with a holder."""

    card: Card
    holder: Holder
    chance: float
    """That it is there: 1 and 0 are proved."""
    because: tuple[int, ...]
    """The facts that prove it, by their places among the notes'; none while it is open."""


class Notes(Wire, frozen=True):
    facts: tuple[Fact, ...]
    """All that was learned, in order."""
    cells: tuple[Cell, ...]


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes(facts=(), cells=())
        case "seen":
            return Notes(tuple(belief.facts), tuple(_seen(belief)))
        case "deducing":
            return Notes(tuple(belief.facts), tuple(_deduced(belief)))
        case _:
            assert_never(help)


def _seen(belief: Belief) -> Iterator[Cell]:
    """Each card that lay before the viewer's own eyes, and all that do not lie in its own hand."""
    deck = belief.deck
    eyes = {
        number: belief.conditions[number].barred
        for number, fact in enumerate(belief.facts)
        if isinstance(fact, HandHeld | ShowedCard | CaseRead | CaseOpened)
    }
    for card, column in enumerate(deck.columns):
        for holder in deck.holders:
            cell = deck.row(holder, 1 << card)
            told = [n for n, barred in eyes.items() if barred & cell or column & ~barred == cell]
            if told:
                chance = 0.0 if eyes[told[0]] & cell else 1.0
                yield Cell(CARDS[card], _holder(deck, holder), chance, (told[0],))


def _deduced(belief: Belief) -> Iterator[Cell]:
    deck, deals = belief.deck, belief.deals
    prover = Prover(deck, belief.conditions)
    for card, row in enumerate(deals.cells):
        for holder, count in enumerate(row):
            because: list[int] | None = []
            if count in (0, deals.count):
                otherwise = (has_none_of if count else has)(deck, holder, 1 << card)
                because = prover.smallest([otherwise])
            assert because is not None, "what holds in all deals that fit is proved"
            yield Cell(CARDS[card], _holder(deck, holder), count / deals.count, tuple(because))


def _holder(deck: Deck, number: int) -> Holder:
    return "case" if number == deck.case else Seat(number)
