"""Prebuilt moves, picked by bit mask."""

from collections.abc import Iterable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_BITS: Final = 8
_BYTE: Final = (1 << _BITS) - 1
_MAX_CACHED_MASKS: Final = 4096


class Menu(Generic[T]):
    """A fixed list of items; `of(mask)` gives those whose bit is set, in order.

    Recent masks are cached. Any other mask is expanded a byte at a time, and expanded bytes are
    cached too, so picking moves is cheap however many there are.

    >>> Menu("abc").of(0b101)
    ('a', 'c')
    """

    __slots__ = ("_masks", "_pages", "full", "items")

    def __init__(self, items: Iterable[T]) -> None:
        self.items = tuple(items)
        self.full = (1 << len(self.items)) - 1
        count = (len(self.items) + _BITS - 1) // _BITS
        self._pages: tuple[dict[int, tuple[T, ...]], ...] = tuple({} for _ in range(count))
        self._masks: dict[int, tuple[T, ...]] = {0: (), self.full: self.items}

    def of(self, mask: int) -> tuple[T, ...]:
        picked = self._masks.get(mask)
        return self._expand(mask) if picked is None else picked

    def _expand(self, mask: int) -> tuple[T, ...]:
        picked: tuple[T, ...] = ()
        rest, page = mask, 0
        while rest:
            if byte := rest & _BYTE:
                seen = self._pages[page]
                picked += seen[byte] if byte in seen else self._expand_byte(page, byte)
            rest >>= _BITS
            page += 1
        if len(self._masks) > _MAX_CACHED_MASKS:
            self._masks = {0: (), self.full: self.items}
        self._masks[mask] = picked
        return picked

    def _expand_byte(self, page: int, byte: int) -> tuple[T, ...]:
        start = page * _BITS
        picked = tuple(
            item for bit, item in enumerate(self.items[start : start + _BITS]) if byte >> bit & 1
        )
        self._pages[page][byte] = picked
        return picked
