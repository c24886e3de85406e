"""Find the widths of the holes of Arosa's tower at which all storeys get their share of the falls.

From the uppermost storey down, bisection finds the width of the hole in each floor at which the
storey keeps an eighth of the falls in an empty hotel, or the widest or narrowest hole allowed:
about two cubes. Takes some minutes; deterministic.

    python -m tools.arosa_holes    writes src/cluehouse/games/arosa/tower/tower.json
"""

from functools import partial

from cluehouse.games.arosa.tower import tower
from cluehouse.games.arosa.tower.fall import FLOORS
from cluehouse.games.arosa.tower.tower import Hole, Plan
from tools.arosa_data import write
from tools.arosa_falls import in_empty_hotel, shares

CHIMNEY = Hole(20.0, 0.0)
OFFSETS = (3.5, -3.5, 2.5, -3.0, -2.0, 3.0, 3.5)
"""The holes are only roughly in line, the lower ones less: fast cubes are hard to stop."""
NARROW, WIDE = 2.02 * tower.CUBE, 2.4 * tower.CUBE
FALLS, HALVINGS = 1500, 6


def main() -> None:
    plan = (*(Hole(2 * tower.CUBE, offset) for offset in OFFSETS), CHIMNEY)
    for storey in range(FLOORS - 1, 0, -1):
        plan = fitted(plan, storey)
        print(f"under storey {storey}: {plan[storey - 1].width:.3f} mm", flush=True)
    write("tower", {"holes": [[round(1000 * size) for size in hole] for hole in plan]})


def fitted(plan: Plan, storey: int) -> Plan:
    """The plan with the fitted hole in this storey's floor."""
    narrow, wide = NARROW, WIDE
    for _ in range(HALVINGS):
        width = (narrow + wide) / 2
        plan = with_width(plan, storey - 1, width)
        if part(plan, storey) > 1 / FLOORS:
            narrow = width
        else:
            wide = width
    return plan


def with_width(plan: Plan, floor: int, width: float) -> Plan:
    return (*plan[:floor], plan[floor]._replace(width=width), *plan[floor + 1 :])


def part(plan: Plan, storey: int) -> float:
    return shares(in_empty_hotel(FALLS, "holes", partial(tower.drop, plan=plan)))[storey]


if __name__ == "__main__":
    main()
