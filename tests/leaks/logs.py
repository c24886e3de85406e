"""Capture the server's log instead of printing it."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO

import structlog

from cluehouse.server import logs

CLIENT_LIBRARIES = ("httpx", "httpcore")
"""Libraries of the test's clients, whose log lines are not the server's."""


class CapturedLog:
    def __init__(self, output: StringIO) -> None:
        self._output = output

    @property
    def lines(self) -> list[bytes]:
        """All lines, without their timestamps."""
        lines = [json.loads(line) for line in self._output.getvalue().splitlines()]
        return [json.dumps(line | {"timestamp": ""}).encode() for line in lines]


@contextmanager
def capture_logs() -> Iterator[CapturedLog]:
    """At level debug."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in (*logs.LIBRARIES, *CLIENT_LIBRARIES)}
    root.handlers = []
    for name in CLIENT_LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        with redirect_stderr(StringIO()) as output:
            logs.configure("debug")
            yield CapturedLog(output)
    finally:
        root.handlers, root.level = handlers, level
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        structlog.reset_defaults()
