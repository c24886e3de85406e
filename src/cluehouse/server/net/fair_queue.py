"""Fair admission of clients to the event loop.

Clients already playing go before new ones, and client prefixes take turns: a hundred connections
from one prefix get as far as one connection from another.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic, thread_time
from typing import Final

MIN_IDLE_S: Final = 0.002
"""The loop must have been idle this long before the next client is admitted, at least."""

IDLE_PER_CPU_SECOND: Final = 2
"""Idle time per CPU time used since the last admission: otherwise a move meets one newcomer after
the other."""

MAX_ADMISSION_DELAY_S: Final = 0.02
"""The next client is admitted after this time, however busy the loop is."""

TIMER_RESOLUTION_S: Final = 0.001
"""The event loop's timer resolution. A shorter timer fires at once and would busy-wait."""

Step = Callable[[], None]


class RoundRobin:
    """A set of pending steps. Each client prefix has a queue, and the queues take turns."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, OrderedDict[Step, None]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._queues)

    def add(self, client_prefix: str, step: Step) -> None:
        self._queues.setdefault(client_prefix, OrderedDict())[step] = None

    def discard(self, client_prefix: str, step: Step) -> None:
        queue = self._queues.get(client_prefix, OrderedDict())
        queue.pop(step, None)
        if not queue:
            self._queues.pop(client_prefix, None)

    def next(self) -> Step:
        client_prefix, queue = self._queues.popitem(last=False)
        step, _ = queue.popitem(last=False)
        if queue:
            self._queues[client_prefix] = queue
        return step


class AdmissionQueue:
    """Admits requests and WebSocket handshakes one at a time, when the loop has been idle.

    Each costs as much as several moves, and a move passes several loop iterations: without the
    queue every one of them would be full of newcomers.
    """

    def __init__(self) -> None:
        self._pending = RoundRobin()
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
