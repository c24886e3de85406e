"""Commands for the operator in a terminal: backups, bans, reports, keys for Web Push.

All of them work while a server runs on the same data, except `restore`, which refuses. The modules
that do the work are imported when a command runs.
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

AdminCommand = Callable[[argparse.Namespace], str]
"""Runs a command and returns the text to print."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    def command(
        name: str, help: str, run: AdminCommand, aliases: Sequence[str] = ()
    ) -> argparse.ArgumentParser:
        parser = commands.add_parser(name, help=help, aliases=aliases)
        data = os.environ.get("CLUEHOUSE_DATA", str(Settings.data))
        parser.add_argument("--data", type=Path, default=data, help="data folder of the server")
        url = os.environ.get("DATABASE_URL", "")
        parser.add_argument(
            "--database-url", default=url, metavar="URL", help="Postgres database of the server"
        )
        parser.set_defaults(command=lambda args: _run(run, args))
        return parser

    parser = command("backup", "copy all data into one file, also while a server runs", _back_up)
    parser.add_argument("file", type=Path, metavar="FILE", help="file to create")
    parser = command("restore", "replace all data by a backup", _restore)
    parser.add_argument("file", type=Path, metavar="FILE", help="backup, or a folder `set-aside-…`")
    parser = command("ban", "ban a guest or a network; without TARGET: list all bans", _ban)
    parser.add_argument("target", nargs="?", metavar="TARGET", help="address, network or guest id")
    parser.add_argument(
        *("--reason", "--because"), default="", metavar="TEXT", help="comment kept with the ban"
    )
    parser = command("unban", "remove a ban", _unban, aliases=["lift"])
    parser.add_argument("target", metavar="TARGET", help="address, network or guest id")
    parser = command("push-keys", "create the key that turns on Web Push notices", _push_keys)
    parser.add_argument("contact", metavar="CONTACT", help="mailto:YOU or https://YOUR.PAGE")
    command("reports", "print what guests report about each other", _reports)


def _run(run: AdminCommand, args: argparse.Namespace) -> int:
    try:
        _check_owner(args.data)
        print(run(args))
    except CluehouseError as error:
        print(f"cluehouse: {error.detail}", file=sys.stderr)
        return 1
    return 0


def _back_up(args: argparse.Namespace) -> str:
    from cluehouse.server.storage.backup import back_up

    _check_not_postgres(args)
    back_up(args.data, args.file)
    return f"{args.file} holds all data, with the secret that signs cookies: keep it private"


def _restore(args: argparse.Namespace) -> str:
    from cluehouse.server.storage.backup import restore

    _check_not_postgres(args)
    aside = restore(args.file, args.data)
    before = f"; the previous data is in {aside}" if aside else ""
    return f"{args.data} holds the data of {args.file}{before}"


def _ban(args: argparse.Namespace) -> str:
    from cluehouse.server.operator.bans import add, ban_lines

    file = _data_folder(args) / BANS
    if args.target is None:
        return "\n".join(ban_lines(file)) or "there are no bans"
    added = add(file, args.target, args.reason)
    return f"{args.target} is banned" if added else f"{args.target} was banned already"


def _unban(args: argparse.Namespace) -> str:
    from cluehouse.server.operator.bans import remove

    if not remove(_data_folder(args) / BANS, args.target):
        raise Unavailable(f"{args.target} is not banned")
    return f"{args.target} is no longer banned"


def _reports(args: argparse.Namespace) -> str:
    from cluehouse.server.operator.reports import format_reports, read_reports

    if args.database_url:
        lines = format_reports(asyncio.run(_reports_in_postgres(args.database_url)))
    else:
        lines = read_reports(_data_folder(args))
    return "\n".join(lines) or "nothing has been reported"


async def _reports_in_postgres(url: str) -> Sequence[Sequence[Any]]:
    from cluehouse.server.operator.reports import fetch_reports
    from cluehouse.server.storage.postgres import PostgresArchive

    archive = await PostgresArchive.open(url)
    try:
        return await fetch_reports(archive)
    finally:
        await archive.close()


def _push_keys(args: argparse.Namespace) -> str:
    from cluehouse.server.push.vapid_keys import create_keys

    create_keys(_data_folder(args) / PUSH, args.contact)
    return f"{args.data / PUSH} is created; restart the server to offer notices to guests"


def _check_owner(data: Path) -> None:
    """Reject other users, root included: the server could not read the files they create here."""
    if data.exists() and (owner := data.stat().st_uid) != os.geteuid():
        raise Unavailable(
            f"{data} belongs to the user {_name_of(owner)}, as whom its server runs: "
            f"run this as that user (sudo -u {_name_of(owner)} cluehouse …)"
        )


def _name_of(user: int) -> str:
    try:
        return getpwuid(user).pw_name
    except KeyError:
        return f"#{user}"


def _data_folder(args: argparse.Namespace) -> Path:
    """The folder with the operator's files. With Postgres it may not exist yet, and is created."""
    from cluehouse.server.storage.backup import check_data_exists

    data: Path = args.data
    if args.database_url:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        check_data_exists(data)
    return data


def _check_not_postgres(args: argparse.Namespace) -> None:
    if args.database_url:
        raise Unavailable(
            "this server stores its data in Postgres: use pg_dump and pg_restore (docs/hosting.md)"
        )
