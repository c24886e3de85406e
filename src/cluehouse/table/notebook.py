"""The notes about what people write into their notebooks."""

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


def reading(marks: Iterable[Marked]) -> dict[str, str]:
    """A notebook as it reads after all of these."""
    latest = {marked.cell: marked.mark for marked in marks}
    return {cell: mark for cell, mark in latest.items() if mark}
