"""Clients that send slowly or not at all are closed by a timeout; no other client waits."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cluehouse.server.wire.close_codes import TOO_FAST, TOO_WRONG
from tests.abuse.clients import Guest
from tests.abuse.server import Server, server
from tests.impatient_server import program_with_timeouts
from tests.server_process import TEST_TIMEOUT_S

HEAD: Final = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\n"
BODY: Final = HEAD + b"Content-Length: 1000\r\n\r\n"
CHUNKS: Final = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

NO_PONG: Final = b"\x03\xf3keepalive ping timeout"
"""Close code 1011 and its reason."""

VALID_REQUEST: Final = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"

INVALID_REQUEST: Final = b"?\r\n\r\n"
"""Answered with 400; does not count as a request."""

MAX_CONNECTIONS: Final = 400
WEBSOCKET_BURST: Final = 120
"""Server limits for one address: open connections, and WebSockets opened at once."""

SEND_INTERVAL_S: Final = 0.05
"""Time between two small sends: far below the timeouts of the impatient server."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all timeouts at half a second."""
    program = program_with_timeouts(
        HEAD_TIMEOUT_S=0.5, BODY_TIMEOUT_S=0.5, PING_INTERVAL_S=0.5, FLUSH_TIMEOUT_S=0.5
    )
    with server(tmp_path_factory.mktemp("impatient"), program=program) as opened:
        yield opened


@contextmanager
def connection_to(server: Server, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(server.address, TEST_TIMEOUT_S, (source, 0)) as connection:
        yield connection


def read_until_closed(connection: socket.socket, piece: bytes = b"") -> bytes:
    """Read until the server closes the connection, sending `piece` now and then."""
    received = b""
    connection.settimeout(SEND_INTERVAL_S)
    for _ in range(int(TEST_TIMEOUT_S / SEND_INTERVAL_S)):
        with suppress(TimeoutError):
            with suppress(ConnectionError):  # data sent before the close is still to be read
                connection.sendall(piece)
            try:
                some = connection.recv(65536)
            except ConnectionError:
                return received
            if not some:
                return received
            received += some
    raise AssertionError("the server keeps the connection open")


def upgrade_of(server: Server, table: str, more: str = "") -> bytes:
    """The upgrade request of a WebSocket."""
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {server.host}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n{more}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


PARTIAL_REQUESTS: Final = (b"", b"G", HEAD, BODY, BODY + b"{", CHUNKS, CHUNKS + b"2\r\n{")

SLOW_REQUESTS: Final = {
    b"": b"\r\n",
    b"GET /": b"a",
    HEAD: b"X: a\r\n",
    HEAD + b"X: ": b"a",
    BODY: b" ",
    CHUNKS: b"1\r\n \r\n",
}
"""The beginning of a request, and the piece that is repeated for ever."""


def test_a_partial_request_times_out(impatient: Server) -> None:
    with ExitStack() as stack:
        connections = [stack.enter_context(connection_to(impatient)) for _ in PARTIAL_REQUESTS]
        for connection, said in zip(connections, PARTIAL_REQUESTS, strict=True):
            connection.sendall(said)
        for connection in connections:
            assert read_until_closed(connection).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("begun", SLOW_REQUESTS)
def test_a_request_in_small_pieces_times_out(impatient: Server, begun: bytes) -> None:
    with connection_to(impatient) as connection:
        connection.sendall(begun)
        assert read_until_closed(connection, SLOW_REQUESTS[begun]).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("piece", [b"\r\n", b"G"])
def test_the_next_request_on_a_connection_times_out_too(impatient: Server, piece: bytes) -> None:
    """A line end does not begin a request and does not stop the timeout."""
    with connection_to(impatient) as connection:
        connection.sendall(VALID_REQUEST)
        assert read_until_closed(connection, piece).startswith(b"HTTP/1.1 200 ")


def test_a_refused_body_is_not_read_for_ever(impatient: Server) -> None:
    with connection_to(impatient) as connection:
        connection.sendall(HEAD + b"Content-Length: 100000000\r\n\r\n" + b" " * 20_000)
        assert b"HOUSE-TOO-BIG" in read_until_closed(connection, b" ")


def test_pipelined_requests_are_not_queued_without_limit(lenient: Server) -> None:
    """A thousand at once, before the first is answered."""
    with connection_to(lenient) as connection, suppress(ConnectionError):
        connection.sendall(VALID_REQUEST * 1000)
        assert read_until_closed(connection).count(b"HTTP/1.1 200 ") < 1000


def test_a_body_in_tiny_chunks_is_refused(lenient: Server) -> None:
    """Five thousand chunks of one byte each."""
    with connection_to(lenient) as connection:
        connection.sendall(CHUNKS + b"1\r\n \r\n" * 5_000)
        assert read_until_closed(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("said", "piece"), [(b"", b""), (b"\x81\xfe\x3f\xff", b""), (b"\x81\xfe\x3f\xff", b"\0")]
)
def test_a_websocket_that_answers_no_ping_is_closed(
    impatient: Server, said: bytes, piece: bytes
) -> None:
    """It upgrades and sends nothing, or a frame of sixteen thousand bytes in small pieces."""
    with Guest.named(impatient, "Ada") as ada:
        table = ada.open_table()
    with connection_to(impatient) as connection:
        connection.sendall(upgrade_of(impatient, table))
        assert connection.recv(65536).startswith(b"HTTP/1.1 101 ")
        connection.sendall(said)
        assert NO_PONG in read_until_closed(connection, piece)


def test_an_address_has_a_limit_of_open_connections(strict: Server) -> None:
    """Further connections of the address are reset; those of other addresses are not."""
    with ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS):
            stack.enter_context(connection_to(strict, "127.0.0.9"))
        with suppress(ConnectionError):  # the reset may come before connect returns
            assert read_until_closed(stack.enter_context(connection_to(strict, "127.0.0.9"))) == b""
        elsewhere = stack.enter_context(connection_to(strict, "127.0.0.8"))
        elsewhere.sendall(VALID_REQUEST)
        assert elsewhere.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_an_address_has_a_limit_of_new_connections(strict: Server) -> None:
    def is_accepted(source: str) -> bool:
        with suppress(ConnectionError), connection_to(strict, source) as connection:
            connection.sendall(INVALID_REQUEST)
            return connection.recv(65536).startswith(b"HTTP/1.1 400 ")
        return False

    assert not all(is_accepted("127.0.0.7") for _ in range(100 * MAX_CONNECTIONS))
    assert is_accepted("127.0.0.6")


