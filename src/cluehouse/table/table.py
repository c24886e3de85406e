"""One running game: a move in, the log, updates out."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, Self

from cluehouse.core.codec import Update, codec
from cluehouse.core.errors import Malformed, Stale, Taken, Unavailable
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq, Viewer
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, entry_of
from cluehouse.core.wire import Blob, Wire, blobs_of, encode, encode_for_bots
from cluehouse.table.book.book import TableBook
from cluehouse.table.choices import Choices, alphabet_of
from cluehouse.table.entries import all_events, events_in
from cluehouse.table.ports import Header, Log, Subscriber
from cluehouse.table.tasks import TaskSet

RECENT_ENTRIES: Final = 16
"""Entries kept at hand, for whoever fetches what they were just shown."""

MIN_HEAVY_MOVE_S: Final = 0.15
"""Seconds a heavy move takes at least: how much work it was must not show."""


class Audience(NamedTuple):
    """Of a viewer. A bot gets the gist of what people listen to."""

    viewer: Viewer
    bot: bool


class Table:
    """Moves come in through `play`, one at a time; each is on disk before anybody hears of it.

    The table plays nobody's move: bots come in through the same door as people.
    """

    def __init__(
        self, game: AnyGame, header: Header, log: Log, book: TableBook, pause: float = 0.0
    ) -> None:
        """`pause`: seconds that a usual choice takes."""
        self.game = game
        self.header = header
        self.book = book
        self._log = log
        self._pause = pause
        self._options = codec(game).options.decode(header.options)
        self._alphabet = alphabet_of(game, self._options, header.seats)
        self._listeners: defaultdict[Audience, list[Subscriber]] = defaultdict(list)
        self._recent: deque[Sequence[Any]] = deque(maxlen=RECENT_ENTRIES)
        self._lock = asyncio.Lock()
        self._tasks = TaskSet()
        self._told = BEFORE_THE_DEAL
        self._moved_at = 0.0
        """When the last move was made, by the loop's clock."""
        self.quiet_at = 0.0
        """When all that was told will have been heard, by the same clock."""
        self.watchers: list[Callable[[], None]] = []
        """Called after each move; never wait and never raise."""
        self.over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        """Done when the game is."""
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when moves that were told are not in the log any more: nobody goes on from here."""
        self._clear()

    @classmethod
    async def create(
        cls, game: AnyGame, header: Header, log: Log, book: TableBook, pause: float = 0.0
    ) -> Self:
        """Deal, write it down, and be ready to play."""
        table = cls(game, header, log, book, pause)
        deal = entry_of(None, None, table._play.setup())
        await log.create(header, deal)
        await table._take(deal)
        table._sure = True
        return table

    @classmethod
    async def open(
        cls, game: AnyGame, header: Header, log: Log, book: TableBook, pause: float = 0.0
    ) -> Self:
        """Fold it from its log."""
        table = cls(game, header, log, book, pause)
        await table._fold()
        return table

    @property
    def seq(self) -> Seq:
        return self._play.seq

    @property
    def outcome(self) -> Outcome | None:
        return self.over.result() if self.over.done() else None

    @property
    def asked(self) -> dict[Seat, Seq]:
        """Who has a choice to make, and since when; everybody may know."""
        return self._choices.asked

    @property
    def public(self) -> Any:
        """The view that everybody may have."""
        return self._play.view(RAIL)

    async def play(self, seat: Seat, move: Wire, seen: Seq) -> Seq:
        """The number the accepted move got; raises Rejected or Unavailable, nothing changed.

        `seen` is the seq of the update the choice was made from. Whoever asked may vanish while
        waiting: the move is played all the same.
        """
        return await self._tasks.run_shielded(self._accept(seat, move, seen))

    async def attach(
        self, viewer: Viewer, outbox: Subscriber, since: Seq = BEFORE_THE_DEAL, *, bot: bool = False
    ) -> None:
        """Send what happened after `since` and how things stand, then every update to come."""
        async with self._lock:
            await self._be_sure()
            ear = Audience(viewer, bot)
            outbox.send(await self._since(ear, since))
            self._listeners[ear].append(outbox)

    def detach(self, viewer: Viewer, outbox: Subscriber, *, bot: bool = False) -> None:
        if outbox in self._listeners[Audience(viewer, bot)]:
            self._listeners[Audience(viewer, bot)].remove(outbox)

    async def catch_up(self) -> None:
        """Take up, and tell, what the log has meanwhile."""
        async with self._lock:
            await self._be_sure()
            await self._read_on()

    async def recall(self, viewer: Viewer) -> bytes:
        """One update with everything this viewer has been shown, for a bot to read."""
        async with self._lock:
            await self._be_sure()
            return await self._since(Audience(viewer, bot=True), BEFORE_THE_DEAL)

    async def blob(self, viewer: Viewer, address: str) -> bytes:
        """What an address stands for; KeyError if this viewer was never shown it."""
        async with self._lock:
            await self._be_sure()
        blob = blob_at(address, self._play.sights(chain(*self._recent), viewer))
        if blob is None:
            entries = await self._log.read(self.header.id, BEFORE_THE_DEAL)
            blob = blob_at(address, self._play.sights(all_events(self.game, entries), viewer))
        if blob is None:
            raise KeyError(address)
        return await asyncio.to_thread(lambda: blob.data)

    async def told(self, viewer: Viewer, until: Seq) -> int:
        """How many sights this viewer had been shown at that time."""
        entries = (await self._log.read(self.header.id, BEFORE_THE_DEAL))[: until + 1]
        return len(self._play.sights(all_events(self.game, entries), viewer))

    async def _accept(self, seat: Seat, move: Wire, seen: Seq) -> Seq:
        if seat in range(self.header.seats) and move in self._choices[seat].moves:
            await self._hold_back()
        async with self._lock:
            await self._be_sure()
            while True:
                await self.book.catch_up()
                self._admit(seat, move, seen)
                events = await self._decide(seat, move)
                if await self._write(entry_of(seat, move, events)):
                    return self.seq
                await self._read_on()

    async def _decide(self, seat: Seat, move: Wire) -> list[Any]:
        if type(move) not in self.game.heavy:
            return self._play.decide(seat, move)
        disguise = asyncio.create_task(asyncio.sleep(MIN_HEAVY_MOVE_S if self._pause else 0))
        events = await asyncio.to_thread(self._weigh, seat, move)
        await disguise
        return events

    def _weigh(self, seat: Seat, move: Wire) -> list[Any]:
        events = self._play.decide(seat, move)
        take_gists(self._play.sights(events, RAIL))
        return events

    async def _hold_back(self) -> None:
        """Until an answer's time tells nothing. A refusal goes to the asker alone and at once."""
        if self._pause:
            interval = self._pause * self.game.interval(self.public)
            await asyncio.sleep(self._moved_at + interval - asyncio.get_running_loop().time())

    def _admit(self, seat: Seat, move: Wire, seen: Seq) -> None:
        if seat not in range(self.header.seats) or move not in self._alphabet:
            raise Malformed("not a move of this game")
        self.book.lifecycle.check()
        if not self._choices[seat].opened <= seen <= self.seq:
            raise Stale(f"seen {seen}, opened {self._choices[seat].opened}")

    async def _write(self, entry: Entry) -> bool:
        """True when the entry is in the log and told; False when another writer was first."""
        seq = Seq(self.seq + 1)
        self._sure = False
        try:
            await self._log.append(self.header.id, seq, entry)
        except Taken:
            self._sure = True
            return False
        except Exception:
            # Perhaps it was written and the answer got lost: look before answering.
            if (await self._fold())[seq : seq + 1] == [entry]:
                return True
            raise
        await self._take(entry)
        self._sure = True
        return True

    async def _be_sure(self) -> None:
        """After a write whose fate is unknown, nothing in memory is trusted."""
        if not self._sure:
            await self._fold()

    async def _fold(self) -> list[Entry]:
        """Everything from the log again, telling what nobody has heard. Whoever looks meanwhile
        (clocks do) finds the game as it was told, never the first half of it."""
        entries = list(await self._log.read(self.header.id, BEFORE_THE_DEAL))
        if len(entries) <= self._told:
            if not self.lost.done():
                self.lost.set_result(None)
            raise Unavailable(f"the log of a table ends before entry {self._told}, which was told")
        self._clear()
        self._recent.clear()
        for entry in entries:
            await self._take(entry)
        self._sure = True
        return entries

    async def _read_on(self) -> None:
        for entry in await self._log.read(self.header.id, self.seq):
            await self._take(entry)

    def _clear(self) -> None:
        self._sure = False
        self._play = Play(self.game, self._options, self.header.seats, self.header.key)
        self._choices = Choices(self.header.seats)

    async def _take(self, entry: Entry) -> None:
        events = events_in(self.game, self.seq + 1, entry)
        if self.seq >= self._told and any(self._listeners.values()):
            await self._listen(events)
        self._advance(entry.seat, events)
        self._recent.append(events)
        if self.seq > self._told:
            self._tell(events)
            for watcher in tuple(self.watchers):
                watcher()

    def _advance(self, mover: Seat | None, events: Iterable[Any]) -> None:
        self._play.advance(events)
        self._moved_at = asyncio.get_running_loop().time()
        self._choices.follow(self._play, mover)
        outcome = self._play.outcome()
        if outcome is not None and not self.over.done():
            self.over.set_result(outcome)

    async def _listen(self, events: Sequence[Any]) -> None:
        if self.game.heavy:
            await asyncio.to_thread(take_gists, self._play.sights(events, RAIL))

    def _tell(self, events: Sequence[Any]) -> None:
        self._told = self.seq
        if not any(self._listeners.values()):
            return
        lasts = sum(map(self.game.lasts, self._play.sights(events, RAIL)))
        self.quiet_at = max(self.quiet_at, self._moved_at) + self._pause * lasts
        for ear, outboxes in self._listeners.items():
            if outboxes:
                update = self._update(ear, events)
                for outbox in tuple(outboxes):
                    outbox.send(update)

    async def _since(self, ear: Audience, since: Seq) -> bytes:
        """A `since` this table never reached (another server's, an old backup's) counts as none."""
        after = since if since <= self.seq else BEFORE_THE_DEAL
        entries = [] if after == self.seq else await self._log.read(self.header.id, after)
        known = entries[: self.seq - after]  # what another process has written is told in its turn
        events = all_events(self.game, known, after)
        if ear.bot:
            await self._listen(events)
        return self._update(ear, events)

    def _update(self, ear: Audience, events: Sequence[Any]) -> bytes:
        viewer = ear.viewer
        update: Update[Any, Any] = Update(
            seq=self.seq,
            sights=tuple(self._play.sights(events, viewer)),
            view=self._play.view(viewer),
            moves=() if viewer == RAIL else self._choices[viewer].offers,
            asked=tuple(self.asked),
            outcome=self.outcome,
        )
        return encode_for_bots(update) if ear.bot else encode(update)


def blob_at(address: str, sights: Iterable[Wire]) -> Blob | None:
    blobs = (blob for sight in sights for blob in blobs_of(sight))
    return next((blob for blob in blobs if blob.address == address), None)


def take_gists(sights: Iterable[Wire]) -> None:
    """Have what bots hear made now, so that it is at hand when it is told."""
    for sight in sights:
        for blob in blobs_of(sight):
            _ = blob.gist


def has_ended(table: Table) -> bool:
    """It has a result, or was given up. Then nothing of it is hidden any more."""
    return table.outcome is not None or table.book.lifecycle.abandoned
