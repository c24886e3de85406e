"""Smallest hitting sets: the smallest set with a member of every given set. Sets are bit masks."""

from collections.abc import Iterable, Sequence

from cluehouse.reason.deck import bits


def smallest_hit(sets: Iterable[int], *, at_least: int = 0) -> int:
    """No set may be empty. `at_least`: a known lower bound of its size; the search begins there.

    >>> bin(smallest_hit([0b011, 0b110, 0b101]))
    '0b11'
    """
    taken, rest = _reduced(0, sets)
    size = max(at_least, _fewest(taken, rest))
    while (found := _hit(taken, rest, size)) is None:
        size += 1
    return found


def _hit(taken: int, sets: Sequence[int], size: int) -> int | None:
    """A hitting set that contains `taken` and is no larger than `size`. The sets are reduced."""
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
    """Take the members of single-member sets; drop redundant sets and dominated members."""
    while True:
        left = _without_larger(sets)
        needed = sum(one for one in left if not one & (one - 1))
        taken |= needed
        left = [one for one in left if not one & needed]
        dominated = _dominated(left)
        if not dominated:
            return taken, left
        sets = [one & ~dominated for one in left]


def _without_larger(sets: Iterable[int]) -> list[int]:
    """Drop every set that contains another one, since hitting that hits both. Sorted by size."""
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if all(small & ~one for small in kept):
            kept.append(one)
    return kept


def _dominated(sets: Sequence[int]) -> int:
    """Members all of whose sets have another member in common, which hits as many."""
    dominated = 0
    kept: list[int] = []
    uses = _uses(sets)
    for member in sorted(uses, key=lambda member: -uses[member].bit_count()):
        if all(uses[member] & ~other for other in kept):
            kept.append(uses[member])
        else:
            dominated |= member
    return dominated


def _uses(sets: Sequence[int]) -> dict[int, int]:
    """For each member, the sets that contain it."""
    uses: dict[int, int] = {}
    for number, one in enumerate(sets):
        for member in bits(one):
            uses[1 << member] = uses.get(1 << member, 0) | 1 << number
    return uses


def _fewest(taken: int, sets: Sequence[int]) -> int:
    """A lower bound of the size: disjoint sets need one member each."""
    count, used = taken.bit_count(), 0
    for one in sets:
        if not one & used:
            used |= one
            count += 1
    return count


def _most_used(members: int, sets: Sequence[int]) -> int:
    each = [1 << member for member in bits(members)]
    return max(each, key=lambda member: sum(1 for one in sets if one & member))
