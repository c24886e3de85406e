"""Keyhole with bots that misbehave above novice level, found by name in a worker process."""

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cluehouse.core.chance import Chance
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Ask


def _raises(*choice: Any) -> Any:
    raise RuntimeError("cannot decide")


def _cheats(*choice: Any) -> Any:
    return Ask(Seat(99))


def _oversleeps(*choice: Any) -> Any:
    time.sleep(600)


def _is_killed(*choice: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def _chatters(belief: Any, view: Any, moves: Sequence[Any], chance: Chance, level: Level) -> Any:
    print("thinking aloud", flush=True)
    return KEYHOLE.choose(belief, view, moves, chance, level)


ROGUES = {
    "raises": _raises,
    "cheats": _cheats,
    "oversleeps": _oversleeps,
    "is_killed": _is_killed,
    "chatters": _chatters,
}


def find(name: str) -> AnyGame:
    rogue = ROGUES.get(name)
    if rogue is None:
        return KEYHOLE

    def choose(belief: Any, view: Any, moves: Sequence[Any], chance: Chance, level: Level) -> Any:
        honest = level == "novice" and name != "chatters"
        return (KEYHOLE.choose if honest else rogue)(belief, view, moves, chance, level)

    return replace(KEYHOLE, name=name, choose=choose)
