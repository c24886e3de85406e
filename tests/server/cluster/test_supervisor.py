"""The supervisor keeps as many server processes as the operator wants."""

import socket
import time
from multiprocessing.context import SpawnProcess
from threading import Timer

import pytest

from cluehouse.server.cluster import supervisor
from cluehouse.server.cluster.supervisor import ProcessSupervisor
from cluehouse.server.settings import Settings
from tests.server.idle_process import idle

GIVE_UP_S = 60.0


class CountingSupervisor(ProcessSupervisor):
    """Ends when it has started so many processes."""

    def __init__(self, listening: socket.socket, starts: int) -> None:
        super().__init__(Settings(workers=2), listening, idle)
        self.started: list[SpawnProcess] = []
        self._starts = starts

    def _start_process(self) -> SpawnProcess:
        process = super()._start_process()
        self.started.append(process)
        self._stopping = len(self.started) >= self._starts
        return process

    def kill(self, number: int) -> None:
        self.started[number].kill()
        self.started[number].join()

    def give_up(self) -> None:
        self._stopping = True


def test_process_that_dies_while_another_one_is_about_to_be_replaced_is_replaced_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        supervised = CountingSupervisor(listening, starts=4)
        monkeypatch.setattr(time, "sleep", lambda _seconds: supervised.kill(1))
        monkeypatch.setattr(supervisor, "RESTART_DELAY_S", 0.05)
        deadline = Timer(GIVE_UP_S, supervised.give_up)
        deadline.start()
        try:
            assert supervised.serve(on_ready=lambda: supervised.kill(0)) == 0
        finally:
            deadline.cancel()
    assert len(supervised.started) == 4
    assert not any(process.is_alive() for process in supervised.started)
