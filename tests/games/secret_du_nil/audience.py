"""Who may know what happened in Le Secret du Nil, field by field (NI-DEC-8)."""

from cluehouse.games.secret_du_nil.events import (
    Announced,
    Answered,
    BankHidden,
    BankLaid,
    BoatMoved,
    Braked,
    CardsChosen,
    CardsPlayed,
    CardsRevealed,
    Dealt,
    GameBegun,
    Looked,
    PairPutBack,
    PairsHidden,
    PlaceTaken,
    PlaceTurned,
    ProofsHidden,
    ProofTurned,
    Revealed,
    SaidReady,
    Swapped,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.pieces import Options
from tests.contract.audience import Table, everybody, nobody, only

AUDIENCE: Table = {
    GameBegun: {"number": everybody},
    BankLaid: {"bank": everybody, "places": everybody},
    BankHidden: {"places": nobody},
    ProofsHidden: {"colours": nobody},
    PairsHidden: {"pairs": nobody},
    Dealt: {"to": everybody, "places": only("to"), "clues": only("to")},
    TurnBegun: {"first": everybody},
    Announced: {"by": everybody, "squares": everybody},
    Braked: {"by": everybody, "paid": everybody},
    BoatMoved: {"square": everybody},
    PlaceTurned: {"square": everybody, "place": everybody},
    ProofTurned: {"category": everybody, "colour": everybody},
    CardsChosen: {"by": everybody, "cards": only("by")},
    CardsRevealed: {"cards": everybody},
    CardsPlayed: {"by": everybody, "cards": everybody},
    Looked: {
        "by": everybody,
        "card": everybody,
        "suspect": everybody,
        "category": everybody,
        "pair": only("by"),
    },
    Swapped: {
        "by": everybody,
        "suspect": everybody,
        "category": everybody,
        "out": only("by"),
        "put": only("by"),
    },
    PairPutBack: {"by": everybody, "suspect": everybody, "category": everybody},
    PlaceTaken: {"by": everybody, "bank": everybody, "place": everybody},
    Answered: {
        "by": everybody,
        "fingerprint": only("by"),
        "stain": only("by"),
        "shoe_print": only("by"),
    },
    Revealed: {
        "pairs": everybody,
        "answers": everybody,
        "culprits": everybody,
        "points": everybody,
        "over": everybody,
    },
    SaidReady: {"by": everybody},
}

REVEALING = (PlaceTurned, ProofTurned, CardsRevealed, Revealed)

HIDDEN = ("pairs", "proofs", "clues", "places")

MAX_MOVES = 253
"""A game of six seats: announcements on the way to ten squares, cards on twelve, answers; 24 place
cards dealt, 22 taken and six jokers, each for a look and its end; eleven times a card is chosen to
be taken."""

OPTIONS = (Options(), Options(both_banks=True, in_turn=True))
