"""Moves: what a seat may ask to do."""

from cluehouse.core.wire import Wire
from cluehouse.games.secret_du_nil.pieces import (
    Card,
    Category,
    Clue,
    Place,
    Squares,
    Suspect,
    Verdict,
)


class Announce(Wire, frozen=True):
    squares: Squares


class Brake(Wire, frozen=True):
    pay: Place


class PlayCards(Wire, frozen=True):
    """One or two cards, in the order of CARDS."""

    cards: tuple[Card, ...]


class Look(Wire, frozen=True):
    """Use a card just played to see one pair."""

    card: Card
    suspect: Suspect
    category: Category


class Swap(Wire, frozen=True):
    """Take one card out of the pair and put one of one's own into it."""

    out: Clue
    put: Clue


class PutBack(Wire, frozen=True):
    """Put the pair back as it was."""


class Take(Wire, frozen=True):
    """Take one of the place cards beside the boat."""

    place: Place


class Answer(Wire, frozen=True):
    fingerprint: Verdict
    stain: Verdict
    shoe_print: Verdict


class Ready(Wire, frozen=True):
    pass


Move = Announce | Brake | PlayCards | Look | Swap | PutBack | Take | Answer | Ready
