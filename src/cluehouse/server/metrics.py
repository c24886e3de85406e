"""Metrics for the operator in the Prometheus text format, without table ids, names or game secrets.

Served to requests with the bearer token of the settings; without a token there is no such page.
"""

import hmac
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from cluehouse.core.ids import Seq
from cluehouse.table.ports import Header, Log, LogEntry, TableId

APPEND_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds, in seconds, of the histogram of append times."""

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Gauges = Mapping[str, tuple[str, Callable[[], int]]]
"""By metric name: the help text, and a function that returns the current value."""

Page = Callable[[Request], Awaitable[Response]]


class Metrics:
    """Counters and the histogram of append times."""

    def __init__(self, bot_fallbacks: Callable[[], int] = lambda: 0) -> None:
        """`bot_fallbacks` returns the number of moves of the fallback bot so far."""
        self.moves_refused = 0
        self.refusals: Counter[str] = Counter()
        """Rejected requests, by error id."""
        self._bot_fallbacks = bot_fallbacks
        self._appends = [0] * (len(APPEND_BUCKETS_S) + 1)
        self._append_seconds = 0.0

    def appended(self, seconds: float) -> None:
        self._appends[bisect_left(APPEND_BUCKETS_S, seconds)] += 1
        self._append_seconds += seconds

    def page(self, gauges: Gauges) -> str:
        lines = [
            *(line for name, (text, now) in gauges.items() for line in _gauge(name, text, now())),
            *_counter("moves_accepted", "Moves written to the log", sum(self._appends)),
            *_counter("moves_refused", "Moves of people that were rejected", self.moves_refused),
            *_counter("bot_stumbles", "Bot moves made by the fallback bot", self._bot_fallbacks()),
            *self._refusal_lines(),
            *self._append_lines(),
        ]
        return "".join(f"{line}\n" for line in lines)

    def _refusal_lines(self) -> Iterator[str]:
        yield from _head("refusals_total", "Rejected requests by error id", "counter")
        for id, count in sorted(self.refusals.items()):
            yield f'cluehouse_refusals_total{{id="{id}"}} {count}'

    def _append_lines(self) -> Iterator[str]:
        name = "append_seconds"
        yield from _head(name, "Time to write a move to the log", "histogram")
        for bound, count in zip(
            (*APPEND_BUCKETS_S, "+Inf"), accumulate(self._appends), strict=True
        ):
            yield f'cluehouse_{name}_bucket{{le="{bound}"}} {count}'
        yield f"cluehouse_{name}_sum {self._append_seconds:.6f}"
        yield f"cluehouse_{name}_count {sum(self._appends)}"


class MeteredLog(Log):
    """A log that measures how long each append takes."""

    def __init__(self, log: Log, metrics: Metrics) -> None:
        self._log = log
        self._metrics = metrics

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        began = time.perf_counter()
        await self._log.append(table, seq, entry)
        self._metrics.appended(time.perf_counter() - began)

    async def create(self, header: Header, deal: LogEntry) -> None:
        await self._log.create(header, deal)

    async def header(self, table: TableId) -> Header:
        return await self._log.header(table)

    async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
        return await self._log.read(table, after)

    async def moved_at(self, table: TableId) -> float:
        return await self._log.moved_at(table)


def page(metrics: Metrics, token: str, gauges: Gauges) -> Page:
    async def serve(request: Request) -> Response:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not token or not hmac.compare_digest(given.encode(), token.encode()):
            return PlainTextResponse("no such page\n", 404)
        return PlainTextResponse(metrics.page(gauges), media_type=CONTENT_TYPE)

    return serve


def _gauge(name: str, text: str, value: int) -> Iterator[str]:
    yield from _head(name, text, "gauge")
    yield f"cluehouse_{name} {value}"


def _counter(name: str, text: str, value: int) -> Iterator[str]:
    yield from _head(f"{name}_total", text, "counter")
    yield f"cluehouse_{name}_total {value}"


def _head(name: str, text: str, kind: str) -> Iterator[str]:
    yield f"# HELP cluehouse_{name} {text}"
    yield f"# TYPE cluehouse_{name} {kind}"
