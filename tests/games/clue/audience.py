"""Who may know what happened in Clue, field by field."""

from cluehouse.games.clue.cards import CARDS
from cluehouse.games.clue.events import (
    Accused,
    CameBackTooSoon,
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
from cluehouse.games.clue.state import State
from tests.contract.audience import Table, all_viewers, no_viewer, only

_CRIME = {"suspect": all_viewers, "weapon": all_viewers, "room": all_viewers}

AUDIENCE: Table = {
    SuspectsTaken: {"suspects": all_viewers},
    WeaponsPlaced: {"rooms": all_viewers},
    CaseHidden: {"suspect": no_viewer, "weapon": no_viewer, "room": no_viewer},
    Dealt: {"to": all_viewers, "cards": only("to")},
    TurnBegun: {"by": all_viewers},
    Rolled: {"by": all_viewers, "dice": all_viewers},
    Walked: {"by": all_viewers, "path": all_viewers},
    Entered: {"by": all_viewers, "path": all_viewers, "room": all_viewers},
    PassageTaken: {"by": all_viewers, "room": all_viewers},
    CameBackTooSoon: {"by": all_viewers, "room": all_viewers},
    Suggested: {"by": all_viewers, **_CRIME},
    Passed: {"by": all_viewers},
    MustShow: {"by": all_viewers},
    Unanswered: {"by": all_viewers},
    CardShown: {"by": all_viewers, "to": all_viewers, "card": only("by", "to")},
    Accused: {"by": all_viewers, **_CRIME},
    CaseFileRead: {
        "by": all_viewers,
        "suspect": only("by"),
        "weapon": only("by"),
        "room": only("by"),
    },
    PawnSetAside: {"suspect": all_viewers, "room": all_viewers},
    PawnSentBack: {"suspect": all_viewers},
    CaseSolved: {"by": all_viewers, **_CRIME},
    CaseUnsolved: {**_CRIME, "rule": all_viewers},
}

REVEALING = (Passed, MustShow, Unanswered, CaseFileRead, CaseSolved, CaseUnsolved)
"""Which seats pass and show is public by rule (CL-SUG-5); so is whether an accusation is right."""

HIDDEN = ("case", "hands")

MAX_MOVES = 3000
"""Six seats of 100 turns: a roll, a way into a room, a suggestion, an answer, the end."""

OPTIONS = (Options(),)


def true_marks(state: State) -> dict[str, str]:
    holders = [*enumerate(state.hands), ("case", state.case)]
    return {
        f"{card}.{holder}": "✓" if held >> number & 1 else "✗"
        for number, card in enumerate(CARDS)
        for holder, held in holders
    }
