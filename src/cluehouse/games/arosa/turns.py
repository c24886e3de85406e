"""Turns: what follows a move: the end of the game, the next turn, or nothing yet."""

from cluehouse.core.draft import Draft
from cluehouse.core.ids import Seat
from cluehouse.games.arosa.events import Event, HotelOpened, TurnBegun
from cluehouse.games.arosa.pieces import (
    FIRST_TRACES,
    TOO_MANY,
    TURNS,
    VICTIMS,
    Act,
    Storeys,
)
from cluehouse.games.arosa.score import endings
from cluehouse.games.arosa.state import SEARCHING, State

EventDraft = Draft[State, Event]


def with_forced_events(draft: EventDraft) -> list[Event]:
    """The events of a move, with the events that follow without any seat's choice."""
    state = draft.state
    if is_over(state):
        _end(draft)
    elif state.phase == SEARCHING:  # the search of this turn has been made
        if turn := next_turn(state):
            draft.add(turn)
        else:
            _end(draft)
    return draft.events


def is_over(state: State) -> bool:
    """AR-END-1: a reserve is used up, or a seat has too many traces on the search board."""
    return 0 in state.reserve or max(map(sum, state.board)) >= TOO_MANY


def next_turn(state: State) -> TurnBegun | None:
    """The next turn after one in act one or two; None when all seats have had all turns
    (AR-DEC-9)."""
    if state.turns == TURNS * state.seats:
        return None
    act: Act = "two" if len(state.victims) == VICTIMS else "one"  # AR-ACT1-6
    return TurnBegun(act, state.next_seat)


def next_dropper(state: State, lot: Seat) -> TurnBegun:
    """In the prologue, the turn after a seat has dropped its last cube; `lot` begins act one."""
    if state.drops + 1 < VICTIMS + FIRST_TRACES * state.seats:
        return TurnBegun("prologue", state.next_seat)  # AR-PRO-2
    return TurnBegun("one", lot)  # AR-ACT1-1


def _end(draft: EventDraft) -> None:
    """Tell why the game is over, then open the hotel."""
    for reason in endings(draft.state):
        draft.add(reason)
    draft.add(HotelOpened(_storeys(draft.state)))


def _storeys(state: State) -> Storeys:
    """All cubes in the hotel; those the last search took out still count to the opened storey."""
    storeys = state.storeys()
    if state.opened is not None:
        for colour, count in enumerate(state.left):
            storeys[state.opened][colour] += count
    return tuple(tuple(cubes) for cubes in storeys)
