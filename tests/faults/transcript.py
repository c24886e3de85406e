"""Transcripts of what the clients at one table received, to be checked against the database."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cluehouse.core.ids import Seat, Seq, Viewer


class ReceivedUpdate(NamedTuple):
    """An update to a viewer that had everything up to `since`."""

    viewer: Viewer
    since: Seq
    seq: Seq
    sights: int
    """The number of sights."""
    update: bytes


class AcknowledgedMove(NamedTuple):
    """A move that its own seat knows to be accepted, once it had everything up to `by`."""

    seat: Seat
    move: bytes
    seen: Seq
    by: Seq


class ReceivedMarks(NamedTuple):
    """The marks in a seat's own notebook."""

    seat: Seat
    marks: dict[str, str]


class ReceivedRoom(NamedTuple):
    """The room as one guest received it, and the guest's seat."""

    seat: Seat | None
    room: dict[str, Any]


@dataclass
class Transcript:
    """All that was received at one table since the last check."""

    game: str
    table: str
    stand_ins: bool = False
    """Bots may play for players here."""
    updates: list[ReceivedUpdate] = field(default_factory=list)
    acknowledged: list[AcknowledgedMove] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    marks: list[ReceivedMarks] = field(default_factory=list)
    rooms: list[ReceivedRoom] = field(default_factory=list)
    sent: defaultdict[Viewer, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """Every move that each seat ever sent."""

    def clear(self) -> None:
        """Drop what was checked, but not what was sent, which may still arrive."""
        for received in (self.updates, self.acknowledged, self.lines, self.marks, self.rooms):
            received.clear()
