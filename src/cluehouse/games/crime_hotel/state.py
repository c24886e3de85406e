"""State: the whole truth of a game, and how each event changes it."""

from typing import Final, Self, assert_never

from cluehouse.core.ids import Seat
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
    DEPARTMENTS,
    DESKS,
    DESKS_OF_VERSION_1,
    INVESTIGATIONS,
    PLACE,
    ROOM,
    TRICKS,
    Options,
    Phase,
)

PLAYING: Final[Phase] = "playing"
ACTING: Final[Phase] = "acting"
EFFECT: Final[Phase] = "effect"
BETWEEN: Final[Phase] = "between"
OVER: Final[Phase] = "over"

MOVE, EXCHANGE, LOOK, DEPUTY, BONUS = range(len(DEPARTMENTS))


class State:
    """Rooms, places and departments are indexes; hands, searched rooms and the places of a seat's
    detectives are bit masks."""

    __slots__ = (
        "bay",
        "bays",
        "bonus",
        "car",
        "deputies",
        "desk_table",
        "desks",
        "effect",
        "free_desks",
        "hands",
        "investigation",
        "murderer",
        "occupied",
        "options",
        "phase",
        "points",
        "ready",
        "searched",
        "seats",
        "stands",
        "trick",
        "tricks",
    )

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.desk_table = DESKS[options.desks, seats]
        self.points: list[tuple[int, ...]] = []
        """The points of each seat, per investigation."""
        self.investigation = 0
        self.car = 0
        self.murderer = 0
        self.hands = [0] * seats
        self.searched = 0
        self.begin()

    def begin(self) -> None:
        """Begin an investigation: all detectives go home."""
        self.phase: Phase = PLAYING
        self.tricks = 0
        self.trick: list[int] = []
        """The cards of this trick, in the order they were played; the seat with the car leads."""
        self.bays: tuple[Seat, ...] = ()
        self.bay = 0
        self.stands = [0] * self.seats
        self.occupied = 0
        """Places where any seat's detective stands."""
        self.desks: list[tuple[Seat, ...]] = [()] * len(DEPARTMENTS)
        """For each department, the seats at its desks, from left to right."""
        self.free_desks = (1 << len(DEPARTMENTS)) - 1
        """The departments with a free desk."""
        self.deputies = 0
        self.bonus = [0] * self.seats
        self.effect = MOVE
        """The department whose effect is to be chosen."""
        self.ready = 0

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.options = self.options
        twin.seats = self.seats
        twin.desk_table = self.desk_table
        twin.points = self.points[:]
        twin.investigation = self.investigation
        twin.car = self.car
        twin.murderer = self.murderer
        twin.hands = self.hands[:]
        twin.searched = self.searched
        twin.phase = self.phase
        twin.tricks = self.tricks
        twin.trick = self.trick[:]
        twin.bays = self.bays
        twin.bay = self.bay
        twin.stands = self.stands[:]
        twin.occupied = self.occupied
        twin.desks = self.desks[:]
        twin.free_desks = self.free_desks
        twin.deputies = self.deputies
        twin.bonus = self.bonus[:]
        twin.effect = self.effect
        twin.ready = self.ready
        return twin

    @property
    def all_seats(self) -> int:
        return (1 << self.seats) - 1

    @property
    def player(self) -> Seat:
        """The seat whose turn it is to play a card (CH-TRK-1)."""
        return Seat((self.car + len(self.trick)) % self.seats)

    def hand_size(self, seat: Seat) -> int:
        return self.hands[seat].bit_count()

    def desk_value(self, department: int) -> int:
        """The number on the desk taken last."""
        return self.desk_table[department][len(self.desks[department]) - 1]

    def blocked(self, seat: Seat) -> int:
        """The places where this seat may not put a detective (CH-GUE-2, CH-DEP-1)."""
        return self.stands[seat] if self.deputies >> seat & 1 else self.occupied

    def must_guess(self, bay: int) -> bool:
        """CH-ACT-1: the first and the last bay guess; the bays between call reinforcements."""
        return bay == 0 or bay == self.seats - 1


def apply(state: State, event: Event) -> None:
    match event:
        case CardPlayed(by=by, card=card):
            room = ROOM[card]
            state.trick.append(room)
            state.hands[by] ^= 1 << room
        case Guessed(by=by, place=place):
            state.stands[by] |= 1 << PLACE[place]
            state.occupied |= 1 << PLACE[place]
            next_bay(state)
        case Parked(bays=bays):
            _park(state, bays)
        case CalledIn(by=by, department=department):
            _call_in(state, by, DEPARTMENTS.index(department))
        case TookBack() | Declined() | Looked():
            next_bay(state)
        case DetectiveMoved(by=by, origin=origin, to=to):
            _move(state, by, PLACE[origin], PLACE[to])
            next_bay(state)
        case Exchanged():
            _exchange(state, event)
            next_bay(state)
        case LastCardShown(by=by, card=card):
            state.hands[by] ^= 1 << ROOM[card]
            state.searched |= 1 << ROOM[card]
        case MurdererFound(points=points):
            state.points.append(points)
            state.phase = BETWEEN if state.investigation < INVESTIGATIONS else OVER
        case SaidReady(by=by):
            state.ready |= 1 << by
        case Dealt(to=to, cards=cards):
            state.hands[to] = mask_of(cards)
        case MurdererHidden(room=murderer):
            state.murderer = ROOM[murderer]
        case InvestigationBegun(number=number, car=car, searched=searched, desks=desks):
            state.begin()
            state.desk_table = desks or DESKS_OF_VERSION_1[state.options.desks, state.seats]
            state.investigation, state.car = number, car
            state.searched = mask_of(searched)
        case _:
            assert_never(event)


def mask_of(cards: tuple[int, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << ROOM[card]  # type: ignore[index]
    return mask


def _park(state: State, bays: tuple[Seat, ...]) -> None:
    """CH-PRK-1, CH-PRK-2: the cards go to their rooms, the first bay takes the police car."""
    for room in state.trick:
        state.searched |= 1 << room
    state.trick = []
    state.bays = bays
    state.car = bays[0]
    state.bay = 0
    state.phase = ACTING


def _move(state: State, by: Seat, origin: int, to: int) -> None:
    """Move a detective. A place may be shared, so `occupied` is computed again."""
    state.stands[by] ^= 1 << origin | 1 << to
    state.occupied = 0
    for stands in state.stands:
        state.occupied |= stands


def _call_in(state: State, by: Seat, department: int) -> None:
    desks = state.desks[department] = (*state.desks[department], by)
    if len(desks) == len(state.desk_table[department]):
        state.free_desks ^= 1 << department
    if department == DEPUTY:
        state.deputies |= 1 << by
    elif department == BONUS:
        state.bonus[by] = max(state.bonus[by], state.desk_value(BONUS))  # CH-BON-1
    elif department != MOVE or state.stands[by]:
        state.phase, state.effect = EFFECT, department
        return
    next_bay(state)


def _exchange(state: State, event: Exchanged) -> None:
    moved = mask_of(event.given) | mask_of(event.taken)
    state.hands[event.by] ^= moved
    state.hands[event.whom] ^= moved


def next_bay(state: State) -> None:
    state.bay += 1
    state.phase = ACTING
    if state.bay == state.seats:
        state.tricks += 1
        state.phase = PLAYING if state.tricks < TRICKS else BETWEEN
