"""Who may know what happened in Crime Hotel, field by field (CH-DEC-6)."""

from cluehouse.games.crime_hotel.events import (
    CalledIn,
    CardPlayed,
    Dealt,
    Declined,
    DetectiveMoved,
    Exchanged,
    Guessed,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
    MurdererHidden,
    Parked,
    SaidReady,
    TookBack,
)
from cluehouse.games.crime_hotel.pieces import ROOMS, Options
from cluehouse.games.crime_hotel.state import State
from tests.contract.audience import Table, all_viewers, no_viewer, only

AUDIENCE: Table = {
    InvestigationBegun: {
        "number": all_viewers,
        "car": all_viewers,
        "searched": all_viewers,
        "desks": all_viewers,
    },
    MurdererHidden: {"room": no_viewer},
    Dealt: {"to": all_viewers, "cards": only("to")},
    CardPlayed: {"by": all_viewers, "card": all_viewers},
    Parked: {"bays": all_viewers},
    Guessed: {"by": all_viewers, "place": all_viewers},
    CalledIn: {"by": all_viewers, "department": all_viewers, "desk": all_viewers},
    TookBack: {"by": all_viewers},
    DetectiveMoved: {"by": all_viewers, "origin": all_viewers, "to": all_viewers},
    Exchanged: {
        "by": all_viewers,
        "whom": all_viewers,
        "given": only("by", "whom"),
        "taken": only("by", "whom"),
    },
    Looked: {"by": all_viewers, "whom": all_viewers, "cards": only("by", "whom")},
    Declined: {"by": all_viewers},
    LastCardShown: {"by": all_viewers, "card": all_viewers},
    MurdererFound: {"room": all_viewers, "points": all_viewers},
    SaidReady: {"by": all_viewers},
}

REVEALING = (LastCardShown, MurdererFound)

HIDDEN = ("murderer", "hands")

MAX_MOVES = 146
"""Three investigations of four seats: in each trick four cards, two guesses and two calls, six of
the ten calls with an effect; and twice four Readys."""

OPTIONS = (Options(), Options(beginners=True), Options(desks="tight"))


def true_marks(state: State) -> dict[str, str]:
    return {
        f"{state.investigation}.{room}": "✓" if number == state.murderer else "✗"
        for number, room in enumerate(ROOMS)
    }
