"""Notes: where each card is and why, as far as the help chosen at the table goes.

A proved cell cites a smallest set of facts that prove it; any other has its exact chance.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

from cluehouse.core.ids import Help, Seat
from cluehouse.core.marks import YesOrNo, against, answer
from cluehouse.core.wire import Wire
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.cards import CARDS, Card
from cluehouse.games.clue.evidence import CaseOpened, CaseRead, Fact, HandHeld, ShowedCard
from cluehouse.reason.deck import Deck, has, has_none_of
from cluehouse.reason.proofs import Prover

Holder = Seat | Literal["case"]


class Cell(Wire, frozen=True):
    """A card and a holder: how likely the holder has the card."""

    card: Card
    holder: Holder
    chance: float
    """The chance that the holder has the card: 1 and 0 are proved."""
    because: tuple[int, ...]
    """The facts that prove it, as indexes into `facts`; empty while it is open."""


class Notes(Wire, frozen=True):
    facts: tuple[Fact, ...]
    """All facts learned, in order."""
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
    """Cells for each card the viewer saw itself, and for all cards that are not in its own hand."""
    deck = belief.deck
    barred_by = {
        number: belief.conditions[number].barred
        for number, fact in enumerate(belief.facts)
        if isinstance(fact, HandHeld | ShowedCard | CaseRead | CaseOpened)
    }
    for card, column in enumerate(deck.columns):
        for holder in deck.holders:
            cell = deck.row(holder, 1 << card)
            numbers = [
                number
                for number, barred in barred_by.items()
                if barred & cell or column & ~barred == cell
            ]
            if numbers:
                chance = 0.0 if barred_by[numbers[0]] & cell else 1.0
                yield Cell(CARDS[card], _holder(deck, holder), chance, (numbers[0],))


def contradicted(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """A cell is `card.holder`; the holder is a seat or `case`."""
    return against(_seen_marks(belief), marks)


def _seen_marks(belief: Belief) -> dict[str, YesOrNo]:
    """What single facts say of single cells: hands, cards shown, passes, the case file."""
    deck, seen = belief.deck, dict[str, YesOrNo]()
    for condition in belief.conditions:
        for card, column in enumerate(deck.columns):
            for holder in deck.holders:
                cell = deck.row(holder, 1 << card)
                if condition.barred & cell or column & ~condition.barred == cell:
                    name = f"{CARDS[card]}.{_holder(deck, holder)}"
                    seen[name] = answer(not condition.barred & cell)
    return seen


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
