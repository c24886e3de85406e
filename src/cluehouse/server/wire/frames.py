"""WebSocket messages: frames from the client, and the answers beside the game's own `Update`."""

from typing import Annotated, Any

import msgspec

from cluehouse.core.ids import Seq
from cluehouse.core.wire import Wire
from cluehouse.server.wire.chat import Say

Cell = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]

MarkText = Annotated[str, msgspec.Meta(max_length=16)]


class Play(Wire, frozen=True):
    """One of the moves that were offered, and the seq of the update it was chosen from."""

    move: msgspec.Raw
    seen: Seq


class Mark(Wire, frozen=True):
    """Write into one's own notebook; an empty mark rubs it out."""

    cell: Cell
    mark: MarkText


class Undo(Wire, frozen=True):
    """Take back one's last mark."""


class TakeNotes(Wire, frozen=True):
    """What does the notebook say by itself? As much as the table's help level allows."""


Frame = Play | Mark | Undo | TakeNotes | Say


class Welcome(Wire, frozen=True):
    """The first message. A page of another build should reload."""

    build: str
    told: int | None = None
    """How many sights of this table you had been told when your last device left, if known."""


class Marks(Wire, frozen=True):
    """Your notebook: cell to mark."""

    marks: dict[str, str]
    undoable: bool


class NotesTaken(Wire, frozen=True):
    """What the notebook says by itself, as of this seq."""

    seq: Seq
    notes: Any


class Refused(Wire, frozen=True):
    """Nothing has changed. `id` is a rule of the game or of the house; texts have the words."""

    id: str
    detail: str = ""
