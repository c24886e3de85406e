"""Search: the events of opening a storey. All of it is public, so nothing here depends on luck."""

from collections.abc import Iterable
from typing import Final

from cluehouse.core.draft import Draft
from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.arosa.events import (
    Event,
    Opened,
    OpenedEmpty,
    Placed,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    VictimFound,
)
from cluehouse.games.arosa.pieces import COLOURS, STOREYS, TRACES, VICTIM, Storey
from cluehouse.games.arosa.state import State, apply, counted
from cluehouse.games.arosa.turns import EventDraft, is_over

GROUND: Final = STOREYS[0]


def for_victims(state: State, storey: Storey) -> EventDraft:
    """AR-ACT1-1 to AR-ACT1-5: search a storey for victims."""
    draft, investigator = Draft(state, apply), state.turn
    draft.add(_opening(state, storey))
    victims = draft.state.left[VICTIM]
    if not victims:
        draft.add(SearchedSloppily(investigator, 1, "AR-ACT1-2"))
        return draft
    for _ in range(victims):
        draft.add(VictimFound(storey))
    _place(draft, (seat for seat in seats_of(state.seats) if seat != investigator), storey)
    return draft


def for_suspects(state: State, suspects: tuple[Seat, ...], storey: Storey) -> EventDraft:
    """AR-SUS-1 to AR-SUS-5: search a storey for traces of suspects."""
    draft, investigator = Draft(state, apply), state.turn
    draft.add(Suspected(investigator, suspects))
    draft.add(_opening(state, storey))
    found = draft.state.left[:]
    if storey == GROUND and not found[investigator]:
        draft.add(SearchedSloppily(investigator, len(suspects), "AR-SUS-5"))
        return draft
    _place(draft, suspects, storey)
    innocent = sum(not found[suspect] for suspect in suspects)
    if innocent and not is_over(draft.state):
        draft.add(SearchedSloppily(investigator, innocent, "AR-SUS-4"))
    return draft


def for_own_traces(state: State, storey: Storey) -> EventDraft:
    """AR-ERA-1 to AR-ERA-4: search a storey for one's own traces."""
    draft, investigator = Draft(state, apply), state.turn
    draft.add(SetOutToErase(investigator))
    draft.add(_opening(state, storey))
    if not draft.state.left[investigator]:
        draft.add(SearchedSloppily(investigator, 1, "AR-ERA-4"))
    return draft


def _opening(state: State, storey: Storey) -> Event:
    counts = [0] * len(COLOURS)
    for rest in state.inside.values():
        if rest.storey == storey:
            counts[rest.cube // TRACES] += 1
    found = counted(counts)
    return Opened(state.turn, storey, found) if found else OpenedEmpty(state.turn, storey)


def _place(draft: EventDraft, seats: Iterable[Seat], storey: Storey) -> None:
    for seat in seats:
        if count := draft.state.left[seat]:
            draft.add(Placed(seat, storey, count))
