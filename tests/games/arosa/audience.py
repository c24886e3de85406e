"""Who may know what happened in Arosa, field by field (AR-PRO-3)."""

from cluehouse.core.ids import Viewer
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.events import (
    BoardFilled,
    Dropped,
    HotelOpened,
    Opened,
    OpenedEmpty,
    Placed,
    ReserveEmptied,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    TookBack,
    TurnBegun,
    TurnsUsedUp,
    VictimFound,
)
from cluehouse.games.arosa.pieces import COLOURS, CUBES, STOREYS, Options
from cluehouse.games.arosa.state import State
from tests.contract.audience import Table, all_viewers, no_viewer


def heard(event: Wire, viewer: Viewer) -> bool:
    """No viewer sees the contacts; all hear the sound made of them (AR-SND-2)."""
    return True


AUDIENCE: Table = {
    TurnBegun: {"act": all_viewers, "by": all_viewers},
    Dropped: {
        "number": all_viewers,
        "by": all_viewers,
        "colour": all_viewers,
        "hearing": all_viewers,
        "storey": no_viewer,
        "rest": no_viewer,
        "contacts": heard,
        "synthesis": heard,
    },
    Suspected: {"by": all_viewers, "suspects": all_viewers},
    SetOutToErase: {"by": all_viewers},
    Opened: {"by": all_viewers, "storey": all_viewers, "found": all_viewers},
    OpenedEmpty: {"by": all_viewers, "storey": all_viewers},
    VictimFound: {"storey": all_viewers},
    Placed: {"by": all_viewers, "storey": all_viewers, "count": all_viewers},
    SearchedSloppily: {"by": all_viewers, "count": all_viewers, "rule": all_viewers},
    TookBack: {"by": all_viewers, "storey": all_viewers, "count": all_viewers},
    BoardFilled: {"by": all_viewers},
    ReserveEmptied: {"by": all_viewers},
    TurnsUsedUp: {},
    HotelOpened: {"storeys": all_viewers},
}

REVEALING = (Opened, OpenedEmpty, HotelOpened)

HIDDEN = ("inside", "lying")

MAX_MOVES = 14 + (6 * 18 + 2 + 6 * 60) * (2 + 120 + 5)
"""An upper bound for any game. Six seats make fourteen drops in the prologue; a search in act one
costs each a trace, except two that find victims; act two has sixty searches each. After a search
traces may be taken back, all are dropped again, and five more."""

OPTIONS = (Options(tower="quick"),)


def true_marks(state: State) -> dict[str, str]:
    return {
        f"{storey}.{colour}": "✓"
        if any(cube in cubes and at.storey == storey for cube, at in state.inside.items())
        else "✗"
        for colour, cubes in zip(COLOURS, CUBES, strict=True)
        for storey in STOREYS
    }
