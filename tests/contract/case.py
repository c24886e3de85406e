"""Cases of the contract suite: a game with options and seats, and random playouts of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Viewer, viewers_of
from cluehouse.core.mind import random_move
from cluehouse.core.play import Play
from cluehouse.core.wire import Wire
from cluehouse.games import GAMES
from tests.contract.audience import Sheet

MOMENTS = 200
"""Positions checked of each case, about: in many short games, or in a long one."""
WORLDS = 4
"""States that a viewer imagines at each position."""
FEW = 12
"""Legal moves of a seat that are tried where trying all would take too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    game: AnyGame
    sheet: Sheet
    options: Wire
    seats: int

    def __str__(self) -> str:
        return f"{self.game.name}-{self.seats}-{self.options}"

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return tuple(viewers_of(self.seats))

    def play(self, key: bytes) -> Play:
        return Play(self.game, self.options, self.seats, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position of a playout. `play` and `beliefs` change as the playout continues."""

    play: Play
    seat: Seat | None
    move: Wire | None
    events: list[Any]
    """The events of the move, or of the deal."""
    beliefs: Mapping[Viewer, Any]

    def luck(self, *labels: object) -> Chance:
        """Luck for the test itself, the same at each run."""
        return Chance(subkey(self.play.key, *labels), self.play.seq)

    def branch(self, state: Any) -> Play:
        """This position with another state."""
        play = Play(self.play.game, self.play.options, self.play.seats, self.play.key)
        play.seq = self.play.seq
        play.state = state.copy()
        return play

    def worlds(self, viewer: Viewer, count: int = WORLDS) -> Iterator[Play]:
        """This position as the viewer imagines it."""
        for number in range(count):
            chance = self.luck("world", viewer, number)
            yield self.branch(self.play.game.imagine(self.beliefs[viewer], chance))

    def choices(self) -> Iterator[tuple[Seat, Wire]]:
        """Possible next moves: each asked seat with a few of its legal moves."""
        for seat in self.play.asked():
            moves = self.luck("few", seat).shuffled(self.play.legal_moves(seat))
            yield from ((seat, move) for move in moves[:FEW])


def cases() -> list[Case]:
    return [
        Case(game=game, sheet=sheet, options=options, seats=seats)
        for game in GAMES.values()
        for sheet in (sheet_of(game),)
        for options in sheet.OPTIONS
        for seats in _tried(game.seats(options), usual=options == sheet.OPTIONS[0])
    ]


def _tried(seats: range, *, usual: bool) -> Sequence[int]:
    """With the default options every number of seats, with others the fewest and the most."""
    return seats if usual else sorted({seats[0], seats[-1]})


def sheet_of(game: AnyGame) -> Sheet:
    return cast(Sheet, import_module(f"tests.games.{game.name}.audience"))


def moves_for(play: Play, viewer: Viewer) -> list[Any]:
    """The viewer's legal moves; the rail has none."""
    return [] if viewer == RAIL else list(play.legal_moves(viewer))


def playouts(case: Case) -> Iterator[Iterator[Position]]:
    for number in range(max(1, MOMENTS // case.sheet.MAX_MOVES)):
        yield _playout(case, subkey(b"contract", number))


def positions(case: Case) -> Iterator[Position]:
    """Every position of every playout."""
    for playout in playouts(case):
        yield from playout


def _playout(case: Case, key: bytes) -> Iterator[Position]:
    play, game = case.play(key), case.game
    beliefs = {v: game.start(case.options, case.seats, v, "detective") for v in case.viewers}
    seat: Seat | None = None
    move: Wire | None = None
    events = play.setup()
    for _ in range(case.sheet.MAX_MOVES + 1):
        play.advance(events)
        for viewer, belief in beliefs.items():
            for sight in play.sights(events, viewer):
                game.update(belief, sight)
        now = Position(play=play, seat=seat, move=move, events=events, beliefs=beliefs)
        yield now
        if not play.asked():
            return
        seat = now.luck("seat").choice(play.asked())
        move = random_move(play.legal_moves(seat), game.final, now.luck("move"))
        events = play.decide(seat, move)
