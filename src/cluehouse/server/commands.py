"""What the host of a server asks for in a terminal: backups, bans, reports.

All of it works beside an open house, except restoring, which refuses while one is open. What does
the work is imported when asked.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from cluehouse.core.errors import CluehouseError, Unavailable
from cluehouse.server.data_folder import BANS
from cluehouse.server.settings import Settings

Run = Callable[[argparse.Namespace], str]
"""What to print."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    def command(name: str, help: str, run: Run) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=help)
        data = os.environ.get("CLUEHOUSE_DATA", str(Settings.data))
        parser.add_argument("--data", type=Path, default=data, help="folder of the house")
        parser.set_defaults(command=lambda asked: _answered(run, asked))
        return parser

    parser = command("backup", "copy a house into one file, also while it is open", _back_up)
    parser.add_argument("file", type=Path, metavar="FILE", help="to be made")
    parser = command("restore", "put a backup in the place of a house", _restore)
    parser.add_argument("file", type=Path, metavar="FILE", help="made by `cluehouse backup`")
    parser = command("ban", "let somebody in no more; without WHOM: say who is banned", _ban)
    parser.add_argument("whom", nargs="?", metavar="WHOM", help="address, network or guest's id")
    parser.add_argument("--because", default="", metavar="WORDS", help="for yourself to read")
    parser = command("lift", "let somebody in again", _lift)
    parser.add_argument("whom", metavar="WHOM", help="as they are banned")
    command("reports", "read what guests tell about each other", _reports)


def _answered(run: Run, asked: argparse.Namespace) -> int:
    try:
        print(run(asked))
    except CluehouseError as trouble:
        print(f"cluehouse: {trouble.detail}", file=sys.stderr)
        return 1
    return 0


def _back_up(asked: argparse.Namespace) -> str:
    from cluehouse.server.backup import back_up

    back_up(asked.data, asked.file)
    return (
        f"{asked.file} holds the whole house, with the secret that signs cookies: keep it private"
    )


def _restore(asked: argparse.Namespace) -> str:
    from cluehouse.server.backup import restore

    aside = restore(asked.file, asked.data)
    before = f"; what was there before is in {aside}" if aside else ""
    return f"{asked.data} is the house of {asked.file}{before}"


def _ban(asked: argparse.Namespace) -> str:
    from cluehouse.server.bans import add, listed

    file = _house(asked.data) / BANS
    if asked.whom is None:
        return "\n".join(listed(file)) or "nobody is banned"
    fresh = add(file, asked.whom, asked.because)
    return f"{asked.whom} is banned" if fresh else f"{asked.whom} was banned already"


def _lift(asked: argparse.Namespace) -> str:
    from cluehouse.server.bans import lift

    if not lift(_house(asked.data) / BANS, asked.whom):
        raise Unavailable(f"{asked.whom} is not banned")
    return f"{asked.whom} may come in again"


def _reports(asked: argparse.Namespace) -> str:
    from cluehouse.server.reports import read

    return "\n".join(read(_house(asked.data))) or "nothing has been reported"


def _house(data: Path) -> Path:
    from cluehouse.server.backup import check_there

    check_there(data)
    return data
