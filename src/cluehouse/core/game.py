"""The face of a game: one value made of functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

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
    """How it ended: each seat's share of the win (sum ≤ 1), its points, the rule that decided."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Aid:
    """A pure function beside play, for whoever asks: nothing is kept, and no table is touched."""

    takes: Any
    gives: Any
    """Wire types; an answer may hold bytes."""
    run: Callable[[Any], Any]
    """Raises ValueError for what cannot be, in words for whoever asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """For a game that simulates what other machines may work out a little differently."""

    mark: Callable[[], str]
    """The same on machines that simulate alike; slow."""
    retrace: Callable[[Any, Seat, Any, Chance, Sequence[Any]], list[Any]]
    """`decide` once more, with everything simulated as these events tell it; ValueError if they
    tell nothing that can be."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[O, S, M, E, I, V, B]):
    """`decide` may refuse and never changes anything; `apply` changes and never refuses; `see` and
    `view` are the only ways out. Compared by identity: there is one value a game."""

    name: str
    version: int
    """Goes up when a rule changes; kept with every log."""
    types: Types

    seats: Callable[[O], range]
    """How many may play."""
    alphabet: Callable[[O, int], Sequence[M]]
    """Every move there can be, prebuilt, always in this order."""
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
    """Small, no history, no belief in it."""

    start: Callable[[O, int, Viewer, Level], B]
    update: Callable[[B, I], None]
    imagine: Callable[[B, Chance], S]
    """A whole truth that fits everything seen."""
    notes: Callable[[B, Help], Wire]
    choose: Callable[[B, V, Sequence[M], Chance, Level], M]

    final: tuple[type[Wire], ...] = ()
    """Kinds of move that end a seat's part; random play makes them one time in fifty."""
    wish: str | None = None
    """The option that says, seat by seat, what each chose for itself before the start."""
    heavy: tuple[type[Wire], ...] = ()
    """Kinds of move that take too long to be decided, or heard, on an event loop."""
    tempo: Callable[[V], float] = lambda _view: 1.0
    """How long this moment takes a thinker, from the rail's view; 1 is usual."""
    interval: Callable[[V], float] = lambda _view: 0.0
    """How long, in the same measure, an answer given at this moment is held back at least, so that
    its time tells nothing about whoever gave it."""
    hushed: Callable[[V], bool] | None = None
    """Whether nobody may talk at this moment, judged by the rail's view; None: never."""
    lasts: Callable[[I], float] = lambda _sight: 0.0
    """How long, in the same measure, it takes to hear this: the same for all sights of a kind. Bots
    and clocks wait for it."""
    physics: Physics | None = None
    aids: Mapping[str, Aid] = field(default_factory=dict)
    """What the game can help with beside play, by name."""


AnyGame = Game[Any, Any, Any, Any, Any, Any, Any]
