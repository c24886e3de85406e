"""One game between bots. A bot gets the sights, view and moves of its seat, and its own luck."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from traceback import extract_tb
from typing import Any

from cluehouse.arena.errors import BotFailed
from cluehouse.core.chance import Chance, subkey
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.core.mind import Mind
from cluehouse.core.play import Play
from cluehouse.core.wire import Wire


class Player:
    """A bot in its seat, with its number of moves and CPU time."""

    __slots__ = ("_key", "_mind", "_play", "level", "moves", "seat", "seconds")

    def __init__(self, play: Play, seat: Seat, level: Level) -> None:
        self.seat = seat
        self.level = level
        self.moves = 0
        self.seconds = 0.0
        """CPU time spent updating the belief and choosing."""
        self._play = play
        self._key = subkey(play.key, "bot", seat)
        with self._thinking():
            self._mind = Mind(play.game, play.options, play.seats, seat, level)

    def hear(self, events: Sequence[Any]) -> None:
        sights = self._play.sights(events, self.seat)
        with self._thinking():
            self._mind.hear(sights)

    def choose(self) -> Wire:
        play = self._play
        view, moves = play.view(self.seat), play.legal_moves(self.seat)
        self.moves += 1
        with self._thinking():
            move: Wire = self._mind.choose(view, moves, Chance(self._key, play.seq))
        if move not in moves:
            raise self._failed(f"chose {move!r}, which is not legal")
        return move

    def _failed(self, how: str) -> BotFailed:
        play = self._play
        return BotFailed(
            f"bot {self.level} in seat {self.seat} of {play.game.name} {how}, "
            f"at move {play.seq + 1} of the deal {play.key.hex()}"
        )

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        began = process_time()
        try:
            yield
        except Exception as error:
            raise self._failed(f"raised {_describe(error)}") from error
        finally:
            self.seconds += process_time() - began


def play_match(
    game: AnyGame, options: Wire, levels: Sequence[Level], key: bytes
) -> tuple[list[Player], tuple[float, ...]]:
    """A whole game, one seat per level: the players, and each seat's share of the win."""
    play = Play(game, options, len(levels), key)
    players = [Player(play, seat, levels[seat]) for seat in seats_of(len(levels))]
    _advance(play, players, play.setup())
    while (outcome := play.outcome()) is None:
        seat = play.asked()[0]
        _advance(play, players, play.decide(seat, players[seat].choose()))
    return players, outcome.shares


def _advance(play: Play, players: Sequence[Player], events: list[Any]) -> None:
    play.advance(events)
    for player in players:
        player.hear(events)


def _describe(error: Exception) -> str:
    """The error and its origin, in one line."""
    frame = extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())
    return f"{type(error).__name__}({text}) in {frame.name} ({frame.filename}:{frame.lineno})"
