"""A running game: accept a move, append it to the log, send updates to all viewers."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, count
from typing import Any, Final, NamedTuple, Self

from cluehouse.core.codec import StandInMark, Update, codec
from cluehouse.core.errors import Malformed, Stale, Taken, Unavailable
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq, Viewer
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, entry_of
from cluehouse.core.wire import Blob, Wire, blobs_of, encode, encode_for_bots
from cluehouse.table.book.book import TableBook
from cluehouse.table.choices import Choices, alphabet_of
from cluehouse.table.entries import all_events, events_in
from cluehouse.table.ports import Header, Log, LogEntry, Subscriber
from cluehouse.table.stand_in_moves import StandInMoves
from cluehouse.table.tasks import TaskSet
from cluehouse.table.time_control import SPEED_FACTORS, BotSpeed

RECENT_ENTRIES: Final = 16
"""Log entries cached in memory, for viewers who fetch a sound they were just shown."""

MIN_HEAVY_MOVE_S: Final = 0.15
"""Minimum duration of a heavy move: its computing time must not leak through the timing."""


Authorize = Callable[[], None]
"""Raises the refusal unless the mover plays for the seat, as the book stands now."""


class Audience(NamedTuple):
    """A viewer, and whether it is a bot: bots get the gist of sounds that people listen to."""

    viewer: Viewer
    bot: bool


class Table:
    """Accepts moves through `play`, one at a time; each is durable before any viewer gets it.

    The table makes no moves itself: bots call `play` like people.
    """

    def __init__(
        self, game: AnyGame, header: Header, log: Log, book: TableBook, pause: float = 0.0
    ) -> None:
        """`pause`: seconds a usual choice takes; the unit of the game's tempo and intervals."""
        self.game = game
        self.header = header
        self.book = book
        self._log = log
        self._pause = pause
        self._options = codec(game).options.decode(header.options)
        self._alphabet = alphabet_of(game, self._options, header.seats)
        self._subscribers: defaultdict[Audience, list[Subscriber]] = defaultdict(list)
        self._recent: deque[Sequence[Any]] = deque(maxlen=RECENT_ENTRIES)
        self._lock = asyncio.Lock()
        self._tasks = TaskSet()
        self._sent_seq = BEFORE_THE_DEAL
        self._moved_at = 0.0
        """When the last move was made, in loop time."""
        self.quiet_at = 0.0
        """When all sounds sent so far will have finished playing, in loop time."""
        self.watchers: list[Callable[[], None]] = []
        """Callbacks after each move; they must not block or raise."""
        self.over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        """Resolves when the game is over."""
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Resolves when moves that viewers have seen are missing from the log: this object must be
        discarded and the table opened again."""
        self._reset()

    @classmethod
    async def create(
        cls, game: AnyGame, header: Header, log: Log, book: TableBook, pause: float = 0.0
    ) -> Self:
        """Deal, write the deal to the log, and return the table ready to play."""
        table = cls(game, header, log, book, pause)
        deal = LogEntry(entry_of(None, None, table._play.setup()), book.pages)
        await log.create(header, deal)
        await table._apply(deal)
        table._certain = True
        return table

    @classmethod
    async def open(
        cls, game: AnyGame, header: Header, log: Log, book: TableBook, pause: float = 0.0
    ) -> Self:
        """Rebuild the table from its log."""
        table = cls(game, header, log, book, pause)
        await table._reload()
        return table

    @property
    def seq(self) -> Seq:
        return self._play.seq

    @property
    def outcome(self) -> Outcome | None:
        return self.over.result() if self.over.done() else None

    @property
    def asked(self) -> dict[Seat, Seq]:
        """The seats with a choice to make, and since which seq. Public."""
        return self._choices.asked

    @property
    def public(self) -> Any:
        """The view of spectators: what is visible to all."""
        return self._play.view(RAIL)

    @property
    def bot_speed(self) -> BotSpeed:
        """How fast bots play now. Public."""
        skip = self.book.lifecycle.skip
        if skip is not None and self._has_not_been_asked(skip.seat, skip.seq):
            return "instant"
        return self.book.lifecycle.speed or "normal"

    def _has_not_been_asked(self, seat: Seat, since: Seq) -> bool:
        return seat not in self.asked and self._choices[seat].opened <= since

    async def play(self, seat: Seat, move: Wire, seen: Seq, authorize: Authorize) -> Seq:
        """Play a move and return its seq. Raises Rejected or Unavailable with nothing changed.

        `seen` is the seq of the update the choice was made from. `authorize` is asked on the very
        pages of the book that the entry names; if one is added before the write, it is asked
        again. Cancelling the caller does not cancel the move.
        """
        return await self._tasks.run_shielded(self._accept(seat, move, seen, authorize))

    async def attach(
        self, viewer: Viewer, outbox: Subscriber, since: Seq = BEFORE_THE_DEAL, *, bot: bool = False
    ) -> None:
        """Send one update with everything after `since`, then every later update."""
        async with self._lock:
            await self._reload_if_uncertain()
            audience = Audience(viewer, bot)
            outbox.send(await self._update_since(audience, since))
            self._subscribers[audience].append(outbox)

    def detach(self, viewer: Viewer, outbox: Subscriber, *, bot: bool = False) -> None:
        if outbox in self._subscribers[Audience(viewer, bot)]:
            self._subscribers[Audience(viewer, bot)].remove(outbox)

    async def catch_up(self) -> None:
        """Apply and send the entries that another process has appended to the log."""
        async with self._lock:
            await self._reload_if_uncertain()
            await self._read_new_entries()

    async def recall(self, viewer: Viewer) -> bytes:
        """One update with everything this viewer has been shown, encoded for bots."""
        async with self._lock:
            await self._reload_if_uncertain()
            return await self._update_since(Audience(viewer, bot=True), BEFORE_THE_DEAL)

    async def blob(self, viewer: Viewer, address: str) -> bytes:
        """The data at an address; KeyError if this viewer was never shown it."""
        async with self._lock:
            await self._reload_if_uncertain()
        blob = blob_at(address, self._play.sights(chain(*self._recent), viewer))
        if blob is None:
            entries = await self._read(BEFORE_THE_DEAL)
            blob = blob_at(address, self._play.sights(all_events(self.game, entries), viewer))
        if blob is None:
            raise KeyError(address)
        return await asyncio.to_thread(lambda: blob.data)

    async def count_sights(self, viewer: Viewer, until: Seq) -> int:
        """How many sights this viewer had been shown up to and including move `until`."""
        entries = (await self._read(BEFORE_THE_DEAL))[: until + 1]
        return len(self._play.sights(all_events(self.game, entries), viewer))

    async def _accept(self, seat: Seat, move: Wire, seen: Seq, authorize: Authorize) -> Seq:
        if seat in range(self.header.seats) and move in self._choices[seat].moves:
            await self._wait_min_interval()
        async with self._lock:
            await self._reload_if_uncertain()
            decided_at, events = BEFORE_THE_DEAL, list[Any]()
            while True:
                await self.book.catch_up_if_shared()
                pages = self.book.pages
                authorize()
                self._check(seat, move, seen)
                if decided_at != self.seq:  # a page alone changes nothing about the move
                    decided_at, events = self.seq, await self._decide(seat, move)
                if await self._write(LogEntry(entry_of(seat, move, events), pages)):
                    return self.seq
                await self._read_new_entries()
                await self.book.catch_up()

    async def _decide(self, seat: Seat, move: Wire) -> list[Any]:
        if type(move) not in self.game.heavy:
            return self._play.decide(seat, move)
        loop = asyncio.get_running_loop()
        earliest = loop.time() + (MIN_HEAVY_MOVE_S if self._pause else 0)
        events = await asyncio.to_thread(self._decide_heavy, seat, move)
        await asyncio.sleep(earliest - loop.time())
        return events

    def _decide_heavy(self, seat: Seat, move: Wire) -> list[Any]:
        events = self._play.decide(seat, move)
        compute_gists(self._play.sights(events, RAIL))
        return events

    async def _wait_min_interval(self) -> None:
        """Delay a legal move until the game's minimum interval has passed, so that its time leaks
        nothing. A refusal goes to the asker alone, without delay. Where several people play, the
        interval is the same at every speed of bots: it hides how long people think, too."""
        if self._pause:
            factor = SPEED_FACTORS[self.bot_speed] if len(self.book.people) <= 1 else 1.0
            interval = self._pause * factor * self.game.interval(self.public)
            await asyncio.sleep(self._moved_at + interval - asyncio.get_running_loop().time())

    def _check(self, seat: Seat, move: Wire, seen: Seq) -> None:
        if seat not in range(self.header.seats) or move not in self._alphabet:
            raise Malformed("not a move of this game")
        self.book.lifecycle.check()
        if not self._choices[seat].opened <= seen <= self.seq:
            raise Stale(f"seen {seen}, opened {self._choices[seat].opened}")

    async def _write(self, new: LogEntry) -> bool:
        """True when the entry is in the log and sent; False when another writer was first, in the
        log or in the book."""
        seq = Seq(self.seq + 1)
        self._certain = False
        try:
            await self._log.append(self.header.id, seq, new)
        except Taken:
            self._certain = True
            return False
        except Exception:
            # The entry may be written though the reply was lost: read the log before answering.
            if (await self._reload())[seq : seq + 1] == [new]:
                return True
            raise
        await self._apply(new)
        self._certain = True
        return True

    async def _reload_if_uncertain(self) -> None:
        """Reload from the log after a write of unknown outcome: memory may be behind it."""
        if not self._certain:
            await self._reload()

    async def _reload(self) -> list[LogEntry]:
        """Rebuild the state from the log and send what viewers have not been sent. The log is read
        before the state is reset: readers meanwhile (the clocks) see the last sent state, never a
        partial one."""
        entries = list(await self._log.read(self.header.id, BEFORE_THE_DEAL))
        if len(entries) <= self._sent_seq:
            if not self.lost.done():
                self.lost.set_result(None)
            sent = self._sent_seq
            raise Unavailable(f"the log of a table ends before entry {sent}, which was sent")
        self._reset()
        self._recent.clear()
        for stored in entries:
            await self._apply(stored)
        self._certain = True
        return entries

    async def _read_new_entries(self) -> None:
        for stored in await self._log.read(self.header.id, self.seq):
            await self._apply(stored)

    async def _read(self, after: Seq) -> list[Entry]:
        return [stored.entry for stored in await self._log.read(self.header.id, after)]

    def _reset(self) -> None:
        self._certain = False
        self._play = Play(self.game, self._options, self.header.seats, self.header.key)
        self._choices = Choices(self.header.seats)
        self.stand_in_moves = StandInMoves(self.book.stand_ins)

    async def _apply(self, stored: LogEntry) -> None:
        """The book is brought to the pages of the entry first: a viewer whose seat one of them
        ends is not sent what follows."""
        await self.book.catch_up_to(stored.pages)
        entry, number = stored.entry, Seq(self.seq + 1)
        if (seat := entry.seat) is not None:
            self.stand_in_moves.follow(number, seat, stored.pages, self._choices[seat].asked)
        events = events_in(self.game, number, entry)
        if self.seq >= self._sent_seq and any(self._subscribers.values()):
            await self._prepare_gists(events)
        self._advance(seat, events)
        self._recent.append(events)
        if self.seq > self._sent_seq:
            self._send_updates(events)
            for watcher in tuple(self.watchers):
                watcher()

    def _advance(self, mover: Seat | None, events: Iterable[Any]) -> None:
        self._play.advance(events)
        self._moved_at = asyncio.get_running_loop().time()
        self._choices.follow(self._play, mover)
        outcome = self._play.outcome()
        if outcome is not None and not self.over.done():
            self.over.set_result(outcome)

    async def _prepare_gists(self, events: Sequence[Any]) -> None:
        if self.game.heavy:
            await asyncio.to_thread(compute_gists, self._play.sights(events, RAIL))

    def _send_updates(self, events: Sequence[Any]) -> None:
        self._sent_seq = self.seq
        if not any(self._subscribers.values()):
            return
        lasts = sum(map(self.game.lasts, self._play.sights(events, RAIL)))
        self.quiet_at = max(self.quiet_at, self._moved_at) + self._pause * lasts
        for audience, outboxes in self._subscribers.items():
            if outboxes:
                update = self._update(audience, [events])
                for outbox in tuple(outboxes):
                    outbox.send(update)

    async def _update_since(self, audience: Audience, since: Seq) -> bytes:
        """A `since` beyond this table's seq (from another server or an old backup) counts as none:
        the viewer gets the whole story."""
        after = since if since <= self.seq else BEFORE_THE_DEAL
        entries = [] if after == self.seq else await self._read(after)
        known = entries[: self.seq - after]  # newer entries of other processes are sent later
        events = [events_in(self.game, seq, entry) for seq, entry in enumerate(known, after + 1)]
        if audience.bot:
            await self._prepare_gists(list(chain(*events)))
        return self._update(audience, events)

    def _marks_in(self, sights: Sequence[Sequence[Any]]) -> tuple[StandInMark, ...]:
        """The stand-ins' moves among the last moves, whose sights these are."""
        seats = self.stand_in_moves.seats
        first = self.seq - len(sights) + 1
        begins = accumulate(map(len, sights), initial=0)
        return tuple(
            StandInMark(begin, seats[Seq(seq)])
            for seq, begin, seen in zip(count(first), begins, sights, strict=False)
            if seen and seq in seats
        )

    def _update(self, audience: Audience, events: Sequence[Sequence[Any]]) -> bytes:
        """`events` are those of the last moves, move by move."""
        viewer = audience.viewer
        sights = [self._play.sights(each, viewer) for each in events]
        update: Update[Any, Any] = Update(
            seq=self.seq,
            sights=tuple(chain(*sights)),
            view=self._play.view(viewer),
            moves=() if viewer == RAIL else self._choices[viewer].offers,
            asked=tuple(self.asked),
            outcome=self.outcome,
            stand_ins=self._marks_in(sights),
            ended_by_stand_in=self.stand_in_moves.last_movers if self.outcome else (),
        )
        return encode_for_bots(update) if audience.bot else encode(update)


def blob_at(address: str, sights: Iterable[Wire]) -> Blob | None:
    blobs = (blob for sight in sights for blob in blobs_of(sight))
    return next((blob for blob in blobs if blob.address == address), None)


def compute_gists(sights: Iterable[Wire]) -> None:
    """Compute the gists that bots hear, so that they are cached when updates are sent."""
    for sight in sights:
        for blob in blobs_of(sight):
            _ = blob.gist


def has_ended(table: Table) -> bool:
    """Whether the game has a result or was abandoned. Then nothing of it is hidden any more."""
    return table.outcome is not None or table.book.lifecycle.abandoned
