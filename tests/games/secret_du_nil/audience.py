"""Who may know what happened in Le Secret du Nil, field by field (NI-DEC-8)."""

from cluehouse.games.secret_du_nil.cards import PAIRS
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
from cluehouse.games.secret_du_nil.pieces import CATEGORIES, COLOURS, SUSPECTS, MetAt, Options
from cluehouse.games.secret_du_nil.state import State
from tests.contract.audience import Table, all_viewers, no_viewer, only

AUDIENCE: Table = {
    GameBegun: {"number": all_viewers},
    BankLaid: {"bank": all_viewers, "places": all_viewers},
    BankHidden: {"places": no_viewer},
    ProofsHidden: {"colours": no_viewer},
    PairsHidden: {"pairs": no_viewer},
    Dealt: {"to": all_viewers, "places": only("to"), "clues": only("to")},
    TurnBegun: {"first": all_viewers},
    Announced: {"by": all_viewers, "squares": all_viewers},
    Braked: {"by": all_viewers, "paid": all_viewers},
    BoatMoved: {"square": all_viewers},
    PlaceTurned: {"square": all_viewers, "place": all_viewers},
    ProofTurned: {"category": all_viewers, "colour": all_viewers},
    CardsChosen: {"by": all_viewers, "cards": only("by")},
    CardsRevealed: {"cards": all_viewers},
    CardsPlayed: {"by": all_viewers, "cards": all_viewers},
    Looked: {
        "by": all_viewers,
        "card": all_viewers,
        "suspect": all_viewers,
        "category": all_viewers,
        "pair": only("by"),
    },
    Swapped: {
        "by": all_viewers,
        "suspect": all_viewers,
        "category": all_viewers,
        "out": only("by"),
        "put": only("by"),
    },
    PairPutBack: {"by": all_viewers, "suspect": all_viewers, "category": all_viewers},
    PlaceTaken: {"by": all_viewers, "bank": all_viewers, "place": all_viewers},
    Answered: {
        "by": all_viewers,
        "fingerprint": only("by"),
        "stain": only("by"),
        "shoe_print": only("by"),
    },
    Revealed: {
        "pairs": all_viewers,
        "answers": all_viewers,
        "culprits": all_viewers,
        "points": all_viewers,
        "over": all_viewers,
    },
    SaidReady: {"by": all_viewers},
}

REVEALING = (PlaceTurned, ProofTurned, CardsRevealed, Revealed)

HIDDEN = ("pairs", "proofs", "clues", "places")

MAX_MOVES = 253
"""A game of six seats: announcements on the way to ten squares, cards on twelve, answers; 24 place
cards dealt, 22 taken and six jokers, each for a look and its end; eleven times a card is chosen to
be taken."""

MET: MetAt = (("bar", "pool"), ("bar", "promenade"), ("bar", "restaurant"), ("restaurant", "bar"))
"""Places as in another box: all suspects are met at the Bar, one at the Pool (NI-DEC-1)."""

OPTIONS = (
    Options(),
    Options(both_banks=True, in_turn=True, names=("Ada", "Ben", "Cid", "Dee"), met_at=MET),
)


def true_marks(state: State) -> dict[str, str]:
    """Colours by their first letters, and whether the pair is guilty as it lies."""
    marks = {}
    for kind, category in enumerate(CATEGORIES):
        proof, somebody = COLOURS[state.proofs[kind]], False
        for number, suspect in enumerate(SUSPECTS):
            pair = PAIRS[state.pairs[len(SUSPECTS) * kind + number]]
            guilty = pair == (proof, proof)
            somebody |= guilty
            letters = "".join(colour[0] for colour in pair)
            marks[f"{state.game}.{suspect}.{category}"] = letters + ("✓" if guilty else "✗")
        marks[f"{state.game}.nobody.{category}"] = "✗" if somebody else "✓"
    return marks
