"""A slow reference for where the clue cards can be: all deals and all swaps, enumerated one by one.

Cards lie in slots: two for each suspect, and those of every hand. Each way to lay the unseen cards
into the slots counts as one; a swap out of sight is tracked from either slot of the pair to each of
the hand, and counts double if it makes the two equal. It shares no code with the belief it tests.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, prod

Colour = int
Pairs = tuple[tuple[Colour, ...], ...]
Hands = tuple[tuple[Colour, ...], ...]
World = tuple[Pairs, Hands]
Column = tuple[int, ...]
"""The number of cards of one category dealt to each of the others."""


@dataclass(frozen=True)
class Seen:
    suspect: int
    pair: tuple[Colour, ...]


@dataclass(frozen=True)
class OwnSwap:
    suspect: int
    out: Colour
    put: Colour


@dataclass(frozen=True)
class UnseenSwap:
    suspect: int
    by: int


Step = Seen | OwnSwap | UnseenSwap


class Census:
    """For each category, the viewer's own cards and what happened."""

    def __init__(
        self,
        rooms: Sequence[int],
        own: Sequence[Sequence[Colour]],
        steps: Sequence[Sequence[Step]],
    ) -> None:
        self._rooms = tuple(rooms)
        self._worlds = [
            {column: _worlds(column, cards, happened) for column in _columns(4 - len(cards), rooms)}
            for cards, happened in zip(own, steps, strict=True)
        ]
        self._columns = dict(self._joint())
        """The weight of each way to deal the numbers, for the three categories together."""
        self._total = sum(self._columns.values())

    def pair(self, category: int, suspect: int) -> dict[tuple[Colour, ...], float]:
        return self._chances(category, lambda world: world[0][suspect])

    def hand(self, category: int, holder: int) -> dict[tuple[Colour, ...], float]:
        return self._chances(category, lambda world: world[1][holder])

    def culprits(self, proofs: Sequence[Colour]) -> dict[tuple[int, ...], float]:
        found: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for columns, weight in self._columns.items():
            each = [
                self._guilty(category, column, proofs[category])
                for category, column in enumerate(columns)
            ]
            for names in product(*each):
                found[names] += weight * prod(c[name] for c, name in zip(each, names, strict=True))
        return {names: weight / self._total for names, weight in found.items()}

    def _guilty(self, category: int, column: Column, proof: Colour) -> dict[int, float]:
        worlds = self._worlds[category][column]
        found: Counter[int] = Counter()
        for (pairs, _), weight in worlds.items():
            found[pairs.index((proof, proof)) if (proof, proof) in pairs else 4] += weight
        return {name: weight / worlds.total() for name, weight in found.items()}

    def _chances(
        self, category: int, what: Callable[[World], tuple[Colour, ...]]
    ) -> dict[tuple[Colour, ...], float]:
        found: defaultdict[tuple[Colour, ...], float] = defaultdict(float)
        for columns, weight in self._columns.items():
            worlds = self._worlds[category][columns[category]]
            for world, ways in worlds.items():
                found[what(world)] += weight * ways / worlds.total()
        return {key: weight / self._total for key, weight in found.items()}

    def _joint(self) -> Iterator[tuple[tuple[Column, ...], int]]:
        """Slots of a hand are given to the categories in any order."""
        first, second, third = self._worlds
        for one, two in product(first, second):
            left = zip(self._rooms, one, two, strict=True)
            three = tuple(room - a - b for room, a, b in left)
            if third.get(three) and first[one] and second[two]:
                orders = [
                    factorial(room) // prod(map(factorial, parts))
                    for room, *parts in zip(self._rooms, one, two, three, strict=True)
                ]
                ways = first[one].total() * second[two].total() * third[three].total()
                yield (one, two, three), prod(orders) * ways


def _columns(cards: int, rooms: Sequence[int]) -> Iterator[Column]:
    for column in product(*(range(min(room, cards) + 1) for room in rooms)):
        if sum(column) == cards:
            yield column


def _worlds(column: Column, own: Sequence[Colour], steps: Sequence[Step]) -> Counter[World]:
    """How the category may stand now, if these numbers were dealt."""
    first = _first_seen(steps)
    unseen = Counter(dict.fromkeys(range(4), 3))
    unseen.subtract(own)
    for pair in first.values():
        unseen.subtract(pair)
    loose = [suspect for suspect in range(4) if suspect not in first]
    found: Counter[World] = Counter()
    if min(unseen.values()) >= 0:
        for laid in _lay(unseen, 2 * len(loose) + sum(column)):
            cards = iter(laid)
            pairs = [first.get(s) or tuple(sorted((next(cards), next(cards)))) for s in range(4)]
            hands = [tuple(sorted(next(cards) for _ in range(size))) for size in column]
            found[tuple(pairs), tuple(hands)] += 1
    for step in steps:
        found = _follow(step, found)
    return found


def _first_seen(steps: Sequence[Step]) -> dict[int, tuple[Colour, ...]]:
    """Pairs that were looked at before they could change: only to have fewer cards to lay."""
    first: dict[int, tuple[Colour, ...]] = {}
    for step in steps:
        if not isinstance(step, Seen):
            break
        first.setdefault(step.suspect, step.pair)
    return first


def _lay(unseen: Counter[Colour], slots: int) -> Iterator[tuple[Colour, ...]]:
    """All orders of the colours."""
    if not slots:
        yield ()
        return
    for colour in [colour for colour, count in unseen.items() if count]:
        unseen[colour] -= 1
        for rest in _lay(unseen, slots - 1):
            yield (colour, *rest)
        unseen[colour] += 1


def _follow(step: Step, worlds: Counter[World]) -> Counter[World]:
    found: Counter[World] = Counter()
    for (pairs, hands), ways in worlds.items():
        match step:
            case Seen(suspect=suspect, pair=pair):
                if pairs[suspect] == pair:
                    found[pairs, hands] += ways
            case OwnSwap(suspect=suspect, out=out, put=put):
                found[_replaced(pairs, suspect, out, put), hands] += ways
            case UnseenSwap(suspect=suspect, by=by):
                for out, put in _swaps(pairs[suspect], hands[by]):
                    after = _replaced(pairs, suspect, out, put)
                    alike = len(set(after[suspect])) == 1
                    found[after, _replaced(hands, by, put, out)] += ways * (2 if alike else 1)
    return found


def _swaps(pair: tuple[Colour, ...], hand: tuple[Colour, ...]) -> Iterator[tuple[Colour, Colour]]:
    """All swaps, from each slot to each."""
    if len(set(pair)) == 2:
        yield from product(pair, hand)


def _replaced(
    groups: tuple[tuple[Colour, ...], ...], which: int, out: Colour, put: Colour
) -> tuple[tuple[Colour, ...], ...]:
    changed = list(groups[which])
    changed[changed.index(out)] = put
    return (*groups[:which], tuple(sorted(changed)), *groups[which + 1 :])
