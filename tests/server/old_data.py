"""A data folder as an earlier Cluehouse left it, and the guests who come back to it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from cluehouse.server.accounts.identity import Guest, Identity
from tests.server.running_server import Caller
from tests.server_process import PATIENCE

PAGE: Final = Path(__file__).parents[1] / "data" / "database_of_format_2.sql"
SECRET: Final = b"an older house signed with this!"

IDENTITY: Final = Identity(SECRET)
ADA: Final = Guest("guest-ada", "Ada")
BLAISE: Final = Guest("guest-blaise", "Blaise")


def write_old_data(data: Path) -> Path:
    data.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.executescript(PAGE.read_text("utf-8"))
    (data / "secret").write_bytes(SECRET)
    return data


def tables_in(data: Path) -> set[str]:
    """Wherever anything is still written about them."""
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        columns = ("log", "book", "listings", "sittings")
        found = {id for table in columns for (id,) in db.execute(f"SELECT table_id FROM {table}")}
        return found | {id for (id,) in db.execute("SELECT id FROM tables")}


async def until_swept(caller: Caller, table: str) -> None:
    """From memory, too, where it stays as long as somebody holds it."""
    async with asyncio.timeout(PATIENCE):
        while (await caller.http.get(f"/api/tables/{table}")).status_code != 404:
            await asyncio.sleep(0.02)
