"""Views and sights: what each viewer sees of the state (`view`) and of an event (`see`). No other
module shows hidden information."""

from typing import Final, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire
from cluehouse.games.crime_hotel.events import (
    CalledIn,
    CardPlayed,
    Dealt,
    Declined,
    DetectiveMoved,
    Event,
    Exchanged,
    Guessed,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
    MurdererHidden,
    Parked,
    SaidReady,
    TookBack,
)
from cluehouse.games.crime_hotel.pieces import (
    COLUMNS,
    FLOOR,
    FLOORS,
    PLACES_OF,
    POINTS,
    ROOMS,
    ROOMS_OF,
    Desks,
    Phase,
    Place,
    Room,
)
from cluehouse.games.crime_hotel.state import ACTING, BETWEEN, EFFECT, OVER, State

_SEATS: Final = Menu(seats_of(4))


class SomeExchanged(Wire, frozen=True):
    by: Seat
    whom: Seat
    count: int


class SomeLooked(Wire, frozen=True):
    by: Seat
    whom: Seat
    count: int


Sight = (
    InvestigationBegun
    | Dealt
    | CardPlayed
    | Parked
    | Guessed
    | CalledIn
    | TookBack
    | DetectiveMoved
    | Exchanged
    | SomeExchanged
    | Looked
    | SomeLooked
    | Declined
    | LastCardShown
    | MurdererFound
    | SaidReady
)


def see(event: Event, viewer: Viewer) -> Sight | None:
    """CH-DEC-6: cards exchanged or looked at are seen by the two seats concerned."""
    match event:
        case Exchanged(by=by, whom=whom, given=given):
            return event if viewer in (by, whom) else SomeExchanged(by, whom, len(given))
        case Looked(by=by, whom=whom, cards=cards):
            return event if viewer in (by, whom) else SomeLooked(by, whom, len(cards))
        case Dealt(to=to):
            return event if viewer == to else None
        case MurdererHidden():
            return None
        case (
            CardPlayed()
            | Parked()
            | Guessed()
            | CalledIn()
            | TookBack()
            | DetectiveMoved()
            | Declined()
            | LastCardShown()
            | MurdererFound()
            | SaidReady()
            | InvestigationBegun()
        ):
            return event
        case _:
            assert_never(event)


class RailView(Wire, frozen=True):
    """What lies open on the table."""

    investigation: int
    phase: Phase
    trick_number: int
    car: Seat
    trick: tuple[Room, ...]
    """The cards of this trick in the order they were played, from the seat with the car on."""
    bays: tuple[Seat, ...]
    """The seats in their bays, while the bays act."""
    bay: int
    """The index of the bay that acts."""
    guessing: tuple[int, ...]
    """The bays that guess; the bays between call reinforcements."""
    effect: int
    """The number of cards on the desk just taken, or 0."""
    worth: tuple[int, int, int]
    """The points for a right floor, column, room."""
    searched: tuple[Room, ...]
    hand_sizes: tuple[int, ...]
    detectives: tuple[tuple[Place, ...], ...]
    """For each seat, the places of its detectives."""
    desk_table: Desks
    desks: tuple[tuple[Seat, ...], ...]
    """For each department, the seats at its desks."""
    ready: tuple[Seat, ...]
    points: tuple[tuple[int, ...], ...]
    """For each investigation, the points of each seat."""
    murderer: Room | None
    """The murderer's room, once found."""


class SeatView(Wire, frozen=True):
    seat: Seat
    hand: tuple[Room, ...]
    hopeless: tuple[Place, ...]
    """While this seat sends a detective out: the places where the murderer cannot be, because all
    their rooms are searched or in its own hand (CH-DEC-5)."""
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    if viewer == RAIL:
        return opened
    hand = state.hands[viewer]
    sends = state.phase in (ACTING, EFFECT) and state.bays[state.bay] == viewer
    return SeatView(
        seat=viewer,
        hand=ROOMS_OF.of(hand),
        hopeless=PLACES_OF.of(hopeless(state.searched | hand)) if sends else (),
        open=opened,
    )


class Truth(Wire, frozen=True):
    """What is hidden: the cards of each seat, and where the murderer is."""

    hands: tuple[tuple[Room, ...], ...]
    murderer: Room


def reveal(state: State) -> Truth:
    return Truth(tuple([ROOMS_OF.of(hand) for hand in state.hands]), ROOMS[state.murderer])


def hopeless(empty: int) -> int:
    """The places whose rooms are all known to be empty: floors, columns, rooms, as in PLACES."""
    columns = empty & empty >> COLUMNS & empty >> 2 * COLUMNS & FLOOR[0]
    mask = empty << FLOORS + COLUMNS | columns << FLOORS
    for floor, rooms in enumerate(FLOOR):
        if not rooms & ~empty:
            mask |= 1 << floor
    return mask


def _open(state: State) -> RailView:
    acting = state.phase in (ACTING, EFFECT)
    found = state.phase in (BETWEEN, OVER)
    return RailView(
        investigation=state.investigation,
        phase=state.phase,
        trick_number=min(state.tricks + 1, 5),
        car=Seat(state.car),
        trick=tuple([ROOMS[room] for room in state.trick]),
        bays=state.bays if acting else (),
        bay=state.bay if acting else 0,
        effect=state.desk_value(state.effect) if state.phase == EFFECT else 0,
        guessing=(0, state.seats - 1),
        worth=POINTS,
        searched=ROOMS_OF.of(state.searched),
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        detectives=tuple([PLACES_OF.of(stands) for stands in state.stands]),
        desk_table=() if state.options.beginners else state.desk_table,
        desks=tuple(state.desks),
        ready=_SEATS.of(state.ready),
        points=tuple(state.points),
        murderer=ROOMS[state.murderer] if found else None,
    )
