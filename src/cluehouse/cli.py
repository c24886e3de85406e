"""The command `cluehouse`: parse arguments, call a package imported on demand, print the result.

Exit status: 0 success, 1 error, 2 invalid arguments or input, 3 record of another version, 130
interrupted by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cluehouse.study.sentences import Language


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        args = _parser().parse_args(arguments)
        return int(args.command(args))
    except KeyboardInterrupt:
        return _fail("interrupted", status=130)


def games(args: argparse.Namespace) -> int:
    from cluehouse.core.wire import encode
    from cluehouse.games import GAMES
    from cluehouse.games.catalogue import listing, page

    pages = [page(game) for game in GAMES.values()]
    print(encode(pages).decode() if args.json else listing(pages))
    return 0


def arena(args: argparse.Namespace) -> int:
    from cluehouse.arena.command import play
    from cluehouse.arena.entry import enter
    from cluehouse.arena.errors import ArenaError, NotAllowed
    from cluehouse.arena.standings import table
    from cluehouse.core.wire import encode

    try:
        contest = enter(
            game=args.game,
            bots=args.bots,
            games=args.games,
            seed=args.seed,
            options=args.options,
        )
        result = play(contest, processes=args.processes)
    except NotAllowed as error:
        return _fail(error, status=2)
    except ArenaError as error:
        return _fail(error, status=1)
    print(encode(result).decode() if args.json else table(result))
    return 0


def serve(args: argparse.Namespace) -> int:
    from cluehouse.server.main import serve

    return serve(args)


def notebook(args: argparse.Namespace) -> int:
    from cluehouse.games.clue.notebook.mistakes import Mistake
    from cluehouse.games.clue.notebook.notebook import Contradiction
    from cluehouse.games.clue.notebook.terminal import converse, error_text, greeting, open_book

    try:
        book = open_book(args.players, args.sizes, args.me, args.cards)
    except (Mistake, Contradiction) as error:
        return _fail(error_text(error, args.language), status=2)
    prompt = "> " if sys.stdin.isatty() else ""
    print(f"{greeting(book, args.language)}\n{prompt}", end="", flush=True)
    for answer in converse(book, sys.stdin, args.language):
        print(f"{answer}\n{prompt}", end="", flush=True)
    return 0


def verify(args: argparse.Namespace) -> int:
    from cluehouse.core.errors import Rejected
    from cluehouse.core.wire import encode
    from cluehouse.study.command import STATUS, load
    from cluehouse.study.verify import verify

    try:
        verdict = verify(load(args.file))
    except (OSError, Rejected) as error:
        return _fail(_message(error, args.language), status=2)
    print(encode(verdict).decode() if args.json else verdict.says[args.language])
    return STATUS[verdict.answer]


def replay(args: argparse.Namespace) -> int:
    from cluehouse.core.errors import Rejected
    from cluehouse.core.ids import RAIL, Seat
    from cluehouse.study.command import load, retell

    seat = None if args.seat is None else Seat(args.seat - 1)
    try:
        lines = list(retell(load(args.file), RAIL if args.rail else seat, args.language))
    except (OSError, Rejected) as error:
        return _fail(_message(error, args.language), status=2)
    print("\n".join(lines))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cluehouse", description="A house of detective games.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('cluehouse')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_games(commands.add_parser("games", help="list the games, their seats and options"))
    _add_arena(commands.add_parser("arena", help="let bots play against bots"))
    _add_serve(commands.add_parser("serve", help="run the server for browsers"))
    _add_notebook(commands.add_parser("notebook", help="deduce at a real table of Clue"))
    _add_host_commands(commands)
    _add_verify(commands.add_parser("verify", help="check that the record of a game is true"))
    _add_replay(commands.add_parser("replay", help="print what happened in the record of a game"))
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    from cluehouse.server.settings import add_flags

    add_flags(parser)
    parser.set_defaults(command=serve)


def _add_host_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    from cluehouse.server.admin import add_commands

    add_commands(commands)


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


def _add_notebook(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", required=True, help="names between commas, clockwise")
    parser.add_argument("--sizes", help="their numbers of cards, ? where not known: 5,5,?,?")
    parser.add_argument("--me", help="my name; without it, a spectator's notebook")
    parser.add_argument("--cards", help="my cards between commas: plum,rope,hall")
    _add_language(parser)
    parser.set_defaults(command=notebook)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.description = "Exit status: 0 true, 1 not, 2 not a record, 3 of another version."
    parser.add_argument("file", metavar="FILE", type=Path, help="downloaded after a game")
    parser.add_argument("--json", action="store_true", help="print JSON")
    _add_language(parser)
    parser.set_defaults(command=verify)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="downloaded after a game")
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--seat", type=int, help="as this player saw it, counted from 1")
    side.add_argument("--rail", action="store_true", help="as spectators saw it")
    _add_language(parser)
    parser.set_defaults(command=replay)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language", choices=("en", "fr"), default=_language(), help="as in LANG, or English"
    )


def _language() -> str:
    """The terminal's language if it is French, else English."""
    locales = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next(filter(None, locales), "").startswith("fr") else "en"


def _message(error: Exception, language: "Language") -> str:
    """The text of a Rejected in this language; a file error in the system's words."""
    from cluehouse.core.errors import Rejected
    from cluehouse.study.sentences import texts_in

    if not isinstance(error, Rejected):
        return str(error)
    text = texts_in("cluehouse.table", language)[error.id]
    return f"{text} ({error.detail})" if error.detail else text


def _fail(error: object, *, status: int) -> int:
    print(f"cluehouse: {error}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
