"""Who may know what happened in Keyhole, field by field."""

from cluehouse.games.keyhole.events import (
    Accused,
    CardShown,
    CulpritHidden,
    Dealt,
    Revealed,
    SaidReady,
)
from cluehouse.games.keyhole.pieces import Options
from tests.contract.audience import Table, everybody, nobody, only

AUDIENCE: Table = {
    CulpritHidden: {"culprit": nobody},
    Dealt: {"to": everybody, "card": only("to")},
    CardShown: {"by": everybody, "to": everybody, "card": only("by", "to")},
    Accused: {"by": everybody, "card": only("by")},
    Revealed: {"culprit": everybody, "accusations": everybody},
    SaidReady: {"by": everybody},
}

REVEALING = (Revealed,)

HIDDEN = ("culprit", "hands")

MAX_MOVES = 24
"""Three deals of three seats: three asks and three accusations each, and twice three Readys."""

OPTIONS = (Options(deals=1), Options(deals=2), Options(deals=3))
