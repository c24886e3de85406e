"""Outlook: the chances in one category: of each pair by itself, and after what a look may show.

Untracked pairs, which are still in the pool, are interchangeable: they are computed once, from the
pool alone.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from cluehouse.games.secret_du_nil.deduction.arrangements import (
    BUNCH,
    CODE_OF,
    CODES,
    EQUAL,
    FEW,
    Bunch,
    colours_in,
    draws,
    pair_at,
    pairs_among,
    ways_to_pair,
)
from cluehouse.games.secret_du_nil.pieces import SUSPECTS

Equal = list[list[float]]
"""For each suspect, the chance of two cards of each colour."""

_ALL: Final = range(len(SUSPECTS))
_COLOUR: Final = {code: colour for colour, code in enumerate(EQUAL)}


class Outlook:
    """Computed from tables (arrangements without their hands) and their weights."""

    __slots__ = ("_followed", "_some", "codes", "equal")

    def __init__(self, tables: Mapping[int, int], followed: int) -> None:
        self._followed = [suspect for suspect in _ALL if followed >> suspect & 1]
        self._some: list[dict[int, _Some]] = [{} for _ in _ALL]
        """For each suspect, the tables grouped by its pair."""
        by_pool = self._sort(tables)
        loose = _drawn(by_pool) if len(self._followed) < len(_ALL) else {}
        for suspect in _ALL:
            if suspect not in self._followed:
                self._some[suspect] = loose
        self.codes = [_shares(some) for some in self._some]
        """For each suspect, the chance of every pair."""
        self.equal: Equal = [[codes.get(code, 0.0) for code in EQUAL] for codes in self.codes]

    def after_look(self, suspect: int, code: int) -> Equal:
        """The chances if this suspect's pair is seen to be this one."""
        some = self._some[suspect][code]
        weight, loose = some.weight, some.loose()
        chances = [
            [some.equal.get((y, colour), 0.0) / weight for colour in FEW]
            if y in self._followed
            else loose
            for y in _ALL
        ]
        chances[suspect] = [float(code == equal) for equal in EQUAL]
        return chances

    def _sort(self, tables: Mapping[int, int]) -> "dict[int, _Some]":
        """Group the tables by each tracked pair, and by the pool."""
        total = sum(tables.values())
        by_pool: dict[int, _Some] = {}
        places = [(suspect, pair_at(suspect), self._some[suspect]) for suspect in self._followed]
        for table, weight in tables.items():
            pool, share = table & BUNCH, weight / total
            codes = [(suspect, CODE_OF[table >> at & BUNCH], some) for suspect, at, some in places]
            equal = [(suspect, _COLOUR[code]) for suspect, code, _ in codes if code in _COLOUR]
            for _, code, some in codes:
                _among(some, code).add(pool, share, equal)
            _among(by_pool, pool).add(pool, share, equal)
        return by_pool


class _Some:
    """A group of tables: their weight by pool, and the weight that has each tracked pair of two
    equal cards."""

    __slots__ = ("equal", "pools")

    def __init__(self) -> None:
        self.pools: dict[int, float] = {}
        self.equal: dict[tuple[int, int], float] = {}

    @property
    def weight(self) -> float:
        return sum(self.pools.values())

    def add(self, pool: int, weight: float, equal: list[tuple[int, int]]) -> None:
        self.pools[pool] = self.pools.get(pool, 0.0) + weight
        for pair in equal:
            self.equal[pair] = self.equal.get(pair, 0.0) + weight

    def add_part(self, some: "_Some", part: float, pool: int) -> None:
        """Add part of a group, whose tables differ only in what is now drawn from the pool."""
        self.pools[pool] = self.pools.get(pool, 0.0) + some.weight * part
        for pair, weight in some.equal.items():
            self.equal[pair] = self.equal.get(pair, 0.0) + weight * part

    def loose(self) -> list[float]:
        """For each colour, the chance that a pair from the pool is two cards of it."""
        alike = [(_alike(pool), weight) for pool, weight in self.pools.items()]
        total = self.weight
        return [sum(each[colour] * weight for each, weight in alike) / total for colour in FEW]


def _among(some: dict[int, _Some], key: int) -> _Some:
    if key not in some:
        some[key] = _Some()
    return some[key]


def _drawn(by_pool: Mapping[int, _Some]) -> dict[int, _Some]:
    """The same tables, grouped by what an untracked pair may be."""
    found: dict[int, _Some] = {}
    for pool, some in by_pool.items():
        ways = ways_to_pair(len(colours_in(pool)), 1)
        for cards, among in draws(pool, CODES):
            _among(found, CODE_OF[cards]).add_part(some, among / ways, pool - cards)
    return found


def _shares(some: Mapping[int, _Some]) -> dict[int, float]:
    weights = {code: some[code].weight for code in sorted(some)}
    total = sum(weights.values())
    return {code: weight / total for code, weight in weights.items()}


@cache
def _alike(pool: Bunch) -> tuple[float, ...]:
    ways = ways_to_pair(len(colours_in(pool)), 1)
    return tuple(pairs_among(code, pool) / ways if ways else 0.0 for code in EQUAL)
