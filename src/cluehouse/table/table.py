"""One running game: a move in, the log, updates out."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from functools import cache
from typing import Any, Self, TypeVar

import msgspec

from cluehouse.core.codec import Update, codec
from cluehouse.core.errors import Damaged, Malformed, Stale, Taken, Unavailable
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq, Viewer
from cluehouse.core.offers import Offer, offers
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, entry_of
from cluehouse.core.wire import Wire, encode
from cluehouse.table.house import HouseBook
from cluehouse.table.ports import Header, Log, Outbox

T = TypeVar("T")


class Table:
    """Moves come in through `play`, one at a time; each is on disk before anybody hears of it.

    The table plays nobody's move: bots come in through the same door as people.
    """

    def __init__(
        self, game: AnyGame, header: Header, log: Log, house: HouseBook, pause: float = 0.0
    ) -> None:
        """`pause`: seconds that a usual choice takes."""
        self.game = game
        self.header = header
        self.house = house
        self._log = log
        self._pause = pause
        self._codec = codec(game)
        self._options = self._codec.options.decode(header.options)
        self._alphabet = _alphabet(game, self._options, header.seats)
        self._listeners: defaultdict[Viewer, list[Outbox]] = defaultdict(list)
        self._turnstile = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._told = BEFORE_THE_DEAL
        self._moved_at = 0.0
        """When the last move was made, by the loop's clock."""
        self.over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        """Done when the game is."""
        self._clear()

    @classmethod
    async def create(
        cls, game: AnyGame, header: Header, log: Log, house: HouseBook, pause: float = 0.0
    ) -> Self:
        """Deal, write it down, and be ready to play."""
        table = cls(game, header, log, house, pause)
        deal = entry_of(None, None, table._play.setup())
        await log.create(header, deal)
        table._take(deal)
        table._sure = True
        return table

    @classmethod
    async def open(
        cls, game: AnyGame, header: Header, log: Log, house: HouseBook, pause: float = 0.0
    ) -> Self:
        """Fold it from its log."""
        table = cls(game, header, log, house, pause)
        await table._fold()
        return table

    @property
    def seq(self) -> Seq:
        return self._play.seq

    @property
    def outcome(self) -> Outcome | None:
        return self.over.result() if self.over.done() else None

    def tempo(self) -> float:
        """How long this moment takes a thinker, judged by what everybody sees."""
        return self.game.tempo(self._play.view(RAIL))

    async def play(self, seat: Seat, move: Wire, seen: Seq) -> Seq:
        """The number the accepted move got; raises Rejected or Unavailable, nothing changed.

        `seen` is the seq of the update the choice was made from. Whoever asked may vanish while
        waiting: the move is played all the same.
        """
        return await self._in_own_task(self._accept(seat, move, seen))

    async def attach(self, viewer: Viewer, outbox: Outbox, since: Seq = BEFORE_THE_DEAL) -> None:
        """Send what happened after `since` and how things stand, then every update to come."""
        async with self._turnstile:
            await self._be_sure()
            outbox.send(await self._since(viewer, since))
            self._listeners[viewer].append(outbox)

    def detach(self, viewer: Viewer, outbox: Outbox) -> None:
        if outbox in self._listeners[viewer]:
            self._listeners[viewer].remove(outbox)

    async def recall(self, viewer: Viewer, since: Seq = BEFORE_THE_DEAL) -> bytes:
        """One update with everything this viewer has been shown after `since`."""
        async with self._turnstile:
            await self._be_sure()
            return await self._since(viewer, since)

    async def told(self, viewer: Viewer, until: Seq) -> int:
        """How many sights this viewer had been shown at that time."""
        entries = (await self._log.read(self.header.id, BEFORE_THE_DEAL))[: until + 1]
        return sum(len(self._play.sights(self._events(entry), viewer)) for entry in entries)

    async def _in_own_task(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _accept(self, seat: Seat, move: Wire, seen: Seq) -> Seq:
        if seat in range(self.header.seats) and move in self._choices[seat].moves:
            await self._hold_back()
        async with self._turnstile:
            await self._be_sure()
            while True:
                self._admit(seat, move, seen)
                events = self._play.decide(seat, move)
                if await self._write(entry_of(seat, move, events)):
                    return self.seq
                await self._read_on()

    async def _hold_back(self) -> None:
        """Until an answer's time tells nothing. A refusal goes to the asker alone and at once."""
        if self._pause:
            interval = self._pause * self.game.interval(self._play.view(RAIL))
            await asyncio.sleep(self._moved_at + interval - asyncio.get_running_loop().time())

    def _admit(self, seat: Seat, move: Wire, seen: Seq) -> None:
        if seat not in range(self.header.seats) or move not in self._alphabet:
            raise Malformed("not a move of this game")
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
        except Unavailable:
            # Perhaps it was written and the answer got lost: look before answering.
            if (await self._fold())[seq : seq + 1] == [entry]:
                return True
            raise
        self._take(entry)
        self._sure = True
        return True

    async def _be_sure(self) -> None:
        """After a write whose fate is unknown, nothing in memory is trusted."""
        if not self._sure:
            await self._fold()

    async def _fold(self) -> list[Entry]:
        """Everything from the log again, telling what nobody has heard."""
        self._clear()
        entries = await self._read_on()
        self._sure = True
        return entries

    async def _read_on(self) -> list[Entry]:
        entries = list(await self._log.read(self.header.id, self.seq))
        for entry in entries:
            self._take(entry)
        return entries

    def _clear(self) -> None:
        self._sure = False
        self._play = Play(self.game, self._options, self.header.seats, self.header.key)
        self._choices = [Choice() for _ in range(self.header.seats)]

    def _take(self, entry: Entry) -> None:
        events = self._events(entry)
        self._advance(entry.seat, events)
        if self.seq > self._told:
            self._tell(events)

    def _events(self, entry: Entry) -> Sequence[Any]:
        try:
            return self._codec.events.decode(entry.events)  # type: ignore[no-any-return]
        except msgspec.MsgspecError as trouble:
            raise Damaged(f"table {self.header.id}: {trouble}") from trouble

    def _advance(self, mover: Seat | None, events: Iterable[Any]) -> None:
        self._play.advance(events)
        self._moved_at = asyncio.get_running_loop().time()
        for seat, choice in enumerate(self._choices):
            moves = self._play.legal_moves(Seat(seat))
            if seat == mover or moves != choice.moves:
                choice.open(moves, self.seq)
        outcome = self._play.outcome()
        if outcome is not None and not self.over.done():
            self.over.set_result(outcome)

    def _tell(self, events: Sequence[Any]) -> None:
        self._told = self.seq
        for viewer, outboxes in self._listeners.items():
            if outboxes:
                update = self._update(viewer, events)
                for outbox in tuple(outboxes):
                    outbox.send(update)

    async def _since(self, viewer: Viewer, since: Seq) -> bytes:
        """A `since` this table never reached (another server's, an old backup's) counts as none."""
        after = since if since <= self.seq else BEFORE_THE_DEAL
        entries = [] if after == self.seq else await self._log.read(self.header.id, after)
        return self._update(viewer, [event for entry in entries for event in self._events(entry)])

    def _update(self, viewer: Viewer, events: Sequence[Any]) -> bytes:
        return encode(
            Update(
                seq=self.seq,
                sights=tuple(self._play.sights(events, viewer)),
                view=self._play.view(viewer),
                moves=() if viewer == RAIL else self._choices[viewer].offers,
                asked=tuple(Seat(i) for i, choice in enumerate(self._choices) if choice.moves),
                outcome=self.outcome,
            )
        )


class Choice:
    """What one seat is asked: its legal moves, and the seq at which they were opened."""

    __slots__ = ("_offered", "_offers", "moves", "opened")

    def __init__(self) -> None:
        self.moves: Sequence[Any] = ()
        self.opened = Seq(0)
        self._offered: Sequence[Any] = ()
        self._offers: tuple[Offer, ...] = ()

    def open(self, moves: Sequence[Any], seq: Seq) -> None:
        self.moves = moves
        self.opened = seq

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Worked out once for each list: prebuilt lists come back turn after turn."""
        if not self.moves:
            return ()
        if self.moves is not self._offered:
            self._offered, self._offers = self.moves, offers(self.moves)
        return self._offers


@cache
def _alphabet(game: AnyGame, options: Wire, seats: int) -> frozenset[Wire]:
    return frozenset(game.alphabet(options, seats))
