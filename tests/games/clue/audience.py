"""Who may know what happened in Clue, field by field."""

from cluehouse.games.clue.events import (
    Accused,
    CardShown,
    CaseFileRead,
    CaseHidden,
    CaseSolved,
    CaseUnsolved,
    Dealt,
    Entered,
    MustShow,
    PassageTaken,
    Passed,
    PawnSentBack,
    PawnSetAside,
    Rolled,
    Suggested,
    SuspectsTaken,
    TurnBegun,
    Unanswered,
    Walked,
    WeaponsPlaced,
)
from cluehouse.games.clue.pieces import Options
from tests.contract.audience import Table, everybody, nobody, only

_CRIME = {"suspect": everybody, "weapon": everybody, "room": everybody}

AUDIENCE: Table = {
    SuspectsTaken: {"suspects": everybody},
    WeaponsPlaced: {"rooms": everybody},
    CaseHidden: {"suspect": nobody, "weapon": nobody, "room": nobody},
    Dealt: {"to": everybody, "cards": only("to")},
    TurnBegun: {"by": everybody},
    Rolled: {"by": everybody, "dice": everybody},
    Walked: {"by": everybody, "path": everybody},
    Entered: {"by": everybody, "path": everybody, "room": everybody},
    PassageTaken: {"by": everybody, "room": everybody},
    Suggested: {"by": everybody, **_CRIME},
    Passed: {"by": everybody},
    MustShow: {"by": everybody},
    Unanswered: {"by": everybody},
    CardShown: {"by": everybody, "to": everybody, "card": only("by", "to")},
    Accused: {"by": everybody, **_CRIME},
    CaseFileRead: {
        "by": everybody,
        "suspect": only("by"),
        "weapon": only("by"),
        "room": only("by"),
    },
    PawnSetAside: {"suspect": everybody, "room": everybody},
    PawnSentBack: {"suspect": everybody},
    CaseSolved: {"by": everybody, **_CRIME},
    CaseUnsolved: {**_CRIME, "rule": everybody},
}

REVEALING = (Passed, MustShow, Unanswered, CaseFileRead, CaseSolved, CaseUnsolved)
"""Which seats pass and show is public by rule (CL-SUG-5); so is whether an accusation is right."""

HIDDEN = ("case", "hands")

MAX_MOVES = 3000
"""Six seats of 100 turns: a roll, a way into a room, a suggestion, an answer, the end."""

OPTIONS = (Options(),)
