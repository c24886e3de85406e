"""Worker processes that choose moves for bots: start, ask, time out, kill, replace."""

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
    Failed,
    Question,
    WorkerAnswer,
    frame,
)

WORKER_START_TIMEOUT_S: Final = 60.0
"""Time limit for starting a worker process, generous for a busy machine."""

BOT_TIMEOUT_S: Final = 10.0
"""Time limit for one answer of a bot. Then the worker is killed; its beliefs are rebuilt."""

MAX_QUEUED_QUESTIONS: Final = 16
"""Questions that may queue for one worker; beyond that it counts as busy."""

AID_TIMEOUT_S: Final = 5.0
"""Time limit for one answer of an aid."""

RECORD_TIMEOUT_S: Final = 60.0
"""Time limit for processing a whole finished game."""


class Worker:
    """One worker process, which answers one question at a time. A process that dies or hangs is
    replaced on the next question; its beliefs are lost, and it answers BeliefLost."""

    def __init__(self, find: str, timeout_s: float = BOT_TIMEOUT_S) -> None:
        self._find = find
        self._timeout_s = timeout_s
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
        """The number of unanswered questions."""
        return self._waiting

    @property
    def busy(self) -> bool:
        return self._waiting > MAX_QUEUED_QUESTIONS

    async def ask(self, question: Question) -> WorkerAnswer:
        """Errors in the worker are returned as Failed; raises Closed after `close`."""
        self._waiting += 1
        try:
            return await self._ask(question)
        finally:
            self._waiting -= 1

    async def _ask(self, question: Question) -> WorkerAnswer:
        async with self._lock:
            try:
                process = await self._started_process()
                async with asyncio.timeout(self._timeout_s):
                    return await self._exchange(process, question)
            except TimeoutError:
                await self._stop()
                return Failed(f"no answer within {self._timeout_s:g} s")
            except (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
                await self._stop()
                return Failed("the worker process died")
            except asyncio.CancelledError:
                await self._stop()  # else its answer would be read as the next question's
                raise

    async def close(self) -> None:
        """Kill the process. Callers that wait for an answer get Failed immediately."""
        self._closed = True
        self._kill()
        async with self._lock:
            await self._stop()

    async def _exchange(
        self, process: asyncio.subprocess.Process, question: Question
    ) -> WorkerAnswer:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame(question))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
        return ANSWER.decode(await process.stdout.readexactly(length))

    async def _started_process(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise Closed("the bot workers are shut down")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "cluehouse.table.bots.worker", self._find),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # no SIGINT from Ctrl-C; it exits when its pipe closes
            )
            assert self._process.stdout is not None
            async with asyncio.timeout(WORKER_START_TIMEOUT_S):
                await self._process.stdout.readexactly(len(READY))
        return self._process

    def _kill(self) -> None:
        """Kill at most once: a second kill would poll the process and reap its exit status before
        the child watcher."""
        process = self._process
        if process is not None and process.returncode is None and process is not self._killed:
            self._killed = process
            process.kill()

    async def _stop(self) -> None:
        self._kill()
        process, self._process = self._process, None
        if process is not None:
            await process.communicate()  # reads its pipes to the end, so that they are closed


class WorkerPool:
    """The worker processes of a server. Each seat always uses the same worker. Three more workers
    keep other work from delaying bots: the fallback worker plays novice moves for bots that are
    late or have failed, the aid worker runs aids, and the records worker processes finished games.
    A process starts on its first question."""

    fallbacks = 0
    """The number of moves played in place of a bot's own, which was late or had failed."""

    def __init__(
        self,
        find: str,
        count: int,
        timeout_s: float = BOT_TIMEOUT_S,
        aid_timeout_s: float = AID_TIMEOUT_S,
    ) -> None:
        self._workers = [Worker(find, timeout_s) for _ in range(count)]
        self.fallback_worker = Worker(find, timeout_s)
        self.aid_worker = Worker(find, aid_timeout_s)
        self.records_worker = Worker(find, RECORD_TIMEOUT_S)

    def of(self, table: str, seat: int) -> Worker:
        return self._workers[crc32(f"{table}/{seat}".encode()) % len(self._workers)]

    @property
    def waiting(self) -> int:
        return sum(worker.waiting for worker in self._all_workers)

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._all_workers))

    @property
    def _all_workers(self) -> list[Worker]:
        return [*self._workers, self.fallback_worker, self.aid_worker, self.records_worker]
