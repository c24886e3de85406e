"""Several processes at one door: they accept from the same listening socket. One that dies is
replaced, and none outlives the one that started them."""

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
"""Seconds until one that died is replaced."""

ProcessMain = Callable[[Settings, socket.socket, Event], None]
"""What each process does, until it is asked to end: it says by the event that it is open."""

_log = structlog.get_logger(__name__)


class ProcessSupervisor:
    def __init__(self, settings: Settings, listening: socket.socket, work: ProcessMain) -> None:
        self._settings = settings
        self._listening = listening
        self._work = work
        self._context = multiprocessing.get_context("spawn")
        self._open = self._context.Event()
        self._crew: list[SpawnProcess] = []
        self._ending = False

    def serve(self, opened: Callable[[], None]) -> int:
        """The exit status: 0 once all have been asked to end, 1 if the house cannot open."""
        with self._ended_by_signals():
            self._crew = [self._hire() for _ in range(self._settings.workers)]
            status = self._wait_until_open(opened) and self._keep_up()
            self._end()
            for process in self._crew:
                process.join()
        return 0 if status else 1

    def _hire(self) -> SpawnProcess:
        process = self._context.Process(
            target=self._work, args=(self._settings, self._listening, self._open)
        )
        process.start()
        return process

    def _wait_until_open(self, opened: Callable[[], None]) -> bool:
        """False if one of them gave up, in its own words."""
        while not self._open.wait(0.05):
            if not all(process.is_alive() for process in self._crew):
                return self._ending
        opened()
        return True

    def _keep_up(self) -> bool:
        while not self._ending:
            wait([process.sentinel for process in self._crew], timeout=RESTART_DELAY_S)
            dead = [process for process in self._crew if not process.is_alive()]
            if dead and not self._ending:
                _log.error("a process has died and is replaced", status=dead[0].exitcode)
                time.sleep(RESTART_DELAY_S)
                living = [process for process in self._crew if process.is_alive()]
                self._crew = [*living, *(self._hire() for _ in dead)]
        return True

    def _end(self) -> None:
        self._ending = True
        for process in self._crew:
            if process.is_alive():
                process.terminate()

    @contextmanager
    def _ended_by_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, lambda _number, _frame: self._end())
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
