"""Invalid HTTP and paths outside the static files get one clear answer each, and request smuggling
gets no second answer."""

import re
import socket
from typing import Final

import pytest

from cluehouse.server.net.http_protocol import MAX_HEAD_BYTES
from tests.abuse.clients import Guest
from tests.abuse.server import Server
from tests.server_process import TEST_TIMEOUT_S

HEAD: Final = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\n"
SECOND: Final = b"GET /api/house HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
"""A request smuggled behind or inside another one."""

WS: Final = b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE: Final = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def answers(server: Server, request: bytes) -> list[int]:
    """The statuses of all responses until the server closes the connection."""
    with socket.create_connection(server.address, TEST_TIMEOUT_S) as connection:
        connection.sendall(request)
        received = b""
        while some := connection.recv(65536):
            received += some
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", received)]


@pytest.mark.parametrize(
    "request_",
    [
        HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND,
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + SECOND,
        HEAD + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n" + SECOND,
        HEAD + b"Content-Length: +0\r\n\r\n" + SECOND,
        HEAD + b"Content-Length: 0x0\r\n\r\n" + SECOND,
        HEAD + b"Content-Length: -1\r\n\r\n" + SECOND,
        HEAD + b"Content-Length: 99999999999999999999\r\n\r\n" + SECOND,
        HEAD + b"Content-Length : 0\r\n\r\n" + SECOND,
        HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + SECOND,
        HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SECOND,
        HEAD + b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n" + SECOND,
        HEAD + b"X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND,
        HEAD + b"X: a\x00\r\n\r\n" + SECOND,
        HEAD + b"X: a\nContent-Length: 0\r\n\r\n" + SECOND,
        HEAD.replace(b"\r\n", b"\n") + b"\n" + SECOND,
        HEAD.replace(b"1.1", b"9.9") + b"\r\n" + SECOND,
        HEAD.replace(b"/api/me", b"/\xff") + b"\r\n" + SECOND,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n" + SECOND,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
    ],
)
def test_an_ambiguous_request_is_refused(ada: Guest, lenient: Server, request_: bytes) -> None:
    assert answers(lenient, request_) == [400]


def test_an_invalid_chunk_ends_the_request(ada: Guest, lenient: Server) -> None:
    chunks = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}zz\r\n0\r\n\r\n"
    assert answers(lenient, HEAD + chunks + SECOND) == [400]


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * MAX_HEAD_BYTES,
        HEAD + b"X: " + b"a" * MAX_HEAD_BYTES,
        HEAD + b"X: a\r\n" * (MAX_HEAD_BYTES // 6),
        HEAD + b"Cookie: " + b"a=b; " * (MAX_HEAD_BYTES // 5),
        HEAD + b"X: " + b"a" * MAX_HEAD_BYTES + b"\r\n\r\n" + SECOND,
        HEAD + b"X: a\r\n" * (MAX_HEAD_BYTES // 4) + b"\r\n" + SECOND,
    ],
)
def test_an_oversized_request_head_is_refused(ada: Guest, lenient: Server, head: bytes) -> None:
    assert answers(lenient, head) == [431]


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (WS + UPGRADE + b"X: a\r\n" * 200 + b"\r\n", 431),
        (WS + UPGRADE + b"X: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"GET /ws/" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"\r\n", 414),
        (WS + b"Content-Length: 2\r\n" + UPGRADE + b"\r\n{}", 400),
        (b"POST /ws/x HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"\r\n", 405),
        (b"GET /ws/\xff HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"\r\n", 400),
        (b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"\r\n", 403),
        (WS + UPGRADE.replace(b"13", b"7") + b"\r\n", 400),
    ],
)
def test_an_invalid_websocket_upgrade_is_refused(
    ada: Guest, lenient: Server, head: bytes, status: int
) -> None:
    assert answers(lenient, head) == [status]


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/..%2f..%2fsecret",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/../../app.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/assets/..%5c..%5capp.py",
        "/assets//etc/passwd",
        "/assets/%00",
        "/assets/" + "a/" * 4000,
        "/%00",
        "/api/../../app.py",
        "/t/%ff%fe",
    ],
)
def test_no_path_leads_out_of_the_static_files(ada: Guest, lenient: Server, path: str) -> None:
    """Every other path gets the page, which has the same bytes for all."""
    with socket.create_connection(lenient.address, TEST_TIMEOUT_S) as connection:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode())
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    answered, _, body = received.partition(b"\r\n\r\n")
    assert body in (ada.http.get("/").content, b"Not Found") or b" 404 " in answered


@pytest.mark.parametrize("host", ["[", "]", "a b", "a" * 2000, "\xff", "", "@", "a:b:c", "-", "a"])
def test_a_host_header_that_does_not_name_the_server_is_refused(ada: Guest, host: str) -> None:
    headers = [(b"Host", host.encode("latin-1"))]
    for path in ("/api/me", f"/api/tables/{ada.open_table()}/qr.svg", "/assets/x", "/"):
        assert ada.http.get(path, headers=headers).status_code == (421 if host == "a" else 400)
