"""Fair admission of clients to the event loop and to expensive work.

Clients already playing go before new ones, and client prefixes take turns: a hundred connections
from one prefix get as far as one connection from another.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic, thread_time
from typing import Any, Final, Generic, TypeVar

from cluehouse.core.errors import Busy
from cluehouse.table.tasks import TaskSet

MIN_IDLE_S: Final = 0.002
"""The loop must have been idle this long before the next client is admitted, at least."""

IDLE_PER_CPU_SECOND: Final = 2
"""Idle time per CPU time used since the last admission: otherwise a move meets one newcomer after
the other."""

MAX_ADMISSION_DELAY_S: Final = 0.02
"""The next client is admitted after this time, however busy the loop is."""

TIMER_RESOLUTION_S: Final = 0.001
"""The event loop's timer resolution. A shorter timer fires at once and would busy-wait."""

MAX_WAITING_REQUESTS: Final = 16
"""Requests that may wait for one kind of expensive work; beyond that the server is busy."""

MAX_WAITING_NOTES: Final = 400
"""Notebooks that may wait to be worked out: two for each WebSocket that an address may have."""

ARCHIVE_SLOTS: Final = 2
"""Requests that may read whole games from the archive at once."""

Step = Callable[[], None]
T = TypeVar("T", bound=Hashable)
R = TypeVar("R")


class RoundRobin(Generic[T]):
    """A set of pending items. Each client prefix has a queue, and the queues take turns."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, OrderedDict[T, None]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def __bool__(self) -> bool:
        return bool(self._queues)

    def add(self, client_prefix: str, item: T) -> None:
        self._queues.setdefault(client_prefix, OrderedDict())[item] = None

    def discard(self, client_prefix: str, item: T) -> None:
        queue = self._queues.get(client_prefix, OrderedDict())
        queue.pop(item, None)
        if not queue:
            self._queues.pop(client_prefix, None)

    def next(self) -> T:
        client_prefix, queue = self._queues.popitem(last=False)
        item, _ = queue.popitem(last=False)
        if queue:
            self._queues[client_prefix] = queue
        return item

    def drop_for(self, client_prefix: str) -> T | None:
        """Remove the newest item of the longest queue, if that stays no shorter than this prefix's
        will be with one more."""
        longest = max(self._queues.values(), key=len)
        if len(longest) < len(self._queues.get(client_prefix, ())) + 2:
            return None
        item, _ = longest.popitem()
        return item


class AdmissionQueue:
    """Admits requests and WebSocket handshakes one at a time, when the loop has been idle.

    Each costs as much as several moves, and a move passes several loop iterations: without the
    queue every one of them would be full of newcomers.
    """

    def __init__(self) -> None:
        self._pending = RoundRobin[Step]()
        self._is_waiting = False
        self._admitted_at = self._cpu_at_admission = 0.0

    def enter(self, client_prefix: str, step: Step) -> None:
        """Run the step now, or when its turn comes."""
        self._pending.add(client_prefix, step)
        if not self._is_waiting:
            self._admit_next()

    def leave(self, client_prefix: str, step: Step) -> None:
        """Forget a step whose connection was lost."""
        self._pending.discard(client_prefix, step)

    def _admit_next(self) -> None:
        self._is_waiting = True
        self._admitted_at, self._cpu_at_admission = monotonic(), thread_time()
        asyncio.get_running_loop().call_later(MIN_IDLE_S, self._check_idle)
        self._pending.next()()

    def _check_idle(self) -> None:
        """Admit the next client if the loop has been idle long enough, else check again."""
        passed = monotonic() - self._admitted_at
        worked = thread_time() - self._cpu_at_admission
        missing = max(MIN_IDLE_S, IDLE_PER_CPU_SECOND * worked) - (passed - worked)
        if missing > 0 and passed < MAX_ADMISSION_DELAY_S:
            delay = max(TIMER_RESOLUTION_S, missing)
            asyncio.get_running_loop().call_later(delay, self._check_idle)
        elif self._pending:
            self._admit_next()
        else:
            self._is_waiting = False


class WorkQueue:
    """Lets a few clients at a time do expensive work.

    When it is full, the client prefix with most waiting makes room for one with fewer.
    """

    def __init__(self, slots: int = 1, max_waiting: int = MAX_WAITING_REQUESTS) -> None:
        self._free_slots = slots
        self._max_waiting = max_waiting
        self._pending = RoundRobin[asyncio.Future[bool]]()
        self._tasks = TaskSet()

    @property
    def waiting(self) -> int:
        return len(self._pending)

    @asynccontextmanager
    async def turn(self, client_prefix: str) -> AsyncIterator[None]:
        """Hold a slot for the duration of the block, once its turn has come. Raises Busy if there
        is no room to wait, or no more."""
        await self._take_slot(client_prefix)
        try:
            yield
        finally:
            self._pass_on()

    async def run(self, client_prefix: str, work: Callable[[], Coroutine[Any, Any, R]]) -> R:
        """As `turn`, for work that goes on when its caller is cancelled: it keeps its slot until it
        is done."""
        await self._take_slot(client_prefix)
        return await self._tasks.run_shielded(self._work(work))

    async def _work(self, work: Callable[[], Coroutine[Any, Any, R]]) -> R:
        try:
            return await work()
        finally:
            self._pass_on()

    async def _take_slot(self, client_prefix: str) -> None:
        if self._free_slots:
            self._free_slots -= 1
        else:
            await self._wait(client_prefix)

    async def _wait(self, client_prefix: str) -> None:
        if len(self._pending) >= self._max_waiting:
            self._make_room(client_prefix)
        turn = asyncio.get_running_loop().create_future()
        self._pending.add(client_prefix, turn)
        try:
            has_come = await turn
        except asyncio.CancelledError:
            self._pending.discard(client_prefix, turn)
            if turn.done() and not turn.cancelled() and turn.result():
                self._pass_on()
            raise
        if not has_come:
            raise Busy("too many requests are waiting, and most are of this address")

    def _make_room(self, client_prefix: str) -> None:
        dropped = self._pending.drop_for(client_prefix)
        if dropped is None:
            raise Busy("too many requests are waiting")
        if not dropped.done():
            dropped.set_result(False)

    def _pass_on(self) -> None:
        while self._pending:
            turn = self._pending.next()
            if not turn.done():
                turn.set_result(True)
                return
        self._free_slots += 1


@dataclass(frozen=True, slots=True)
class WorkQueues:
    """The queues of a server, one for each kind of expensive work."""

    notes: WorkQueue
    """Notebooks of seats, worked out by the bots' worker processes."""
    aids: WorkQueue
    records: WorkQueue
    """Documents of finished games: verification and replay."""
    archive: WorkQueue
    """Whole games read from the archive."""

    @property
    def waiting_for_workers(self) -> int:
        return self.notes.waiting + self.aids.waiting + self.records.waiting


def work_queues(bot_workers: int) -> WorkQueues:
    notes = WorkQueue(bot_workers, MAX_WAITING_NOTES)
    return WorkQueues(notes, WorkQueue(), WorkQueue(), WorkQueue(ARCHIVE_SLOTS))
