"""Refusals: the rule cited when an illegal move is refused. Called only for illegal moves."""

from typing import assert_never

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.secret_du_nil.cards import ONE_PLACE, PLAY, SPENT, colours_of, within
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Brake,
    Look,
    Move,
    PlayCards,
    PutBack,
    Ready,
    Swap,
    Take,
)
from cluehouse.games.secret_du_nil.pieces import ANNOUNCING, ANSWERING, CHOOSING, HOLDING
from cluehouse.games.secret_du_nil.state import State


def refusal(state: State, seat: Seat, move: Move) -> Illegal:
    return Illegal(_rule(state, seat, move))


def _rule(state: State, seat: Seat, move: Move) -> str:
    match move:
        case PlayCards():
            return _play(state, seat, move)
        case Look():
            return "NI-OBS-1"
        case Swap():
            return "NI-OBS-3" if _holds_a_frozen_pair(state, seat) else "NI-OBS-4"
        case PutBack():
            return "NI-OBS-4"
        case Announce():
            return "NI-BOA-3" if _has_spoken(state, seat) else "NI-BOA-1"
        case Brake():
            return "NI-BOA-1" if _is_yet_to_speak(state, seat) else "NI-BOA-3"
        case Take():
            return "NI-IDE-1"
        case Answer():
            asked = state.phase == ANSWERING and not state.done >> seat & 1
            return "NI-DEC-2" if asked and _leaves_one_out(move) else "NI-END-1"
        case Ready():
            return "NI-MTC-1"
        case _:
            assert_never(move)


def _play(state: State, seat: Seat, move: PlayCards) -> str:
    if state.phase != CHOOSING or state.done >> seat & 1 or move.cards not in PLAY:
        return "NI-CAR-1"
    if state.options.in_turn and seat != state.turn.player:
        return "NI-OPT-2"
    if "joker" in move.cards and not state.jokers >> seat & 1:
        return "NI-CAR-3"
    upper, lower = state.beside
    matches = within(SPENT[PLAY[move.cards]], ONE_PLACE[upper] + ONE_PLACE[lower])
    return "NI-CAR-1" if matches else "NI-CAR-2"


def _holds_a_frozen_pair(state: State, seat: Seat) -> bool:
    """Whether this seat holds a pair of one colour; only the looker may learn it."""
    if state.phase != HOLDING or seat != state.turn.player:
        return False
    one, other = colours_of(state.pairs[state.turn.look])
    return one == other


def _has_spoken(state: State, seat: Seat) -> bool:
    """Whether this seat has announced in this turn's announcements."""
    turn = state.turn
    return state.phase == ANNOUNCING and (seat - turn.first) % state.seats < len(turn.said)


def _is_yet_to_speak(state: State, seat: Seat) -> bool:
    turn = state.turn
    return state.phase == ANNOUNCING and (seat - turn.first) % state.seats > len(turn.said)


def _leaves_one_out(move: Answer) -> bool:
    return "blank" in (move.fingerprint, move.stain, move.shoe_print)
