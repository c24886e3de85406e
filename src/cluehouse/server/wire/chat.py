"""Chat messages, spectators, and requests to remove and readmit guests."""

from typing import Annotated

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.table.book.chat import Words

Who = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""Identifies a guest among those at one table, independent of their name."""


class Say(Wire, frozen=True):
    """A frame: say something to the table."""

    words: Words


class Spoken(Wire, frozen=True, tag=False):
    """One chat line. The lines of a table are numbered."""

    number: int
    seat: Seat | None
    """Null: said by a guest without a seat."""
    name: str
    who: str
    words: Words


class Talk(Wire, frozen=True):
    """The chat lines since the last message of this type; first the latest hundred."""

    lines: tuple[Spoken, ...]
    hushed: bool = False
    """A rule of the game forbids talking now."""


class Voice(Wire, frozen=True, tag=False):
    """A player who must agree before the game is abandoned."""

    seat: Seat
    """Their seat, also if a bot was put there while they played."""
    name: str
    yours: bool


class Watcher(Wire, frozen=True, tag=False):
    who: str
    name: str
    """Empty for a guest without a name."""


class Remove(Wire, frozen=True, tag=False):
    """Remove a guest from the table and keep them out; a bot plays on in their seat."""

    who: Who


class Readmit(Wire, frozen=True, tag=False):
    """Let a removed guest in again."""

    who: Who
