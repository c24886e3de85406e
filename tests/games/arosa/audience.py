"""Who may know what happened in Arosa, field by field (AR-PRO-3)."""

from cluehouse.core.ids import Viewer
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.events import (
    Dropped,
    HotelOpened,
    Opened,
    OpenedEmpty,
    Placed,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    TookBack,
    TurnBegun,
    VictimFound,
)
from cluehouse.games.arosa.pieces import Options
from tests.contract.audience import Table, everybody, nobody


def heard(event: Wire, viewer: Viewer) -> bool:
    """No viewer sees the contacts, but all hear the sound that is made of them (AR-SND-2)."""
    return True


AUDIENCE: Table = {
    TurnBegun: {"act": everybody, "by": everybody},
    Dropped: {
        "number": everybody,
        "by": everybody,
        "colour": everybody,
        "hearing": everybody,
        "storey": nobody,
        "rest": nobody,
        "contacts": heard,
    },
    Suspected: {"by": everybody, "suspects": everybody},
    SetOutToErase: {"by": everybody},
    Opened: {"by": everybody, "storey": everybody, "found": everybody},
    OpenedEmpty: {"by": everybody, "storey": everybody},
    VictimFound: {"storey": everybody},
    Placed: {"by": everybody, "storey": everybody, "count": everybody},
    SearchedSloppily: {"by": everybody, "count": everybody, "rule": everybody},
    TookBack: {"by": everybody, "storey": everybody, "count": everybody},
    HotelOpened: {"storeys": everybody},
}

REVEALING = (Opened, OpenedEmpty, HotelOpened)

HIDDEN = ("inside", "lying")

MAX_MOVES = 14 + (6 * 18 + 2 + 6 * 60) * (2 + 120 + 5)
"""An upper bound for any game. Six seats make fourteen drops in the prologue; a search in act one
costs each a trace, except two that find victims; act two has sixty searches each. After a search
traces may be taken back, all are dropped again, and five more."""

OPTIONS = (Options(tower="quick"),)
