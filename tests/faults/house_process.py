"""A house in a process of its own, which can be killed and opened again on the same folder."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

CLUEHOUSE: Final = "cluehouse.cli"

OPEN: Final = "Cluehouse is open at http://"

PATIENCE: Final = 60.0
"""Seconds for anything that takes one or two; the machine may be busy."""


class HouseProcess:
    """`cluehouse serve`, or another program that takes its place."""

    def __init__(self, folder: Path, *program: str) -> None:
        """What it complains of goes to a file beside the folder."""
        self.folder = folder
        self.address = ""
        self.opened = asyncio.Event()
        self._journal = folder.with_name(f"{folder.name}.journal")
        self._read = 0
        self._program = program or (CLUEHOUSE,)
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def database(self) -> Path:
        return self.folder / "cluehouse.db"

    def complaints(self) -> str:
        """What it wrote since somebody looked."""
        with self._journal.open() as journal:
            journal.seek(self._read)
            fresh = journal.read()
            self._read = journal.tell()
        return fresh

    async def open(self) -> None:
        """Returns when it listens. Nobody is told before `let_in`."""
        self._process = self._started()
        assert self._process.stdout is not None
        said = await asyncio.to_thread(self._process.stdout.readline)
        assert said.startswith(OPEN), f"{said}\n{self.complaints()}"
        self.address = said.removeprefix(OPEN).strip()

    def _started(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", *self._program, "serve", "--no-browser", "--port", "0"]
        command += ["--data", str(self.folder), "--keyhole", "--bot-workers", "1"]
        command += ["--bot-pause", "0.02", "--limit-scale", "1000000"]
        with self._journal.open("a") as journal:
            return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=journal, text=True)

    def let_in(self) -> None:
        """Whoever waits for the house to open may come."""
        self.opened.set()

    async def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Its exit status."""
        assert self._process is not None
        self.opened.clear()
        self._process.send_signal(how)
        status = await asyncio.to_thread(self._process.wait, PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    async def close(self) -> None:
        """However things stand."""
        if self._process is not None and self._process.poll() is None:
            await self.end()
