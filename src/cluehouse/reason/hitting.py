"""The smallest set that has something of every set. Sets are bit masks."""

from collections.abc import Iterable, Sequence

from cluehouse.reason.deck import bits


def smallest_hit(sets: Iterable[int], *, at_least: int = 0) -> int:
    """No set may be empty. `at_least`: a size it is known to have; the search begins there.

    >>> bin(smallest_hit([0b011, 0b110, 0b101]))
    '0b11'
    """
    taken, rest = _reduced(0, sets)
    size = max(at_least, _fewest(taken, rest))
    while (found := _hit(taken, rest, size)) is None:
        size += 1
    return found


def _hit(taken: int, sets: Sequence[int], size: int) -> int | None:
    """With what is taken, and no larger than `size`. The sets are reduced."""
    if _fewest(taken, sets) > size or 0 in sets:
        return None
    if not sets:
        return taken
    member = _most_used(min(sets, key=int.bit_count), sets)
    found = _hit(*_reduced(taken | member, [one for one in sets if not one & member]), size)
    if found is not None:
        return found
    return _hit(*_reduced(taken, [one & ~member for one in sets]), size)


def _reduced(taken: int, sets: Iterable[int]) -> tuple[int, list[int]]:
    """Takes what must be taken, leaves out what need not be asked for."""
    while True:
        left = _without_larger(sets)
        needed = sum(one for one in left if not one & (one - 1))
        taken |= needed
        left = [one for one in left if not one & needed]
        idle = _idle(left)
        if not idle:
            return taken, left
        sets = [one & ~idle for one in left]


def _without_larger(sets: Iterable[int]) -> list[int]:
    """A set that holds another one is hit with it. Small ones first."""
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if all(small & ~one for small in kept):
            kept.append(one)
    return kept


def _idle(sets: Sequence[int]) -> int:
    """Members that are only in sets where another one is too, which does as well."""
    idle = 0
    kept: list[int] = []
    uses = _uses(sets)
    for member in sorted(uses, key=lambda member: -uses[member].bit_count()):
        if all(uses[member] & ~other for other in kept):
            kept.append(uses[member])
        else:
            idle |= member
    return idle


def _uses(sets: Sequence[int]) -> dict[int, int]:
    """For each member the sets that have it."""
    uses: dict[int, int] = {}
    for number, one in enumerate(sets):
        for member in bits(one):
            uses[1 << member] = uses.get(1 << member, 0) | 1 << number
    return uses


def _fewest(taken: int, sets: Sequence[int]) -> int:
    """Sets that have nothing in common need a member each."""
    count, used = taken.bit_count(), 0
    for one in sets:
        if not one & used:
            used |= one
            count += 1
    return count


def _most_used(members: int, sets: Sequence[int]) -> int:
    each = [1 << member for member in bits(members)]
    return max(each, key=lambda member: sum(1 for one in sets if one & member))
