"""A server process whose log is checked: no request of a client may cause an error there."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server_process import CLUEHOUSE, LENIENT, ServerProcess


class Server(ServerProcess):
    def logged_errors(self) -> list[Any]:
        """Errors logged since the last call, and lines that are not JSON."""
        lines = map(_parsed, self.new_log_lines().splitlines())
        return [line for line in lines if line["level"] not in ("debug", "info", "warning")]


@contextmanager
def server(
    folder: Path, *, scale: str = LENIENT, program: Sequence[str] = CLUEHOUSE
) -> Iterator[Server]:
    """Run a server while the block lasts; it must have logged no error."""
    with Server.opened(folder / "data", "--limit-scale", scale, program=program) as opened:
        yield opened
        assert not (errors := opened.logged_errors()), errors


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return {"level": "unreadable", "event": line}
