"""Clients over a rate limit are closed with a reason, by connection and by address; no other is."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cluehouse.server.net.rate_limits import ConcurrencyLimit
from cluehouse.server.wire.close_codes import TOO_FAST, TOO_WRONG
from tests.abuse.clients import Device, Guest
from tests.abuse.server import Server

PING = b"\x89\x80\0\0\0\0"
PONG = b"\x8a\x80\0\0\0\0"
FIRST_FRAGMENT, FRAGMENT = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
"""Empty fragments of a message that never ends."""

INVALID_UTF8 = b"\x81\x82\0\0\0\0\xff\xfe"


@contextmanager
def guest_at(strict: Server, address: str) -> Iterator[Guest]:
    """A guest with this address: the server trusts the X-Forwarded-For header of a local proxy."""
    with Guest.named(strict, "Eve", **{"X-Forwarded-For": address}) as guest:
        yield guest


@contextmanager
def device_at(guest: Guest, table: str) -> Iterator[Device]:
    headers = {"X-Forwarded-For": guest.http.headers["X-Forwarded-For"]}
    with guest.visit(table, headers=headers) as device:
        yield device


def send_many(device: Device, frame: str, times: int) -> None:
    with suppress(ConnectionClosed):
        for _ in range(times):
            device.socket.send(frame)


def others_still_play(strict: Server) -> None:
    with guest_at(strict, "198.51.100.99") as ben:
        table = ben.open_table()
        ben.post(f"/api/tables/{table}/start", fill="novice")
        with device_at(ben, table) as device:
            assert device.receive("Update")["asked"] == [0]


@pytest.mark.parametrize(
    ("address", "frame", "code"),
    [
        ("192.0.2.11", '{"type":"Undo"}', TOO_FAST),
        ("192.0.2.12", '{"type":"TakeNotes"}', TOO_FAST),
        ("192.0.2.13", '{"type":"Say","words":{"type":"Phrase","id":"hello"}}', TOO_FAST),
        ("192.0.2.14", "x", TOO_WRONG),
    ],
)
def test_a_flood_of_frames_closes_its_own_connection(
    strict: Server, address: str, frame: str, code: int
) -> None:
    with guest_at(strict, address) as eve, device_at(eve, eve.open_table()) as device:
        send_many(device, frame, 300)
        assert device.closed() == code
    others_still_play(strict)


@pytest.mark.parametrize("frames", [PING * 500, PONG * 500, FIRST_FRAGMENT + FRAGMENT * 500])
def test_a_flood_of_control_frames_or_fragments_closes_its_own_connection(
    ada: Guest, frames: bytes
) -> None:
    """Whatever the rate limits on messages are."""
    with ada.visit(ada.open_table()) as device:
        device.socket.socket.sendall(frames)
        assert device.closed() == TOO_FAST


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (INVALID_UTF8, 1007),
        (b"\x83\x80\0\0\0\0", 1002),  # unknown opcode
        (b"\xc1\x80\0\0\0\0", 1002),  # compressed without negotiation
        (b"\x81\x02hi", 1002),  # not masked
        (FRAGMENT, 1002),  # continuation without a message
        (b"\x89\xfe\x00\xc8" + b"\0" * 204, 1002),  # too long for a ping
        (b"\x88\x82\0\0\0\0\0\x01", 1002),  # invalid close code
        (b"\x81\xff" + b"\xff" * 8 + b"\0" * 4, 1009),  # length 2**64 - 1
        (
            FIRST_FRAGMENT + b"\x00\xfe\x3f\xff" + b"\0" * (4 + 0x3FFF) + b"\x80\x82" + b"\0" * 6,
            1009,
        ),
    ],
)
def test_an_invalid_frame_closes_its_own_connection(ada: Guest, sent: bytes, code: int) -> None:
    with ada.visit(ada.open_table()) as device:
        device.socket.socket.sendall(sent)
        assert device.closed() == code


def test_compression_is_not_negotiated(ada: Guest) -> None:
    """A compressed kilobyte could be a megabyte."""
    with connect(f"ws://{ada.server.host}/ws/nowhere", compression="deflate") as socket:
        assert socket.protocol.extensions == []


def test_a_client_that_disconnects_during_the_handshake_causes_no_error(ada: Guest) -> None:
    """Before it gets the close code of an unknown table, or its first messages."""
    for table in ("nowhere", ada.open_table()):
        for _ in range(5):
            with ada.visit(table) as device:
                device.socket.socket.close()


def test_connections_of_an_address_share_its_frame_limit(strict: Server) -> None:
    """Each of them alone is below its own limit."""
    with guest_at(strict, "192.0.2.2") as eve, ExitStack() as stack:
        table = eve.open_table()
        eve.post(f"/api/tables/{table}/start", fill="novice")
        for _ in range(30):
            device = stack.enter_context(device_at(eve, table))
            send_many(device, '{"type":"Undo"}', 50)
            if device.answers_to('{"type":"Undo"}') is None:
                break
        assert device.closed() == TOO_FAST
    others_still_play(strict)


def test_an_ipv6_network_counts_as_one_address(strict: Server) -> None:
    """A client with one IPv6 address has a whole network of them."""
    statuses: list[int] = []
    with ExitStack() as stack:
        for number in range(2):
            address = f"2001:db8::{number:x}"
            eve = stack.enter_context(Guest.anonymous(strict, **{"X-Forwarded-For": address}))
            while len(statuses) < 90 * (number + 1) and 429 not in statuses:
                statuses.append(eve.http.get("/api/me").status_code)
    assert statuses[:90] == [200] * 90
    assert 429 in statuses[90:]


def test_a_concurrency_limit_counts_each_address_separately() -> None:
    limit = ConcurrencyLimit(2)
    assert [limit.enter("192.0.2.3") for _ in range(3)] == [True, True, False]
    assert limit.enter("192.0.2.4")
    for _ in range(2):
        limit.leave("192.0.2.3")
    assert limit.enter("192.0.2.3")


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/openapi.json"])
def test_repeated_requests_are_refused_in_the_end(strict: Server, path: str) -> None:
    address = {"X-Forwarded-For": f"192.0.2.{20 + len(path)}"}
    with Guest.anonymous(strict, **address) as eve:
        answers = iter(lambda: eve.http.get(path).status_code, 429)
        assert len(list(answers)) >= 100
    others_still_play(strict)
