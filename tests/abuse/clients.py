"""Synchronous HTTP and WebSocket clients."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any, Final, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.abuse.server import Server
from tests.server_process import TEST_TIMEOUT_S

Message = dict[str, Any]

UNUSED_SEQ: Final = 777_000_000
"""A sequence number that no table reaches."""

NONE: Final[Mapping[str, str]] = {}

ASK: Final = b'{"type":"Ask","whom":1}'


class Guest:
    """An HTTP client with its own cookies."""

    def __init__(self, server: Server, http: httpx.Client) -> None:
        self.server = server
        self.http = http

    @classmethod
    @contextmanager
    def anonymous(cls, server: Server, **headers: str) -> Iterator[Self]:
        address = f"http://{server.host}"
        with httpx.Client(
            base_url=address, headers=headers, timeout=TEST_TIMEOUT_S, verify=False
        ) as http:
            yield cls(server, http)

    @classmethod
    @contextmanager
    def named(cls, server: Server, name: str, **headers: str) -> Iterator[Self]:
        with cls.anonymous(server, **headers) as guest:
            guest.post("/api/me", name=name)
            yield guest

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def get(self, path: str) -> Any:
        return _checked(self.http.get(path))

    def post(self, path: str, **body: Any) -> Any:
        return _checked(self.http.post(path, json=body))

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        return refusal(self.http.post(path, content=json.dumps(body)))

    def open_table(self, **wish: Any) -> str:
        return str(self.post("/api/tables", **{"game": "keyhole", "seats": 2, **wish})["id"])

    @contextmanager
    def visit(
        self,
        table: str,
        *,
        seat: int = 0,
        some_move: bytes = ASK,
        headers: Mapping[str, str] = NONE,
    ) -> Iterator["Device"]:
        wanted = {"Cookie": self.cookie, **headers}
        with connect(
            f"ws://{self.server.host}/ws/{table}?seat={seat}",
            additional_headers={name: value for name, value in wanted.items() if value},
            compression=None,
            ping_interval=None,
            max_queue=None,
            close_timeout=1,
        ) as socket:
            yield Device(socket, some_move)


class Device:
    """A WebSocket client. Frames are answered in order, so all answers to a frame come before the
    refusal of a move with an unused sequence number that is sent after it."""

    def __init__(self, socket: ClientConnection, some_move: bytes) -> None:
        """`some_move`: any move of the game's alphabet."""
        self.socket = socket
        self.update: Message = {}
        """The latest update."""
        self._some_move = json.loads(some_move)
        self._moves = count(UNUSED_SEQ)

    def say(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def receive(self, kind: str) -> Message:
        """The next message of this kind."""
        while (message := self._next())["type"] != kind:
            pass
        return message

    def answers_to(self, frame: str | bytes) -> Sequence[Message] | None:
        """All answers to this frame; None if the connection is closed instead."""
        try:
            self.socket.send(frame)
            return self.receive_pending()
        except ConnectionClosed:
            return None

    def receive_pending(self) -> Sequence[Message]:
        """All messages sent so far that were not received yet."""
        seen = next(self._moves)
        self.say(type="Play", move=self._some_move, seen=seen)
        received: list[Message] = []
        while not _is_about(seen, message := self._next()):
            received.append(message)
        return received

    def closed(self) -> int | None:
        """Receive until the connection is closed; its close code, None: without one."""
        with suppress(ConnectionClosed):
            while True:
                self._next()
        return self.socket.close_code

    def _next(self) -> Message:
        message: Message = json.loads(self.socket.recv(TEST_TIMEOUT_S))
        if message["type"] == "Update":
            self.update = message
        return message


def refusal(answer: httpx.Response) -> tuple[int, str]:
    assert answer.status_code >= 400, answer.text
    return answer.status_code, answer.json()["id"]


def _is_about(seen: int, message: Message) -> bool:
    return message["type"] == "Refused" and f"seen {seen}," in message["detail"]


def _checked(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()
