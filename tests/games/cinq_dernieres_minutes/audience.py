"""Who may know what happened in Les Cinq Dernières Minutes, field by field.

A visitor knows the box it opened, the thief the ring's room, a person who plays Bourrel everything;
all others know who went and who has accused.
"""

from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    BourrelSeated,
    CardsDrawn,
    Claimed,
    ItemPlaced,
    ItemsLeftOut,
    Misremembered,
    NumberGiven,
    RoundBegun,
    SaidReady,
    TokensMoved,
    TruthRevealed,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import Options
from tests.contract.audience import Table, everybody, only

AUDIENCE: Table = {
    BourrelSeated: {"bourrel": everybody},
    NumberGiven: {"to": everybody, "number": everybody},
    ItemsLeftOut: {"items": everybody},
    RoundBegun: {"round": everybody, "again": everybody, "order": everybody},
    ItemPlaced: {"room": everybody, "item": only("bourrel"), "bourrel": everybody},
    CardsDrawn: {
        "thief": only("thief", "bourrel"),
        "room": only("thief", "bourrel"),
        "bourrel": everybody,
    },
    VisitMade: {
        "by": everybody,
        "room": only("by", "bourrel"),
        "found": only("by", "bourrel"),
        "bourrel": everybody,
    },
    Claimed: {"by": everybody, "room": everybody, "found": everybody},
    Misremembered: {"by": everybody},
    Accused: {"by": everybody, "whom": only("by", "bourrel"), "bourrel": everybody},
    AccusationRevealed: {"by": everybody, "whom": everybody},
    TruthRevealed: {
        "thief": everybody,
        "room": everybody,
        "items": everybody,
        "visits": everybody,
    },
    TokensMoved: {"changes": everybody},
    SaidReady: {"by": everybody},
}

REVEALING = (Misremembered, AccusationRevealed, TruthRevealed)
"""A suspect's mistake is revealed at once (CD-PEN-1), and so is the truth when all have accused."""

HIDDEN = ("thief", "ring", "boxes")

MAX_MOVES = 542
"""Bourrel and eight players from memory: seven numbers; then for each of them a round that ends
with its last testimony and one with all accusations, five objects placed in each and nine Readys
after it: 7 + 8 × (5 + 16 + 9 + 5 + 24 + 9), less the nine after the last round."""

OPTIONS = (
    Options(),
    Options(memory=True),
    Options(bourrel="person"),
    Options(bourrel="person", memory=True),
)
