"""The fair deal: the server commits to a secret, every seat may contribute, both make the key.

So neither the server nor any player alone chooses the luck of a game, and every player can check
it afterwards. docs/fair-deal.md specifies the bytes, with test vectors.
"""

import hashlib
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from cluehouse.core.wire import Wire

SEAL_BYTES: Final = 32

Sealing = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hexadecimal: a secret, a commitment or a contribution."""

_NO_CONTRIBUTION: Final = b"\0"
_CONTRIBUTION: Final = b"\1"


class Seal(Wire, frozen=True, tag=False):
    """How the key of a game came about."""

    commitment: Sealing
    """Published before any seat contributed."""
    secret: Sealing
    """Published after the end."""
    contributions: tuple[Sealing | None, ...]
    """One for each seat; None for bots and for players who sent none."""


def commitment_of(secret: str) -> str:
    """A hash that binds the server to its secret and reveals nothing about it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key_of(secret: str, contributions: Sequence[str | None]) -> bytes:
    """SHA-256 of the secret and each seat's contribution; no two cases hash the same bytes."""
    given = b"".join(
        _NO_CONTRIBUTION if value is None else _CONTRIBUTION + bytes.fromhex(value)
        for value in contributions
    )
    return hashlib.sha256(bytes.fromhex(secret) + given).digest()
