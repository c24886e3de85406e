"""A slow reference for what a viewer can know: all possible worlds, enumerated one by one.

A world is the thief, what lies in each box, and which box each player has opened so far. Worlds
that contradict what is seen are removed; the others keep their weight under the stated model. The
only code shared with the belief it tests is the model of what thieves say.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import permutations

from cluehouse.core.ids import Seat, Viewer
from cluehouse.games.cinq_dernieres_minutes.belief import TALE
from cluehouse.games.cinq_dernieres_minutes.events import (
    Claimed,
    ItemsLeftOut,
    RoundBegun,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEM,
    ITEMS,
    ROOM,
    ROOMS,
    Found,
    Item,
    Room,
)
from cluehouse.games.cinq_dernieres_minutes.view import Sight, SuspectCard, ThiefCard, WentToHide
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement, Tale

World = tuple[Seat, tuple[Item, ...], tuple[Room, ...]]
"""The thief, the object in each room at first, and the room each player has opened, by number."""


class Census:
    """Takes all that a viewer sees, from the beginning of the game."""

    def __init__(self, players: int, viewer: Viewer, tale: Tale = TALE) -> None:
        self._viewer = viewer
        self._tale = tale
        self._heard: tuple[Statement, ...] = ()
        self._rooms = ROOMS[: min(players, 6)]
        self._items: tuple[Item, ...] = ITEMS
        self._order: tuple[Seat, ...] = ()
        self.worlds: dict[World, float] = {}

    @property
    def count(self) -> int:
        return len(self.worlds)

    def thieves(self) -> list[float]:
        """For each player, by number, the chance of being the thief."""
        shares = self._shares(lambda world: world[0])
        return [shares[seat] for seat in self._order]

    def rings(self) -> list[float]:
        """For each room, the chance that the ring was there."""
        shares = self._shares(lambda world: world[1].index("ring"))
        return [shares[place] for place in range(len(self._rooms))]

    def with_thief(self, seat: Seat) -> int:
        return sum(world[0] == seat for world in self.worlds)

    def see(self, sight: Sight) -> None:
        match sight:
            case ItemsLeftOut(items=items):
                self._items = tuple(item for item in ITEMS if item not in items)
            case RoundBegun(order=order):
                self._order, self._heard = order, ()
                self.worlds = dict.fromkeys(self._deals(), 1.0)
            case SuspectCard():
                self._keep(lambda world: world[0] != self._viewer)
            case ThiefCard(room=room):
                at = self._rooms.index(room)
                self._keep(lambda world: world[0] == self._viewer and world[1][at] == "ring")
            case WentToHide(by=by):
                self._follow(by)
            case VisitMade(by=by, room=room, found=found):
                self._follow(by)
                self._keep(lambda world: self._saw(world, by) == (room, found))
            case Claimed():
                self._hear(sight)
            case _:
                pass

    def _deals(self) -> Iterator[World]:
        for thief in self._order:
            for items in permutations(self._items):
                yield thief, items, ()

    def _keep(self, fits: Callable[[World], bool]) -> None:
        self.worlds = {world: weight for world, weight in self.worlds.items() if fits(world)}

    def _follow(self, by: Seat) -> None:
        """The next player goes: the thief to the ring, a suspect to any room."""
        after: dict[World, float] = {}
        for (thief, items, visits), weight in self.worlds.items():
            ring = self._rooms[items.index("ring")]
            rooms = (ring,) if by == thief else self._rooms
            for room in rooms:
                after[thief, items, (*visits, room)] = weight / len(rooms)
        self.worlds = after

    def _hear(self, claimed: Claimed) -> None:
        if claimed.by != self._viewer:
            self._weigh(claimed)
        self._heard = (*self._heard, self._statement(claimed))

    def _weigh(self, claimed: Claimed) -> None:
        """A suspect says what it saw; a thief draws a claim from the tale, whatever lies in the
        other boxes."""
        tales = [self._tells(claimed, ring) for ring in range(len(self._rooms))]
        after: dict[World, float] = {}
        for world, weight in self.worlds.items():
            if world[0] == claimed.by:
                after[world] = weight * tales[world[1].index("ring")]
            elif self._saw(world, claimed.by) == (claimed.room, claimed.found):
                after[world] = weight
        self.worlds = after

    def _tells(self, claimed: Claimed, ring: int) -> float:
        items = tuple(sorted(ITEM[item] for item in self._items))
        thief = self._order.index(claimed.by)
        lie = Lie(len(self._order), len(self._rooms), items, thief, ring, self._heard)
        return self._tale(lie, self._statement(claimed))

    def _statement(self, claimed: Claimed) -> Statement:
        return Statement(self._order.index(claimed.by), ROOM[claimed.room], ITEM[claimed.found])

    def _saw(self, world: World, by: Seat) -> tuple[Room, Found]:
        """What this player found, following the visits in order."""
        thief, items, visits = world
        boxes: dict[Room, Found] = dict(zip(self._rooms, items, strict=True))
        for seat, room in zip(self._order, visits, strict=False):
            if seat == by:
                return room, boxes[room]
            if seat == thief:
                boxes[room] = "nothing"
        raise AssertionError(f"{by} has not been there")

    def _shares(self, kind: Callable[[World], int]) -> dict[int, float]:
        total = sum(self.worlds.values())
        shares: dict[int, float] = defaultdict(float)
        for world, weight in self.worlds.items():
            shares[kind(world)] += weight / total
        return shares
