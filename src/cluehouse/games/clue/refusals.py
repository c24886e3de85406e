"""Refusals: the rule cited when an illegal move is refused. Called only for illegal moves."""

from typing import assert_never

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.clue.board import DOORS
from cluehouse.games.clue.moves import (
    Accuse,
    EndTurn,
    Enter,
    Move,
    Roll,
    Show,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.state import (
    ANSWERING,
    ENDING,
    ENTERED,
    MOVING,
    ROLLED,
    ROOM_PLACE,
    State,
)


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    return Illegal(_rule(state, seat, move))


def _rule(state: State, seat: Seat, move: Move) -> str:
    match move:
        case Accuse():
            return "CL-ACC-2" if state.accused >> seat & 1 else "CL-ACC-1"
        case Show():
            return "CL-SUG-4"
        case Roll() | TakePassage() | Walk() | Enter() | Suggest() | EndTurn():
            if state.accused >> seat & 1:
                return "CL-ACC-4"
            if seat != state.turn:
                return "CL-SET-5"
            return "CL-SUG-4" if state.phase == ANSWERING else _on_turn(state, move)
        case _:
            assert_never(move)


def _on_turn(state: State, move: Roll | TakePassage | Walk | Enter | Suggest | EndTurn) -> str:
    match move:
        case Roll():
            return "CL-MOV-8" if state.phase == MOVING else "CL-TUR-1"
        case TakePassage():
            return "CL-MOV-9" if state.phase == MOVING else "CL-TUR-1"
        case Walk(to=square):
            return _walk(state, square)
        case Enter(room=room):
            return _enter(state, ROOM_PLACE[room])
        case Suggest():
            return _suggest(state)
        case EndTurn():
            return {MOVING: "CL-MOV-8", ENTERED: "CL-SUG-1"}.get(state.phase, "CL-TUR-1")
        case _:
            assert_never(move)


def _walk(state: State, square: int) -> str:
    if state.phase != ROLLED:
        return "CL-TUR-1"
    if state.idle >> square & 1:
        return "CL-ACC-5"
    return "CL-MOV-4" if state.crowd(state.suspect) >> square & 1 else "CL-DEC-2"


def _enter(state: State, room: int) -> str:
    if state.phase != ROLLED:
        return "CL-TUR-1"
    if room == state.place:
        return "CL-MOV-7"
    crowd = state.crowd(state.suspect)
    blocked = all(crowd >> door & 1 for door in DOORS[room - SQUARES])
    return "CL-MOV-5" if blocked else "CL-DEC-2"


def _suggest(state: State) -> str:
    if state.place < SQUARES:
        return "CL-SUG-1"
    if state.suggestion is not None or state.phase == ENDING:
        return "CL-SUG-6"
    return "CL-SUG-7" if state.phase == MOVING else "CL-TUR-1"
