"""Measured work of our own games. A stroke is one game, or 300 moves of an endless one."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import count
from typing import Any

from bench.luck import Luck
from bench.windows import Stroke
from cluehouse.core.chance import Chance, subkey
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.core.mind import random_move
from cluehouse.core.play import Play

MAX_MOVES = 300
ME = Seat(0)


def random_play(
    game: AnyGame, luck: Luck, look: Callable[[Any, Seat], object] = lambda _state, _seat: None
) -> Stroke:
    """Random moves, decided and applied; `look` runs before each, with the mover's seat."""
    options = options_of(game)
    seats = game.seats(options)[-1]
    rounds = [_clockwise(seats, after) for after in range(seats)]
    number = count()

    def play() -> int:
        key = subkey(b"bench", next(number))
        state, mover, decisions = game.blank(options, seats), Seat(seats - 1), 0
        for event in game.setup(options, seats, Chance(key, 0)):
            game.apply(state, event)
        while decisions < MAX_MOVES and game.outcome(state) is None:
            for seat in rounds[mover]:
                if moves := game.legal_moves(state, seat):
                    break
            look(state, seat)
            decisions, mover = decisions + 1, seat
            move = random_move(moves, game.final, luck)
            for event in game.decide(state, seat, move, Chance(key, decisions)):
                game.apply(state, event)
        return decisions

    return play


def options_of(game: AnyGame) -> Any:
    """The default options, but with the quick tower where there are two."""
    kind = game.types.options
    return kind(tower="quick") if "tower" in kind.__struct_fields__ else kind()


def copying(game: AnyGame, luck: Luck) -> Stroke:
    states = [play.state.copy() for play, _ in _positions(game, luck)]

    def copy_all() -> int:
        for state in states:
            state.copy()
        return len(states)

    return copy_all


def deep_copying(game: AnyGame, luck: Luck) -> Stroke:
    states = [play.state.copy() for play, _ in _positions(game, luck)]

    def copy_all() -> int:
        for state in states:
            deepcopy(state)
        return len(states)

    return copy_all


def hearing(
    game: AnyGame, luck: Luck, think: Callable[[Any], object] = lambda _belief: None
) -> Stroke:
    """A belief folded from the sights of a whole game; `think` runs after each move."""
    heard = [(play, play.sights(events, ME)) for play, events in _positions(game, luck)]
    play = heard[0][0]

    def listen() -> int:
        belief = game.start(play.options, play.seats, ME, "detective")
        for _, sights in heard:
            for sight in sights:
                game.update(belief, sight)
            think(belief)
        return len(heard)

    return listen


def imagining(game: AnyGame, luck: Luck) -> Stroke:
    """As `hearing`, with a state imagined after each move."""
    number = count()
    return hearing(game, luck, lambda belief: game.imagine(belief, Chance(b"bench", next(number))))


def _positions(game: AnyGame, luck: Luck) -> Iterator[tuple[Play, list[Any]]]:
    """A random game, after the deal and after each move, with the last events."""
    options = options_of(game)
    play = Play(game, options, game.seats(options)[-1], b"bench")
    events = play.setup()
    while True:
        play.advance(events)
        yield play, events
        asked = play.asked()
        if not asked or play.seq == MAX_MOVES:
            return
        moves = play.legal_moves(asked[0])
        events = play.decide(asked[0], random_move(moves, game.final, luck))


def _clockwise(seats: int, after: int) -> tuple[Seat, ...]:
    return tuple(Seat((after + step) % seats) for step in range(1, seats + 1))
