"""Whoever sends by the drop, or not at all, does not keep a connection; nobody else waits."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cluehouse.server.wire.close_codes import TOO_FAST, TOO_WRONG
from tests.abuse.guests import Guest
from tests.abuse.server import Server, server
from tests.impatient_server import hurried
from tests.server_process import PATIENCE

HEAD: Final = b"POST /api/me HTTP/1.1\r\nHost: house\r\n"
BODY: Final = HEAD + b"Content-Length: 1000\r\n\r\n"
CHUNKS: Final = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

NO_PONG: Final = b"\x03\xf3keepalive ping timeout"
"""Close code 1011, and why."""

ANSWERED: Final = b"GET /api/me HTTP/1.1\r\nHost: house\r\n\r\n"

NONSENSE: Final = b"?\r\n\r\n"
"""Answered too, and counted by nobody."""

CONNECTIONS: Final = 400
KNOCKS: Final = 120
"""At once from one address; and sockets that are opened at once."""

PULSE: Final = 0.05
"""Seconds between two drops: far below the patience of a hasty house."""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It gives everybody half a second for everything."""
    program = hurried(
        HEAD_TIMEOUT_S=0.5, BODY_TIMEOUT_S=0.5, PING_INTERVAL_S=0.5, FLUSH_TIMEOUT_S=0.5
    )
    with server(tmp_path_factory.mktemp("hasty"), program=program) as opened:
        yield opened


@contextmanager
def line_to(server: Server, come_from: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(server.address, PATIENCE, (come_from, 0)) as line:
        yield line


def hung_up(line: socket.socket, drop: bytes = b"") -> bytes:
    """What is heard until the house hangs up, with a drop sent now and then."""
    heard = b""
    line.settimeout(PULSE)
    for _ in range(int(PATIENCE / PULSE)):
        with suppress(TimeoutError):
            with suppress(ConnectionError):  # what the house said before is still to be heard
                line.sendall(drop)
            try:
                some = line.recv(65536)
            except ConnectionError:
                return heard
            if not some:
                return heard
            heard += some
    raise AssertionError("the house still listens")


def upgrade_of(server: Server, table: str, more: str = "") -> bytes:
    """How a WebSocket begins."""
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {server.host}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n{more}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


HALVES: Final = (b"", b"G", HEAD, BODY, BODY + b"{", CHUNKS, CHUNKS + b"2\r\n{")

DROPS: Final = {
    b"": b"\r\n",
    b"GET /": b"a",
    HEAD: b"X: a\r\n",
    HEAD + b"X: ": b"a",
    BODY: b" ",
    CHUNKS: b"1\r\n \r\n",
}
"""What is begun, and how it goes on for ever."""


def test_half_a_request_is_not_waited_for(hasty: Server) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(hasty)) for _ in HALVES]
        for line, said in zip(lines, HALVES, strict=True):
            line.sendall(said)
        for line in lines:
            assert hung_up(line).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("begun", DROPS)
def test_a_request_that_comes_by_the_drop_is_not_waited_for(hasty: Server, begun: bytes) -> None:
    with line_to(hasty) as line:
        line.sendall(begun)
        assert hung_up(line, DROPS[begun]).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("drop", [b"\r\n", b"G"])
def test_after_an_answer_the_next_request_is_not_waited_for_either(
    hasty: Server, drop: bytes
) -> None:
    """A line end begins no request, and stops no clock."""
    with line_to(hasty) as line:
        line.sendall(ANSWERED)
        assert hung_up(line, drop).startswith(b"HTTP/1.1 200 ")


def test_a_body_that_was_refused_is_not_listened_to_for_ever(hasty: Server) -> None:
    with line_to(hasty) as line:
        line.sendall(HEAD + b"Content-Length: 100000000\r\n\r\n" + b" " * 20_000)
        assert b"HOUSE-TOO-BIG" in hung_up(line, b" ")


