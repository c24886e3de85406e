"""What guests ask about themselves, and tell the host of the server, as types."""

from typing import Annotated, Literal

import msgspec

from cluehouse.core.ids import Level, Seat
from cluehouse.core.wire import Wire
from cluehouse.server.wire.chat import Who
from cluehouse.table.time_control import Pace, Relaxed

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]

ReportWords = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"^[^\0]+$")]
"""Any but the sign that no database keeps."""


class UnfinishedGame(Wire, frozen=True, tag=False):
    """A table you sit at."""

    id: str
    game: str
    started: bool
    names: tuple[str, ...]
    """The people who sit there, in order of seats."""
    your_turn: bool
    pace: Pace = Relaxed()
    left: int | None = None
    """Seconds for your choice, while your clock runs."""


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


class AbandonedGame(Wire, frozen=True, tag=False):
    """One that was given up: it has no result."""

    id: str
    game: str
    ended: int
    """In seconds since 1970."""
    names: tuple[str, ...]
    """The people who sat there, in order of seats."""


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
    abandoned: tuple[AbandonedGame, ...] = ()


class Report(Wire, frozen=True, tag=False):
    """Tell the host of the server about somebody who sits here, talks or watches, or did."""

    who: Who
    words: ReportWords


class Reported(Wire, frozen=True, tag=False):
    """It will be read."""


class Forgotten(Wire, frozen=True, tag=False):
    """Nothing here says any more that it was you."""

    tables: int
    """Where you had been."""


class ResumePass(Wire, frozen=True, tag=False):
    """Go on with another device: open the link there, or type the code within ten minutes."""

    link: str
    code: str


class Resume(Wire, frozen=True, tag=False):
    """A code, or the token of a link."""

    code: Annotated[str, msgspec.Meta(max_length=1000)]


PushEndpoint = Annotated[str, msgspec.Meta(min_length=8, max_length=1000, pattern="^[!-~]+$")]
PushKey = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]+$", max_length=100)]


class Subscribe(Wire, frozen=True, tag=False):
    """As a browser's PushManager gives it; keys are base64url, without padding."""

    endpoint: PushEndpoint
    p256dh: PushKey
    auth: PushKey
    language: Literal["en", "fr"]
    """In which the browser is told."""


class Unsubscribe(Wire, frozen=True, tag=False):
    endpoint: PushEndpoint


class Notices(Wire, frozen=True, tag=False):
    """Whether this browser is told when it is your turn."""

    on: bool


class Me(Wire, frozen=True, tag=False):
    name: str
    """Empty until you have given one."""


class NameMe(Wire, frozen=True, tag=False):
    name: Name
