"""A game as one value made of functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from cluehouse.core.chance import Chance
from cluehouse.core.draft import State
from cluehouse.core.ids import Help, Level, Seat, Viewer
from cluehouse.core.wire import Wire

O = TypeVar("O", bound=Wire)  # noqa: E741  options
S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Wire)
E = TypeVar("E", bound=Wire)
I = TypeVar("I", bound=Wire)  # noqa: E741  sights
V = TypeVar("V", bound=Wire)
B = TypeVar("B")


class Outcome(Wire, frozen=True):
    """How a game ended: each seat's share of the win (sum ≤ 1), its points, the deciding rule."""

    shares: tuple[float, ...]
    points: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Types:
    """The wire types of a game, as unions, for decoding and for the browser."""

    options: Any
    move: Any
    event: Any
    sight: Any
    view: Any
    notes: Any
    truth: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Aid:
    """A pure function beside play, callable by any client: it stores nothing, touches no table."""

    takes: Any
    gives: Any
    """Wire types of argument and result; the result may hold bytes."""
    run: Callable[[Any], Any]
    """Raises ValueError for impossible arguments; its text is shown to the client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """For a game with a role that is drawn by lot among the seats that wish for it."""

    role: str
    """The wish for the role, which several seats may have."""
    holder: Callable[[Any], Seat | None]
    """The seat that has the role, judged by the rail's view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """For a game with a simulation whose results may differ a little between machines."""

    mark: Callable[[], str]
    """A fingerprint, equal on machines that simulate alike; slow."""
    retrace: Callable[[Any, Seat, Any, Chance, Sequence[Any]], list[Any]]
    """`decide` again, with all simulated results taken from these events. Raises ValueError if
    they are impossible."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[O, S, M, E, I, V, B]):
    """`decide` may refuse and never changes anything; `apply` changes and never refuses; `see` and
    `view` are the only ways out. Compared by identity: each game has one value, and a copy or a
    pickle of it is the same value again (`cluehouse.games` pickles a game as its name)."""

    name: str
    version: int
    """Raised when a rule changes; stored with every log."""
    types: Types

    seats: Callable[[O], range]
    """The allowed numbers of seats."""
    alphabet: Callable[[O, int], Sequence[M]]
    """Every possible move, prebuilt, always in this order."""
    blank: Callable[[O, int], S]
    """The state before the first event."""
    setup: Callable[[O, int, Chance], list[E]]
    legal_moves: Callable[[S, Seat], Sequence[M]]
    """Finite, complete, and empty if this seat is not asked."""
    decide: Callable[[S, Seat, M, Chance], list[E]]
    """Raises Illegal(rule id); changes nothing."""
    apply: Callable[[S, E], None]
    """In place; never refuses."""
    outcome: Callable[[S], Outcome | None]

    see: Callable[[E, Viewer], I | None]
    view: Callable[[S, Viewer], V]
    """Small; without history and without beliefs."""
    reveal: Callable[[S], Wire]
    """What is hidden in a state, from all viewers or from some: for games that are over, never for
    a table that plays."""

    start: Callable[[O, int, Viewer, Level], B]
    update: Callable[[B, I], None]
    imagine: Callable[[B, Chance], S]
    """A complete state that fits everything seen."""
    notes: Callable[[B, Help], Wire]
    contradicted: Callable[[B, Mapping[str, str]], tuple[str, ...]]
    """Of these marks by cell of the notebook, the cells where something that the viewer saw says
    otherwise by itself. What only follows from several sights together is not told."""
    choose: Callable[[B, V, Sequence[M], Chance, Level], M]
    """One of these moves, which may be fewer than the legal ones."""

    final: tuple[type[Wire], ...]
    """Kinds of move that may end a seat's chances and can be put off: where one is legal, so is a
    move of another kind. A bot that stands in for a player never makes them; random play one time
    in fifty."""
    wish: str | None = None
    """The option that holds, for each seat, what its player chose before the start."""
    lot: Lot | None = None
    """A wish that is drawn by lot."""
    own_names: Callable[[O], Mapping[str, str]] = lambda _options: {}
    """What a table's options call things, by text key: they replace the game's own names in every
    language. Players wrote them, so a server checks them like the names of players."""
    heavy: tuple[type[Wire], ...] = ()
    """Kinds of move whose `decide`, or a belief's `update` after them, would block an event loop
    for too long."""
    tempo: Callable[[V], float] = lambda _view: 1.0
    """How long a player thinks at this moment, judged by the rail's view; 1 is usual."""
    interval: Callable[[V], float] = lambda _view: 0.0
    """How long, in the same unit, an answer at this moment is delayed at least, so that its timing
    reveals nothing about the seat that gave it."""
    hushed: Callable[[V], bool] | None = None
    """Whether chat is closed at this moment, judged by the rail's view; None: never."""
    lasts: Callable[[I], float] = lambda _sight: 0.0
    """How long, in the same unit, it takes to play this sight: the same for all sights of a kind.
    Bots and clocks wait for it."""
    physics: Physics | None = None
    aids: Mapping[str, Aid] = field(default_factory=dict)
    """The game's aids, by name."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _copied: object) -> Self:
        return self


AnyGame = Game[Any, Any, Any, Any, Any, Any, Any]
