"""Who may know what happened in Les Cinq Dernières Minutes, field by field.

A visitor knows the box it opened, the thief the ring's room, a person who plays Bourrel every box,
card and visit. An accusation is its writer's alone until all are written, and Bourrel knows it no
sooner (CD-DEC-1). All others know who went and who has accused.
"""

from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    BourrelSeated,
    CardsDrawn,
    Claimed,
    ItemPlaced,
    ItemsLeftOut,
    LotDrawn,
    Misremembered,
    NumberGiven,
    RoundBegun,
    SaidReady,
    TokensMoved,
    TruthRevealed,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import KINDS, ROOMS, Options
from cluehouse.games.cinq_dernieres_minutes.state import DRAWN, State
from tests.contract.audience import Table, all_viewers, only

AUDIENCE: Table = {
    LotDrawn: {"among": all_viewers},
    BourrelSeated: {"bourrel": all_viewers},
    NumberGiven: {"to": all_viewers, "number": all_viewers},
    ItemsLeftOut: {"items": all_viewers},
    RoundBegun: {"round": all_viewers, "again": all_viewers, "order": all_viewers},
    ItemPlaced: {"room": all_viewers, "item": only("bourrel"), "bourrel": all_viewers},
    CardsDrawn: {
        "thief": only("thief", "bourrel"),
        "room": only("thief", "bourrel"),
        "bourrel": all_viewers,
    },
    VisitMade: {
        "by": all_viewers,
        "room": only("by", "bourrel"),
        "found": only("by", "bourrel"),
        "bourrel": all_viewers,
    },
    Claimed: {"by": all_viewers, "room": all_viewers, "found": all_viewers},
    Misremembered: {"by": all_viewers},
    Accused: {"by": all_viewers, "whom": only("by"), "bourrel": all_viewers},
    AccusationRevealed: {"by": all_viewers, "whom": all_viewers},
    TruthRevealed: {
        "thief": all_viewers,
        "room": all_viewers,
        "items": all_viewers,
        "visits": all_viewers,
    },
    TokensMoved: {"changes": all_viewers},
    SaidReady: {"by": all_viewers},
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
    Options(bourrel="person", memory=True, candidates=(None, "bourrel", None, "bourrel")),
)


def true_marks(state: State) -> dict[str, str]:
    """Who is the thief, and who has been in which room."""
    if state.phase not in DRAWN:
        return {}
    page = f"{state.round}{'+' if state.again else ''}"
    thieves = {f"{page}.{seat}.thief": seat == state.thief for seat in state.order}
    visits = {
        f"{page}.{seat}.{room}": state.visits[seat] // KINDS == number
        for seat in state.order[: state.went]
        for number, room in enumerate(ROOMS[: state.rooms])
    }
    return {cell: "✓" if true else "✗" for cell, true in (thieves | visits).items()}
