"""Refusals: the rule cited when an illegal move is refused. Called only for illegal moves."""

from typing import assert_never

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.crime_hotel.moves import (
    CallIn,
    Decline,
    Exchange,
    Guess,
    Look,
    Move,
    MoveDetective,
    PlayCard,
    Ready,
)
from cluehouse.games.crime_hotel.pieces import ROOM
from cluehouse.games.crime_hotel.state import ACTING, PLAYING, State


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    match move:
        case PlayCard(card=card):
            holds = state.hands[seat] >> ROOM[card] & 1
            mine = state.phase == PLAYING and seat == state.player
            return Illegal("CH-TRK-2" if mine and holds else "CH-TRK-1")
        case Guess():
            mine = state.phase == ACTING and seat == state.bays[state.bay]
            return Illegal("CH-GUE-2" if mine and state.must_guess(state.bay) else "CH-ACT-1")
        case CallIn():
            mine = state.phase == ACTING and seat == state.bays[state.bay]
            return Illegal("CH-REI-1" if mine and not state.must_guess(state.bay) else "CH-ACT-1")
        case MoveDetective():
            return Illegal("CH-MOV-1")
        case Exchange():
            return Illegal("CH-EXC-1")
        case Look():
            return Illegal("CH-LOO-1")
        case Decline():
            return Illegal("CH-DEC-4")
        case Ready():
            return Illegal("CH-END-2")
        case _:
            assert_never(move)
