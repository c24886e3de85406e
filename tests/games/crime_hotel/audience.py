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
from cluehouse.games.crime_hotel.pieces import Options
from tests.contract.audience import Table, everybody, nobody, only

AUDIENCE: Table = {
    InvestigationBegun: {"number": everybody, "car": everybody, "searched": everybody},
    MurdererHidden: {"room": nobody},
    Dealt: {"to": everybody, "cards": only("to")},
    CardPlayed: {"by": everybody, "card": everybody},
    Parked: {"bays": everybody},
    Guessed: {"by": everybody, "place": everybody},
    CalledIn: {"by": everybody, "department": everybody, "desk": everybody},
    TookBack: {"by": everybody},
    DetectiveMoved: {"by": everybody, "origin": everybody, "to": everybody},
    Exchanged: {
        "by": everybody,
        "whom": everybody,
        "given": only("by", "whom"),
        "taken": only("by", "whom"),
    },
    Looked: {"by": everybody, "whom": everybody, "cards": only("by", "whom")},
    Declined: {"by": everybody},
    LastCardShown: {"by": everybody, "card": everybody},
    MurdererFound: {"room": everybody, "points": everybody},
    SaidReady: {"by": everybody},
}

REVEALING = (LastCardShown, MurdererFound)

HIDDEN = ("murderer", "hands")

MAX_MOVES = 146
"""Three investigations of four seats: in each trick four cards, two guesses and two calls, six of
the ten calls with an effect; and twice four Readys."""

OPTIONS = (Options(), Options(beginners=True), Options(desks="tight"))
