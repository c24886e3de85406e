"""What guests ask about themselves, and tell the host of the server, as types."""

from typing import Annotated

import msgspec

from cluehouse.core.ids import Level, Seat
from cluehouse.core.wire import Wire

ReportWords = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class UnfinishedGame(Wire, frozen=True, tag=False):
    """A table you sit at."""

    id: str
    game: str
    started: bool
    names: tuple[str, ...]
    """The people who sit there, in order of seats."""
    your_turn: bool


class Played(Wire, frozen=True, tag=False):
    """How a seat fared."""

    name: str
    """Empty for a bot, and for somebody who left without a name."""
    level: Level | None
    """Of a bot."""
    share: float
    points: int


class FinishedGame(Wire, frozen=True, tag=False):
    id: str
    game: str
    ended: int
    """In seconds since 1970."""
    you: Seat
    seats: tuple[Played, ...]


class Tally(Wire, frozen=True, tag=False):
    """Your finished games of a kind, as far as the house keeps them."""

    game: str
    played: int
    won: int
    """By yourself."""
    shared: int
    """Won together with others."""


class YourGames(Wire, frozen=True, tag=False):
    """The latest first."""

    unfinished: tuple[UnfinishedGame, ...]
    finished: tuple[FinishedGame, ...]
    tallies: tuple[Tally, ...]


class Report(Wire, frozen=True, tag=False):
    """Tell the host of the server about whoever sits here."""

    seat: Seat
    words: ReportWords


class Reported(Wire, frozen=True, tag=False):
    """It will be read."""


class Forgotten(Wire, frozen=True, tag=False):
    """Nothing here says any more that it was you."""

    tables: int
    """Where you had been."""
