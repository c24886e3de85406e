"""Wooden tower: simulates a cube that falls through a cross-section of the hotel (AR-SND-1).

Eight boxes stand on one another, each a little narrower than the one below, with a hole in its top;
the ground floor is the table. Cubes at rest are asleep, and cost next to nothing until they are
touched. Opening a storey moves nothing (AR-DEC-5): a cube that loses its support falls with the
next drop. The widths of the holes were found by `tools/arosa_holes.py` and are stored in
`tower.json`.

The same chance gives the same fall on one machine. Other machines may differ, so the outcome is
logged. This module imports pymunk: import it only where a cube is really dropped.
"""

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import count
from math import pi
from typing import Final, NamedTuple, TypeVar

from pymunk import Arbiter, Body, Poly, Segment, ShapeFilter, Space, Vec2d

from cluehouse.core.chance import Chance
from cluehouse.games.arosa.tower.fall import (
    CUBE_SIDE_UM,
    FLOORS,
    MAX_FALL_SECONDS,
    STOREY_HEIGHT_UM,
    Contact,
    Fall,
    Resting,
)

CUBE: Final = CUBE_SIDE_UM / 1000
HEIGHT: Final = STOREY_HEIGHT_UM / 1000
"""The side of a cube and the height of a storey; here lengths are in millimetres, times in
seconds."""
_ROOF: Final = FLOORS * HEIGHT
_NARROWEST: Final = 94.0
_STEP: Final = 6.0
"""How much wider a storey is than the one above it."""
_THICKNESS: Final = 2.0
"""The thickness of floors and walls."""
_CHIMNEY: Final = 100.0
_CORNER_RADIUS: Final = 0.4
"""The radius of a cube's corners: sharp ones catch on edges."""
_CLEARANCE: Final = 0.71
"""The room a cube needs to either side however it is turned, in cubes."""
_SLICES: Final = 2
"""A hole is two cubes deep: cubes of even and of odd number fall behind one another, and only cubes
of the same slice collide."""

_GRAVITY: Final = 3500.0
"""A third of real gravity: a fall slow enough to be followed by ear."""
_BOUNCE: Final = 0.4
_GRIP, _SMOOTH = 0.9, 0.4
"""The friction of cardboard and of cubes; multiplied where two things touch."""
_DRIFT: Final = 150.0
_PUSH: Final = 200.0
_SPIN: Final = 12.0
"""The greatest speed at which a cube is released: sideways, down, turning."""

_TICK_S: Final = 1 / 800
_TICKS_PER_CHECK: Final = 16
"""The number of ticks between two checks whether all is at rest."""
_SLEEP_AFTER_S: Final = 0.08
_IDLE_SPEED: Final = 8.0
"""A body that has been slower than `_IDLE_SPEED` for `_SLEEP_AFTER_S` seconds is at rest."""
_MAX_TRIES: Final = 40
_AUDIBLE: Final = 20.0
_MIN_SHIFT: Final = 100
_MIN_TURN: Final = 10_000
"""A cube shifted or turned by no more than this (in units of `Resting`) has not moved."""
_QUARTER: Final = round(pi / 2 * 1e6)

_WALL_TYPE, _CUBE_TYPE = 1, 2
S = TypeVar("S", Poly, Segment)


class Hole(NamedTuple):
    width: float
    offset: float
    """The distance of its middle from that of the hotel, to the right."""


Plan = tuple[Hole, ...]
"""The hole in the top of each storey, from the ground floor up; the last leads to the chimney."""


class Start(NamedTuple):
    """How a cube is released: luck alone decides, the player cannot aim (AR-DEC-4)."""

    across: float
    """The position in the chimney, from -1 (its left wall) to 1."""
    turn: float
    drift: float
    push: float
    spin: float


def start(chance: Chance) -> Start:
    return Start(
        2 * chance.fraction() - 1,
        chance.fraction() * pi / 2,
        (2 * chance.fraction() - 1) * _DRIFT,
        chance.fraction() * _PUSH,
        (2 * chance.fraction() - 1) * _SPIN,
    )


def drop(
    resting: Iterable[Resting], cube: int, chance: Chance, *, plan: Plan | None = None
) -> Fall:
    """Let a cube fall among those at rest.

    AR-DEC-4: a fall that does not come to rest in time is simulated again with the next chance. The
    last try counts in any case: a hotel full to the chimney must not stop the game.
    """
    resting = tuple(resting)
    for tries in count(1):
        tower = _Tower(plan or stored_plan(), resting)
        if tower.release(cube, start(chance)) or tries == _MAX_TRIES:
            break
    return tower.fall(cube)


@cache
def stored_plan() -> Plan:
    text = files(__package__).joinpath("tower.json").read_text("utf-8")
    return tuple(Hole(width / 1000, offset / 1000) for width, offset in json.loads(text)["holes"])


