"""Canary tokens: the server's random secrets are replaced by recognizable ones, and any output can
be searched for them, in every encoding."""

import base64
import json
import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from cluehouse.core.seal import SEAL_BYTES
from cluehouse.server.storage.data_folder import SECRET

SIGNING: Final = b"canary that signs every cookie 1"


class MarkedSecrets:
    """Replaces `secrets.token_*` and keeps what the server has drawn, in order."""

    def __init__(self, first: int) -> None:
        self._numbers = defaultdict[int, Iterator[int]](lambda: count(first))
        """Of ids at 0; of other secrets by their size: each kind is drawn independently."""
        self.ids: list[str] = []
        """Ids of tables, of guests and of sessions, and secrets of resume links."""
        self.seals: list[str] = []

    def token_urlsafe(self, size: int) -> str:
        self.ids.append(f"canary-{next(self._numbers[0]):015}")
        return self.ids[-1]

    def token_hex(self, size: int) -> str:
        drawn = f"{next(self._numbers[size]):08} canary of a seal".ljust(size)[:size].encode().hex()
        if size == SEAL_BYTES:
            self.seals.append(drawn)
        return drawn


@contextmanager
def marked_secrets_in(data: Path, first: int = 0) -> Iterator[MarkedSecrets]:
    """For a server that creates its data in this folder. Two processes on one database need
    different first numbers."""
    data.mkdir(parents=True)
    (data / SECRET).write_bytes(SIGNING)
    marked = MarkedSecrets(first)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "token_urlsafe", marked.token_urlsafe)
        patched.setattr(secrets, "token_hex", marked.token_hex)
        yield marked


def forms(secret: bytes) -> set[bytes]:
    """The secret raw, in hexadecimal, in base64 at any offset, and escaped."""
    encoded = {secret, secret.hex().encode(), secret.hex().upper().encode()}
    for before in range(3):
        padded = base64.b64encode(b"\0" * before + secret)
        middle = padded[(before * 8 + 5) // 6 : len(padded) - 4]
        encoded |= {middle, middle.translate(bytes.maketrans(b"+/", b"-_"))}
    escaped = "".join(f"\\u{sign:04x}" for sign in secret)
    quoted = json.dumps(secret.decode("latin-1"))[1:-1]
    return encoded | {escaped.encode(), quoted.encode(), repr(secret)[2:-1].encode()}


def find_secrets(secrets: Iterable[bytes], texts: Iterable[bytes]) -> list[tuple[bytes, bytes]]:
    """The secrets found, each with a text that contains it."""
    encoded = [(secret, form) for secret in secrets for form in forms(secret)]
    return [(secret, text) for text in texts for secret, form in encoded if form in text]
