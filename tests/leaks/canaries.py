"""Secrets that sing: whatever a house draws at random spells a word, and any text can be searched
for it, in whatever form it might have got there."""

import base64
import json
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from cluehouse.core.seal import SEAL_BYTES
from cluehouse.server.storage.data_folder import SECRET

SIGNING: Final = b"canary that signs every cookie 1"


class Canaries:
    """What a house has drawn, in order."""

    def __init__(self) -> None:
        self._numbers = count()
        self.ids: list[str] = []
        """Of tables and of guests."""
        self.seals: list[str] = []

    def token_urlsafe(self, size: int) -> str:
        self.ids.append(f"canary-{next(self._numbers):015}")
        return self.ids[-1]

    def token_hex(self, size: int) -> str:
        drawn = f"{next(self._numbers):08} canary of a seal".ljust(size)[:size].encode().hex()
        if size == SEAL_BYTES:
            self.seals.append(drawn)
        return drawn


@contextmanager
def canaries_in(data: Path) -> Iterator[Canaries]:
    """In a house that is opened in this folder, for the first time."""
    data.mkdir(parents=True)
    (data / SECRET).write_bytes(SIGNING)
    canaries = Canaries()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "token_urlsafe", canaries.token_urlsafe)
        patched.setattr(secrets, "token_hex", canaries.token_hex)
        yield canaries


def forms(secret: bytes) -> set[bytes]:
    """How it looks raw, in hexadecimal, in base64 wherever it begins, and escaped."""
    spelt = {secret, secret.hex().encode(), secret.hex().upper().encode()}
    for before in range(3):
        padded = base64.b64encode(b"\0" * before + secret)
        middle = padded[(before * 8 + 5) // 6 : len(padded) - 4]
        spelt |= {middle, middle.translate(bytes.maketrans(b"+/", b"-_"))}
    escaped = "".join(f"\\u{sign:04x}" for sign in secret)
    quoted = json.dumps(secret.decode("latin-1"))[1:-1]
    return spelt | {escaped.encode(), quoted.encode(), repr(secret)[2:-1].encode()}


def singing(secrets: Iterable[bytes], texts: Iterable[bytes]) -> list[tuple[bytes, bytes]]:
    """Which secrets are heard, each with a text that it is heard in."""
    spelt = [(secret, form) for secret in secrets for form in forms(secret)]
    return [(secret, text) for text in texts for secret, form in spelt if form in text]
