"""Every world that fits what a viewer knows, counted and weighed. Exact.

A *world* is: who the thief is, what lay in each box, who opened which. It is listed by its thief
and the room of the ring; within such a *case* whatever else is open is summed, not listed.

The model behind the weights: everybody is as likely to draw the thief's card, and every placement
as likely; suspects open any box, each as likely, and tell the truth; what the thief says is drawn
from a `Tale`: by default anything that can be said, each as likely; `tales` has a better one.
Players count from 0 here: number 1 is 0.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import NamedTuple

from cluehouse.core.chance import Chance
from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING


class Statement(NamedTuple):
    """A player opened this room's box and found that: seen oneself, or said by the player."""

    player: int
    room: int
    found: int


@dataclass(frozen=True, slots=True)
class Lie:
    """A thief about to testify, and all that is known to them by then."""

    players: int
    rooms: int
    items: Sequence[int]
    thief: int
    ring: int
    heard: tuple[Statement, ...]

    def sayable(self) -> Iterator[Statement]:
        """Everything there is to claim (CD-INQ-2)."""
        for room in range(self.rooms):
            for found in (*self.items, NOTHING):
                yield Statement(self.thief, room, found)


Tale = Callable[[Lie, Statement], float]
"""How likely this thief is to say this, of everything that can be said; never impossible, since
people say anything."""


def any_tale(lie: Lie, said: Statement) -> float:
    return 1 / (lie.rooms * (lie.rooms + 1))


@dataclass(slots=True)
class Facts:
    """What a viewer knows of a round for sure, and what it has been told."""

    players: int
    rooms: int
    items: Sequence[int]
    went: int = 0
    """How many have made their visit."""
    thief: int | None = None
    """If it is known."""
    ring: int | None = None
    suspect: int | None = None
    """Who is known to be none: the viewer."""
    seen: Statement | None = None
    """The viewer's own visit, as a suspect."""
    said: tuple[Statement, ...] = ()

    @property
    def statements(self) -> list[Statement]:
        """True, each of them, unless its player is the thief. Nothing said counts against what
        the viewer has seen: of its own visit it needs no testimony."""
        said = [each for each in self.said if each.player != self.suspect]
        return said if self.seen is None else [self.seen, *said]


class Case(NamedTuple):
    """The worlds with this thief and the ring in this room."""

    thief: int
    ring: int
    boxes: dict[int, int]
    """What must lie in a room, where that is certain."""
    worlds: int
    weight: float


class Worlds:
    """All of them, worked out at once."""

    def __init__(self, facts: Facts, tale: Tale = any_tale) -> None:
        self._facts = facts
        self._tale = tale
        self._statements = facts.statements
        self._known = {statement.player for statement in self._statements}
        self.cases = [
            case
            for thief in _one_or(facts.thief, facts.players)
            if thief != facts.suspect
            for ring in _one_or(facts.ring, facts.rooms)
            if (case := self._case(thief, ring)) is not None
        ]
        self._weight = sum(case.weight for case in self.cases)

    @property
    def count(self) -> int:
        return sum(case.worlds for case in self.cases)

    def with_thief(self, player: int) -> int:
        """In how many worlds this player is the thief."""
        return sum(case.worlds for case in self.cases if case.thief == player)

    def thieves(self) -> list[float]:
        """For each player the chance to be the thief."""
        chances = [0.0] * self._facts.players
        for case in self.cases:
            chances[case.thief] += case.weight / self._weight
        return chances

    def rings(self) -> list[float]:
        """For each room the chance that the ring was there."""
        chances = [0.0] * self._facts.rooms
        for case in self.cases:
            chances[case.ring] += case.weight / self._weight
        return chances

    def draw(self, chance: Chance) -> tuple[Case, list[int], list[int]]:
        """A world by its weight: its case, what lay in each room, and which room each player who
        has gone went to."""
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
        """How many visits could have been to any room."""
        went, known = self._facts.went, self._known
        return went - len(known) - (thief < went and thief not in known)

    def _tale_weight(self, thief: int, ring: int) -> float:
        """A suspect who says this has gone to that room, one of so many; a thief has made it up."""
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
    """What lay in the rooms that these speak of and in the ring's; None if they contradict."""
    boxes = {ring: RING}
    for _, room, found in true:
        if room != ring and boxes.setdefault(room, found) != found:
            return None
    return boxes if len(set(boxes.values())) == len(boxes) else None


def can_be(statement: Statement, thief: int, ring: int) -> bool:
    """Whether a suspect can have found that, as far as thief and ring go (CD-HID-2)."""
    if statement.room == ring:
        return statement.found == (RING if statement.player < thief else NOTHING)
    return statement.found not in (RING, NOTHING)


def clash(one: Statement, other: Statement) -> bool:
    """One object in two boxes, or two in one; neither being the ring's."""
    return (one.room == other.room) != (one.found == other.found)


def compatible(one: Statement, other: Statement, facts: Facts) -> bool:
    """Whether both can be true, whatever else was said. A thief's truth is the ring in its room."""
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


def _one_or(known: int | None, count: int) -> Sequence[int]:
    return range(count) if known is None else (known,)
