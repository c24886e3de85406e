"""Views and sights: what each viewer sees of the state (`view`) and of an event (`see`). No other
module shows hidden information."""

from typing import Final, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire
from cluehouse.games.keyhole.events import (
    Accused,
    CardShown,
    CulpritHidden,
    Dealt,
    Event,
    Revealed,
    SaidReady,
)
from cluehouse.games.keyhole.pieces import DECK, Card, Phase
from cluehouse.games.keyhole.state import State

_SEATS: Final = Menu(seats_of(3))


class DealBegun(Wire, frozen=True):
    """A culprit was hidden and each seat got a card."""


class SomeCardShown(Wire, frozen=True):
    by: Seat
    to: Seat


class HasAccused(Wire, frozen=True):
    by: Seat


Sight = DealBegun | Dealt | CardShown | SomeCardShown | Accused | HasAccused | Revealed | SaidReady


def see(event: Event, viewer: Viewer) -> Sight | None:
    match event:
        case CardShown(by=by, to=to):
            return event if viewer in (by, to) else SomeCardShown(by, to)
        case Accused(by=by):
            return event if viewer == by else HasAccused(by)
        case SaidReady() | Revealed():
            return event
        case Dealt(to=to):
            return event if viewer == to else None
        case CulpritHidden():
            return DealBegun()
        case _:
            assert_never(event)


class RailView(Wire, frozen=True):
    """What lies open on the table."""

    deal: int
    deals: int
    phase: Phase
    asker: Seat
    accused: tuple[Seat, ...]
    ready: tuple[Seat, ...]
    points: tuple[int, ...]
    last: Revealed | None
    """The end of this deal, once it has ended."""


class SeatView(Wire, frozen=True):
    seat: Seat
    card: Card
    accusation: Card | None
    """The card this seat has accused, once it has."""
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    if viewer == RAIL:
        return opened
    return SeatView(
        seat=viewer,
        card=DECK[state.hands[viewer]],
        accusation=DECK[state.accusations[viewer]] if state.accused >> viewer & 1 else None,
        open=opened,
    )


def _open(state: State) -> RailView:
    return RailView(
        deal=state.deal,
        deals=state.options.deals,
        phase=state.phase,
        asker=state.asker,
        accused=_SEATS.of(state.accused),
        ready=_SEATS.of(state.ready),
        points=tuple(state.points),
        last=revelation(state) if state.revealed else None,
    )


class Truth(Wire, frozen=True):
    """What is hidden in this deal."""

    culprit: Card
    hands: tuple[Card, ...]
    """The card of each seat."""


def reveal(state: State) -> Truth:
    return Truth(DECK[state.culprit], tuple(DECK[card] for card in state.hands))


def revelation(state: State) -> Revealed:
    """The truth of this deal, as it is revealed (KEY-7)."""
    return Revealed(DECK[state.culprit], tuple(DECK[card] for card in state.accusations))
