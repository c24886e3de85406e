"""A house with its journal at hand: nothing that strangers do to it may show there as an error."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server_process import CLUEHOUSE, LENIENT, ServerProcess


class Server(ServerProcess):
    def complaints(self) -> list[Any]:
        """What its host would have to look into, since somebody looked: errors, and whatever is no
        line of a journal."""
        lines = map(_understood, self.journal().splitlines())
        return [line for line in lines if line["level"] not in ("debug", "info", "warning")]


@contextmanager
def server(
    folder: Path, *, scale: str = LENIENT, program: Sequence[str] = CLUEHOUSE
) -> Iterator[Server]:
    """Open as long as the block lasts, with nothing to complain of at its end."""
    with Server.opened(folder / "data", "--limit-scale", scale, program=program) as opened:
        yield opened
        assert not (complaints := opened.complaints()), complaints


def _understood(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return {"level": "unreadable", "event": line}
