"""How long a choice may take at a table. Whoever runs out of time has that one move played."""

from typing import Annotated, Final

import msgspec

from cluehouse.core.wire import Wire

HOUR_S: Final = 3600
"""Seconds."""


class Relaxed(Wire, frozen=True):
    """As long as it takes."""


class Live(Wire, frozen=True):
    """Everybody has a bank of seconds for the whole game, and gets some back with every move."""

    bank: Annotated[int, msgspec.Meta(ge=10, le=24 * HOUR_S)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=HOUR_S)]


class ByDay(Wire, frozen=True):
    """So many hours for every choice, day and night, whoever is there."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=30 * 24)]


Pace = Relaxed | Live | ByDay

Grace = Annotated[int, msgspec.Meta(ge=0, le=HOUR_S)]
"""Seconds until a bot stands in for somebody absent; 0: never."""

DEFAULT_GRACE_S: Final = 120
