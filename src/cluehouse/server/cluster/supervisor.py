"""Supervise several server processes that accept from the same listening socket. One that dies is
replaced, and none outlives the supervisor."""

import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from typing import Final

import structlog

from cluehouse.server.settings import Settings

RESTART_DELAY_S: Final = 1.0
"""Seconds until a process that died is replaced."""

ProcessMain = Callable[[Settings, socket.socket, Event], None]
"""What each process runs until it is terminated. It sets the event when it is ready."""

_log = structlog.get_logger(__name__)


class ProcessSupervisor:
    def __init__(self, settings: Settings, listening: socket.socket, work: ProcessMain) -> None:
        self._settings = settings
        self._listening = listening
        self._work = work
        self._context = multiprocessing.get_context("spawn")
        self._ready = self._context.Event()
        self._processes: list[SpawnProcess] = []
        self._stopping = False

    def serve(self, on_ready: Callable[[], None]) -> int:
        """Return the exit status: 0 after a termination signal, 1 if a process cannot start."""
        with self._terminated_by_signals():
            self._processes = [self._start_process() for _ in range(self._settings.workers)]
            status = self._wait_until_ready(on_ready) and self._replace_dead()
            self._terminate()
            for process in self._processes:
                process.join()
        return 0 if status else 1

    def _start_process(self) -> SpawnProcess:
        process = self._context.Process(
            target=self._work, args=(self._settings, self._listening, self._ready)
        )
        process.start()
        return process

    def _wait_until_ready(self, on_ready: Callable[[], None]) -> bool:
        """Return False if a process ended before it was ready; it has reported why."""
        while not self._ready.wait(0.05):
            if not all(process.is_alive() for process in self._processes):
                return self._stopping
        on_ready()
        return True

    def _replace_dead(self) -> bool:
        while not self._stopping:
            wait([process.sentinel for process in self._processes], timeout=RESTART_DELAY_S)
            dead = [process for process in self._processes if not process.is_alive()]
            if dead and not self._stopping:
                _log.error("a server process died and is replaced", status=dead[0].exitcode)
                time.sleep(RESTART_DELAY_S)
                self._start_missing()
        return True

    def _start_missing(self) -> None:
        """Count only now: another process may have died during the delay."""
        living = [process for process in self._processes if process.is_alive()]
        missing = range(self._settings.workers - len(living))
        self._processes = [*living, *(self._start_process() for _ in missing)]

    def _terminate(self) -> None:
        self._stopping = True
        for process in self._processes:
            if process.is_alive():
                process.terminate()

    @contextmanager
    def _terminated_by_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, lambda _number, _frame: self._terminate())
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
