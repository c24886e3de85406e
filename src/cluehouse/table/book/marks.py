"""The marks players make in their notebooks: the notes, and the state after them."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire


class Marked(Wire, frozen=True):
    """A seat set a cell of its notebook; an empty mark clears it."""

    seat: Seat
    cell: str
    mark: str


class MarkUndone(Wire, frozen=True):
    seat: Seat


class Notebooks:
    """The notebooks after the last note, one per seat."""

    def __init__(self) -> None:
        self.marks: defaultdict[Seat, list[Marked]] = defaultdict(list)
        self.made: Counter[Seat] = Counter()
        """The number of marks made, undone ones included."""

    def apply(self, note: Marked | MarkUndone) -> None:
        if isinstance(note, Marked):
            self.marks[note.seat].append(note)
            self.made[note.seat] += 1
        else:
            self.marks[note.seat].pop()


def current_marks(marks: Iterable[Marked]) -> dict[str, str]:
    """The cells of a notebook after all of these marks."""
    latest = {marked.cell: marked.mark for marked in marks}
    return {cell: mark for cell, mark in latest.items() if mark}
