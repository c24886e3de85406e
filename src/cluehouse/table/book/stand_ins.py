"""For which seats bots have stood in, page by page of the book: who made a move is told from the
pages it was decided on."""

from bisect import bisect_right
from collections import defaultdict
from typing import Final, NamedTuple

from cluehouse.core.ids import BEFORE_THE_DEAL, Seat, Seq
from cluehouse.table.book.lifecycle import (
    CameBack,
    LifecycleNote,
    SteppedOut,
    StoodIn,
    TimeRanOut,
)

ANY_CHOICE: Final = BEFORE_THE_DEAL


class _Change(NamedTuple):
    pages: int
    """The number of pages with the one that made the change."""
    choice: Seq | None
    """The choice the bot makes, by the seq at which it was asked, or ANY_CHOICE; None: no bot
    stands in."""


class StandIns:
    """The history of all seats."""

    def __init__(self) -> None:
        self._changes: defaultdict[Seat, list[_Change]] = defaultdict(list)

    def apply(self, note: LifecycleNote, pages: int) -> None:
        match note:
            case StoodIn(seat=seat) | SteppedOut(seat=seat):
                self._changes[seat].append(_Change(pages, ANY_CHOICE))
            case TimeRanOut(seat=seat, seq=seq):
                self._changes[seat].append(_Change(pages, seq))
            case CameBack(seat=seat):
                self.end(seat, pages)
            case _:
                pass

    def end(self, seat: Seat, pages: int) -> None:
        self._changes[seat].append(_Change(pages, None))

    def stood_in(self, seat: Seat, pages: int, asked: Seq) -> bool:
        """Whether a bot stood in for this seat when it made the choice that it was asked at seq
        `asked`, decided on this number of pages. False if the pages are not known."""
        changes = self._changes.get(seat, ())
        number = bisect_right(changes, pages, key=lambda change: change.pages)
        return number > 0 and changes[number - 1].choice in (ANY_CHOICE, asked)
