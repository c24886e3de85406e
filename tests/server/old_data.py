"""A data folder of an earlier version, and the guests in it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from cluehouse.server.accounts.identity import Guest, Identity
from tests.server.running_server import Caller
from tests.server_process import TEST_TIMEOUT_S

DUMP: Final = Path(__file__).parents[1] / "data" / "database_of_format_2.sql"
SECRET: Final = b"an older house signed with this!"

IDENTITY: Final = Identity(SECRET)
ADA: Final = Guest("guest-ada", "Ada")
BLAISE: Final = Guest("guest-blaise", "Blaise")


def write_old_data(data: Path) -> Path:
    data.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.executescript(DUMP.read_text("utf-8"))
    (data / "secret").write_bytes(SECRET)
    return data


def tables_in(data: Path) -> set[str]:
    """Return the ids that occur in any database table."""
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        names = ("log", "book", "listings", "sittings")
        found = {id for table in names for (id,) in db.execute(f"SELECT table_id FROM {table}")}
        return found | {id for (id,) in db.execute("SELECT id FROM tables")}


async def until_swept(caller: Caller, table: str) -> None:
    """Wait until a table is deleted, also from memory, where references may keep it a while."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while (await caller.http.get(f"/api/tables/{table}")).status_code != 404:
            await asyncio.sleep(0.02)
