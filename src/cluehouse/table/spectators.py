"""What the public gets of a table: all of it at once, all of it some time later, or nothing.

A late rail is the same game read later, from a log that ends where the public has got to. So
whoever watches learns nothing early, whatever they ask for. What has been shown stays shown; what
was made before this house took the table up counts as made with the last of it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seq, Viewer
from cluehouse.core.record import Entry
from cluehouse.table.book.book import Note
from cluehouse.table.book.chat import RailSet
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.ports import Header, Log, Subscriber, TableId
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import Backoff, TaskSet


class DelayedLog:
    """A log up to an entry. Nobody plays on it."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.end = BEFORE_THE_DEAL

    async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
        return (await self._log.read(table, after))[: max(0, self.end - after)]

    async def header(self, table: TableId) -> Header:
        return await self._log.header(table)

    async def moved_at(self, table: TableId) -> float:
        return await self._log.moved_at(table)

    async def create(self, _header: Header, _deal: Entry) -> None:
        raise Unavailable("the past is written")

    async def append(self, _table: TableId, _seq: Seq, _entry: Entry) -> None:
        raise Unavailable("the past is written")


class ViewerFeed:
    """Lets a viewer have what one table tells, until it is shut for good: even for a table that
    is still about to tell the first word."""

    def __init__(self, outbox: Subscriber, since: Seq, viewer: Viewer = RAIL) -> None:
        self.source: Table | None = None
        self.since = since
        """How far the viewer has been told."""
        self._outbox = outbox
        self._viewer = viewer
        self._shut = False

    async def open(self, source: Table) -> None:
        self.source = source
        try:
            await source.attach(self._viewer, self, self.since)
        except BaseException:  # whoever breaks off has not been attached either
            self.source = None
            raise
        if self._shut:
            source.detach(self._viewer, self)

    def shut(self) -> None:
        self._shut = True
        if self.source is not None:
            self.source.detach(self._viewer, self)

    def send(self, update: bytes) -> None:
        if not self._shut and self.source is not None:
            self.since = self.source.seq
            self._outbox.send(update)


class Rail:
    def __init__(
        self, table: Table, log: Log, age: float = 0.0, ended: Callable[[], None] = lambda: None
    ) -> None:
        """`age`: seconds since the last move, or since the game was given up. `ended` is told,
        perhaps more than once, that a late public has seen the end."""
        self._table = table
        self._ended = ended
        self._rules = table.book.chat.rail
        self._loop = asyncio.get_running_loop()
        self._made = deque([(self._loop.time() - age, table.seq)])
        """What has not been shown yet, and when it was made, by the loop's clock."""
        self._log = DelayedLog(log)
        self._late: Table | None = None
        self._gates: dict[Subscriber, ViewerFeed] = {}
        self._lock = asyncio.Lock()
        self._backoff = Backoff()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()

    def start(self) -> None:
        """The table holds its rail, and the rail its table."""
        self._table.watchers.append(self._on_move)
        self._table.book.listeners.append(self._on_note)

    async def attach(self, outbox: Subscriber, since: Seq = BEFORE_THE_DEAL) -> None:
        """Send what the public may have after `since`, now or when its time comes. Whoever asked
        may vanish: others are seen to by the same round."""
        self._gates[outbox] = ViewerFeed(outbox, since)
        await self._tasks.run_shielded(self._arrange())

    def detach(self, outbox: Subscriber) -> Seq:
        """How far it was told."""
        gate = self._gates.pop(outbox, None)
        if gate is None:
            return BEFORE_THE_DEAL
        gate.shut()
        return gate.since

    @property
    def shown(self) -> Table | None:
        """The game as the public knows it; None while it knows nothing, or nothing new."""
        if not self._rules.open:
            return None
        return self._late if self._rules.delay else self._table

    @property
    def at_the_end(self) -> bool:
        """The public has seen all there is, and nothing more will come."""
        self._settle()
        shown = self.shown
        if shown is None or self._made or not has_ended(self._table):
            return False
        return shown.seq == self._table.seq

    def _on_move(self) -> None:
        self._made.append((self._loop.time(), self._table.seq))
        self._look()

    def _on_note(self, note: Note) -> None:
        """No watcher hears another word by the old rules."""
        if isinstance(note, RailSet):
            self._settle()
            self._rules = note.rules
            for outbox, gate in tuple(self._gates.items()):
                gate.shut()
                self._gates[outbox] = ViewerFeed(outbox, gate.since)
            self._look()
        elif isinstance(note, Abandoned):  # an end like any other: it is told as late
            self._on_move()

    def _look(self) -> None:
        """See to it that everybody has what they may have."""
        if self._gates:
            self._tasks.spawn(self._catch_up())
        else:
            self._settle()

    async def _catch_up(self) -> None:
        try:
            await self._arrange()
            self._backoff = Backoff()
        except Exception as trouble:
            self._wake(self._loop.time() + self._backoff.delay_after(trouble))

    async def _arrange(self) -> None:
        async with self._lock:
            await self._open_gates()

    async def _open_gates(self) -> None:
        self._settle()
        if self._rules.open and self._rules.delay:
            await self._read_late()
        source = self.shown
        for gate in tuple(self._gates.values()):
            if source is not None and gate.source is None:
                await gate.open(source)
        if self._rules.open and self._rules.delay and self._gates:
            self._wake_for_the_next()

    def _wake_for_the_next(self) -> None:
        """At once, if something has come due while the log was read."""
        known = BEFORE_THE_DEAL if self._late is None else self._late.seq
        if known < self._log.end:
            self._wake(self._loop.time())
        elif self._made:
            self._wake(self._made[0][0] + self._rules.delay)

    def _settle(self) -> None:
        """What was made long enough ago is for everybody, for good."""
        if self._rules.open:
            now = self._loop.time()
            while self._made and self._made[0][0] + self._rules.delay <= now:
                self._log.end = self._made.popleft()[1]

    async def _read_late(self) -> None:
        table = self._table
        if self._late is not None:
            await self._late.catch_up()
        elif self._log.end > BEFORE_THE_DEAL:
            self._late = await Table.open(table.game, table.header, self._log, table.book)
        if self.at_the_end:
            self._ended()

    def _wake(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(at, self._look)
