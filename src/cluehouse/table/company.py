"""The people round a table: who may watch, what is said, who was shown out. The notes about it,
and how things stand."""

from collections import deque
from typing import Annotated, Final, Literal, NamedTuple, assert_never

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire

REMEMBERED: Final = 100
"""Lines that whoever comes later gets to read."""

Delay = Annotated[int, msgspec.Meta(ge=0, le=300)]
SpokenText = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]

PhraseId = Literal[
    "hello",
    "luck",
    "thinking",
    "there",
    "clever",
    "suspicious",
    "notMe",
    "oops",
    "thanks",
    "bye",
]


class RailRules(Wire, frozen=True, tag=False):
    """How whoever does not sit at a table may watch its game."""

    open: bool = True
    delay: Delay = 0
    """Seconds by which everything is told later."""
    speaks: bool = False
    """They may talk, too, where they watch without delay."""


class RailSet(Wire, frozen=True):
    rules: RailRules


class Text(Wire, frozen=True):
    """In one's own words."""

    text: SpokenText


class Phrase(Wire, frozen=True):
    """One of the house's, which everybody reads in their own language."""

    id: PhraseId


Words = Text | Phrase


class Said(Wire, frozen=True):
    """By whoever shows this seat, or by a guest without one."""

    seat: Seat | None
    name: str
    guest: str
    at: float
    """Seconds, by the clock on the wall."""
    words: Words | None
    """None once whoever said it has been forgotten."""


class Removed(Wire, frozen=True):
    """This guest is not let in any more."""

    guest: str


CompanyNote = RailSet | Said | Removed


class Line(NamedTuple):
    number: int
    """All that was said at a table is numbered, from 0."""
    said: Said
    words: Words


class Company:
    """How things stand after the last note."""

    def __init__(self) -> None:
        self.rail = RailRules()
        self.removed: set[str] = set()
        self.lines: deque[Line] = deque(maxlen=REMEMBERED)
        self.said = 0
        """How many lines there have been."""

    def apply(self, note: CompanyNote) -> None:
        match note:
            case Said(words=words):
                if words is not None:
                    self.lines.append(Line(self.said, note, words))
                self.said += 1
            case RailSet(rules=rules):
                self.rail = rules
            case Removed(guest=guest):
                self.removed |= {guest} - {""}  # whoever was forgotten is nobody
            case _:
                assert_never(note)

    def forget(self, guest: str) -> None:
        kept = (line for line in self.lines if line.said.guest != guest)
        self.lines = deque(kept, maxlen=REMEMBERED)
        self.removed.discard(guest)
