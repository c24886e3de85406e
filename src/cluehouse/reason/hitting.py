"""The smallest set that has something of every set. Sets are bit masks."""

from collections.abc import Iterable, Sequence

from cluehouse.reason.deck import bits


def smallest_hit(sets: Iterable[int], *, at_least: int = 0) -> int:
    """`at_least`: a size it is known to have; the search ends when it is reached.

    >>> bin(smallest_hit([0b011, 0b110, 0b101]))
    '0b11'
    """
    search = _Search(at_least)
    search.extend(0, _without_larger(sets))
    return search.best


class _Search:
    """Takes the members of a small set in turn; those tried before are out of question after."""

    def __init__(self, at_least: int) -> None:
        self._at_least = at_least
        self.best = 0
        self._size: float = float("inf")

    def extend(self, taken: int, sets: Sequence[int]) -> None:
        if not sets:
            self.best, self._size = taken, taken.bit_count()
            return
        for member in _by_use(min(sets, key=int.bit_count), sets):
            if self._done() or taken.bit_count() + _apart(sets) >= self._size:
                return
            self.extend(taken | member, [one for one in sets if not one & member])
            sets = [one & ~member for one in sets]
            if not all(sets):
                return

    def _done(self) -> bool:
        return self._size <= self._at_least


def _apart(sets: Sequence[int]) -> int:
    """Sets that have nothing in common need a member each."""
    count = used = 0
    for one in sorted(sets, key=int.bit_count):
        if not one & used:
            used |= one
            count += 1
    return count


def _by_use(members: int, sets: Sequence[int]) -> list[int]:
    """Those that are in most sets first."""
    each = [1 << member for member in bits(members)]
    return sorted(each, key=lambda member: -sum(1 for one in sets if one & member))


def _without_larger(sets: Iterable[int]) -> list[int]:
    """A set that holds another one is hit with it."""
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if all(small & ~one for small in kept):
            kept.append(one)
    return kept
