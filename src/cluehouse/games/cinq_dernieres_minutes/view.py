"""Views and sights: what each viewer sees of the state (`view`) and of an event (`see`). No other
module shows hidden information."""

from typing import Final, Literal, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire
from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    BourrelSeated,
    CardsDrawn,
    Claimed,
    Event,
    ItemPlaced,
    ItemsLeftOut,
    LotDrawn,
    Misremembered,
    NumberGiven,
    RoundBegun,
    SaidReady,
    TokensMoved,
    TruthRevealed,
    Visited,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEMS,
    MAX_SEATS,
    ROOMS,
    Item,
    Phase,
    Room,
    Whom,
    found_in,
    room_of,
)
from cluehouse.games.cinq_dernieres_minutes.state import BETWEEN, DRAWN, OVER, State

_SEATS: Final = Menu(seats_of(MAX_SEATS))


class BoxFilled(Wire, frozen=True):
    """Bourrel has put an object into this room's box."""

    room: Room


class CardsDealt(Wire, frozen=True):
    """Every player has drawn a card; one is the thief's."""


class SuspectCard(Wire, frozen=True):
    """This seat is a suspect."""


class ThiefCard(Wire, frozen=True):
    """This seat is the thief, and the ring is in this room."""

    room: Room


class WentToHide(Wire, frozen=True):
    by: Seat


class HasAccused(Wire, frozen=True):
    by: Seat


Sight = (
    LotDrawn
    | BourrelSeated
    | NumberGiven
    | ItemsLeftOut
    | RoundBegun
    | ItemPlaced
    | BoxFilled
    | CardsDrawn
    | CardsDealt
    | SuspectCard
    | ThiefCard
    | VisitMade
    | WentToHide
    | Claimed
    | Misremembered
    | Accused
    | HasAccused
    | AccusationRevealed
    | TruthRevealed
    | TokensMoved
    | SaidReady
)


def see(event: Event, viewer: Viewer) -> Sight | None:
    match event:
        case VisitMade(by=by, bourrel=bourrel):
            return event if viewer in (by, bourrel) else WentToHide(by)
        case Accused(by=by):
            return event if viewer == by else HasAccused(by)
        case ItemPlaced(room=room, bourrel=bourrel):
            if viewer == bourrel:
                return event
            return None if bourrel is None else BoxFilled(room)
        case CardsDrawn():
            return _card(event, viewer)
        case (
            Claimed()
            | SaidReady()
            | AccusationRevealed()
            | TruthRevealed()
            | TokensMoved()
            | RoundBegun()
            | Misremembered()
            | NumberGiven()
            | ItemsLeftOut()
            | BourrelSeated()
            | LotDrawn()
        ):
            return event
        case _:
            assert_never(event)


def _card(drawn: CardsDrawn, viewer: Viewer) -> Sight:
    """CD-SET-2: each player sees its own card only; the thief's names the room of the ring."""
    if viewer == drawn.bourrel:
        return drawn
    if viewer == RAIL:
        return CardsDealt()
    return ThiefCard(drawn.room) if viewer == drawn.thief else SuspectCard()


class RailView(Wire, frozen=True):
    """What lies open on the table."""

    phase: Phase
    bourrel: Seat | None
    """The seat of the person who plays Bourrel, if a person does."""
    rooms: tuple[Room, ...]
    """The rooms in play."""
    items: tuple[Item, ...]
    """The objects in play."""
    round: int
    rounds: int
    again: bool
    order: tuple[Seat, ...]
    """The players by their numbers."""
    boxes: int
    """The number of boxes that have been filled."""
    gone: tuple[Seat, ...]
    """The seats that have made their visit, in order."""
    said: tuple[Claimed, ...]
    """All testimonies, in order."""
    accused: tuple[Seat, ...]
    """The seats that have accused a player, or chosen to accuse "nobody"."""
    ready: tuple[Seat, ...]
    tokens: tuple[int, ...]
    """The tokens of each seat."""
    accusations: tuple[Whom, ...]
    """The accusations by number, once revealed."""
    truth: TruthRevealed | None
    """What really happened, once the round is over."""
    void: Seat | None
    """The seat whose mistake made the round void."""
    changes: tuple[int, ...]
    """The tokens that each seat won or lost in the round, once it is over."""


