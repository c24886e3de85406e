"""Count the frequencies that the quick tower draws from, in falls of the wooden tower. Takes some
minutes.

python -m tools.arosa_quick    writes src/cluehouse/games/arosa/tower/quick_tower.json
"""

from collections.abc import Iterable, Iterator

from cluehouse.games.arosa.tower.fall import FLOORS
from cluehouse.games.arosa.tower.quick_tower import CROWDS, Tables, crowd
from tools.arosa_data import write
from tools.arosa_falls import Heard, in_play

FILLINGS = {14: 30, 32: 30, 60: 20, 100: 6}
"""Number of hotels by number of cubes."""
OPENINGS = 6
PRIOR_FALLS = 30
"""Smoothing: each step of fullness counts so many falls with the rate of the step before."""

Counts = list[list[int]]


def main() -> None:
    tables = counted(
        heard
        for cubes, hotels in FILLINGS.items()
        for hotel in range(hotels)
        for heard in in_play(cubes, OPENINGS, f"quick {hotel}")
    )
    write("quick_tower", tables._asdict())


def counted(falls: Iterable[Heard]) -> Tables:
    came, stayed, pushed = _zeros(), _zeros(), _zeros()
    struck: list[list[tuple[int, int]]] = [[] for _ in range(FLOORS)]
    through = [0] * FLOORS
    for heard in falls:
        crowds = [crowd(count) for count in heard.counts]
        for storey in range(heard.fall.storey, FLOORS):
            came[storey][crowds[storey]] += 1
            through[storey] += 1
        stayed[heard.fall.storey][crowds[heard.fall.storey]] += 1
        for storey in knocked_off(heard):
            pushed[storey][crowds[storey]] += 1
        for storey, time, impulse in first_knocks(heard):
            struck[storey].append((time, impulse))
    return Tables(
        stay=rates(stayed, came),
        push=rates(pushed, came),
        strike=[round(len(knocks) / all_, 3) for knocks, all_ in zip(struck, through, strict=True)],
        arrival=[mean(time for time, _ in knocks) for knocks in struck],
        impulse=[mean(impulse for _, impulse in knocks) for knocks in struck],
    )


def knocked_off(heard: Heard) -> set[int]:
    """The storeys that lost a cube to a lower one."""
    before = {rest.cube: rest.storey for rest in heard.before}
    return {
        before[rest.cube]
        for rest in heard.fall.rest
        if rest.cube in before and rest.storey < before[rest.cube]
    }


def first_knocks(heard: Heard) -> Iterator[tuple[int, int, int]]:
    """The first contact on each storey the cube reached: storey, time, impulse."""
    seen = set[int]()
    for contact in heard.fall.contacts:
        if contact.storey >= heard.fall.storey and contact.storey not in seen:
            seen.add(contact.storey)
            yield contact.storey, contact.time, contact.impulse


def rates(happened: Counts, came: Counts) -> list[list[float]]:
    return [_smooth(*pair) for pair in zip(happened, came, strict=True)]


def mean(numbers: Iterable[int]) -> int:
    found = list(numbers)
    return round(sum(found) / len(found))


def _smooth(happened: list[int], came: list[int]) -> list[float]:
    rate = happened[0] / came[0]
    smooth = [round(rate, 4)]
    for many, of in zip(happened[1:], came[1:], strict=True):
        rate = (many + PRIOR_FALLS * rate) / (of + PRIOR_FALLS)
        smooth.append(round(rate, 4))
    return smooth


def _zeros() -> Counts:
    return [[0] * (len(CROWDS) + 1) for _ in range(FLOORS)]


if __name__ == "__main__":
    main()
