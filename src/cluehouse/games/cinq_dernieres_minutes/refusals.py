"""Refusals: the rule cited when an illegal move is refused. Called only for illegal moves."""

from typing import assert_never

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.cinq_dernieres_minutes.moves import (
    Accuse,
    Claim,
    DrawLots,
    GiveNumber,
    LeaveOut,
    Move,
    Place,
    Ready,
    Visit,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import ROOM
from cluehouse.games.cinq_dernieres_minutes.state import HIDING, INQUIRY, State


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    return Illegal(_rule(state, seat, move))


def _rule(state: State, seat: Seat, move: Move) -> str:
    match move:
        case Visit() | Claim() | Accuse():
            return "CD-MAT-1" if seat == state.bourrel else _player(state, seat, move)
        case GiveNumber():
            return "CD-MAT-1"
        case LeaveOut():
            return "CD-DEC-5"
        case Place():
            return "CD-SET-1"
        case DrawLots():
            return "CD-DEC-1"
        case Ready():
            return "CD-GAM-1"
        case _:
            assert_never(move)


def _player(state: State, seat: Seat, move: Visit | Claim | Accuse) -> str:
    asked = state.asked >> seat & 1
    match move:
        case Visit(room=room):
            closed = ROOM[room] >= state.rooms
            return "CD-MAT-3" if asked and state.phase == HIDING and closed else "CD-HID-1"
        case Claim():
            return "CD-INQ-2" if asked and state.phase == INQUIRY else "CD-INQ-1"
        case Accuse():
            return "CD-ACC-1"
        case _:
            assert_never(move)
