"""Spectator feeds: spectators get a game immediately, with a delay, or not at all.

A delayed feed is a second Table on the same log, cut off where spectators may see. So spectators
learn nothing early, whatever they request. Entries once shown stay shown. Entries made before this
process opened the table count as made at the time of the last one.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from cluehouse.core.errors import Closed, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seq, Viewer
from cluehouse.table.book.book import Note
from cluehouse.table.book.chat import RailSet
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.ports import Header, Log, LogEntry, Subscriber, TableId
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import Backoff, TaskSet


class DelayedLog:
    """A read-only log that ends at entry `end`."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.end = BEFORE_THE_DEAL

    async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
        return (await self._log.read(table, after))[: max(0, self.end - after)]

    async def header(self, table: TableId) -> Header:
        return await self._log.header(table)

    async def moved_at(self, table: TableId) -> float:
        return await self._log.moved_at(table)

    async def create(self, _header: Header, _deal: LogEntry) -> None:
        raise Unavailable("a delayed log is read-only")

    async def append(self, _table: TableId, _seq: Seq, _entry: LogEntry) -> None:
        raise Unavailable("a delayed log is read-only")


class ViewerFeed:
    """Forwards one table's updates to a viewer until it is closed for good, even if it is closed
    while still attaching."""

    def __init__(self, outbox: Subscriber, since: Seq, viewer: Viewer = RAIL) -> None:
        self.source: Table | None = None
        self.since = since
        """The seq of the last update the viewer was sent."""
        self._outbox = outbox
        self._viewer = viewer
        self._closed = False

    async def open(self, source: Table) -> None:
        self.source = source
        try:
            await source.attach(self._viewer, self, self.since)
        except BaseException:  # also when cancelled: it is not attached
            self.source = None
            raise
        if self._closed:
            source.detach(self._viewer, self)

    def close(self) -> None:
        self._closed = True
        if self.source is not None:
            self.source.detach(self._viewer, self)

    def send(self, update: bytes) -> None:
        if not self._closed and self.source is not None:
            self.since = self.source.seq
            self._outbox.send(update)


class SpectatorFeed:
    """The spectator feed of one table."""

    def __init__(
        self, table: Table, log: Log, age: float = 0.0, ended: Callable[[], None] = lambda: None
    ) -> None:
        """`age`: seconds since the last move, or since the game was abandoned. `ended` is called,
        possibly more than once, when delayed spectators have seen the end."""
        self._table = table
        self._ended = ended
        self._rules = table.book.chat.rail
        self._loop = asyncio.get_running_loop()
        self._unreleased = deque([(self._loop.time() - age, table.seq)])
        """Moves not released yet: when each was made, in loop time, and its seq."""
        self._log = DelayedLog(log)
        self._delayed_table: Table | None = None
        self._feeds: dict[Subscriber, ViewerFeed] = {}
        self._lock = asyncio.Lock()
        self._backoff = Backoff()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()

    def start(self) -> None:
        """Register callbacks. The table then holds this object, and this object the table."""
        self._table.watchers.append(self._on_move)
        self._table.book.listeners.append(self._on_note)

    async def attach(self, outbox: Subscriber, since: Seq = BEFORE_THE_DEAL) -> None:
        """Send what spectators may see after `since`, now or when its delay has passed. Shielded
        from cancellation: the same round also serves other spectators."""
        self._feeds[outbox] = ViewerFeed(outbox, since)
        await self._tasks.run_shielded(self._update_feeds())

    def detach(self, outbox: Subscriber) -> Seq:
        """Returns the seq of the last update it was sent."""
        feed = self._feeds.pop(outbox, None)
        if feed is None:
            return BEFORE_THE_DEAL
        feed.close()
        return feed.since

    @property
    def shown(self) -> Table | None:
        """The table as spectators see it; None while they see nothing or the rail is closed."""
        if not self._rules.open:
            return None
        return self._delayed_table if self._rules.delay else self._table

    @property
    def at_the_end(self) -> bool:
        """Whether the game has ended and spectators have been shown all of it."""
        self._release_due()
        shown = self.shown
        if shown is None or self._unreleased or not has_ended(self._table):
            return False
        return shown.seq == self._table.seq

    def _on_move(self) -> None:
        self._unreleased.append((self._loop.time(), self._table.seq))
        self._refresh()

    def _on_note(self, note: Note) -> None:
        """Apply new spectator rules: feeds under the old rules send nothing more."""
        if isinstance(note, RailSet):
            self._release_due()
            self._rules = note.rules
            for outbox, feed in tuple(self._feeds.items()):
                feed.close()
                self._feeds[outbox] = ViewerFeed(outbox, feed.since)
            self._refresh()
        elif isinstance(note, Abandoned):  # an end like any other: it is delayed like a move
            self._on_move()

    def _refresh(self) -> None:
        """Bring all feeds up to date."""
        if self._feeds:
            self._tasks.spawn(self._catch_up())
        else:
            self._release_due()

    async def _catch_up(self) -> None:
        try:
            await self._update_feeds()
            self._backoff = Backoff()
        except Closed:
            pass  # the server is shutting down
        except Exception as error:
            self._set_timer(self._loop.time() + self._backoff.delay_after(error))

    async def _update_feeds(self) -> None:
        async with self._lock:
            self._release_due()
            if self._rules.open and self._rules.delay:
                await self._advance_delayed_table()
            source = self.shown
            for feed in tuple(self._feeds.values()):
                if source is not None and feed.source is None:
                    await feed.open(source)
            if self._rules.open and self._rules.delay and self._feeds:
                self._schedule_next()

    def _schedule_next(self) -> None:
        """Set the timer for the next release; now, if one came due while the log was read."""
        known = BEFORE_THE_DEAL if self._delayed_table is None else self._delayed_table.seq
        if known < self._log.end:
            self._set_timer(self._loop.time())
        elif self._unreleased:
            self._set_timer(self._unreleased[0][0] + self._rules.delay)

    def _release_due(self) -> None:
        """Release moves whose delay has passed to spectators, for good."""
        if self._rules.open:
            now = self._loop.time()
            while self._unreleased and self._unreleased[0][0] + self._rules.delay <= now:
                self._log.end = self._unreleased.popleft()[1]

    async def _advance_delayed_table(self) -> None:
        table = self._table
        if self._delayed_table is not None:
            await self._delayed_table.catch_up()
        elif self._log.end > BEFORE_THE_DEAL:
            self._delayed_table = await Table.open(table.game, table.header, self._log, table.book)
        if self.at_the_end:
            self._ended()

    def _set_timer(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(at, self._refresh)
