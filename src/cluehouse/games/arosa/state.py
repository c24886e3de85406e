"""State: the whole truth of a game, and how each event changes it."""

from collections.abc import Iterable
from typing import Final, Self, assert_never

from cluehouse.core.ids import Seat
from cluehouse.games.arosa.events import (
    BoardFilled,
    Dropped,
    Event,
    Find,
    HotelOpened,
    Opened,
    OpenedEmpty,
    Placed,
    ReserveEmptied,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    TookBack,
    TurnBegun,
    TurnsUsedUp,
    VictimFound,
)
from cluehouse.games.arosa.pieces import (
    COLOUR,
    COLOURS,
    FIRST_TRACES,
    STOREYS,
    TRACES,
    VICTIM,
    VICTIMS,
    Act,
    Board,
    Colour,
    Options,
    Phase,
    Storey,
    Storeys,
)
from cluehouse.games.arosa.tower.fall import Resting

DROPPING: Final[Phase] = "dropping"
SEARCHING: Final[Phase] = "searching"
TAKING_BACK: Final[Phase] = "taking_back"
OVER: Final[Phase] = "over"

_FINDS: Final = [[Find(colour, count) for count in range(TRACES + 1)] for colour in COLOURS]


class State:
    """Colours are numbers, those of the seats first; cubes have numbers of their own."""

    __slots__ = (
        "act",
        "back",
        "board",
        "drops",
        "erasing",
        "extra",
        "found",
        "hand",
        "hotel",
        "inside",
        "left",
        "lying",
        "opened",
        "options",
        "reserve",
        "seats",
        "turn",
        "turns",
        "victims",
    )

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.act: Act = "prologue"
        self.turn = Seat(0)
        self.turns = 0
        """The number of turns begun in act two, by all seats together."""
        self.drops = 0
        self.reserve = [TRACES] * seats
        self.board: Board = ((0,) * len(STOREYS),) * seats
        self.victims: tuple[Storey, ...] = ()
        """The storeys where victims were found."""
        self.inside: dict[int, Resting] = {}
        """The cubes in the hotel."""
        self.lying = [0] * len(STOREYS)
        """The number of cubes on each storey."""
        self.left = [0] * len(COLOURS)
        """For each colour, the cubes in hand that have to be dropped first."""
        self.hand = 0
        """The colours of these cubes, as a mask."""
        self.extra = 0
        """The traces to be dropped after them, from the reserve of the seat whose turn it is."""
        self.opened: Storey | None = None
        """The storey that was opened in this turn."""
        self.found: tuple[Find, ...] = ()
        self.erasing = False
        self.back = 0
        """The number of traces that may be taken back; 0 unless that choice is open."""
        self.hotel: Storeys | None = None
        """What lay on each storey, once the game is over."""

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.options = self.options
        twin.seats = self.seats
        twin.act = self.act
        twin.turn = self.turn
        twin.turns = self.turns
        twin.drops = self.drops
        twin.reserve = self.reserve[:]
        twin.board = self.board
        twin.victims = self.victims
        twin.inside = self.inside.copy()
        twin.lying = self.lying[:]
        twin.left = self.left[:]
        twin.hand = self.hand
        twin.extra = self.extra
        twin.opened = self.opened
        twin.found = self.found
        twin.erasing = self.erasing
        twin.back = self.back
        twin.hotel = self.hotel
        return twin

    @property
    def phase(self) -> Phase:
        if self.hotel is not None:
            return OVER
        if self.back:
            return TAKING_BACK
        return DROPPING if self.hand or self.extra else SEARCHING

    def storeys(self) -> list[list[int]]:
        """The cubes in the hotel, counted as in `Storeys`."""
        storeys = [[0] * len(COLOURS) for _ in STOREYS]
        for rest in self.inside.values():
            storeys[rest.storey][rest.cube // TRACES] += 1
        return storeys

    @property
    def next_seat(self) -> Seat:
        return Seat((self.turn + 1) % self.seats)

    def traces_inside(self) -> tuple[int, ...]:
        """The number of traces of each seat in the hotel, which all can count (AR-MAT-5)."""
        elsewhere = zip(self.reserve, map(sum, self.board), self.left, strict=False)
        return tuple([TRACES - kept - pinned - held for kept, pinned, held in elsewhere])

    def victims_inside(self) -> int:
        return VICTIMS - len(self.victims) - self.left[VICTIM]


def apply(state: State, event: Event) -> None:
    match event:
        case Dropped(by=by, colour=colour, rest=rest):
            for cube in rest:
                settle(state, cube)
            fell(state, by, colour)
        case TurnBegun(act=act, by=by):
            _begin_turn(state, act, by)
        case Opened(by=by, storey=storey, found=found):
            _open(state, storey)
            _take_out(state, by, storey, found)
        case OpenedEmpty(storey=storey):
            _open(state, storey)
        case Placed(by=by, storey=storey, count=count):
            _place(state, by, storey, count)
        case SearchedSloppily(count=count):
            state.extra = count
        case VictimFound(storey=storey):
            take(state, VICTIM)
            state.victims = (*state.victims, storey)
        case SetOutToErase():
            state.erasing = True
        case TookBack(by=by, storey=storey, count=count):
            _pin(state, by, storey, -count)
            state.reserve[by] += count
            state.back = 0
        case HotelOpened(storeys=storeys):
            _end(state, storeys)
        case Suspected() | BoardFilled() | ReserveEmptied() | TurnsUsedUp():
            pass
        case _:
            assert_never(event)


def settle(state: State, rest: Resting) -> None:
    """Move a cube to where it came to rest, from the chimney or from where it lay."""
    if rest.cube in state.inside:
        state.lying[state.inside[rest.cube].storey] -= 1
    state.inside[rest.cube] = rest
    state.lying[rest.storey] += 1


def fell(state: State, by: Seat, colour: Colour) -> None:
    """Apply the public part of a drop."""
    state.drops += 1
    number = COLOUR[colour]
    if state.hand:
        take(state, number)
    else:
        state.extra -= 1
        state.reserve[by] -= 1


def take(state: State, colour: int, count: int = 1) -> None:
    """Remove cubes from the hand."""
    state.left[colour] -= count
    if not state.left[colour]:
        state.hand &= ~(1 << colour)


def give(state: State, colour: int, count: int) -> None:
    """Put cubes into the hand."""
    state.left[colour] = count
    state.hand |= 1 << colour


def counted(counts: Iterable[int]) -> tuple[Find, ...]:
    """The cubes of each colour, as finds."""
    return tuple([_FINDS[i][count] for i, count in enumerate(counts) if count])


def _begin_turn(state: State, act: Act, by: Seat) -> None:
    state.act, state.turn = act, by
    state.opened, state.found, state.erasing = None, (), False
    if act == "two":
        state.turns += 1
    elif act == "prologue":
        state.extra = FIRST_TRACES  # AR-PRO-2
        if not state.drops:
            give(state, VICTIM, VICTIMS)  # AR-PRO-1


def _open(state: State, storey: Storey) -> None:
    state.opened = storey
    state.lying[storey] = 0
    for cube in [rest.cube for rest in state.inside.values() if rest.storey == storey]:
        del state.inside[cube]


def _take_out(state: State, by: Seat, storey: Storey, found: tuple[Find, ...]) -> None:
    state.found = found
    for find in found:
        give(state, COLOUR[find.colour], find.count)
    if state.erasing:
        state.back = min(state.left[by], state.board[by][storey])  # AR-ERA-2


def _place(state: State, by: Seat, storey: Storey, count: int) -> None:
    _pin(state, by, storey, count)
    missing = max(0, count - state.reserve[by])
    state.reserve[by] -= count - missing
    if missing:
        take(state, by, missing)  # AR-END-2


def _pin(state: State, seat: Seat, storey: Storey, count: int) -> None:
    spaces = list(state.board[seat])
    spaces[storey] += count
    state.board = (*state.board[:seat], tuple(spaces), *state.board[seat + 1 :])


def _end(state: State, storeys: Storeys) -> None:
    """AR-DEC-3: a storey where a victim still lies is a crime scene."""
    state.hotel = storeys
    state.left = [0] * len(COLOURS)
    state.hand = state.extra = state.back = 0
    for storey, cubes in zip(STOREYS, storeys, strict=True):
        state.victims += (storey,) * cubes[VICTIM]
