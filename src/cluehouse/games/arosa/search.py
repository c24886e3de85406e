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
from cluehouse.games.arosa.turns import Story, is_over

GROUND: Final = STOREYS[0]


def for_victims(state: State, storey: Storey) -> Story:
    """AR-ACT1-1 to AR-ACT1-5: search a storey for victims."""
    story, investigator = Draft(state, apply), state.turn
    story.add(_opening(state, storey))
    victims = story.state.left[VICTIM]
    if not victims:
        story.add(SearchedSloppily(investigator, 1, "AR-ACT1-2"))
        return story
    for _ in range(victims):
        story.add(VictimFound(storey))
    _place(story, (seat for seat in seats_of(state.seats) if seat != investigator), storey)
    return story


def for_suspects(state: State, suspects: tuple[Seat, ...], storey: Storey) -> Story:
    """AR-SUS-1 to AR-SUS-5: search a storey for traces of suspects."""
    story, investigator = Draft(state, apply), state.turn
    story.add(Suspected(investigator, suspects))
    story.add(_opening(state, storey))
    found = story.state.left[:]
    if storey == GROUND and not found[investigator]:
        story.add(SearchedSloppily(investigator, len(suspects), "AR-SUS-5"))
        return story
    _place(story, suspects, storey)
    innocent = sum(not found[suspect] for suspect in suspects)
    if innocent and not is_over(story.state):
        story.add(SearchedSloppily(investigator, innocent, "AR-SUS-4"))
    return story


def for_own_traces(state: State, storey: Storey) -> Story:
    """AR-ERA-1 to AR-ERA-4: search a storey for one's own traces."""
    story, investigator = Draft(state, apply), state.turn
    story.add(SetOutToErase(investigator))
    story.add(_opening(state, storey))
    if not story.state.left[investigator]:
        story.add(SearchedSloppily(investigator, 1, "AR-ERA-4"))
    return story


def _opening(state: State, storey: Storey) -> Event:
    counts = [0] * len(COLOURS)
    for rest in state.inside.values():
        if rest.storey == storey:
            counts[rest.cube // TRACES] += 1
    found = counted(counts)
    return Opened(state.turn, storey, found) if found else OpenedEmpty(state.turn, storey)


def _place(story: Story, seats: Iterable[Seat], storey: Storey) -> None:
    for seat in seats:
        if count := story.state.left[seat]:
            story.add(Placed(seat, storey, count))
