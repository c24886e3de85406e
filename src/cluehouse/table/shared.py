"""Things opened once and kept while somebody holds them."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K")
V = TypeVar("V")


class Shared(Generic[K, V]):
    """One value a key, however many come at once; gone from memory when nobody holds it."""

    def __init__(self, open: Callable[[K], Coroutine[Any, Any, V]]) -> None:
        self._open = open
        self._held: WeakValueDictionary[K, V] = WeakValueDictionary()
        self._opening: dict[K, asyncio.Task[V]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[K]:
        """The keys of those that are held."""
        return iter(tuple(self._held))

    def held(self, key: K) -> V | None:
        """If somebody does."""
        return self._held.get(key)

    def drop(self, key: K) -> None:
        """Whoever comes next opens another."""
        self._held.pop(key, None)

    async def get(self, key: K) -> V:
        held = self._held.get(key)
        if held is not None:
            return held
        if key not in self._opening:
            self._opening[key] = asyncio.create_task(self._open_and_keep(key))
            self._opening[key].add_done_callback(lambda _: self._opening.pop(key))
        return await asyncio.shield(self._opening[key])

    async def _open_and_keep(self, key: K) -> V:
        value = self._held[key] = await self._open(key)
        return value