def test_requests_behind_requests_are_not_heaped_up(lenient: Server) -> None:
    """A thousand in one breath, before the first is answered."""
    with line_to(lenient) as line, suppress(ConnectionError):
        line.sendall(ANSWERED * 1000)
        assert hung_up(line).count(b"HTTP/1.1 200 ") < 1000


def test_a_body_in_crumbs_is_not_put_together(lenient: Server) -> None:
    """Five thousand, of one byte each."""
    with line_to(lenient) as line:
        line.sendall(CHUNKS + b"1\r\n \r\n" * 5_000)
        assert hung_up(line).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("said", "drop"), [(b"", b""), (b"\x81\xfe\x3f\xff", b""), (b"\x81\xfe\x3f\xff", b"\0")]
)
def test_a_socket_that_answers_no_ping_is_let_go(hasty: Server, said: bytes, drop: bytes) -> None:
    """It upgrades, and says nothing, or a frame of sixteen thousand bytes by the drop."""
    with Guest.named(hasty, "Ada") as ada:
        table = ada.open_table()
    with line_to(hasty) as line:
        line.sendall(upgrade_of(hasty, table))
        assert line.recv(65536).startswith(b"HTTP/1.1 101 ")
        line.sendall(said)
        assert NO_PONG in hung_up(line, drop)


def test_an_address_has_so_many_connections_and_no_more(strict: Server) -> None:
    """Whoever comes after them is sent off; whoever comes from elsewhere is not."""
    with ExitStack() as stack:
        for _ in range(CONNECTIONS):
            stack.enter_context(line_to(strict, "127.0.0.9"))
        with suppress(ConnectionError):  # they may hear of it before they are through the door
            assert hung_up(stack.enter_context(line_to(strict, "127.0.0.9"))) == b""
        elsewhere = stack.enter_context(line_to(strict, "127.0.0.8"))
        elsewhere.sendall(ANSWERED)
        assert elsewhere.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_an_address_does_not_come_and_go_as_fast_as_it_can(strict: Server) -> None:
    def is_let_in(come_from: str) -> bool:
        with suppress(ConnectionError), line_to(strict, come_from) as line:
            line.sendall(NONSENSE)
            return line.recv(65536).startswith(b"HTTP/1.1 400 ")
        return False

    assert not all(is_let_in("127.0.0.7") for _ in range(100 * CONNECTIONS))
    assert is_let_in("127.0.0.6")


def test_sockets_are_not_opened_as_fast_as_anybody_can(strict: Server) -> None:
    """By whom a proxy speaks for; whoever comes from elsewhere is let in."""

    def answer_to(address: str) -> bytes:
        with line_to(strict) as line:
            line.sendall(upgrade_of(strict, "nowhere", f"X-Forwarded-For: {address}\r\n"))
            return line.recv(65536)

    heard = [answer_to("192.0.2.77")]
    while heard[-1].startswith(b"HTTP/1.1 101 "):
        heard.append(answer_to("192.0.2.77"))
    assert heard[-1].startswith(b"HTTP/1.1 429 ")
    assert len(heard) > KNOCKS
    assert answer_to("192.0.2.78").startswith(b"HTTP/1.1 101 ")


def test_whoever_is_shown_the_door_again_and_again_does_not_even_open_a_socket(
    strict: Server,
) -> None:
    """Long before an address has opened as many as it may."""
    address = {"X-Forwarded-For": "192.0.2.79"}
    with Guest.named(strict, "Eve", **address) as eve:
        table = eve.open_table()
        shown_out = 0
        with suppress(InvalidStatus):
            while True:
                with eve.visit(table, headers=address) as device:
                    with suppress(ConnectionClosed):
                        for _ in range(100):
                            device.socket.send("x")
                    assert device.closed() in (TOO_WRONG, TOO_FAST)
                    shown_out += 1
        assert 3 <= shown_out < KNOCKS / 4
