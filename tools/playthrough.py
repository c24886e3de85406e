#!/usr/bin/env python
"""Write a whole game as text: each move, its events, and what each viewer saw of them.

The first line of a page is the command that writes it, so that a test can write it again. A game
can also be stored as a log, which every later version must replay.

    tools/playthrough.py keyhole --seats 3 --seed 7 --level novice
"""

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import LEVELS, Level, Seat, seats_of, viewers_of
from cluehouse.core.mind import Mind
from cluehouse.core.play import Play
from cluehouse.core.record import Record, entry_of, record_of
from cluehouse.core.wire import Blob, Wire, encode
from cluehouse.games import GAMES

TESTS = Path(__file__).resolve().parents[1] / "tests"
COMMAND = "tools/playthrough.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The game to play, with options, seats, seed and level."""

    game: AnyGame
    options: Wire
    seats: int
    seed: int
    level: Level

    @property
    def command(self) -> str:
        parts = [COMMAND, self.game.name, "--seats", str(self.seats), "--seed", str(self.seed)]
        options = encode(self.options).decode()
        return shlex.join([*parts, "--level", self.level, "--options", options])


@dataclass(frozen=True, slots=True)
class Step:
    """A move and its events; the deal has no seat and no move."""

    seat: Seat | None
    move: Wire | None
    legal: int
    events: list[Any]


def page(request: Request) -> str:
    play = _opening(request)
    lines = [f"# {request.command}"]
    for step in _steps(play, request):
        lines += ["", _headline(play, step), *_seen(play, step.events)]
    return "\n".join([*lines, "", _words(play.outcome()), ""])


def record(request: Request) -> Record:
    play = _opening(request)
    steps = list(_steps(play, request))
    return record_of(play, [entry_of(step.seat, step.move, step.events) for step in steps])


def read_command(line: str, games: dict[str, AnyGame]) -> Request:
    """The request in the first line of a page."""
    _, request = _read(shlex.split(line.removeprefix("# "))[1:], games)
    return request


def main(argv: Sequence[str]) -> None:
    arguments, request = _read(argv, GAMES)
    name = request.game.name
    if arguments.write:
        file = f"{request.seats}-seats-{request.level}-{request.seed}.txt"
        _write(TESTS / "playthroughs" / name / file, page(request))
    if arguments.store_log:
        stored = msgspec.json.format(encode(record(request)), indent=1).decode()
        _write(TESTS / "logs" / name / f"v{request.game.version}.json", f"{stored}\n")
    if not arguments.write and not arguments.store_log:
        print(page(request), end="")


def _read(argv: Sequence[str], games: dict[str, AnyGame]) -> tuple[argparse.Namespace, Request]:
    parser = _parser(games)
    arguments = parser.parse_args(argv)
    game = games[arguments.game]
    try:
        options = codec(game).options.decode(arguments.options)
    except msgspec.DecodeError as error:
        parser.error(f"argument --options: {error}")
    if arguments.seats not in game.seats(options):
        parser.error(f"argument --seats: {game.name} is not for {arguments.seats}")
    request = Request(
        game=game,
        options=options,
        seats=arguments.seats,
        seed=arguments.seed,
        level=arguments.level,
    )
    return arguments, request


def _parser(games: dict[str, AnyGame]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Write a whole game as text.")
    parser.add_argument("game", choices=games)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", choices=LEVELS, default="random")
    parser.add_argument("--options", default="{}", help="as JSON; default: the game's own")
    parser.add_argument("--write", action="store_true", help="into tests/playthroughs")
    parser.add_argument("--store-log", action="store_true", help="into tests/logs")
    return parser


def _opening(request: Request) -> Play:
    key = subkey(b"playthrough", request.seed)
    return Play(request.game, request.options, request.seats, key)


def _steps(play: Play, request: Request) -> Iterator[Step]:
    """The game, a move at a time; each step is already applied to `play`."""
    minds = [
        Mind(play.game, play.options, play.seats, seat, request.level)
        for seat in seats_of(play.seats)
    ]
    step = Step(None, None, 0, play.setup())
    while True:
        play.advance(step.events)
        for seat, mind in enumerate(minds):
            mind.hear(play.sights(step.events, Seat(seat)))
        yield step
        if not play.asked():
            return
        step = _next_step(play, minds)


def _next_step(play: Play, minds: list[Mind]) -> Step:
    """A random one of the seats asked moves first."""
    seat = Chance(subkey(play.key, "who"), play.seq).choice(play.asked())
    moves = play.legal_moves(seat)
    luck = Chance(subkey(play.key, "mind", seat), play.seq)
    move = minds[seat].choose(play.view(seat), moves, luck)
    return Step(seat, move, len(moves), play.decide(seat, move))


def _headline(play: Play, step: Step) -> str:
    if step.seat is None:
        return f"{play.seq} deal"
    return f"{play.seq} seat {step.seat}: {_words(step.move)}   ({step.legal} legal)"


def _seen(play: Play, events: list[Any]) -> Iterator[str]:
    for event in events:
        yield f"  {_words(event)}"
        for viewer in viewers_of(play.seats):
            sight = play.game.see(event, viewer)
            if sight != event:
                yield f"    {viewer} sees {'nothing' if sight is None else _words(sight)}"


def _words(value: Any) -> str:
    match value:
        case Wire():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            named = (f"{name}={_words(field)}" for name, field in fields)
            return " ".join([type(value).__name__, *named])
        case tuple():
            return ",".join(map(_words, value))
        case Blob():
            return f"<{value.address}>"
        case _:
            return str(value)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"wrote {path}")


if __name__ == "__main__":
    main(sys.argv[1:])
