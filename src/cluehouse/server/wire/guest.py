"""A guest's own account: games, tallies, reports, erasure, passes, push subscriptions."""

from typing import Annotated, Literal

import msgspec

from cluehouse.core.ids import Level, Seat
from cluehouse.core.wire import Wire
from cluehouse.server.wire.chat import Who
from cluehouse.table.time_control import Pace, Relaxed

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]

ReportWords = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"^[^\0]+$")]
"""Without NUL, which Postgres cannot store."""


class UnfinishedGame(Wire, frozen=True, tag=False):
    """A table you sit at."""

    id: str
    game: str
    started: bool
    names: tuple[str, ...]
    """The players, in order of seats."""
    your_turn: bool
    pace: Pace = Relaxed()
    left: int | None = None
    """Seconds left for your choice while your clock runs."""


class Played(Wire, frozen=True, tag=False):
    """The result of a seat."""

    name: str
    """Empty for a bot, and for a player who left without a name."""
    level: Level | None
    """Of a bot. Beside a name: of the bot that played to the end for this player."""
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
    """A game without a result."""

    id: str
    game: str
    ended: int
    """In seconds since 1970."""
    names: tuple[str, ...]
    """The players, in order of seats."""


class Tally(Wire, frozen=True, tag=False):
    """Your finished games of one kind, as far as the server keeps them."""

    game: str
    played: int
    won: int
    """By yourself: without others, and not by a bot that played to the end for you."""
    shared: int
    """Won together with others."""


class YourGames(Wire, frozen=True, tag=False):
    """The latest first."""

    unfinished: tuple[UnfinishedGame, ...]
    finished: tuple[FinishedGame, ...]
    tallies: tuple[Tally, ...]
    abandoned: tuple[AbandonedGame, ...] = ()


class Report(Wire, frozen=True, tag=False):
    """Report a guest who is or was at this table to the operator."""

    who: Who
    words: ReportWords


class Reported(Wire, frozen=True, tag=False):
    """The report was stored."""


class Forgotten(Wire, frozen=True, tag=False):
    """Your name, id and words were erased."""

    tables: int
    """Number of tables you had been at."""


class ResumePass(Wire, frozen=True, tag=False):
    """Continue on another device: open the link there or type the code. The pass works once."""

    link: str
    """With its secret in the fragment."""
    code: str
    qr: str
    """The link as a QR code, in SVG."""
    left: int
    """Seconds until it expires."""


class Resume(Wire, frozen=True, tag=False):
    """A code, or the fragment of a link."""

    code: Annotated[str, msgspec.Meta(max_length=1000)]


class SignedInDevice(Wire, frozen=True, tag=False):
    """A browser in which you are signed in."""

    id: str
    browser: str
    """Such as `Firefox`; empty if unknown."""
    system: str
    """Such as `Android`; empty if unknown."""
    first_seen: int
    """In seconds since 1970."""
    last_seen: int
    """In seconds since 1970, to the hour."""
    this: bool
    """The browser that asks."""


class YourDevices(Wire, frozen=True, tag=False):
    """The last used first."""

    devices: tuple[SignedInDevice, ...]
    pass_left: int | None
    """Seconds for which a pass that you gave can still be used; null if there is none."""


class EndDevice(Wire, frozen=True, tag=False):
    """Sign a device of yours out."""

    id: Annotated[str, msgspec.Meta(max_length=100)]


class ResumeOffer(Wire, frozen=True, tag=False):
    """The guest that a pass makes of this browser."""

    name: str
    you: bool
    """This browser is that guest already."""


PushEndpoint = Annotated[str, msgspec.Meta(min_length=8, max_length=1000, pattern="^[!-~]+$")]
PushKey = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]+$", max_length=100)]


class Subscribe(Wire, frozen=True, tag=False):
    """A subscription as a browser's PushManager returns it; keys are base64url without padding."""

    endpoint: PushEndpoint
    p256dh: PushKey
    auth: PushKey
    language: Literal["en", "fr"]
    """Language of the notices."""


class Unsubscribe(Wire, frozen=True, tag=False):
    endpoint: PushEndpoint


class Notices(Wire, frozen=True, tag=False):
    """Whether this browser is notified of your turns."""

    on: bool


class Me(Wire, frozen=True, tag=False):
    name: str
    """Empty until you have given one."""


class NameMe(Wire, frozen=True, tag=False):
    name: Name
