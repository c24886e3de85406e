"""What the people at one table were told, written down as they hear it: claims to be checked
against what the house has written."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cluehouse.core.ids import Seat, Seq, Viewer


class Told(NamedTuple):
    """An update, to somebody who knew everything up to `since`."""

    viewer: Viewer
    since: Seq
    seq: Seq
    sights: int
    """How many it tells."""
    update: bytes


class Acknowledged(NamedTuple):
    """A move that its own seat was told is made, when it had been told everything up to `by`."""

    seat: Seat
    move: bytes
    seen: Seq
    by: Seq


class Notebook(NamedTuple):
    """How a seat's own notebook read."""

    seat: Seat
    marks: dict[str, str]


class Shown(NamedTuple):
    """The room as one guest was shown it, and the seat they took."""

    seat: Seat | None
    room: dict[str, Any]


@dataclass
class Witness:
    """All that was heard at one table since the claims were checked last."""

    game: str
    table: str
    stand_ins: bool = False
    """Bots may play for people here."""
    told: list[Told] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    notebooks: list[Notebook] = field(default_factory=list)
    rooms: list[Shown] = field(default_factory=list)
    sent: defaultdict[Viewer, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """Every move that was ever sent by each seat."""

    def forget(self) -> None:
        """What was checked need not be checked again; what was sent may still arrive."""
        for claims in (self.told, self.acknowledged, self.lines, self.notebooks, self.rooms):
            claims.clear()