def storey_at(y: float) -> int:
    """The storey at a height in millimetres; the chimney counts as the uppermost."""
    return max(0, min(FLOORS - 1, int(y // HEIGHT)))


class _Tower:
    """The simulation of one fall: a hotel built for it, and the knocks heard."""

    def __init__(self, plan: Plan, resting: Iterable[Resting]) -> None:
        self._space = Space()
        self._space.gravity = (0, -_GRAVITY)
        self._space.sleep_time_threshold = _SLEEP_AFTER_S
        self._space.idle_speed_threshold = _IDLE_SPEED
        self._space.add(*_walls(self._space.static_body, plan))
        for other in (_WALL_TYPE, _CUBE_TYPE):
            self._space.on_collision(_CUBE_TYPE, other, begin=self._touch)
        self._chimney = plan[-1]
        self._before = {rest.cube: rest for rest in sorted(resting)}
        self._bodies: dict[int, Body] = {}
        self._awake: set[Body] = set()
        self._ticks = 0
        self._knocks: dict[tuple[int, int], float] = {}
        self._settle(plan)

    def release(self, cube: int, how: Start) -> bool:
        """Release the cube; return whether everything came to rest inside the hotel, and in
        time."""
        room = self._chimney.width / 2 - CUBE * _CLEARANCE
        x = self._chimney.offset + how.across * room
        falling = self._put(cube, x, self._highest() + 1.5 * CUBE, how.turn)
        falling.velocity = (how.drift, -how.push)
        falling.angular_velocity = how.spin
        self._awake.add(falling)
        while not all(body.is_sleeping for body in self._awake):
            if self._ticks * _TICK_S >= MAX_FALL_SECONDS:
                return False
            for _ in range(_TICKS_PER_CHECK):
                self._space.step(_TICK_S)
                self._ticks += 1
        return falling.position.y < _ROOF

    def fall(self, cube: int) -> Fall:
        found = (_resting(number, body) for number, body in self._bodies.items())
        moved = sorted(rest for rest in found if _has_moved(self._before.get(rest.cube), rest))
        storey = next(rest.storey for rest in moved if rest.cube == cube)
        contacts = (
            Contact(round(ticks * _TICK_S * 1e6), struck, round(impulse))
            for (ticks, struck), impulse in sorted(self._knocks.items())
        )
        return Fall(storey, tuple(moved), tuple(contacts))

    def _settle(self, plan: Plan) -> None:
        """Put all cubes to sleep except those over a hole: their support may have been taken
        away."""
        for rest in self._before.values():
            body = self._put(rest.cube, rest.x / 1000, rest.y / 1000, rest.turn / 1e6)
            if _is_over_a_hole(rest, plan):
                self._awake.add(body)
        for body in self._bodies.values():
            if body not in self._awake:
                body.sleep()

    def _put(self, cube: int, x: float, y: float, turn: float) -> Body:
        body = Body(mass=1, moment=CUBE * CUBE / 6)
        body.position = (x, y)
        body.angle = turn
        side = CUBE / 2 - _CORNER_RADIUS
        corners = [(-side, -side), (side, -side), (side, side), (-side, side)]
        shape = _with_material(Poly(body, corners, radius=_CORNER_RADIUS), _CUBE_TYPE, _SMOOTH)
        of_slice = 2 << cube % _SLICES
        shape.filter = ShapeFilter(categories=of_slice, mask=of_slice | 1)
        self._space.add(body, shape)
        self._bodies[cube] = body
        return body

    def _highest(self) -> float:
        return max([_ROOF, *(rest.y / 1000 for rest in self._before.values())])

    def _touch(self, arbiter: Arbiter, _space: Space, _data: object) -> None:
        """Two bodies begin to touch: a knock, if they meet fast enough."""
        one, other = arbiter.bodies
        cubes = [body for body in (one, other) if body.body_type == Body.DYNAMIC]
        self._awake.update(cubes)
        touch = arbiter.contact_point_set
        point = touch.points[0].point_a
        speed = one.velocity_at_world_point(point) - other.velocity_at_world_point(point)
        self._knock(point, abs(speed.dot(touch.normal)) / len(cubes))

    def _knock(self, point: Vec2d, impulse: float) -> None:
        if impulse >= _AUDIBLE:
            # The edge of a hole belongs to the floor it is in, though it is a little below it.
            place = (self._ticks, storey_at(point.y + 1.5 * _THICKNESS))
            self._knocks[place] = self._knocks.get(place, 0.0) + impulse


def _walls(body: Body, plan: Plan) -> list[Segment]:
    """The table, the side walls, the tops with their holes, and the chimney."""
    half = _THICKNESS / 2
    wide = _half_width(0) + 2 * _THICKNESS
    parts = [((-wide, -half), (wide, -half))]
    for storey, hole in enumerate(plan):
        top = (storey + 1) * HEIGHT
        for side in (-1, 1):
            wall = side * (_half_width(storey) + half)
            edge = hole.offset + side * (hole.width / 2 + half)
            parts.append(((wall, top - HEIGHT), (wall, top - half)))
            parts.append(((wall, top - half), (edge, top - half)))
    for side in (-1, 1):
        wall = plan[-1].offset + side * (plan[-1].width / 2 + half)
        parts.append(((wall, _ROOF), (wall, _ROOF + _CHIMNEY)))
    walls = [
        _with_material(Segment(body, one, other, half), _WALL_TYPE, _GRIP) for one, other in parts
    ]
    for part in walls:
        part.filter = ShapeFilter(categories=1)
    return walls


def _half_width(storey: int) -> float:
    return (_NARROWEST + (FLOORS - 1 - storey) * _STEP) / 2


def _is_over_a_hole(rest: Resting, plan: Plan) -> bool:
    if not rest.storey:
        return False
    hole = plan[rest.storey - 1]
    return abs(rest.x / 1000 - hole.offset) < (hole.width + CUBE) / 2


def _with_material(shape: S, kind: int, friction: float) -> S:
    shape.elasticity = _BOUNCE
    shape.friction = friction
    shape.collision_type = kind
    return shape


def _resting(cube: int, body: Body) -> Resting:
    x, y = body.position
    turn = round(body.angle * 1e6) % _QUARTER
    return Resting(cube, round(x * 1000), round(y * 1000), turn, storey_at(y))


def _has_moved(before: Resting | None, after: Resting) -> bool:
    if before is None or before.storey != after.storey:
        return True
    turned = abs(before.turn - after.turn)
    shift = max(abs(before.x - after.x), abs(before.y - after.y))
    return shift > _MIN_SHIFT or min(turned, _QUARTER - turned) > _MIN_TURN
