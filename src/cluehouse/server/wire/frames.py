"""WebSocket messages: frames from the client, and the answers beside the game's own `Update`."""

from typing import Annotated, Any

import msgspec

from cluehouse.core.ids import Help, Seq
from cluehouse.core.wire import Wire
from cluehouse.server.wire.chat import Say

Cell = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]

MarkText = Annotated[str, msgspec.Meta(max_length=16)]


class PlayMove(Wire, frozen=True, tag="Play"):
    """Play one of the offered moves; `seen` is the seq of the update it was chosen from."""

    move: msgspec.Raw
    seen: Seq


class Mark(Wire, frozen=True):
    """Write a mark into your notebook; an empty mark erases it."""

    cell: Cell
    mark: MarkText


class Undo(Wire, frozen=True):
    """Take back your last mark."""


class TakeNotes(Wire, frozen=True):
    """Ask for the notebook's deductions, at this help level or at the table's, which is the most
    that is allowed."""

    help: Help | None = None


class CheckMarks(Wire, frozen=True):
    """Ask which of your marks something that you saw contradicts; not at a table on paper."""


Frame = PlayMove | Mark | Undo | TakeNotes | CheckMarks | Say


class Welcome(Wire, frozen=True):
    """The first message of a session. A page of another build should reload."""

    build: str
    told: int | None = None
    """How many sights of this table you had received when your last client left, if known."""


class Marks(Wire, frozen=True):
    """Your notebook: cell to mark."""

    marks: dict[str, str]
    undoable: bool


class NotesTaken(Wire, frozen=True):
    """The notebook's deductions as of this seq."""

    seq: Seq
    help: Help
    notes: Any


class MarksChecked(Wire, frozen=True):
    """The marks as they were checked, and the cells where something that you saw contradicts the
    mark."""

    marks: dict[str, str]
    contradicted: tuple[str, ...]


class Refused(Wire, frozen=True):
    """A refusal: nothing has changed. `id` is a rule of the game or of the server."""

    id: str
    detail: str = ""
