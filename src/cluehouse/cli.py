"""The command `cluehouse`. It parses and prints; what it does lives elsewhere, imported when asked.

Exit status: 0 done, 1 it went wrong, 2 that cannot be asked for, 130 broken off by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        asked = _parser().parse_args(arguments)
        return int(asked.command(asked))
    except KeyboardInterrupt:
        return _complain("broken off", status=130)


def games(asked: argparse.Namespace) -> int:
    from cluehouse.core.wire import encode
    from cluehouse.games import GAMES
    from cluehouse.games.catalogue import listing, page

    pages = [page(game) for game in GAMES.values()]
    print(encode(pages).decode() if asked.json else listing(pages))
    return 0


def arena(asked: argparse.Namespace) -> int:
    from cluehouse.arena.command import play
    from cluehouse.arena.entry import enter
    from cluehouse.arena.errors import ArenaError, NotAllowed
    from cluehouse.arena.standings import table
    from cluehouse.core.wire import encode

    try:
        contest = enter(
            game=asked.game,
            bots=asked.bots,
            games=asked.games,
            seed=asked.seed,
            options=asked.options,
        )
        result = play(contest, processes=asked.processes)
    except NotAllowed as refusal:
        return _complain(refusal, status=2)
    except ArenaError as failure:
        return _complain(failure, status=1)
    print(encode(result).decode() if asked.json else table(result))
    return 0


def serve(asked: argparse.Namespace) -> int:
    from cluehouse.server.main import serve

    return serve(asked)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cluehouse", description="A house of detective games.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('cluehouse')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_games(commands.add_parser("games", help="list the games, their seats and options"))
    _add_arena(commands.add_parser("arena", help="let bots play against bots"))
    _add_serve(commands.add_parser("serve", help="open the house to browsers"))
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    from cluehouse.server.settings import add_flags

    add_flags(parser)
    parser.set_defaults(command=serve)


def _add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(command=games)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name from `cluehouse games`")
    parser.add_argument("--bots", required=True, help="levels between commas, a seat for each")
    parser.add_argument("--games", type=int, default=300, help="rounded up to whole deals")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same results")
    parser.add_argument("--options", default="{}", help="the game's options, as a JSON object")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(command=arena)


def _complain(why: object, *, status: int) -> int:
    print(f"cluehouse: {why}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
