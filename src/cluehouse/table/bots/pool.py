"""The processes that think, seen from the table's side."""

import asyncio
import sys
from typing import Final
from zlib import crc32

import msgspec

from cluehouse.core.errors import Closed
from cluehouse.table.bots.messages import (
    ANSWER,
    LENGTH_BYTES,
    READY,
    Answer,
    Failed,
    Question,
    frame,
)

WORKER_START_TIMEOUT_S: Final = 60.0
"""Seconds a worker may take to start, on a machine with other things to do."""

BOT_TIMEOUT_S: Final = 10.0
"""Seconds a worker may take for one answer before it is ended; its seats are folded again."""

MAX_QUEUED_QUESTIONS: Final = 16
"""Questions that may wait for one worker; beyond that a bot had better not ask."""

AID_TIMEOUT_S: Final = 5.0
"""Seconds for one answer beside play."""

RECORD_TIMEOUT_S: Final = 60.0
"""Seconds for going through a whole game again."""


class Worker:
    """One process, one question at a time. A process that dies or hangs is replaced by the next
    question; what it knew is lost, and it will say so."""

    def __init__(self, find: str, patience: float = BOT_TIMEOUT_S) -> None:
        self._find = find
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._killed: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._closed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def waiting(self) -> int:
        """Questions asked and not answered."""
        return self._waiting

    @property
    def busy(self) -> bool:
        return self._waiting > MAX_QUEUED_QUESTIONS

    async def ask(self, question: Question) -> Answer:
        """What goes wrong in the worker is a Failed; Closed if the bots have gone home."""
        self._waiting += 1
        try:
            return await self._ask(question)
        finally:
            self._waiting -= 1

    async def _ask(self, question: Question) -> Answer:
        async with self._lock:
            try:
                process = await self._running()
                async with asyncio.timeout(self._patience):
                    return await self._converse(process, question)
            except TimeoutError:
                await self._end()
                return Failed(f"no answer within {self._patience:g} s")
            except (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
                await self._end()
                return Failed("the worker process died")
            except asyncio.CancelledError:
                await self._end()  # its answer must not be taken for the next question's
                raise

    async def close(self) -> None:
        """Whoever waits for an answer hears at once that none will come."""
        self._closed = True
        self._kill()
        async with self._lock:
            await self._end()

    async def _converse(self, process: asyncio.subprocess.Process, question: Question) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame(question))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
        return ANSWER.decode(await process.stdout.readexactly(length))

    async def _running(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise Closed("the bots have gone home")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "cluehouse.table.bots.worker", self._find),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us; it ends when its pipe does
            )
            assert self._process.stdout is not None
            async with asyncio.timeout(WORKER_START_TIMEOUT_S):
                await self._process.stdout.readexactly(len(READY))
        return self._process

    def _kill(self) -> None:
        """Once: a second signal would look for its end, and take it from whoever waits for it."""
        process = self._process
        if process is not None and process.returncode is None and process is not self._killed:
            self._killed = process
            process.kill()

    async def _end(self) -> None:
        self._kill()
        process, self._process = self._process, None
        if process is not None:
            await process.communicate()  # to the end of its pipes: nothing is left open


class WorkerPool:
    """Each seat has its worker, always the same. One more, the understudy, only ever plays
    novices, so that it is free when somebody is late; one, the adviser, answers what is asked
    beside play, and one, the archivist, goes through games that are over, so that no bot waits for
    either. A process starts with its first question."""

    def __init__(
        self,
        find: str,
        count: int,
        patience: float = BOT_TIMEOUT_S,
        aid_patience: float = AID_TIMEOUT_S,
    ) -> None:
        self._workers = [Worker(find, patience) for _ in range(count)]
        self.understudy = Worker(find, patience)
        self.adviser = Worker(find, aid_patience)
        self.archivist = Worker(find, RECORD_TIMEOUT_S)

    def of(self, table: str, seat: int) -> Worker:
        return self._workers[crc32(f"{table}/{seat}".encode()) % len(self._workers)]

    @property
    def waiting(self) -> int:
        return sum(worker.waiting for worker in self._everybody)

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._everybody))

    @property
    def _everybody(self) -> list[Worker]:
        return [*self._workers, self.understudy, self.adviser, self.archivist]
