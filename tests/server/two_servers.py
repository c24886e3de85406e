"""Two servers on one database, and two guests, each connected to another one."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from tests.server.running_server import Caller, Device, choose, play_to_the_end, run_server
from tests.server_process import ServerProcess

START = "/api/tables/{}/start"


@asynccontextmanager
async def two_servers(data: Path, database: str, **settings: Any) -> AsyncIterator[tuple[str, str]]:
    """Run two servers in this process that share nothing but the database."""
    settings = {"database_url": database, **settings}
    async with run_server(data, **settings) as one, run_server(data, **settings) as other:
        yield one, other


@contextmanager
def two_server_processes(
    folder: Path, database: str, *flags: str
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Run two servers in processes of their own."""
    data, flags = folder / "house", ("--database-url", database, *flags)
    with ServerProcess.opened(data, *flags) as one, ServerProcess.opened(data, *flags) as other:
        yield one, other


@asynccontextmanager
async def ada_and_ben(one: str, other: str) -> AsyncIterator[tuple[Caller, Caller]]:
    """Connect Ada to one server and Ben to the other."""
    async with Caller.named(one, "Ada") as ada, Caller.named(other, "Ben") as ben:
        yield ada, ben


@asynccontextmanager
async def ada_and_ben_apart(
    data: Path, database: str, **settings: Any
) -> AsyncIterator[tuple[Caller, Caller]]:
    """Run two servers; connect Ada to one and Ben to the other."""
    async with (
        two_servers(data, database, **settings) as (one, other),
        ada_and_ben(one, other) as (ada, ben),
    ):
        yield ada, ben


async def seated(ada: Caller, ben: Caller, **fields: Any) -> str:
    table = await ada.open_table(**{"seats": 3, "options": {"deals": 1}, **fields})
    await ben.post(f"/api/tables/{table}/sit", seat=1)
    return table


async def finish(device: Device, latest: dict[str, Any]) -> dict[str, Any]:
    """Play to the end, given the latest update of this device; return the last update."""
    if latest["moves"]:
        await choose(device, latest)
    return await play_to_the_end(device)


async def here(device: Device, seat: int, *, present: bool = True) -> None:
    while (await device.receive("Room"))["chairs"][seat].get("here") is not present:
        pass
