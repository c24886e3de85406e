"""A seat played by a bot. It receives what a person in that seat would receive, and no more.

The bot moves at a time drawn from public facts only, never as soon as it is ready: a hard decision
must not show in the timing, at no speed. A bot that is not ready by then plays a novice's move.
Without a pause it moves as soon as it is ready, and its timing tells how long it thought.
"""

import asyncio
from typing import Any, Final

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.codec import Update, codec
from cluehouse.core.errors import Closed, GivenUp, OnHold, Stale, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, Level, Seat, Seq
from cluehouse.core.mind import not_final, random_move
from cluehouse.table.book.lifecycle import BotDegraded, BotFellBack, BotRecovered
from cluehouse.table.bots.messages import BeliefLost, Chosen, Failed, Think, WorkerAnswer
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.table import Table
from cluehouse.table.tasks import Backoff, TaskSet, log_failure
from cluehouse.table.time_control import SPEED_FACTORS

BOT_PAUSE_S: Final = 1.2
"""Time a bot takes for a usual choice, ± 50 %."""

MAX_BACKLOG_UPDATES: Final = 64
"""Updates queued for the next question; beyond that, the worker is sent the whole story."""

WORKER_BUSY: Final = "too many bots are thinking"
ANSWERED_LATE: Final = "late"
CANCELLED: Final = "cancelled"
"""Reasons for a novice's move. All but the first are stored in books."""

_Thoughts = tuple[asyncio.Task[WorkerAnswer], asyncio.Task[WorkerAnswer] | None]
"""The bot's own thought, and the fallback worker's if it was asked."""