class SeatView(Wire, frozen=True):
    """What a player sees. With the option `memory`, the box it has opened is not shown again."""

    seat: Seat
    role: Literal["thief", "suspect"] | None
    """The role of this seat, once the cards are drawn."""
    ring: Room | None
    """The room of the ring, as the thief's card says."""
    visit: Visited | None
    """The box this seat has opened."""
    accusation: Whom | None
    """The accusation of this seat, once it is made."""
    open: RailView


class BourrelView(Wire, frozen=True):
    """What a person who plays Bourrel sees: boxes, cards and visits that are not yet open to all.
    Accusations are read out to everybody at once (CD-DEC-1)."""

    seat: Seat
    items: tuple[Item, ...]
    """The objects put into the boxes so far."""
    thief: Seat | None
    """The thief, from the drawing of the cards until it is revealed to all."""
    visits: tuple[Visited, ...]
    open: RailView


View = RailView | SeatView | BourrelView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    if viewer == RAIL:
        return opened
    return _bourrel(state, opened) if viewer == state.bourrel else _seat(state, viewer, opened)


class Truth(Wire, frozen=True):
    """What is hidden in this round so far."""

    items: tuple[Item, ...]
    """The objects put into the boxes, by room."""
    thief: Seat | None
    """The thief, once the cards are drawn."""
    visits: tuple[Visited, ...]
    accusations: tuple[Whom | None, ...]
    """The accusation of each seat, once it is made."""


def reveal(state: State) -> Truth:
    return Truth(
        items=tuple([ITEMS[item] for item in state.boxes]),
        thief=Seat(state.thief) if state.phase in DRAWN else None,
        visits=tuple([_visited(state, seat) for seat in state.gone]),
        accusations=tuple(
            [
                whom if state.accused >> seat & 1 else None
                for seat, whom in enumerate(state.accusations)
            ]
        ),
    )


def bourrel(opened: RailView) -> Seat | None:
    """The seat of the person who plays Bourrel."""
    return opened.bourrel


def truth(state: State) -> TruthRevealed:
    """What really happened in this round, as it is revealed."""
    return TruthRevealed(
        thief=Seat(state.thief),
        room=ROOMS[state.ring],
        items=tuple([ITEMS[item] for item in state.boxes]),
        visits=tuple([_visited(state, seat) for seat in state.order]),
    )


def _seat(state: State, seat: Seat, opened: RailView) -> SeatView:
    drawn = opened.phase in DRAWN
    thief = drawn and seat == state.thief
    shown = seat in opened.gone and not state.options.memory
    return SeatView(
        seat=seat,
        role=("thief" if thief else "suspect") if drawn else None,
        ring=ROOMS[state.ring] if thief else None,
        visit=_visited(state, seat) if shown else None,
        accusation=state.accusations[seat] if state.accused >> seat & 1 else None,
        open=opened,
    )


def _bourrel(state: State, opened: RailView) -> BourrelView:
    seat = state.bourrel
    assert seat is not None
    if opened.truth is not None:
        return BourrelView(seat, items=(), thief=None, visits=(), open=opened)
    return BourrelView(
        seat=seat,
        items=tuple([ITEMS[item] for item in state.boxes]),
        thief=Seat(state.thief) if opened.phase in DRAWN else None,
        visits=tuple([_visited(state, each) for each in opened.gone]),
        open=opened,
    )


def _open(state: State) -> RailView:
    told = state.phase in (BETWEEN, OVER)
    revealed = told and state.void is None
    return RailView(
        phase=state.phase,
        bourrel=state.bourrel,
        rooms=ROOMS[: state.rooms],
        items=tuple([ITEMS[item] for item in state.items]),
        round=state.round,
        rounds=state.players,
        again=state.again,
        order=state.order,
        boxes=len(state.boxes),
        gone=state.gone,
        said=tuple(
            [
                Claimed(seat, room_of(said), found_in(said))
                for seat, said in zip(state.witnesses, state.said, strict=True)
            ]
        ),
        accused=_SEATS.of(state.accused),
        ready=_SEATS.of(state.ready),
        tokens=tuple(state.tokens),
        accusations=tuple([state.accusations[seat] for seat in state.order]) if revealed else (),
        truth=truth(state) if told else None,
        void=state.void,
        changes=state.changes,
    )


def _visited(state: State, seat: Seat) -> Visited:
    visit = state.visits[seat]
    return Visited(seat, room_of(visit), found_in(visit))
