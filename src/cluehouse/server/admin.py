"""What the host of a server asks for in a terminal: backups, bans, reports.

All of it works beside an open house, except restoring, which refuses while one is open. What does
the work is imported when asked.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from pwd import getpwuid
from typing import Any

from cluehouse.core.errors import CluehouseError, Unavailable
from cluehouse.server.settings import Settings
from cluehouse.server.storage.data_folder import BANS, PUSH

Run = Callable[[argparse.Namespace], str]
"""What to print."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    def command(name: str, help: str, run: Run) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=help)
        data = os.environ.get("CLUEHOUSE_DATA", str(Settings.data))
        parser.add_argument("--data", type=Path, default=data, help="folder of the house")
        url = os.environ.get("DATABASE_URL", "")
        parser.add_argument("--database-url", default=url, metavar="URL", help="of its Postgres")
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
    parser = command("push-keys", "let guests be told of their turns by Web Push", _push_keys)
    parser.add_argument("contact", metavar="CONTACT", help="mailto:YOU or https://YOUR.PAGE")
    command("reports", "read what guests tell about each other", _reports)


def _answered(run: Run, asked: argparse.Namespace) -> int:
    try:
        _check_owner(asked.data)
        print(run(asked))
    except CluehouseError as trouble:
        print(f"cluehouse: {trouble.detail}", file=sys.stderr)
        return 1
    return 0


def _back_up(asked: argparse.Namespace) -> str:
    from cluehouse.server.storage.backup import back_up

    _check_in_folder(asked)
    back_up(asked.data, asked.file)
    return (
        f"{asked.file} holds the whole house, with the secret that signs cookies: keep it private"
    )


def _restore(asked: argparse.Namespace) -> str:
    from cluehouse.server.storage.backup import restore

    _check_in_folder(asked)
    aside = restore(asked.file, asked.data)
    before = f"; what was there before is in {aside}" if aside else ""
    return f"{asked.data} is the house of {asked.file}{before}"


def _ban(asked: argparse.Namespace) -> str:
    from cluehouse.server.operator.bans import add, listed

    file = _house(asked) / BANS
    if asked.whom is None:
        return "\n".join(listed(file)) or "nobody is banned"
    fresh = add(file, asked.whom, asked.because)
    return f"{asked.whom} is banned" if fresh else f"{asked.whom} was banned already"


def _lift(asked: argparse.Namespace) -> str:
    from cluehouse.server.operator.bans import lift

    if not lift(_house(asked) / BANS, asked.whom):
        raise Unavailable(f"{asked.whom} is not banned")
    return f"{asked.whom} may come in again"


def _reports(asked: argparse.Namespace) -> str:
    from cluehouse.server.operator.reports import read, told

    if asked.database_url:
        lines = told(asyncio.run(_reports_in_postgres(asked.database_url)))
    else:
        lines = read(_house(asked))
    return "\n".join(lines) or "nothing has been reported"


async def _reports_in_postgres(address: str) -> Sequence[Sequence[Any]]:
    from cluehouse.server.operator.reports import read_archive
    from cluehouse.server.storage.postgres import PostgresArchive

    archive = await PostgresArchive.open(address)
    try:
        return await read_archive(archive)
    finally:
        await archive.close()


def _push_keys(asked: argparse.Namespace) -> str:
    from cluehouse.server.push.vapid_keys import make

    make(_house(asked) / PUSH, asked.contact)
    return f"{asked.data / PUSH} is made; guests are offered notices when the house opens again"


def _check_owner(data: Path) -> None:
    """Whatever another user, root above all, leaves in the folder, the house could not read."""
    if data.exists() and (owner := data.stat().st_uid) != os.geteuid():
        raise Unavailable(
            f"{data} belongs to the user {_name_of(owner)}, as whom its house runs: "
            f"ask as that user (sudo -u {_name_of(owner)} cluehouse …)"
        )


def _name_of(user: int) -> str:
    try:
        return getpwuid(user).pw_name
    except KeyError:
        return f"#{user}"


def _house(asked: argparse.Namespace) -> Path:
    """The folder with what the host wrote; one in Postgres may have none yet."""
    from cluehouse.server.storage.backup import check_there

    data: Path = asked.data
    if asked.database_url:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        check_there(data)
    return data


def _check_in_folder(asked: argparse.Namespace) -> None:
    if asked.database_url:
        raise Unavailable(
            "this house is in Postgres: pg_dump and pg_restore back it up and bring it back "
            "(docs/hosting.md)"
        )
