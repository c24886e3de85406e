"""Who is next. Whoever is inside goes before whoever wants to come in, and households take turns: a
hundred strangers from one of them get as far as one stranger from another."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic, thread_time
from typing import Final

MIN_IDLE_S: Final = 0.002
"""Seconds that the house has had nothing to do, before the next one comes in: at least so many."""

IDLE_PER_CPU_SECOND: Final = 2
"""And so many for each that it has worked, or a move would meet one newcomer after the other."""

MAX_ADMISSION_DELAY_S: Final = 0.02
"""Seconds until the next one comes in, however busy the house is."""

TIMER_RESOLUTION_S: Final = 0.001
"""Seconds: what a loop can tell apart. Who asks it for less is called at once, and never rests."""

READS_PER_TICK: Final = 8
"""Sips from all sockets together at a turn of the loop; while one is swallowed, all others wait."""

Step = Callable[[], None]


class RoundRobin:
    """Everybody who waits, once. Each household has a line, and the lines take turns."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[Step, None]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, client_prefix: str, step: Step) -> None:
        self._lines.setdefault(client_prefix, OrderedDict())[step] = None

    def drop(self, client_prefix: str, step: Step) -> None:
        line = self._lines.get(client_prefix, OrderedDict())
        line.pop(step, None)
        if not line:
            self._lines.pop(client_prefix, None)

    def next(self) -> Step:
        client_prefix, line = self._lines.popitem(last=False)
        step, _ = line.popitem(last=False)
        if line:
            self._lines[client_prefix] = line
        return step


class AdmissionQueue:
    """For requests, and sockets that are opened. Each of them costs as much as several moves, and a
    move at a table passes several turns of the loop: those must not all be full of newcomers."""

    def __init__(self) -> None:
        self._ring = RoundRobin()
        self._is_resting = False
        self._since = self._worked = 0.0

    def enter(self, client_prefix: str, step: Step) -> None:
        """Takes it at once, or in a moment."""
        self._ring.add(client_prefix, step)
        if not self._is_resting:
            self._let_in()

    def leave(self, client_prefix: str, step: Step) -> None:
        """Whoever has gone keeps nobody waiting, and is not remembered."""
        self._ring.drop(client_prefix, step)

    def _let_in(self) -> None:
        self._is_resting = True
        self._since, self._worked = monotonic(), thread_time()
        asyncio.get_running_loop().call_later(MIN_IDLE_S, self._look)
        self._ring.next()()

    def _look(self) -> None:
        """Everything that was to be done is done when the house comes to rest."""
        passed, worked = monotonic() - self._since, thread_time() - self._worked
        missing = max(MIN_IDLE_S, IDLE_PER_CPU_SECOND * worked) - (passed - worked)
        if missing > 0 and passed < MAX_ADMISSION_DELAY_S:
            asyncio.get_running_loop().call_later(max(TIMER_RESOLUTION_S, missing), self._look)
        elif self._ring:
            self._let_in()
        else:
            self._is_resting = False


class ReadScheduler:
    """For what comes in by sockets: so much of it at a turn of the loop."""

    def __init__(self) -> None:
        self._ring = RoundRobin()
        self._is_turning = False

    def pass_in(self, client_prefix: str, step: Step) -> None:
        """Takes it at the next turn, or one of those that follow."""
        self._ring.add(client_prefix, step)
        if not self._is_turning:
            self._is_turning = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        if self._ring:
            asyncio.get_running_loop().call_soon(self._turn)
        else:
            self._is_turning = False
        for _ in range(READS_PER_TICK):
            if self._ring:
                self._ring.next()()
