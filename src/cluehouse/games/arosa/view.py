"""Who sees what. The only room with a window. Of a fall there is nothing to see: it is heard."""

from functools import lru_cache
from typing import Final, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer
from cluehouse.core.wire import Blob, Gist, Wire
from cluehouse.games.arosa.events import (
    Dropped,
    Event,
    Find,
    HotelOpened,
    Opened,
    OpenedEmpty,
    Placed,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    TookBack,
    TurnBegun,
    VictimFound,
)
from cluehouse.games.arosa.pieces import Act, Board, Colour, Phase, Storey, Storeys
from cluehouse.games.arosa.score import bands, culprits, points_of
from cluehouse.games.arosa.state import DROPPING, OVER, State, counted
from cluehouse.games.arosa.tower.fall import Contact, Hearing

_REMEMBERED: Final = 32
_GISTS: Final = 4096
"""Sounds kept, and what bots heard in them: all who listen to a fall hear the same one."""


_LISTENING: Final = 2.0
"""A little longer than a sound, in usual thoughts."""


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
    | HotelOpened
)


def see(event: Event, viewer: Viewer) -> Sight | None:
    """AR-PRO-3: of a fall everybody, the dropper too, has the colour and the sound."""
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
            | HotelOpened()
        ):
            return event
        case _:
            assert_never(event)


class RailView(Wire, frozen=True):
    """What lies open on the table, which is all but the inside of the hotel."""

    act: Act
    phase: Phase
    turn: Seat
    reserve: tuple[int, ...]
    """For each seat, the traces in front of it."""
    board: Board
    inside: tuple[int, ...]
    """For each seat, its traces in the hotel (AR-MAT-5)."""
    victims: tuple[Storey, ...]
    """Where victims were found: the crime scenes."""
    worth: tuple[int, ...]
    """What a trace counts on each space, as far as the crime scenes are known."""
    points: tuple[int, ...]
    """Suspicion against each seat."""
    opened: Storey | None
    """The storey opened in this turn, and what was in it."""
    found: tuple[Find, ...]
    left: tuple[Find, ...]
    """What has to be dropped first."""
    extra: int
    """Traces to be dropped after that, from the reserve of whoever has the turn."""
    back: int
    """How many traces may be taken back."""
    turns: int
    """Begun in act two, by all seats together."""
    culprits: tuple[Seat, ...]
    hotel: Storeys | None
    """Once the game is over."""


class SeatView(Wire, frozen=True):
    """Nobody sees more than the rail."""

    seat: Seat
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    return opened if viewer == RAIL else SeatView(seat=viewer, open=opened)


def tempo(view: View) -> float:
    """Where to search is a question; what to drop next hardly is one."""
    assert isinstance(view, RailView)
    return 0.3 if view.phase == DROPPING else 1.5


def lasts(sight: Sight) -> float:
    """Every sound lasts as long as any other (AR-SND-2)."""
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
        worth=bands(state.victims),
        points=points,
        opened=state.opened,
        found=state.found,
        left=counted(state.left),
        extra=state.extra,
        back=state.back,
        turns=state.turns,
        culprits=culprits(points) if state.phase == OVER else (),
        hotel=state.hotel,
    )


def _sound(event: Dropped) -> Blob:
    """AR-SND-2: made from the contacts and nothing else; its address is the drop's number."""
    made_of = event.contacts, event.hearing
    return Blob(f"fall-{event.number}", lambda: _samples(*made_of), lambda: _gist(*made_of))


@lru_cache(_REMEMBERED)
def _samples(contacts: tuple[Contact, ...], hearing: Hearing) -> bytes:
    from cluehouse.games.arosa.tower import sound  # brings numpy, so only when somebody listens

    return sound.of(contacts, hearing)


@lru_cache(_GISTS)
def _gist(contacts: tuple[Contact, ...], hearing: Hearing) -> Gist:
    """AR-SND-5: taken from the very samples people get."""
    from cluehouse.games.arosa.tower.hearing import features  # brings numpy, too

    return tuple(map(float, features(_samples(contacts, hearing))))
