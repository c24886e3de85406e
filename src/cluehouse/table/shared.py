"""Things opened once and kept while somebody holds them."""

import asyncio
from collections.abc import Callable, Coroutine
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

    def peek(self, key: K) -> V | None:
        """The value if it is in memory."""
        return self._held.get(key)

    async def get(self, key: K) -> V:
        held = self._held.get(key)
        if held is not None:
            return held
        if key in self._opening:
            return await asyncio.shield(self._opening[key])
        return await self.put(key, self._open(key))

    async def put(self, key: K, opening: Coroutine[Any, Any, V]) -> V:
        """Open it this way; whoever asks meanwhile waits for it."""
        task = self._opening[key] = asyncio.create_task(self._keep(key, opening))
        task.add_done_callback(lambda _: self._opening.pop(key))
        return await asyncio.shield(task)

    async def _keep(self, key: K, opening: Coroutine[Any, Any, V]) -> V:
        value = await opening
        self._held[key] = value
        return value
