"""A push service on this machine, and a browser that subscribes to it and reads what comes."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cluehouse.server.push.encryption import content_keys, shared_secret, text_of

AUTH = bytes(range(16))


class Browser:
    """Only it can read what it is sent."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = AUTH) -> None:
        self._key = key or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth
        self.point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def subscription(self, endpoint: str, language: str = "en") -> dict[str, str]:
        keys = {"p256dh": text_of(self.point), "auth": text_of(self._auth)}
        return {"endpoint": endpoint, "language": language, **keys}

    def read(self, body: bytes) -> bytes:
        """As RFC 8188 has it: salt, record size, length of a key, the sender's key, the record."""
        salt, server, record = body[:16], body[21:86], body[86:]
        secret = shared_secret(self._key, server, self._auth, self.point, server)
        key, nonce = content_keys(secret, salt)
        words = AESGCM(key).decrypt(nonce, record, None)
        assert words.endswith(b"\2"), "the last record"
        return words[:-1]


class PushService:
    """Keeps what it is sent, and answers as a test says."""

    def __init__(self) -> None:
        self.status = 201
        self.silent = False
        self.came: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        self.origin = ""
        self._writers: list[asyncio.StreamWriter] = []

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator["PushService"]:
        service = cls()
        server = await asyncio.start_server(service._serve, "127.0.0.1", 0)
        async with server:
            service.origin = "http://127.0.0.1:{1}".format(*server.sockets[0].getsockname())
            yield service
            for writer in service._writers:
                writer.transport.abort()

    async def next(self, browser: Browser) -> tuple[dict[str, str], dict[str, Any]]:
        """The headers of the next message, and what this browser reads in it."""
        async with asyncio.timeout(20):
            _, headers, body = await self.came.get()
        return headers, json.loads(browser.read(body))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        exact = dict(line.split(": ", 1) for line in lines)
        body = await reader.readexactly(int(headers["content-length"]))
        self.came.put_nowait((first, exact, body))
        if not self.silent:
            writer.write(f"HTTP/1.1 {self.status} Whatever\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
