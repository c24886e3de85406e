"""What happened, in full."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.secret_du_nil.pieces import (
    Bank,
    Card,
    Category,
    Clue,
    Colour,
    Culprit,
    Pair,
    Pairs,
    Place,
    Squares,
    Suspect,
    Verdict,
    Verdicts,
)


class GameBegun(Wire, frozen=True):
    """Everything is put back and shuffled; counted within the match."""

    number: int


class BankLaid(Wire, frozen=True):
    """Twelve place cards face up, from Aswan to Cairo."""

    bank: Bank
    places: tuple[Place, ...]


class BankHidden(Wire, frozen=True):
    """The lower bank, face down."""

    places: tuple[Place, ...]


class ProofsHidden(Wire, frozen=True):
    """The first proof of each category."""

    colours: tuple[Colour, Colour, Colour]


class PairsHidden(Wire, frozen=True):
    pairs: Pairs


class Dealt(Wire, frozen=True):
    to: Seat
    places: tuple[Place, ...]
    clues: tuple[Clue, ...]


class TurnBegun(Wire, frozen=True):
    first: Seat
    """Who has the first-player card."""


class Announced(Wire, frozen=True):
    by: Seat
    squares: Squares


class Braked(Wire, frozen=True):
    by: Seat
    paid: Place


class BoatMoved(Wire, frozen=True):
    square: int


class PlaceTurned(Wire, frozen=True):
    """The card of the lower bank beside this square."""

    square: int
    place: Place


class ProofTurned(Wire, frozen=True):
    category: Category
    colour: Colour


class CardsChosen(Wire, frozen=True):
    """In secret; revealed when everybody has chosen."""

    by: Seat
    cards: tuple[Card, ...]


class CardsRevealed(Wire, frozen=True):
    """What each seat plays this turn."""

    cards: tuple[tuple[Card, ...], ...]


class CardsPlayed(Wire, frozen=True):
    """Openly, in turn (NI-OPT-2)."""

    by: Seat
    cards: tuple[Card, ...]


class Looked(Wire, frozen=True):
    by: Seat
    card: Card
    """Which was used for it."""
    suspect: Suspect
    category: Category
    pair: Pair


class Swapped(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    category: Category
    out: Clue
    put: Clue


class PairPutBack(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    category: Category


class PlaceTaken(Wire, frozen=True):
    """Into the hand of somebody who had no idea."""

    by: Seat
    bank: Bank
    place: Place


class Answered(Wire, frozen=True):
    by: Seat
    fingerprint: Verdict
    stain: Verdict
    shoe_print: Verdict


class Revealed(Wire, frozen=True):
    """The end of a game: every pair, what everybody had written, who was guilty in each category,
    and what it brought: points in a match, right answers in a single game."""

    pairs: Pairs
    answers: tuple[Verdicts, ...]
    culprits: tuple[Culprit, Culprit, Culprit]
    points: tuple[int, ...]
    over: bool
    """No other game follows."""


class SaidReady(Wire, frozen=True):
    by: Seat


Event = (
    GameBegun
    | BankLaid
    | BankHidden
    | ProofsHidden
    | PairsHidden
    | Dealt
    | TurnBegun
    | Announced
    | Braked
    | BoatMoved
    | PlaceTurned
    | ProofTurned
    | CardsChosen
    | CardsRevealed
    | CardsPlayed
    | Looked
    | Swapped
    | PairPutBack
    | PlaceTaken
    | Answered
    | Revealed
    | SaidReady
)
