"""Keyhole with aids, good and bad. Found by name, as a worker does."""

import os
import signal
import time
from dataclasses import replace
from typing import Annotated

import msgspec

from cluehouse.core.game import Aid, AnyGame
from cluehouse.core.wire import Wire
from cluehouse.games.keyhole import GAME as KEYHOLE

SECRET = "a name that no journal should hold"


class Call(Wire, frozen=True, tag=False):
    words: Annotated[str, msgspec.Meta(max_length=50_000)]


class Echo(Wire, frozen=True, tag=False):
    words: str
    sound: bytes


def _echo(call: Call) -> Echo:
    """It comes back, and can be heard."""
    return Echo(call.words, call.words.encode())


def _decline(call: Call) -> Echo:
    raise ValueError(f"nobody shouts {call.words!r} here")


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
