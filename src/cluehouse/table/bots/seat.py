"""A seat whose player is `choose`. It hears what a person in that seat would hear, no more.

Its answer is told at a time drawn from public facts alone, never when it happens to be ready: a
hard decision must not show. A bot that is not ready by then plays a novice's move.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.codec import Update, codec
from cluehouse.core.errors import Closed, GivenUp, OnHold, Stale
from cluehouse.core.ids import BEFORE_THE_DEAL, Level, Seat, Seq
from cluehouse.core.mind import random_move
from cluehouse.table.book.lifecycle import BotDegraded, BotFellBack, BotRecovered
from cluehouse.table.bots.messages import Answer, BeliefLost, Chosen, Failed, Think
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.table import Table
from cluehouse.table.tasks import Backoff

BOT_PAUSE_S: Final = 1.2
"""Seconds a bot takes for a usual choice, give or take a half."""

MAX_BACKLOG_UPDATES: Final = 64
"""Updates kept for the next question; a seat not asked for longer is told the whole story."""

WORKER_BUSY: Final = "too many bots are thinking"


class BotSeat:
    """An outbox that answers."""

    def __init__(
        self,
        table: Table,
        seat: Seat,
        level: Level,
        workers: WorkerPool,
        pause: float = BOT_PAUSE_S,
    ) -> None:
        self._table = table
        self._seat = seat
        self._level = level
        self._workers = workers
        self._pause = pause
        self._wire = codec(table.game)
        self._key = subkey(table.header.key, "bot", seat)
        self._after: Seq | None = BEFORE_THE_DEAL
        self._forgotten = 0
        """How often; an answer to a question from before counts for nothing."""
        self._backlog: list[bytes] = []
        self._latest: Update[Any, Any] | None = None
        self._answering: asyncio.Task[None] | None = None
        self._thoughts: set[asyncio.Task[Answer]] = set()
        self._one_thought = asyncio.Lock()
        self._left = False

    async def sit(self) -> None:
        await self._table.attach(self._seat, self, bot=True)
        if self._left:
            self.leave()

    def leave(self) -> None:
        """For good. A move already in the door stands; whatever it is thinking of, it keeps."""
        self._left = True
        self._table.detach(self._seat, self, bot=True)

    def send(self, update: bytes) -> None:
        self._backlog.append(update)
        if len(self._backlog) > MAX_BACKLOG_UPDATES:
            self._forget()
        self._latest = self._wire.update.decode(update)
        if self._latest.outcome is not None:
            self._table.detach(self._seat, self, bot=True)
        self.wake()

    def wake(self) -> None:
        """Begin to answer, if there is something to answer; a pause may have come between."""
        if self._choice() and (self._answering is None or self._answering.done()):
            self._answering = asyncio.create_task(self._answer())

    def _choice(self) -> Update[Any, Any] | None:
        """What this seat is asked, if it may play now."""
        if self._left or self._table.book.lifecycle.paused or self._latest is None:
            return None
        return self._latest if self._latest.moves else None

    async def _answer(self) -> None:
        """Play until this seat is no longer asked. The choice may be renewed while we think."""
        backoff = Backoff()
        while choice := self._choice():
            try:
                await self._play_once(choice)
            except (Stale, OnHold):
                continue
            except (Closed, GivenUp):
                return
            except Exception as trouble:
                await asyncio.sleep(backoff.delay_after(trouble))

    async def _play_once(self, choice: Update[Any, Any]) -> None:
        move, stumble = await self._move(choice)
        if not self._left:
            await self._table.play(self._seat, move, choice.seq)
            await self._own_up(choice.seq, stumble)

    async def _own_up(self, seq: Seq, stumble: str) -> None:
        """To the house what went wrong; to the whole table that the level has dropped."""
        book, tired = self._table.book, stumble == WORKER_BUSY
        if tired != (self._seat in book.degraded):
            await book.write(BotDegraded(self._seat) if tired else BotRecovered(self._seat))
        if stumble and not tired:
            await book.write(BotFellBack(self._seat, seq, stumble))

    async def _move(self, choice: Update[Any, Any]) -> tuple[Any, str]:
        """A move at the time drawn for it, and why it is a novice's if it is.

        The understudy is woken half-way, when the bot has not answered or has failed.
        """
        clock = asyncio.get_running_loop()
        tell_at = max(clock.time(), self._table.quiet_at) + self._pause_at(choice.seq)
        thinking = self._start(self._think())
        await asyncio.wait({thinking}, timeout=(tell_at - clock.time()) / 2)
        understudy = None if _move_of(thinking) else self._start(self._understudy())
        await asyncio.sleep(tell_at - clock.time())
        if move := _move_of(thinking):
            return self._wire.move.decode(move), ""
        if move := _move_of(understudy):
            return self._wire.move.decode(move), _stumble(thinking)
        any_move = random_move(
            self._wire.moves(choice), self._table.game.final, Chance(self._key, choice.seq)
        )
        return any_move, _stumble(thinking)

    def _pause_at(self, seq: Seq) -> float:
        luck = Chance(subkey(self._key, "pause"), seq).fraction()
        return self._pause * self._table.game.tempo(self._table.public) * (0.5 + luck)

    def _start(self, thought: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        task = asyncio.create_task(thought)
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # has been seen
        return task

    async def _think(self) -> Answer:
        """The seat's own worker chooses, and is told the whole story if it has forgotten it.

        One question at a time: while an old one is still open, a new one waits behind it.
        """
        async with self._one_thought:
            if self._latest is None or not self._latest.moves:
                return BeliefLost()  # the understudy has played meanwhile
            worker = self._workers.of(self._table.header.id, self._seat)
            if worker.busy:
                return Failed(WORKER_BUSY)
            forgotten, after, updates = self._forgotten, self._after, tuple(self._backlog)
            answer: Answer = BeliefLost()
            if after is not None and updates:
                answer = await worker.ask(self._question(self._level, after, updates))
            if isinstance(answer, BeliefLost):
                updates = (await self._table.recall(self._seat),)
                answer = await worker.ask(self._question(self._level, BEFORE_THE_DEAL, updates))
            if isinstance(answer, Chosen) and forgotten == self._forgotten:
                self._remember(updates)
            else:
                self._forget()
            return answer

    async def _understudy(self) -> Answer:
        story = (await self._table.recall(self._seat),)
        return await self._workers.understudy.ask(self._question("novice", BEFORE_THE_DEAL, story))

    def _question(self, level: Level, after: Seq, updates: tuple[bytes, ...]) -> Think:
        header = self._table.header
        return Think(
            table=header.id,
            seat=self._seat,
            game=header.game,
            options=bytes(header.options),
            seats=header.seats,
            level=level,
            key=self._key,
            after=after,
            updates=updates,
        )

    def _remember(self, updates: tuple[bytes, ...]) -> None:
        """What the worker has heard need not be said again."""
        self._after = self._seq_of(updates[-1])
        self._backlog = [update for update in self._backlog if self._seq_of(update) > self._after]

    def _forget(self) -> None:
        """The next question tells the whole story."""
        self._forgotten += 1
        self._after = None
        self._backlog.clear()

    def _seq_of(self, update: bytes) -> Seq:
        return Seq(self._wire.update.decode(update).seq)


def _move_of(thought: asyncio.Task[Answer] | None) -> bytes | None:
    if thought is None or not thought.done() or thought.cancelled() or thought.exception():
        return None
    answer = thought.result()
    return answer.move if isinstance(answer, Chosen) else None


def _stumble(thinking: asyncio.Task[Answer]) -> str:
    if not thinking.done():
        return "late"
    if thinking.cancelled() or (trouble := thinking.exception()):
        return str(trouble)
    answer = thinking.result()
    return answer.error if isinstance(answer, Failed) else "late"
