"""Devices that do not read, or are not there any more though nobody said so: they are let go, and
nobody waits for them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from cluehouse.server.wire.close_codes import TOO_SLOW
from tests.impatient_server import hurried
from tests.server.running_server import Caller, Device
from tests.server_process import CLUEHOUSE, PATIENCE, ServerProcess

CELLS = 300
"""So many marks make a long message of every notebook."""


@contextmanager
def quiet_server(folder: Path, program: Sequence[str] = CLUEHOUSE) -> Iterator[ServerProcess]:
    """One that has nothing to complain of at its end."""
    with ServerProcess.opened(folder / "house", program=program) as server:
        yield server
    assert server.journal() == ""


@asynccontextmanager
async def two_at_a_table(server: ServerProcess) -> AsyncIterator[tuple[Caller, Caller, str]]:
    async with Caller.named(server.host, "Ada") as ada, Caller.named(server.host, "Eve") as eve:
        table = await ada.open_table(seats=2, grace=0)
        await eve.post(f"/api/tables/{table}/sit", seat=1)
        await ada.post(f"/api/tables/{table}/start")
        yield ada, eve, table


def stop_reading(device: Device) -> None:
    """It answers no pings either, and its operating system says that all is well."""
    device.socket.transport.pause_reading()


@asynccontextmanager
async def one_of_three_is_deaf(
    server: ServerProcess,
) -> AsyncIterator[tuple[Device, Device, Device]]:
    """Ada's at which she writes, Eve's, and another of Ada's that has stopped reading."""
    async with (
        two_at_a_table(server) as (ada, eve, table),
        ada.visit(table) as writing,
        eve.visit(table) as other,
        ada.visit(table, max_queue=None, close_timeout=0.1) as deaf,
    ):
        await deaf.receive("Update")
        stop_reading(deaf)
        yield writing, other, deaf


async def write_until_somebody_is_let_go(device: Device) -> None:
    """Each mark is answered before the next one is made."""
    for number in range(CELLS):
        await device.say("Mark", cell=f"{number:064}", mark="no")
        await device.receive("Marks")
    device.heard.clear()
    while all(message["type"] == "Marks" for message in device.heard):
        await device.say("Mark", cell="twin", mark="no")
        await device.receive("Marks")


async def still_told_to_each_other(writing: Device, other: Device) -> None:
    await writing.play("Ask", 0, whom=1)
    for device in (writing, other):
        assert (await device.receive("Update", seq=1))["asked"] == [1]


async def test_whoever_reads_on_finds_out_why_it_was_let_go(tmp_path: Path) -> None:
    with quiet_server(tmp_path) as server:
        async with one_of_three_is_deaf(server) as (writing, other, deaf):
            await write_until_somebody_is_let_go(writing)
            await still_told_to_each_other(writing, other)
            deaf.socket.transport.resume_reading()
            assert await deaf.closed() == TOO_SLOW


async def test_whoever_never_reads_does_not_keep_its_connection(tmp_path: Path) -> None:
    with quiet_server(tmp_path, hurried(FLUSH_TIMEOUT_S=1)) as server:
        async with one_of_three_is_deaf(server) as (writing, other, deaf):
            port = deaf.socket.transport.get_extra_info("sockname")[1]
            assert keeps(server, port)
            await write_until_somebody_is_let_go(writing)
            await still_told_to_each_other(writing, other)
            await until(lambda: not keeps(server, port))
            deaf.socket.transport.abort()


async def test_a_device_that_answers_no_ping_is_not_there(tmp_path: Path) -> None:
    """As when a phone loses its network: nothing comes, and nothing says that nothing will."""
    with quiet_server(tmp_path, hurried(PING_INTERVAL_S=0.5, FLUSH_TIMEOUT_S=1)) as server:
        async with two_at_a_table(server) as (ada, eve, table), eve.visit(table) as other:
            async with ada.visit(table, close_timeout=0.1) as asleep:
                await asleep.receive("Update")
                assert await is_shown(other, here=True)
                stop_reading(asleep)
                assert await is_shown(other, here=False)
                asleep.socket.transport.abort()
            async with ada.visit(table) as again:
                assert (await again.receive("Room"))["you"] == 0, "the seat is kept"
                assert await is_shown(other, here=True)
                await still_told_to_each_other(again, other)


async def is_shown(device: Device, *, here: bool) -> bool:
    """Whether Ada is there."""
    while (await device.receive("Room"))["chairs"][0]["here"] != here:
        pass
    return True


def keeps(server: ServerProcess, port: int) -> bool:
    """Its process holds the connection to this port of ours. What the operating system keeps for
    itself has no inode."""
    for line in Path(f"/proc/{server.pid}/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, *_, inode = line.split()[:10]
        if (_port(local), _port(remote)) == (server.address[1], port):
            return inode != "0"
    return False


def _port(address: str) -> int:
    return int(address.partition(":")[2], 16)


async def until(held: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not held():
            await asyncio.sleep(0.05)
