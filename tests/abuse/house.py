"""`cluehouse serve` in a process of its own, with its journal at hand: nothing that strangers do to
it may show there as an error."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 60.0
"""Seconds for anything that takes one or two; the machine may be busy."""

LENIENT: Final = 1e6
"""Times the usual limits: for tests of something else."""

HURRIED: Final = "tests.abuse.hurried_house"

_OPEN: Final = "Cluehouse is open at http://"


class House:
    def __init__(self, host: str, journal: Path) -> None:
        self.host = host
        self._journal = journal

    @property
    def address(self) -> tuple[str, int]:
        name, _, port = self.host.partition(":")
        return name, int(port)

    def complaints(self) -> list[Any]:
        """What its host would have to look into: errors, and whatever is no line of a journal."""
        lines = map(_understood, self._journal.read_text().splitlines())
        return [line for line in lines if line["level"] not in ("debug", "info", "warning")]


@contextmanager
def house(
    folder: Path, *, scale: float = LENIENT, program: str = "cluehouse.cli"
) -> Iterator[House]:
    """Open as long as the block lasts, with nothing to complain of at its end."""
    journal = folder / "journal"
    command = [sys.executable, "-m", program, "serve", "--no-browser", "--keyhole", "--port", "0"]
    command += ["--data", str(folder / "data"), "--bot-workers", "1", "--bot-pause", "0.02"]
    command += ["--limit-scale", str(scale)]
    with (
        journal.open("w") as written,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True) as process,
    ):
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            assert said.startswith(_OPEN), f"{said}\n{journal.read_text()}"
            found = House(said.removeprefix(_OPEN).strip(), journal)
            yield found
            assert not (complaints := found.complaints()), complaints
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _understood(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return {"level": "unreadable", "event": line}
