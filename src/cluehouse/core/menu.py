"""Prebuilt moves, picked by bit mask."""

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")

_BITS = 8
_BYTE = (1 << _BITS) - 1


class Menu(Generic[T]):
    """A fixed list of items; `of(mask)` gives those whose bit is set, in order.

    A mask is expanded a byte at a time, and every byte seen is remembered, so picking moves
    costs a few look-ups however many there are.

    >>> Menu("abc").of(0b101)
    ('a', 'c')
    """

    __slots__ = ("_pages", "full", "items")

    def __init__(self, items: Iterable[T]) -> None:
        self.items = tuple(items)
        self.full = (1 << len(self.items)) - 1
        count = (len(self.items) + _BITS - 1) // _BITS
        self._pages: tuple[dict[int, tuple[T, ...]], ...] = tuple({0: ()} for _ in range(count))

    def of(self, mask: int) -> tuple[T, ...]:
        if mask == self.full:
            return self.items
        picked: tuple[T, ...] = ()
        page = 0
        while mask:
            if byte := mask & _BYTE:
                seen = self._pages[page]
                picked += seen[byte] if byte in seen else self._expand(page, byte)
            mask >>= _BITS
            page += 1
        return picked

    def _expand(self, page: int, byte: int) -> tuple[T, ...]:
        start = page * _BITS
        picked = tuple(
            item for bit, item in enumerate(self.items[start : start + _BITS]) if byte >> bit & 1
        )
        self._pages[page][byte] = picked
        return picked
