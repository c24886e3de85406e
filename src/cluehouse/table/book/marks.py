"""What people write into their notebooks: the notes about it, and how things stand."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire


class Marked(Wire, frozen=True):
    """A seat wrote into its notebook; an empty mark rubs out."""

    seat: Seat
    cell: str
    mark: str


class MarkUndone(Wire, frozen=True):
    seat: Seat


class Notebooks:
    """After the last note: one a seat."""

    def __init__(self) -> None:
        self.marks: defaultdict[Seat, list[Marked]] = defaultdict(list)
        self.made: Counter[Seat] = Counter()
        """Marks that there have been, taken back or not."""

    def apply(self, note: Marked | MarkUndone) -> None:
        if isinstance(note, Marked):
            self.marks[note.seat].append(note)
            self.made[note.seat] += 1
        else:
            self.marks[note.seat].pop()


def reading(marks: Iterable[Marked]) -> dict[str, str]:
    """A notebook as it reads after all of these."""
    latest = {marked.cell: marked.mark for marked in marks}
    return {cell: mark for cell, mark in latest.items() if mark}
