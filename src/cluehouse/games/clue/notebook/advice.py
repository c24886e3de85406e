"""Advice: the question that is expected to tell most about the envelope."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import (
    NAMES,
    SUSPECTS,
    WEAPONS,
    Card,
    Language,
    Room,
    Suspect,
    Weapon,
)
from cluehouse.games.clue.notebook.editions import Names
from cluehouse.games.clue.notebook.meaning import mask
from cluehouse.games.clue.notebook.questions import Inquiry
from cluehouse.reason.deals import Deals
from cluehouse.reason.deck import Deck

MAX_DEALS: Final = 2_000
"""The most deals that are examined; if there are more, so many are drawn at random."""

DECIMALS: Final = 9
"""Decimals; values that differ only after them count as equal."""


class Advice(Wire, frozen=True):
    suspect: Suspect
    weapon: Weapon
    room: Room
    bits: float
    """The information about the envelope to expect, on average."""

    @property
    def text(self) -> dict[Language, str]:
        """The advice as one sentence in each language."""
        return self.told(NAMES)

    def told(self, names: Names) -> dict[Language, str]:
        """The same, with the names that the cards of a box have."""
        three = (self.suspect, self.weapon, self.room)
        bits = f"{self.bits:.2f}"
        return {
            "en": f"Suggest {_listed(three, names['en'])}: {bits} bits of information about the "
            "envelope, on average.",
            "fr": f"Émettez l’hypothèse {_listed(three, names['fr'])} : {bits.replace('.', ',')} "
            f"bit{'s' if self.bits >= 2 else ''} d’information sur l’enveloppe, en moyenne.",
        }


def best_question(deck: Deck, deals: Deals, asker: int, rooms: Iterable[Room]) -> Advice | None:
    """The first of the best questions; None if no question tells anything."""
    inquiry = _inquiry(deck, deals)
    best = max(_advices(inquiry, asker, rooms), key=lambda advice: advice.bits)
    return best if best.bits else None


def _advices(inquiry: Inquiry, asker: int, rooms: Iterable[Room]) -> Iterator[Advice]:
    for three in product(SUSPECTS, WEAPONS, rooms):
        yield Advice(*three, round(inquiry.expected_bits(asker, mask(three)), DECIMALS))


def _inquiry(deck: Deck, deals: Deals) -> Inquiry:
    if deals.count <= MAX_DEALS:
        every = [deals.deal(number) for number in range(deals.count)]
        return Inquiry(every, parts=[deck.cards])
    chance = Chance(b"best question", 0)
    some = [deals.draw(chance) for _ in range(MAX_DEALS)]
    return Inquiry(some, parts=deck.kinds)


def _listed(cards: Iterable[Card], names: dict[Card, str]) -> str:
    return ", ".join(names[card] for card in cards)
