"""Whoever may not come in is sent off before anything is made ready for them, also where TLS is
spoken; and a machine that can take no more goes on when it can."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog

from cluehouse.server.certificate import self_made
from cluehouse.server.net import acceptor
from cluehouse.server.net.acceptor import ACCEPTS_PER_TICK, Acceptor
from cluehouse.server.net.http_protocol import NetContext
from cluehouse.server.net.rate_limits import RateLimits
from tests.server.bare_server import serving
from tests.server_process import PATIENCE

STRANGER = "127.0.0.9"


async def silent(scope: Any, receive: Any, send: Any) -> None:
    """Nobody gets as far as this."""


@asynccontextmanager
async def line_to(port: int, come_from: str) -> AsyncIterator[asyncio.StreamReader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(come_from, 0))
    yield reader
    writer.transport.abort()


async def is_sent_off(port: int, come_from: str) -> bool:
    try:
        async with line_to(port, come_from) as reader:
            return await reader.read() == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("tls", [False, True])
async def test_whoever_says_nothing_takes_a_place_and_there_are_so_many(
    tmp_path: Path, tls: bool
) -> None:
    """In TLS, too, where nobody has even said hello."""
    certificate, key = self_made(tmp_path)
    config = {"ssl_certfile": certificate, "ssl_keyfile": key} if tls else {}
    async with (
        asyncio.timeout(PATIENCE),
        serving(silent, RateLimits(2 / 400), **config) as port,
        line_to(port, STRANGER) as first,
        line_to(port, STRANGER) as second,
        line_to(port, "127.0.0.8") as from_elsewhere,
    ):
        assert await is_sent_off(port, STRANGER)
        assert not any(it.at_eof() for it in (first, second, from_elsewhere))


async def test_whoever_does_not_speak_tls_gives_the_place_up(tmp_path: Path) -> None:
    certificate, key = self_made(tmp_path)
    limits = RateLimits(1 / 400)
    async with (
        asyncio.timeout(PATIENCE),
        serving(silent, limits, ssl_certfile=certificate, ssl_keyfile=key) as port,
    ):
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(STRANGER, 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: house\r\n\r\n")
        while not limits.connections.enter(STRANGER):
            limits.connections.leave(STRANGER)
            await asyncio.sleep(0.01)
        writer.transport.abort()


class Full(socket.socket):
    """The machine has no more room, as often as it is told."""

    times = 1

    def accept(self) -> Any:
        if self.times:
            self.times -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


async def test_a_machine_that_is_full_takes_somebody_in_when_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acceptor, "ACCEPT_RETRY_DELAY_S", 0.01)
    came_in = asyncio.Event()

    async def let_in(connection: socket.socket, _address: str) -> None:
        connection.close()
        came_in.set()

    with Full() as listening, structlog.testing.capture_logs() as told:
        listening.bind(("127.0.0.1", 0))
        at_the_door = Acceptor(listening, NetContext(RateLimits()), lambda _: True, let_in)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        await asyncio.wait_for(came_in.wait(), PATIENCE)
        writer.close()
        at_the_door.close()
        await at_the_door.wait_closed()
    assert [it["event"] for it in told] == ["nobody can come in"]


async def test_so_many_are_accepted_at_a_turn_and_no_more() -> None:
    came_in, before = list[int](), 0

    async def let_in(connection: socket.socket, _address: str) -> None:
        connection.close()
        came_in.append(1)

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        crowd = [
            socket.create_connection(listening.getsockname()) for _ in range(3 * ACCEPTS_PER_TICK)
        ]
        at_the_door = Acceptor(listening, NetContext(RateLimits()), lambda _: True, let_in)
        while len(came_in) < len(crowd):
            await asyncio.sleep(0)
            assert len(came_in) <= before + ACCEPTS_PER_TICK
            before = len(came_in)
        for one in crowd:
            one.close()
        at_the_door.close()


async def test_between_two_who_are_sent_off_those_inside_have_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acceptor, "REJECT_PAUSE_S", PATIENCE)
    sent_off, tell = list[str](), Acceptor._send_off

    def send_off(self: Acceptor, connection: socket.socket, address: str) -> None:
        sent_off.append(address)
        tell(self, connection, address)

    monkeypatch.setattr(Acceptor, "_send_off", send_off)
    async with serving(silent, RateLimits(0)) as port:
        crowd = [
            socket.create_connection(("127.0.0.1", port), source_address=(STRANGER, 0))
            for _ in range(3)
        ]
        while not sent_off:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert sent_off == [STRANGER]
        for one in crowd:
            one.close()


async def test_whoever_still_stands_in_line_when_the_house_closes_is_sent_off() -> None:
    came_in, gate = list[str](), NetContext(RateLimits())

    async def let_in(connection: socket.socket, address: str) -> None:
        connection.close()
        came_in.append(address)

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        at_the_door = Acceptor(listening, gate, lambda _: False, let_in)
        gate.turnstile.enter("somebody before them", at_the_door.close)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        at_the_door._accept()
        async with asyncio.timeout(PATIENCE):
            while gate.turnstile._ring:
                await asyncio.sleep(0.01)
        writer.transport.abort()
    assert came_in == []
