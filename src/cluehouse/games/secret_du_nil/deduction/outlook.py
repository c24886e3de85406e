"""Outlook: the chances in one category: of each pair by itself, and after what a look may show.

Untracked pairs, which are still in the pool, are interchangeable: they are computed once, from the
pool alone.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from cluehouse.games.secret_du_nil.deduction.arrangements import (
    ALL_COLOURS,
    BUNCH,
    CODE_OF,
    CODES,
    EQUAL,
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

_ALL_SUSPECTS: Final = range(len(SUSPECTS))
_COLOUR: Final = {code: colour for colour, code in enumerate(EQUAL)}


class Outlook:
    """Computed from tables (arrangements without their hands) and their weights."""

    __slots__ = ("_groups", "_tracked", "codes", "equal")

    def __init__(self, tables: Mapping[int, int], tracked: int) -> None:
        self._tracked = [suspect for suspect in _ALL_SUSPECTS if tracked >> suspect & 1]
        self._groups: list[dict[int, _TableGroup]] = [{} for _ in _ALL_SUSPECTS]
        """For each suspect, the tables grouped by its pair."""
        by_pool = self._sort(tables)
        untracked = _drawn(by_pool) if len(self._tracked) < len(_ALL_SUSPECTS) else {}
        for suspect in _ALL_SUSPECTS:
            if suspect not in self._tracked:
                self._groups[suspect] = untracked
        self.codes = [_shares(groups) for groups in self._groups]
        """For each suspect, the chance of every pair."""
        self.equal: Equal = [[codes.get(code, 0.0) for code in EQUAL] for codes in self.codes]

    def after_look(self, suspect: int, code: int) -> Equal:
        """The chances if this suspect's pair is seen to be this one."""
        group = self._groups[suspect][code]
        weight, untracked = group.weight, group.untracked()
        chances = [
            [group.equal.get((other, colour), 0.0) / weight for colour in ALL_COLOURS]
            if other in self._tracked
            else untracked
            for other in _ALL_SUSPECTS
        ]
        chances[suspect] = [float(code == equal) for equal in EQUAL]
        return chances

    def _sort(self, tables: Mapping[int, int]) -> "dict[int, _TableGroup]":
        """Group the tables by each tracked pair, and by the pool."""
        total = sum(tables.values())
        by_pool: dict[int, _TableGroup] = {}
        places = [(suspect, pair_at(suspect), self._groups[suspect]) for suspect in self._tracked]
        for table, weight in tables.items():
            pool, share = table & BUNCH, weight / total
            codes = [
                (suspect, CODE_OF[table >> at & BUNCH], groups) for suspect, at, groups in places
            ]
            equal = [(suspect, _COLOUR[code]) for suspect, code, _ in codes if code in _COLOUR]
            for _, code, groups in codes:
                _group_of(groups, code).add(pool, share, equal)
            _group_of(by_pool, pool).add(pool, share, equal)
        return by_pool


class _TableGroup:
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

    def add_part(self, group: "_TableGroup", part: float, pool: int) -> None:
        """Add part of a group, whose tables differ only in what is now drawn from the pool."""
        self.pools[pool] = self.pools.get(pool, 0.0) + group.weight * part
        for pair, weight in group.equal.items():
            self.equal[pair] = self.equal.get(pair, 0.0) + weight * part

    def untracked(self) -> list[float]:
        """For each colour, the chance that a pair from the pool is two cards of it."""
        alike = [(_equal_chances(pool), weight) for pool, weight in self.pools.items()]
        total = self.weight
        return [
            sum(each[colour] * weight for each, weight in alike) / total for colour in ALL_COLOURS
        ]


def _group_of(groups: dict[int, _TableGroup], key: int) -> _TableGroup:
    if key not in groups:
        groups[key] = _TableGroup()
    return groups[key]


def _drawn(by_pool: Mapping[int, _TableGroup]) -> dict[int, _TableGroup]:
    """The same tables, grouped by what an untracked pair may be."""
    found: dict[int, _TableGroup] = {}
    for pool, group in by_pool.items():
        ways = ways_to_pair(len(colours_in(pool)), 1)
        for cards, among in draws(pool, CODES):
            _group_of(found, CODE_OF[cards]).add_part(group, among / ways, pool - cards)
    return found


def _shares(groups: Mapping[int, _TableGroup]) -> dict[int, float]:
    weights = {code: groups[code].weight for code in sorted(groups)}
    total = sum(weights.values())
    return {code: weight / total for code, weight in weights.items()}


@cache
def _equal_chances(pool: Bunch) -> tuple[float, ...]:
    ways = ways_to_pair(len(colours_in(pool)), 1)
    return tuple(pairs_among(code, pool) / ways if ways else 0.0 for code in EQUAL)
