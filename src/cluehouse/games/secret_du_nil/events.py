"""Events: what happened, in full."""

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
    """All cards are put back and shuffled; `number` counts the games of the match."""

    number: int


class BankLaid(Wire, frozen=True):
    """Twelve place cards are laid face up, from Aswan to Cairo."""

    bank: Bank
    places: tuple[Place, ...]


class BankHidden(Wire, frozen=True):
    """The lower bank is laid face down."""

    places: tuple[Place, ...]


class ProofsHidden(Wire, frozen=True):
    """The first proof of each category, face down."""

    colours: tuple[Colour, Colour, Colour]


class PairsHidden(Wire, frozen=True):
    pairs: Pairs


class Dealt(Wire, frozen=True):
    to: Seat
    places: tuple[Place, ...]
    clues: tuple[Clue, ...]


class TurnBegun(Wire, frozen=True):
    first: Seat
    """The seat with the first-player card."""


class Announced(Wire, frozen=True):
    by: Seat
    squares: Squares


class Braked(Wire, frozen=True):
    by: Seat
    paid: Place


class BoatMoved(Wire, frozen=True):
    square: int


class PlaceTurned(Wire, frozen=True):
    """The card of the lower bank beside this square is turned up."""

    square: int
    place: Place


class ProofTurned(Wire, frozen=True):
    category: Category
    colour: Colour


class CardsChosen(Wire, frozen=True):
    """Cards are chosen in secret; they are revealed when all seats have chosen."""

    by: Seat
    cards: tuple[Card, ...]


class CardsRevealed(Wire, frozen=True):
    """The cards each seat plays this turn."""

    cards: tuple[tuple[Card, ...], ...]


class CardsPlayed(Wire, frozen=True):
    """Cards are played openly, in turn (NI-OPT-2)."""

    by: Seat
    cards: tuple[Card, ...]


class Looked(Wire, frozen=True):
    by: Seat
    card: Card
    """The card used for the look."""
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
    """A seat that had no idea takes a place card into its hand."""

    by: Seat
    bank: Bank
    place: Place


class Answered(Wire, frozen=True):
    by: Seat
    fingerprint: Verdict
    stain: Verdict
    shoe_print: Verdict


class Revealed(Wire, frozen=True):
    """The end of a game: all pairs, all written answers, the culprit of each category, and the
    points: points of a match, or right answers in a single game."""

    pairs: Pairs
    answers: tuple[Verdicts, ...]
    culprits: tuple[Culprit, Culprit, Culprit]
    points: tuple[int, ...]
    over: bool
    """Whether no other game follows."""


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
