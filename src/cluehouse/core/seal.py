"""The fair deal: the house commits itself to a secret, every seat may add to it, both make the key.

So neither the house nor any player alone chooses the luck of a game, and afterwards everybody can
check it. docs/fair-deal.md says which bytes, with test vectors.
"""

import hashlib
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from cluehouse.core.wire import Wire

SEAL_BYTES: Final = 32

Sealing = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hexadecimal: a secret, a commitment or a contribution."""

_NOTHING: Final = b"\0"
_SOMETHING: Final = b"\1"


class Seal(Wire, frozen=True, tag=False):
    """How the key of a game came about."""

    commitment: Sealing
    """Told before anybody contributed."""
    secret: Sealing
    """Opened after the end."""
    contributions: tuple[Sealing | None, ...]
    """Of each seat; none from bots and from the silent."""


def commitment_of(secret: str) -> str:
    """It binds the house to its secret, and tells nothing about it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key_of(secret: str, contributions: Sequence[str | None]) -> bytes:
    """SHA-256 of the secret and, for each seat, what it gave: no two cases make the same bytes."""
    given = b"".join(
        _NOTHING if value is None else _SOMETHING + bytes.fromhex(value) for value in contributions
    )
    return hashlib.sha256(bytes.fromhex(secret) + given).digest()
