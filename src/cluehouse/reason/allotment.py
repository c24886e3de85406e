"""Count the ways to allot things to paths, exactly, and draw one of them.

Things come in classes: those of one class are distinct but may take the same paths. A *path* uses
up one unit of each *supply* it names, and in the end every supply must be used up. A hidden deal
of cards is the plain case: a path is a hand, its supply the number of cards in it. A card that may
have changed hands has a path for each way it can have gone.

    Two red cards and a black one, hands of two and of one; the second holds no black card:

    >>> deal = Allotment(supplies=(2, 1), paths=((0,), (1,)), classes=((2, 0b11), (1, 0b01)))
    >>> deal.count
    2
    >>> deal.shares(0)     # of the red cards, how many each hand has on average
    [1.0, 1.0]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from cluehouse.core.chance import Chance

Path = tuple[int, ...]
"""The supplies it uses up, one unit each."""

Class = tuple[int, int]
"""The number of things, and the mask of the paths they may take."""

_State = tuple[int, ...]
"""The number of things left of the current class, then the units left of each supply."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A choice: how many things of this class take this path."""

    number: int
    path: int
    begins: int | None
    """The size of the class, where this is its first step."""
    ends: bool
    uses: tuple[int, ...]
    """The positions of its supplies in a state."""
    used_up: tuple[int, ...]
    """Those of them that no later step uses."""


@dataclass(frozen=True, slots=True)
class _Link:
    taken: int
    weight: int
    to: _State


class Allotment:
    """All ways, as layers of states. The ways to reach a state and the ways on from it are counted
    once, at the start."""

    def __init__(
        self, supplies: Sequence[int], paths: Sequence[Path], classes: Sequence[Class]
    ) -> None:
        self._classes = classes
        self._path_count = len(paths)
        self._begin: _State = (0, *supplies)
        self._steps = _steps(paths, classes)
        self._links: list[dict[_State, list[_Link]]] = []
        self._ways: list[dict[_State, int]] = [{self._begin: 1}]
        for step in self._steps:
            self._add_layer(step)
        end: _State = (0,) * len(self._begin)
        possible = all(allowed or not size for size, allowed in classes)
        self._onward: list[dict[_State, int]] = [{end: int(possible)}]
        for links in reversed(self._links):
            self._onward.insert(0, _onward(links, self._onward[0]))
        self.count = self._onward[0].get(self._begin, 0)
        """The number of ways."""

    def shares(self, number: int) -> list[float]:
        """For each path, the mean number of things of this class that take it."""
        shares = [0.0] * self._path_count
        for index, step in enumerate(self._steps):
            if step.number == number:
                shares[step.path] = self._taken(index) / self.count
        return shares

    def draw(self, chance: Chance) -> list[list[int]]:
        """A uniformly random way: for every class the paths of its things."""
        drawn: list[list[int]] = [[] for _ in self._classes]
        state = self._begin
        for index, step in enumerate(self._steps):
            link = self._draw_link(index, state, chance)
            drawn[step.number] += [step.path] * link.taken
            state = link.to
        return [chance.shuffled(paths) for paths in drawn]

    def _add_layer(self, step: _Step) -> None:
        """Take a step from every state of the last layer."""
        reached: dict[_State, int] = {}
        links: dict[_State, list[_Link]] = {}
        for state, ways in self._ways[-1].items():
            links[state] = found = list(_links_from(step, state))
            for link in found:
                reached[link.to] = reached.get(link.to, 0) + ways * link.weight
        self._links.append(links)
        self._ways.append(reached)

    def _taken(self, index: int) -> int:
        """The number of things taken at this step, summed over all ways."""
        ways, onward = self._ways[index], self._onward[index + 1]
        return sum(
            ways[state] * link.weight * link.taken * onward.get(link.to, 0)
            for state, links in self._links[index].items()
            for link in links
        )

    def _draw_link(self, index: int, state: _State, chance: Chance) -> _Link:
        onward = self._onward[index + 1]
        lot = chance.below(self._onward[index][state])
        for link in self._links[index][state]:
            lot -= link.weight * onward.get(link.to, 0)
            if lot < 0:
                return link
        raise AssertionError("there is a way on from every state that is drawn")


def _steps(paths: Sequence[Path], classes: Sequence[Class]) -> list[_Step]:
    order = [
        (number, path)
        for number, (size, allowed) in enumerate(classes)
        for path in range(len(paths))
        if size and allowed >> path & 1
    ]
    last_use = {supply: at for at, (_, path) in enumerate(order) for supply in paths[path]}
    steps = []
    for at, (number, path) in enumerate(order):
        begins = at == 0 or order[at - 1][0] != number
        ends = at + 1 == len(order) or order[at + 1][0] != number
        uses = tuple(supply + 1 for supply in paths[path])
        used_up = tuple(supply + 1 for supply in paths[path] if last_use[supply] == at)
        steps.append(
            _Step(number, path, classes[number][0] if begins else None, ends, uses, used_up)
        )
    return steps


def _links_from(step: _Step, state: _State) -> Iterator[_Link]:
    left = state[0] if step.begins is None else step.begins
    most = min((left, *(state[supply] for supply in step.uses)))
    least = max((left if step.ends else 0, *(state[supply] for supply in step.used_up)))
    for taken in range(least, most + 1):
        rest = list(state)
        rest[0] = left - taken
        for supply in step.uses:
            rest[supply] -= taken
        yield _Link(taken, comb(left, taken), tuple(rest))


def _onward(links: dict[_State, list[_Link]], after: dict[_State, int]) -> dict[_State, int]:
    return {
        state: ways
        for state, found in links.items()
        if (ways := sum(link.weight * after.get(link.to, 0) for link in found))
    }
