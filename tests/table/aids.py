"""Keyhole with working and failing aids, found by name in a worker process."""

import os
import signal
import time
from dataclasses import replace
from typing import Annotated

import msgspec

from cluehouse.core.game import Aid, AnyGame
from cluehouse.core.wire import Wire
from cluehouse.games.keyhole import GAME as KEYHOLE

SECRET = "a name that no log may contain"


class Call(Wire, frozen=True, tag=False):
    words: Annotated[str, msgspec.Meta(max_length=50_000)]


class Echo(Wire, frozen=True, tag=False):
    words: str
    sound: bytes


def _echo(call: Call) -> Echo:
    """Returns the words, also as bytes."""
    return Echo(call.words, call.words.encode())


def _decline(call: Call) -> Echo:
    raise ValueError(f"{call.words!r} is too loud")


def _break(call: Call) -> Echo:
    raise RuntimeError(SECRET)


def _sleep(call: Call) -> Echo:
    time.sleep(600)
    raise AssertionError


def _die(call: Call) -> Echo:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


RUNS = {"echo": _echo, "decline": _decline, "break": _break, "sleep": _sleep, "die": _die}
GAME = replace(
    KEYHOLE, aids={name: Aid(takes=Call, gives=Echo, run=run) for name, run in RUNS.items()}
)


def find(name: str) -> AnyGame:
    return GAME
