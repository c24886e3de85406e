"""Whether a game is over, one way or the other."""

from cluehouse.table.table import Table


def has_ended(table: Table) -> bool:
    """It has a result, or was given up. Then nothing of it is hidden any more."""
    return table.outcome is not None or table.book.course.abandoned
