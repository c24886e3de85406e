"""Views and sights: what each viewer sees of the state (`view`) and of an event (`see`). No other
module shows hidden information. A fall is not seen but heard."""

from functools import lru_cache
from typing import Final, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer
from cluehouse.core.wire import Blob, Gist, Wire
from cluehouse.games.arosa.events import (
    BoardFilled,
    Dropped,
    Ending,
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
from cluehouse.games.arosa.pieces import Act, Board, Colour, Phase, Storey, Storeys
from cluehouse.games.arosa.score import culprits, endings, points_of, trace_points
from cluehouse.games.arosa.state import DROPPING, OVER, State, counted
from cluehouse.games.arosa.tower.fall import Contact, Hearing, Synthesis

_SOUND_CACHE_SIZE: Final = 32
_GIST_CACHE_SIZE: Final = 4096
"""The sizes of the caches for sounds and for what bots hear in them: all who listen to a fall hear
the same sound."""


_LISTENING: Final = 2.0
"""A little longer than a sound, in units of a bot's usual thinking time."""


class CubeHeard(Wire, frozen=True):
    """A cube fell somewhere. All sounds are equally long."""

    number: int
    by: Seat
    colour: Colour
    sound: Blob


Sight = (
    TurnBegun
    | CubeHeard
    | Suspected
    | SetOutToErase
    | Opened
    | OpenedEmpty
    | VictimFound
    | Placed
    | SearchedSloppily
    | TookBack
    | Ending
    | HotelOpened
)


def see(event: Event, viewer: Viewer) -> Sight | None:
    """AR-PRO-3: of a fall all viewers, the dropping seat too, get the colour and the sound."""
    match event:
        case Dropped(number=number, by=by, colour=colour):
            return CubeHeard(number, by, colour, _sound(event))
        case (
            TurnBegun()
            | Suspected()
            | SetOutToErase()
            | Opened()
            | OpenedEmpty()
            | VictimFound()
            | Placed()
            | SearchedSloppily()
            | TookBack()
            | BoardFilled()
            | ReserveEmptied()
            | TurnsUsedUp()
            | HotelOpened()
        ):
            return event
        case _:
            assert_never(event)


class RailView(Wire, frozen=True):
    """What lies open on the table: everything but the inside of the hotel."""

    act: Act
    phase: Phase
    turn: Seat
    reserve: tuple[int, ...]
    """For each seat, the traces in its reserve."""
    board: Board
    inside: tuple[int, ...]
    """For each seat, its traces in the hotel (AR-MAT-5)."""
    victims: tuple[Storey, ...]
    """The storeys where victims were found: the crime scenes."""
    worth: tuple[int, ...]
    """The points of a trace on each space, as far as the crime scenes are known."""
    points: tuple[int, ...]
    """The points of suspicion against each seat."""
    opened: Storey | None
    """The storey opened in this turn; `found` is what was in it."""
    found: tuple[Find, ...]
    left: tuple[Find, ...]
    """The cubes that have to be dropped first."""
    extra: int
    """The traces to be dropped after that, from the reserve of the seat whose turn it is."""
    back: int
    """The number of traces that may be taken back."""
    turns: int
    """The number of turns begun in act two, by all seats together."""
    culprits: tuple[Seat, ...]
    endings: tuple[Ending, ...]
    """Why the game is over, once it is."""
    hotel: Storeys | None
    """What lay on each storey, once the game is over."""


class SeatView(Wire, frozen=True):
    """A seat sees no more than the rail."""

    seat: Seat
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    return opened if viewer == RAIL else SeatView(seat=viewer, open=opened)


class Truth(Wire, frozen=True):
    """What is hidden: the cubes in the hotel."""

    storeys: Storeys


def reveal(state: State) -> Truth:
    return Truth(tuple([tuple(cubes) for cubes in state.storeys()]))


def tempo(view: View) -> float:
    """The relative thinking time of a bot: long for where to search, short for what to drop."""
    assert isinstance(view, RailView)
    return 0.3 if view.phase == DROPPING else 1.5


def lasts(sight: Sight) -> float:
    """All sounds are equally long (AR-SND-2)."""
    return _LISTENING if isinstance(sight, CubeHeard) else 0.0


def _open(state: State) -> RailView:
    points = points_of(state)
    return RailView(
        act=state.act,
        phase=state.phase,
        turn=state.turn,
        reserve=tuple(state.reserve),
        board=state.board,
        inside=state.traces_inside(),
        victims=state.victims,
        worth=trace_points(state.victims),
        points=points,
        opened=state.opened,
        found=state.found,
        left=counted(state.left),
        extra=state.extra,
        back=state.back,
        turns=state.turns,
        culprits=culprits(points) if state.phase == OVER else (),
        endings=endings(state) if state.phase == OVER else (),
        hotel=state.hotel,
    )


def _sound(event: Dropped) -> Blob:
    """AR-SND-2: made from the contacts and nothing else; its address is the number of the drop."""
    made_of = event.contacts, event.hearing, event.synthesis
    return Blob(f"fall-{event.number}", lambda: _samples(*made_of), lambda: _gist(*made_of))


@lru_cache(_SOUND_CACHE_SIZE)
def _samples(contacts: tuple[Contact, ...], hearing: Hearing, synthesis: Synthesis) -> bytes:
    from cluehouse.games.arosa.tower import sound  # imports numpy, so only when needed

    return sound.of(contacts, hearing, synthesis=synthesis)


@lru_cache(_GIST_CACHE_SIZE)
def _gist(contacts: tuple[Contact, ...], hearing: Hearing, synthesis: Synthesis) -> Gist:
    """AR-SND-5: computed from the same samples that people get; first how they were made."""
    from cluehouse.games.arosa.tower.hearing import features  # imports numpy, so only when needed

    return synthesis, *map(float, features(_samples(contacts, hearing, synthesis)))
