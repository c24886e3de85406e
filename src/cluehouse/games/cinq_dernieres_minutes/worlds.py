"""Worlds: all worlds that fit what a viewer knows, counted and weighed exactly.

A *world* is the thief, the contents of each box and the visit of each player. Worlds are listed by
their thief and the room of the ring; within such a *case* all that is still open is summed, not
listed.

The model behind the weights: all players are equally likely to draw the thief's card, and all
placements are equally likely; suspects open any box, each equally likely, and tell the truth; what
the thief says is drawn from a `Tale`: by default all claims are equally likely; `tales` has a
better one. Players count from 0 here: number 1 is 0.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import NamedTuple

from cluehouse.core.chance import Chance
from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING


class Statement(NamedTuple):
    """A player opened this room's box and found this: seen by the viewer itself, or said by the
    player."""

    player: int
    room: int
    found: int


@dataclass(frozen=True, slots=True)
class Lie:
    """A thief who is about to testify, and all that the thief knows by then."""

    players: int
    rooms: int
    items: Sequence[int]
    thief: int
    ring: int
    heard: tuple[Statement, ...]

    def sayable(self) -> Iterator[Statement]:
        """All claims that can be made (CD-INQ-2)."""
        for room in range(self.rooms):
            for found in (*self.items, NOTHING):
                yield Statement(self.thief, room, found)


Tale = Callable[[Lie, Statement], float]
"""How likely this thief is to make this claim, of all possible ones; never 0, since people say
anything."""


def any_tale(lie: Lie, said: Statement) -> float:
    return 1 / (lie.rooms * (lie.rooms + 1))


@dataclass(slots=True)
class Facts:
    """What a viewer knows of a round for sure, and the testimonies it has heard."""

    players: int
    rooms: int
    items: Sequence[int]
    went: int = 0
    """The number of players who have made their visit."""
    thief: int | None = None
    """The thief, if known."""
    ring: int | None = None
    suspect: int | None = None
    """A player known not to be the thief: the viewer."""
    seen: Statement | None = None
    """The viewer's own visit, as a suspect."""
    said: tuple[Statement, ...] = ()

    @property
    def statements(self) -> list[Statement]:
        """The statements that are true unless their player is the thief. The viewer's own visit
        stands in place of its testimony."""
        said = [each for each in self.said if each.player != self.suspect]
        return said if self.seen is None else [self.seen, *said]


class Case(NamedTuple):
    """The worlds with this thief and the ring in this room."""

    thief: int
    ring: int
    boxes: dict[int, int]
    """The objects that must lie in a room, where that is certain."""
    worlds: int
    weight: float


class Worlds:
    """All worlds that fit."""

    def __init__(self, facts: Facts, tale: Tale = any_tale) -> None:
        self._facts = facts
        self._tale = tale
        self._statements = facts.statements
        self._known = {statement.player for statement in self._statements}
        self.cases = [
            case
            for thief in _known_or_all(facts.thief, facts.players)
            if thief != facts.suspect
            for ring in _known_or_all(facts.ring, facts.rooms)
            if (case := self._case(thief, ring)) is not None
        ]
        self._weight = sum(case.weight for case in self.cases)

    @property
    def count(self) -> int:
        return sum(case.worlds for case in self.cases)

    def with_thief(self, player: int) -> int:
        """The number of worlds in which this player is the thief."""
        return sum(case.worlds for case in self.cases if case.thief == player)

    def thieves(self) -> list[float]:
        """For each player, the chance of being the thief."""
        chances = [0.0] * self._facts.players
        for case in self.cases:
            chances[case.thief] += case.weight / self._weight
        return chances

    def rings(self) -> list[float]:
        """For each room, the chance that the ring was there."""
        chances = [0.0] * self._facts.rooms
        for case in self.cases:
            chances[case.ring] += case.weight / self._weight
        return chances

    def draw(self, chance: Chance) -> tuple[Case, list[int], list[int]]:
        """Draw a world by its weight: its case, the contents of each room, and the room that each
        player who has gone visited."""
        case = self._draw_case(chance)
        boxes = self._draw_boxes(case, chance)
        rooms = [chance.below(self._facts.rooms) for _ in range(self._facts.went)]
        for statement in self._statements:
            rooms[statement.player] = statement.room
        if case.thief < self._facts.went:
            rooms[case.thief] = case.ring
        return case, boxes, rooms

    def _case(self, thief: int, ring: int) -> Case | None:
        true = [each for each in self._statements if each.player != thief]
        if not all(can_be(each, thief, ring) for each in true):
            return None
        boxes = _contents(true, ring)
        if boxes is None:
            return None
        ways = factorial(self._facts.rooms - len(boxes))
        worlds = ways * self._facts.rooms ** self._unseen(thief)
        return Case(thief, ring, boxes, worlds, ways * self._tale_weight(thief, ring))

    def _unseen(self, thief: int) -> int:
        """The number of visits that could have been to any room."""
        went, known = self._facts.went, self._known
        return went - len(known) - (thief < went and thief not in known)

    def _tale_weight(self, thief: int, ring: int) -> float:
        """The weight of what the thief said; a suspect who says it has gone to that room, one of
        `rooms`."""
        facts = self._facts
        for place, said in enumerate(facts.said):
            if said.player == thief:
                heard = facts.said[:place]
                lie = Lie(facts.players, facts.rooms, facts.items, thief, ring, heard)
                return self._tale(lie, said) * facts.rooms
        return 1.0

    def _draw_case(self, chance: Chance) -> Case:
        point = chance.fraction() * self._weight
        for case in self.cases:
            point -= case.weight
            if point < 0:
                return case
        return self.cases[-1]

    def _draw_boxes(self, case: Case, chance: Chance) -> list[int]:
        placed = case.boxes.values()
        free = chance.shuffled([item for item in self._facts.items if item not in placed])
        rooms = range(self._facts.rooms)
        return [case.boxes[room] if room in case.boxes else free.pop() for room in rooms]


def _contents(true: Sequence[Statement], ring: int) -> dict[int, int] | None:
    """The contents of the ring's room and of the rooms in these statements; None if they
    contradict."""
    boxes = {ring: RING}
    for _, room, found in true:
        if room != ring and boxes.setdefault(room, found) != found:
            return None
    return boxes if len(set(boxes.values())) == len(boxes) else None


def can_be(statement: Statement, thief: int, ring: int) -> bool:
    """Whether a suspect can have found this, given the thief and the ring's room (CD-HID-2)."""
    if statement.room == ring:
        return statement.found == (RING if statement.player < thief else NOTHING)
    return statement.found not in (RING, NOTHING)


def clash(one: Statement, other: Statement) -> bool:
    """Whether one object is in two boxes, or two in one; holds for boxes without the ring."""
    return (one.room == other.room) != (one.found == other.found)


def compatible(one: Statement, other: Statement, facts: Facts) -> bool:
    """Whether both can be true, whatever else was said. If the thief's is true, it is the ring in
    its room."""
    return any(
        _true(one, thief, ring)
        and _true(other, thief, ring)
        and (ring in (one.room, other.room) or not clash(one, other))
        for thief in range(facts.players)
        if thief != facts.suspect
        for ring in range(facts.rooms)
    )


def _true(statement: Statement, thief: int, ring: int) -> bool:
    if statement.player == thief:
        return statement.room == ring and statement.found == RING
    return can_be(statement, thief, ring)


def _known_or_all(known: int | None, count: int) -> Sequence[int]:
    return range(count) if known is None else (known,)