def test_an_address_has_a_limit_of_new_websockets(strict: Server) -> None:
    """By its address in X-Forwarded-For; other addresses behind the same proxy are accepted."""

    def answer_to(address: str) -> bytes:
        with connection_to(strict) as connection:
            connection.sendall(upgrade_of(strict, "nowhere", f"X-Forwarded-For: {address}\r\n"))
            return connection.recv(65536)

    received = [answer_to("192.0.2.77")]
    while received[-1].startswith(b"HTTP/1.1 101 "):
        received.append(answer_to("192.0.2.77"))
    assert received[-1].startswith(b"HTTP/1.1 429 ")
    assert len(received) > WEBSOCKET_BURST
    assert answer_to("192.0.2.78").startswith(b"HTTP/1.1 101 ")


def test_a_client_whose_websockets_are_closed_for_abuse_gets_no_more(
    strict: Server,
) -> None:
    """Long before the address reaches its limit of new WebSockets."""
    address = {"X-Forwarded-For": "192.0.2.79"}
    with Guest.named(strict, "Eve", **address) as eve:
        table = eve.open_table()
        closed_for_abuse = 0
        with suppress(InvalidStatus):
            while True:
                with eve.visit(table, headers=address) as device:
                    with suppress(ConnectionClosed):
                        for _ in range(100):
                            device.socket.send("x")
                    assert device.closed() in (TOO_WRONG, TOO_FAST)
                    closed_for_abuse += 1
        assert 3 <= closed_for_abuse < WEBSOCKET_BURST / 4
