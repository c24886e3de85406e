"""Who may know what happened in Keyhole, field by field."""

from cluehouse.games.keyhole.events import (
    Accused,
    CardShown,
    CulpritHidden,
    Dealt,
    Revealed,
    SaidReady,
)
from cluehouse.games.keyhole.pieces import DECK, Options
from cluehouse.games.keyhole.state import State
from tests.contract.audience import Table, all_viewers, no_viewer, only

AUDIENCE: Table = {
    CulpritHidden: {"culprit": no_viewer},
    Dealt: {"to": all_viewers, "card": only("to")},
    CardShown: {"by": all_viewers, "to": all_viewers, "card": only("by", "to")},
    Accused: {"by": all_viewers, "card": only("by")},
    Revealed: {"culprit": all_viewers, "accusations": all_viewers},
    SaidReady: {"by": all_viewers},
}

REVEALING = (Revealed,)

HIDDEN = ("culprit", "hands")

MAX_MOVES = 24
"""Three deals of three seats: three asks and three accusations each, and twice three Readys."""

OPTIONS = (Options(deals=1), Options(deals=2), Options(deals=3))


def true_marks(state: State) -> dict[str, str]:
    places = [*enumerate(state.hands), ("culprit", state.culprit)]
    return {
        f"{state.deal}.{card}.{place}": "✓" if DECK[number] == card else "✗"
        for card in DECK
        for place, number in places
    }
