"""A server in a process of its own, which can be killed and started again on the same folder."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

CLUEHOUSE: Final = ("cluehouse.cli",)

TEST_TIMEOUT_S: Final = 60.0
"""Timeout in seconds for anything that takes one or two; the machine may be busy."""

LENIENT: Final = "1000000"
"""Factor for the rate limits in tests of something else."""

_LOST_EXCEPTIONS: Final = (
    "exception was never retrieved",
    "exception in shielded future",
    "was destroyed but it is pending",
)
_READY_LINE: Final = "Cluehouse is open at "
_DEFAULT_FLAGS: Final = ("--no-browser", "--keyhole", "--port", "0", "--limit-scale", LENIENT)
_BOT_FLAGS: Final = ("--bot-workers", "1", "--bot-pause", "0.02")


class ServerProcess:
    """`cluehouse serve`, or another program in its place."""

    def __init__(self, folder: Path, *flags: str, program: Sequence[str] = CLUEHOUSE) -> None:
        """Its standard error is written to a file beside the folder."""
        self.folder = folder
        self.url = ""
        self.printed = ""
        """Output before its address."""
        self._flags = (*_DEFAULT_FLAGS, *_BOT_FLAGS, "--data", str(folder), *flags)
        self._program = program
        self._log_file = folder.with_name(f"{folder.name}.log")
        self._read = 0
        self._process: subprocess.Popen[str] | None = None

    @classmethod
    @contextmanager
    def opened(
        cls, folder: Path, *flags: str, program: Sequence[str] = CLUEHOUSE
    ) -> Iterator[Self]:
        """Run it for the duration of the block, unless the block ends it."""
        server = cls(folder, *flags, program=program)
        try:
            server.open()
            yield server
        finally:
            server.close()

    @property
    def host(self) -> str:
        """Host name and port."""
        return self.url.rpartition("/")[2]

    @property
    def address(self) -> tuple[str, int]:
        name, _, port = self.host.partition(":")
        return name, int(port)

    @property
    def pid(self) -> int:
        """Also the id of its process group, to which a terminal sends Ctrl-C."""
        return self._running.pid

    @property
    def children(self) -> set[int]:
        """Ids of its child processes."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return {int(child) for task in tasks for child in task.read_text().split()}

    @property
    def database(self) -> Path:
        return self.folder / "cluehouse.db"

    def new_log_lines(self) -> str:
        """Return what it logged since the last call."""
        with self._log_file.open() as log:
            log.seek(self._read)
            fresh = log.read()
            self._read = log.tell()
        return fresh

    def open(self) -> None:
        """Start it and return when it listens."""
        self._process = self._start()
        assert self._process.stdout is not None
        output = ""
        for line in self._process.stdout:
            output += line
            if line.startswith(_READY_LINE):
                break
        self.printed, found, address = output.rpartition(_READY_LINE)
        assert found, f"{output}\n{self.new_log_lines()}"
        self.url = address.strip()

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Send a signal and return its exit status."""
        self._running.send_signal(how)
        return self._wait()

    def interrupt(self) -> int:
        """Send SIGINT to the process group, as Ctrl-C does; return the exit status."""
        os.killpg(self.pid, signal.SIGINT)
        return self._wait()

    def close(self) -> None:
        """Kill it if it was started. It must not have lost the exception of a task."""
        if self._process is not None:
            self.end()
        lines = self._log_file.read_text().splitlines() if self._log_file.exists() else []
        assert not (lost := list(filter(is_lost_exception, lines))), lost

    @property
    def _running(self) -> "subprocess.Popen[str]":
        assert self._process is not None
        return self._process

    def _start(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", *self._program, "serve", *self._flags]
        with self._log_file.open("a") as log:
            return subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )

    def _wait(self) -> int:
        status = self._running.wait(TEST_TIMEOUT_S)
        assert self._running.stdout is not None
        self._running.stdout.close()
        return status


def is_lost_exception(logged: str) -> bool:
    """Whether asyncio says that no code has seen the exception of a task, or that a task was freed
    before it was done."""
    return any(it in logged for it in _LOST_EXCEPTIONS)
