"""Clients that do not read, or lost their network without closing the connection: the server closes
them, and no other client waits for them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from cluehouse.server.wire.close_codes import TOO_SLOW
from tests.impatient_server import program_with_timeouts
from tests.server.running_server import Caller, Device
from tests.server_process import CLUEHOUSE, TEST_TIMEOUT_S, ServerProcess

CELLS = 300
"""Marks that make every notebook a long message."""


@contextmanager
def quiet_server(folder: Path, program: Sequence[str] = CLUEHOUSE) -> Iterator[ServerProcess]:
    """A server that must have logged no problem at its end."""
    with ServerProcess.opened(folder / "house", program=program) as server:
        yield server
    assert server.new_log_lines() == ""


@asynccontextmanager
async def two_at_a_table(server: ServerProcess) -> AsyncIterator[tuple[Caller, Caller, str]]:
    async with Caller.named(server.host, "Ada") as ada, Caller.named(server.host, "Eve") as eve:
        table = await ada.open_table(seats=2, grace=0)
        await eve.post(f"/api/tables/{table}/sit", seat=1)
        await ada.post(f"/api/tables/{table}/start")
        yield ada, eve, table


def stop_reading(device: Device) -> None:
    """Then it answers no pings either, while its operating system still acknowledges packets."""
    device.socket.transport.pause_reading()


@asynccontextmanager
async def one_of_three_stops_reading(
    server: ServerProcess,
) -> AsyncIterator[tuple[Device, Device, Device]]:
    """Ada's client that writes, Eve's, and another of Ada's that has stopped reading."""
    async with (
        two_at_a_table(server) as (ada, eve, table),
        ada.visit(table) as writing,
        eve.visit(table) as other,
        ada.visit(table, max_queue=None, close_timeout=0.1) as stuck,
    ):
        await stuck.receive("Update")
        stop_reading(stuck)
        yield writing, other, stuck


async def write_until_a_client_is_closed(device: Device) -> None:
    """Each mark is answered before the next one is sent."""
    for number in range(CELLS):
        await device.say("Mark", cell=f"{number:064}", mark="no")
        await device.receive("Marks")
    device.heard.clear()
    while all(message["type"] == "Marks" for message in device.heard):
        await device.say("Mark", cell="twin", mark="no")
        await device.receive("Marks")


async def check_both_get_a_move(writing: Device, other: Device) -> None:
    await writing.play("Ask", 0, whom=1)
    for device in (writing, other):
        assert (await device.receive("Update", seq=1))["asked"] == [1]


async def test_a_slow_client_that_reads_again_gets_the_close_code(tmp_path: Path) -> None:
    with quiet_server(tmp_path) as server:
        async with one_of_three_stops_reading(server) as (writing, other, stuck):
            await write_until_a_client_is_closed(writing)
            await check_both_get_a_move(writing, other)
            stuck.socket.transport.resume_reading()
            assert await stuck.closed() == TOO_SLOW


async def test_the_connection_of_a_client_that_never_reads_is_closed(tmp_path: Path) -> None:
    with quiet_server(tmp_path, program_with_timeouts(FLUSH_TIMEOUT_S=1)) as server:
        async with one_of_three_stops_reading(server) as (writing, other, stuck):
            port = stuck.socket.transport.get_extra_info("sockname")[1]
            assert has_connection(server, port)
            await write_until_a_client_is_closed(writing)
            await check_both_get_a_move(writing, other)
            await until(lambda: not has_connection(server, port))
            stuck.socket.transport.abort()


async def test_a_client_that_answers_no_ping_is_shown_as_absent(tmp_path: Path) -> None:
    """As when a phone loses its network: no data arrives, and no close either."""
    with quiet_server(
        tmp_path, program_with_timeouts(PING_INTERVAL_S=0.5, FLUSH_TIMEOUT_S=1)
    ) as server:
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
                await check_both_get_a_move(again, other)


async def is_shown(device: Device, *, here: bool) -> bool:
    """Wait until the room shows Ada as present or absent."""
    while (await device.receive("Room"))["chairs"][0]["here"] != here:
        pass
    return True


def has_connection(server: ServerProcess, port: int) -> bool:
    """Whether the server process holds the connection to this local port. One that only the
    operating system has_connection has no inode."""
    for line in Path(f"/proc/{server.pid}/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, *_, inode = line.split()[:10]
        if (_port(local), _port(remote)) == (server.address[1], port):
            return inode != "0"
    return False


def _port(address: str) -> int:
    return int(address.partition(":")[2], 16)


async def until(is_met: Callable[[], bool]) -> None:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not is_met():
            await asyncio.sleep(0.05)
