"""A house in a process of its own, which can be killed and opened again on the same folder."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

CLUEHOUSE: Final = ("cluehouse.cli",)

PATIENCE: Final = 60.0
"""Seconds for anything that takes one or two; the machine may be busy."""

LENIENT: Final = "1000000"
"""Times the usual limits: for tests of something else."""

_OPEN: Final = "Cluehouse is open at "
_USUAL: Final = ("--no-browser", "--keyhole", "--port", "0", "--limit-scale", LENIENT)
_BOTS: Final = ("--bot-workers", "1", "--bot-pause", "0.02")


class ServerProcess:
    """`cluehouse serve`, or another program that takes its place."""

    def __init__(self, folder: Path, *flags: str, program: Sequence[str] = CLUEHOUSE) -> None:
        """What it writes to its journal goes to a file beside the folder."""
        self.folder = folder
        self.url = ""
        self.printed = ""
        """Before its address."""
        self._flags = (*_USUAL, *_BOTS, "--data", str(folder), *flags)
        self._program = program
        self._journal = folder.with_name(f"{folder.name}.journal")
        self._read = 0
        self._process: subprocess.Popen[str] | None = None

    @classmethod
    @contextmanager
    def opened(
        cls, folder: Path, *flags: str, program: Sequence[str] = CLUEHOUSE
    ) -> Iterator[Self]:
        """For as long as the block lasts, if nobody ends it before."""
        server = cls(folder, *flags, program=program)
        try:
            server.open()
            yield server
        finally:
            server.close()

    @property
    def host(self) -> str:
        """Its name and port."""
        return self.url.rpartition("/")[2]

    @property
    def address(self) -> tuple[str, int]:
        name, _, port = self.host.partition(":")
        return name, int(port)

    @property
    def pid(self) -> int:
        """Also of its group: a terminal would send Ctrl-C to all of it."""
        return self._running.pid

    @property
    def children(self) -> set[int]:
        """The processes it has started."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return {int(child) for task in tasks for child in task.read_text().split()}

    @property
    def database(self) -> Path:
        return self.folder / "cluehouse.db"

    def journal(self) -> str:
        """What it wrote since somebody looked."""
        with self._journal.open() as journal:
            journal.seek(self._read)
            fresh = journal.read()
            self._read = journal.tell()
        return fresh

    def open(self) -> None:
        """Returns when it listens."""
        self._process = self._started()
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if line.startswith(_OPEN):
                break
        self.printed, found, address = said.rpartition(_OPEN)
        assert found, f"{said}\n{self.journal()}"
        self.url = address.strip()

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Its exit status."""
        self._running.send_signal(how)
        return self._ended()

    def interrupt(self) -> int:
        """Ctrl-C in its terminal; its exit status."""
        os.killpg(self.pid, signal.SIGINT)
        return self._ended()

    def close(self) -> None:
        """However things stand."""
        if self._process is not None:
            self.end()

    @property
    def _running(self) -> "subprocess.Popen[str]":
        assert self._process is not None
        return self._process

    def _started(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", *self._program, "serve", *self._flags]
        with self._journal.open("a") as journal:
            return subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=journal,
                text=True,
                start_new_session=True,
            )

    def _ended(self) -> int:
        status = self._running.wait(PATIENCE)
        assert self._running.stdout is not None
        self._running.stdout.close()
        return status
