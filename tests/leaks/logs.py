"""What a house writes down for its host, kept instead of printed."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO

import structlog

from cluehouse.server import logs

GUESTS = ("httpx", "httpcore")
"""Libraries of those who call: what they log is not the house's."""


class Journal:
    def __init__(self, page: StringIO) -> None:
        self._page = page

    @property
    def lines(self) -> list[bytes]:
        """All but the time of day."""
        lines = [json.loads(line) for line in self._page.getvalue().splitlines()]
        return [json.dumps(line | {"timestamp": ""}).encode() for line in lines]


@contextmanager
def keeping_a_journal() -> Iterator[Journal]:
    """Down to the last detail that a host may ask for."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in (*logs.LIBRARIES, *GUESTS)}
    root.handlers = []
    for name in GUESTS:
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        with redirect_stderr(StringIO()) as page:
            logs.configure("debug")
            yield Journal(page)
    finally:
        root.handlers, root.level = handlers, level
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        structlog.reset_defaults()
