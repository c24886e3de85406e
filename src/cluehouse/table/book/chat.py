"""Chat, spectator rules and removed guests of a table: the notes, and the state after them."""

from collections import deque
from typing import Annotated, Final, Literal, NamedTuple, assert_never

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire

CHAT_HISTORY_LINES: Final = 100
"""Chat lines kept for guests who join later."""

MAX_SPECTATOR_DELAY_S: Final = 300
"""Upper limit of the spectator delay a host may set."""

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
    """How guests without a seat may watch a game."""

    open: bool = True
    delay: Delay = 0
    """Seconds by which spectators see everything later."""
    speaks: bool = False
    """Spectators may chat, if they watch without delay."""


class RailSet(Wire, frozen=True):
    rules: RailRules


class Text(Wire, frozen=True):
    """A chat message in free text."""

    text: SpokenText


class Phrase(Wire, frozen=True):
    """A predefined chat message, which each player reads in their own language."""

    id: PhraseId


Words = Text | Phrase


class Said(Wire, frozen=True):
    """A chat message from a seat, or from a guest without one."""

    seat: Seat | None
    name: str
    guest: str
    at: float
    """Wall-clock time, in seconds."""
    words: Words | None
    """None once its author has been erased."""


class Removed(Wire, frozen=True):
    """The host has removed this guest: they may not enter the table any more."""

    guest: str
    name: str = ""


class Readmitted(Wire, frozen=True):
    """This removed guest may enter again."""

    guest: str


ChatNote = RailSet | Said | Removed | Readmitted


class ChatLine(NamedTuple):
    number: int
    """Messages of a table are numbered from 0."""
    said: Said
    words: Words


class ChatRoom:
    """The state after the last note."""

    def __init__(self) -> None:
        self.rail = RailRules()
        self.removed: dict[str, str] = {}
        """The names of removed guests, by guest id."""
        self.met: dict[str, str] = {}
        """The last name of every guest who has sat or chatted here, by guest id."""
        self.lines: deque[ChatLine] = deque()
        """The latest lines, and older ones that delayed spectators may not have been sent yet."""
        self.said = 0
        """The number of messages so far, erased ones included."""

    def apply(self, note: ChatNote) -> None:
        match note:
            case Said(words=words):
                if words is not None:
                    self._add_line(ChatLine(self.said, note, words))
                self.said += 1
            case RailSet(rules=rules):
                self.rail = rules
            case Removed(guest=guest, name=name):
                if guest:  # empty for an erased guest
                    self.removed[guest] = name
            case Readmitted(guest=guest):
                self.removed.pop(guest, None)
            case _:
                assert_never(note)

    def meet(self, guest: str, name: str) -> None:
        if guest:
            self.met[guest] = name

    def _add_line(self, line: ChatLine) -> None:
        self.meet(line.said.guest, line.said.name)
        self.lines.append(line)
        sent_to_all = line.said.at - MAX_SPECTATOR_DELAY_S
        while len(self.lines) > CHAT_HISTORY_LINES and self.lines[0].said.at < sent_to_all:
            self.lines.popleft()
