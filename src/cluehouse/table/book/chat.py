"""The people round a table: who may watch, what is said, who was shown out. The notes about it,
and how things stand."""

from collections import deque
from typing import Annotated, Final, Literal, NamedTuple, assert_never

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire

CHAT_HISTORY_LINES: Final = 100
"""Lines that whoever comes later gets to read."""

MAX_SPECTATOR_DELAY_S: Final = 300

Delay = Annotated[int, msgspec.Meta(ge=0, le=MAX_SPECTATOR_DELAY_S)]
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
    name: str = ""


class Readmitted(Wire, frozen=True):
    """This guest, who was shown out, may come in again."""

    guest: str


ChatNote = RailSet | Said | Removed | Readmitted


class ChatLine(NamedTuple):
    number: int
    """All that was said at a table is numbered, from 0."""
    said: Said
    words: Words


class ChatRoom:
    """How things stand after the last note."""

    def __init__(self) -> None:
        self.rail = RailRules()
        self.removed: dict[str, str] = {}
        """Guests who were shown out, with their names."""
        self.met: dict[str, str] = {}
        """All who have sat or talked here, by the name they last had."""
        self.lines: deque[ChatLine] = deque()
        """The latest, and all that a late public may still have to hear."""
        self.said = 0
        """How many lines there have been."""

    def apply(self, note: ChatNote) -> None:
        match note:
            case Said(words=words):
                if words is not None:
                    self._hear(ChatLine(self.said, note, words))
                self.said += 1
            case RailSet(rules=rules):
                self.rail = rules
            case Removed(guest=guest, name=name):
                if guest:  # whoever was forgotten is nobody
                    self.removed[guest] = name
            case Readmitted(guest=guest):
                self.removed.pop(guest, None)
            case _:
                assert_never(note)

    def meet(self, guest: str, name: str) -> None:
        if guest:
            self.met[guest] = name

    def _hear(self, line: ChatLine) -> None:
        self.meet(line.said.guest, line.said.name)
        self.lines.append(line)
        heard = line.said.at - MAX_SPECTATOR_DELAY_S
        while len(self.lines) > CHAT_HISTORY_LINES and self.lines[0].said.at < heard:
            self.lines.popleft()
