"""Refusals: the rule cited when an illegal move is refused. Called only for illegal moves."""

from typing import Final, assert_never

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.arosa.moves import Drop, Erase, Move, Open, Suspect, TakeBack
from cluehouse.games.arosa.pieces import STOREYS, VICTIM, Act
from cluehouse.games.arosa.state import DROPPING, OVER, SEARCHING, TAKING_BACK, State

_TURN: Final[dict[Act, str]] = {
    "prologue": "AR-PRO-2",
    "one": "AR-ACT1-1",
    "two": "AR-ACT2-1",
}
"""The rule that says whose turn it is in each act, and what for."""


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    return Illegal(_rule(state, seat, move))


def _rule(state: State, seat: Seat, move: Move) -> str:
    if state.phase == OVER:
        return "AR-END-1"
    if seat != state.turn:
        return _TURN[state.act]
    match move:
        case Drop():
            return _no_drop(state)
        case Open(storey=storey):
            return _no_search(state, storey, "AR-ACT1-2")
        case Suspect(storey=storey):
            return _no_search(state, storey, "AR-SUS-3", "AR-SUS-1")
        case Erase(storey=storey):
            return _no_search(state, storey, "AR-ERA-3", "AR-ERA-1")
        case TakeBack():
            return "AR-ERA-2"
        case _:
            assert_never(move)


def _no_drop(state: State) -> str:
    if state.phase == TAKING_BACK:
        return "AR-ERA-2"
    if state.phase != DROPPING:
        return _TURN[state.act]
    return "AR-PRO-1" if state.left[VICTIM] else "AR-DEC-1"


def _no_search(state: State, storey: int, dropping: str, act_two: str = "AR-ACT2-1") -> str:
    """`dropping`: the rule that cubes must be dropped first; `act_two`: the rule for this action in
    act two."""
    if storey not in STOREYS:
        return "AR-MAT-1"
    if state.phase != SEARCHING:
        return _TURN["prologue"] if state.act == "prologue" else dropping
    return act_two if state.act == "two" else "AR-ACT1-6"
