"""Talk, watchers, and who is shown out, as types."""

from typing import Annotated

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.table.book.chat import Words

Who = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""What a guest is called among others at one table, whatever their name."""


class Say(Wire, frozen=True):
    """A frame: talk to everybody at the table."""

    words: Words


class Spoken(Wire, frozen=True, tag=False):
    """A line of talk. All that was said at a table is numbered."""

    number: int
    seat: Seat | None
    """Null: somebody without a seat."""
    name: str
    who: str
    words: Words


class Talk(Wire, frozen=True):
    """What was said since the last of these; first the latest hundred lines."""

    lines: tuple[Spoken, ...]
    hushed: bool = False
    """By a rule of the game nobody may talk just now."""


class Voice(Wire, frozen=True, tag=False):
    """Somebody who has to agree before the game is given up."""

    seat: Seat
    """Theirs, also if a bot was put there while they played."""
    name: str
    yours: bool


class Watcher(Wire, frozen=True, tag=False):
    who: str
    name: str
    """Empty for somebody who has not given one."""


class Remove(Wire, frozen=True, tag=False):
    """Whoever this is leaves the table, and is not let in again; a bot plays on for them."""

    who: Who


class Readmit(Wire, frozen=True, tag=False):
    """Whoever was shown out may come in again."""

    who: Who
