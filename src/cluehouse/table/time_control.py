"""Time controls: how long a choice may take, and how fast bots play. A bot plays the one move of a
seat that runs out of time."""

from typing import Annotated, Final, Literal

import msgspec

from cluehouse.core.wire import Wire

HOUR_S: Final = 3600


class Relaxed(Wire, frozen=True):
    """No time limit."""


class Live(Wire, frozen=True):
    """A bank of seconds per seat for the whole game, with an increment after every move."""

    bank: Annotated[int, msgspec.Meta(ge=10, le=24 * HOUR_S)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=HOUR_S)]


class ByDay(Wire, frozen=True):
    """A number of hours for every choice, which pass whether players are connected or not."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=30 * 24)]


Pace = Relaxed | Live | ByDay

Grace = Annotated[int, msgspec.Meta(ge=0, le=HOUR_S)]
"""Seconds until a bot stands in for an absent player; 0: never."""

DEFAULT_GRACE_S: Final = 120
"""The grace time of tables that do not set one."""

BotSpeed = Literal["normal", "fast", "instant"]
"""How fast bots play."""

SPEED_FACTORS: Final[dict[BotSpeed, float]] = {"normal": 1.0, "fast": 1 / 6, "instant": 1 / 10}
"""How long a usual choice of a bot takes at each speed, relative to normal."""