class BotSeat:
    """A subscriber that answers its updates with moves."""

    def __init__(
        self,
        table: Table,
        seat: Seat,
        level: Level,
        workers: WorkerPool,
        pause: float = BOT_PAUSE_S,
        *,
        stand_in: bool = False,
    ) -> None:
        """`stand_in`: the bot plays for a player and makes no final move."""
        self._table = table
        self._seat = seat
        self._level = level
        self._workers = workers
        self._pause = pause
        self._stand_in = stand_in
        self._wire = codec(table.game)
        self._key = subkey(table.header.key, "bot", seat)
        self._known_seq: Seq | None = BEFORE_THE_DEAL
        """The last update the worker knows; None: it must be sent the whole story."""
        self._resets = 0
        """Counts resets: the answer to a question from before a reset is not remembered."""
        self._backlog: list[bytes] = []
        self._latest: Update[Any, Any] | None = None
        self._answering: asyncio.Task[None] | None = None
        self._tasks = TaskSet()
        self._think_lock = asyncio.Lock()
        self._speed_changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._left = False

    async def sit(self) -> None:
        await self._table.attach(self._seat, self, bot=True)
        if self._left:
            self.leave()

    def leave(self) -> None:
        """Stop for good. A move that is not written yet is discarded."""
        self._left = True
        self._table.detach(self._seat, self, bot=True)

    def send(self, update: bytes) -> None:
        self._backlog.append(update)
        if len(self._backlog) > MAX_BACKLOG_UPDATES:
            self._reset()
        self._latest = self._wire.update.decode(update)
        if self._latest.outcome is not None:
            self._table.detach(self._seat, self, bot=True)
        self.wake()

    def wake(self) -> None:
        """Start answering if this seat is asked and may play, also after a pause."""
        if self._choice() and (self._answering is None or self._answering.done()):
            self._answering = asyncio.create_task(self._answer())
            self._answering.add_done_callback(log_failure)

    def redraw_time(self) -> None:
        """Draw anew when to move: the speed of bots has changed."""
        self._speed_changed.set_result(None)
        self._speed_changed = asyncio.get_running_loop().create_future()

    def _choice(self) -> Update[Any, Any] | None:
        """The latest update, if this seat is asked and may play now."""
        if self._left or self._table.book.lifecycle.paused or self._latest is None:
            return None
        return self._latest if self._moves(self._latest) else None

    def _moves(self, update: Update[Any, Any]) -> list[Any]:
        """The moves that the bot may make."""
        moves = self._wire.moves(update)
        return not_final(moves, self._table.game.final) if self._stand_in else moves

    async def _answer(self) -> None:
        """Play until this seat is no longer asked. The choice may change while the bot thinks."""
        backoff = Backoff()
        while choice := self._choice():
            try:
                await self._play_once(choice)
            except (Stale, OnHold):
                continue
            except (Closed, GivenUp):
                return
            except Exception as error:
                await asyncio.sleep(backoff.delay_after(error))

    async def _play_once(self, choice: Update[Any, Any]) -> None:
        move, failure = await self._move(choice)
        if not self._left:
            await self._table.play(self._seat, move, choice.seq, self._authorize)
            await self._record_failure(choice.seq, failure)

    def _authorize(self) -> None:
        """The supervisor has a bot leave with the page of the book that gives the seat away."""
        if self._left:
            raise Stale("this bot has left the seat")

    async def _record_failure(self, seq: Seq, failure: str) -> None:
        """Count a novice's move and write to the book why it was played, and whether the bot is
        degraded. All players see that a bot has fallen back, not when and how often: the time a
        bot needs depends on its hand."""
        self._workers.fallbacks += bool(failure)
        book, busy = self._table.book, failure == WORKER_BUSY
        if busy != (self._seat in book.degraded):
            await book.write(BotDegraded(self._seat) if busy else BotRecovered(self._seat))
        if failure and not busy:
            await book.write(BotFellBack(self._seat, seq, failure))

    async def _move(self, choice: Update[Any, Any]) -> tuple[Any, str]:
        """A move, and why it is a novice's; empty if it is the bot's own."""
        if self._pause:
            thinking, fallback = await self._think_until_the_drawn_time(choice)
        else:
            thinking, fallback = await self._think_until_ready()
        if move := _move_of(thinking):
            return self._wire.move.decode(move), ""
        _raise_unavailable(thinking)
        if move := _move_of(fallback):
            return self._wire.move.decode(move), _failure_of(thinking)
        move = random_move(
            self._moves(choice), self._table.game.final, Chance(self._key, choice.seq)
        )
        return move, _failure_of(thinking)

    async def _think_until_the_drawn_time(self, choice: Update[Any, Any]) -> _Thoughts:
        """The fallback worker is asked half-way, if the bot has not answered or has failed. If the
        speed of bots changes meanwhile, the time starts again."""
        loop = asyncio.get_running_loop()
        thinking = self._tasks.spawn(self._think())
        fallback: asyncio.Task[WorkerAnswer] | None = None
        while True:
            changed, begin = self._speed_changed, loop.time()
            play_at = self._time_to_play(begin, choice.seq)
            await _wait({thinking, changed}, (begin + play_at) / 2)
            if not changed.done() and fallback is None and not _move_of(thinking):
                fallback = self._tasks.spawn(self._ask_fallback_worker())
            await _wait({changed}, play_at)
            if not changed.done():
                return thinking, fallback

    async def _think_until_ready(self) -> _Thoughts:
        """The fallback worker is asked only if the bot has failed."""
        thinking = self._tasks.spawn(self._think())
        await asyncio.wait({thinking})
        if _move_of(thinking):
            return thinking, None
        fallback = self._tasks.spawn(self._ask_fallback_worker())
        await asyncio.wait({fallback})
        return thinking, fallback

    def _time_to_play(self, begin: float, seq: Seq) -> float:
        """In loop time. Only at normal speed bots wait until all sounds have been heard."""
        quiet_at = self._table.quiet_at if self._table.bot_speed == "normal" else begin
        return max(begin, quiet_at) + self._pause_at(seq)

    def _pause_at(self, seq: Seq) -> float:
        """Instant speed is constant, and the least at every speed: bots have to think. Seats that
        are asked at the same time move in order, not in the order in which they are ready."""
        least = self._pause * SPEED_FACTORS["instant"] * (1 + self._seat / 100)
        if self._table.bot_speed == "instant":
            return least
        luck = Chance(subkey(self._key, "pause"), seq).fraction()
        usual = self._pause * SPEED_FACTORS[self._table.bot_speed]
        return max(least, usual * self._table.game.tempo(self._table.public) * (0.5 + luck))

    async def _think(self) -> WorkerAnswer:
        """Ask the seat's worker for a move, with the whole story if it has lost its belief.

        One question at a time: a new one waits until the previous one is answered.
        """
        async with self._think_lock:
            if self._latest is None or not self._latest.moves:
                return BeliefLost()  # the fallback worker has moved meanwhile
            worker = self._workers.of(self._table.header.id, self._seat)
            if self._pause and worker.busy:
                return Failed(WORKER_BUSY)
            resets, after, updates = self._resets, self._known_seq, tuple(self._backlog)
            answer: WorkerAnswer = BeliefLost()
            if after is not None and updates:
                answer = await worker.ask(self._question(self._level, after, updates))
            if isinstance(answer, BeliefLost):
                updates = (await self._table.recall(self._seat),)
                answer = await worker.ask(self._question(self._level, BEFORE_THE_DEAL, updates))
            if isinstance(answer, Chosen) and resets == self._resets:
                self._drop_known_updates(updates)
            else:
                self._reset()
            return answer

    async def _ask_fallback_worker(self) -> WorkerAnswer:
        story = (await self._table.recall(self._seat),)
        question = self._question("novice", BEFORE_THE_DEAL, story)
        return await self._workers.fallback_worker.ask(question)

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
            stand_in=self._stand_in,
        )

    def _drop_known_updates(self, updates: tuple[bytes, ...]) -> None:
        """Drop the updates that the worker knows from the backlog."""
        known = self._known_seq = self._seq_of(updates[-1])
        self._backlog = [update for update in self._backlog if self._seq_of(update) > known]

    def _reset(self) -> None:
        """Clear the backlog: the next question sends the whole story."""
        self._resets += 1
        self._known_seq = None
        self._backlog.clear()

    def _seq_of(self, update: bytes) -> Seq:
        return Seq(self._wire.update.decode(update).seq)


async def _wait(futures: set[asyncio.Future[Any]], until: float) -> None:
    """Wait until one of these is done, at most until this loop time."""
    left = until - asyncio.get_running_loop().time()
    await asyncio.wait(futures, timeout=left, return_when=asyncio.FIRST_COMPLETED)


def _move_of(task: asyncio.Task[WorkerAnswer] | None) -> bytes | None:
    if task is None or not task.done() or task.cancelled() or task.exception():
        return None
    answer = task.result()
    return answer.move if isinstance(answer, Chosen) else None


def _raise_unavailable(thinking: asyncio.Task[WorkerAnswer]) -> None:
    """Raise what kept the bot from thinking at all: storage that cannot be read, or shutdown."""
    if thinking.done() and not thinking.cancelled():
        error = thinking.exception()
        if isinstance(error, Unavailable):
            raise error


def _failure_of(thinking: asyncio.Task[WorkerAnswer]) -> str:
    if not thinking.done():
        return ANSWERED_LATE
    if thinking.cancelled():
        return CANCELLED
    if error := thinking.exception():
        return str(error)
    answer = thinking.result()
    return answer.error if isinstance(answer, Failed) else ANSWERED_LATE
