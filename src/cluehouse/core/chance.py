"""Luck: a portable stream of numbers, keyed by a secret and a sequence number.

Block i of `Chance(key, seq)` is SHA-256(key ‖ seq as 8 bytes ‖ i as 8 bytes), big-endian; the
blocks follow one another as a stream of bytes. docs/chance.md has test vectors.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_BYTE = 256
_BYTE_LIMITS = (0, *(_BYTE // bound * bound for bound in range(1, _BYTE + 1)))


class Chance:
    """Random draws for one attempt of a move. Each attempt makes a new one, so a refused or
    repeated attempt uses up no luck.

    >>> Chance(b"key", 1).shuffled("abc") == Chance(b"key", 1).shuffled("abc")
    True
    """

    __slots__ = ("_at", "_block", "_count", "_key", "_seq")

    def __init__(self, key: bytes, seq: int) -> None:
        self._key = key
        self._seq = seq
        self._block = b""
        self._at = 0
        self._count = 0

    def below(self, bound: int) -> int:
        """One of 0 … bound-1, each equally likely: biased draws are rejected and drawn again."""
        if 1 < bound <= _BYTE:
            return self._byte_below(bound)
        if bound < 1:
            raise ValueError(f"nothing is below {bound}")
        width = ((bound - 1).bit_length() + 7) // 8
        limit = (1 << 8 * width) // bound * bound
        while (number := self._number(width)) >= limit:
            pass
        return number % bound

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list in random order (Fisher–Yates from the end)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def fraction(self) -> float:
        """A float in [0, 1) with 53 random bits."""
        return (self._number(7) >> 3) / (1 << 53)

    def _byte_below(self, bound: int) -> int:
        """The same result as `below`, twice as fast: most draws are small."""
        limit = _BYTE_LIMITS[bound]
        while True:
            if self._at == len(self._block):
                self._block, self._at = self._next_block(), 0
            number = self._block[self._at]
            self._at += 1
            if number < limit:
                return number % bound

    def _number(self, width: int) -> int:
        while self._at + width > len(self._block):
            self._block = self._block[self._at :] + self._next_block()
            self._at = 0
        start, self._at = self._at, self._at + width
        return int.from_bytes(self._block[start : self._at], "big")

    def _next_block(self) -> bytes:
        place = self._seq.to_bytes(8, "big") + self._count.to_bytes(8, "big")
        self._count += 1
        return hashlib.sha256(self._key + place).digest()


def subkey(key: bytes, *labels: object) -> bytes:
    """A key for another purpose: SHA-256 of the key and the labels, each after a zero byte."""
    return hashlib.sha256(b"\0".join([key, *(str(label).encode() for label in labels)])).digest()
