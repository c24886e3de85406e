"""The time of a fall of Arosa in an empty and in a full hotel, of its sound, and of hearing it.

usage: bench/run arosa
"""

import argparse
from collections.abc import Iterable, Sequence

from bench.luck import Luck
from bench.windows import Stroke, measure
from cluehouse.games.arosa.tower import hearing, quick_tower, sound, tower
from cluehouse.games.arosa.tower.fall import Fall, Resting
from tools.arosa_falls import Drop, in_play

CUBES = 60
EMPTY, FULL = "wooden tower, empty", f"wooden tower, {CUBES} cubes"
HOTELS = 8


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run arosa", description=__doc__)
    parser.add_argument("--windows", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=0.25, help="CPU time of a window")
    args = parser.parse_args()
    rates = measure(_contenders(), windows=args.windows, seconds=args.seconds)
    print(f"{'':32}{'best µs':>10}{'median µs':>11}{'× empty':>9}  (of the medians)")
    for name, rate in rates.items():
        times = rates[EMPTY].over(rate)
        print(f"{name:32}{1e6 / rate.best:10.0f}{1e6 / rate.median:11.0f}{times.median:9.2f}")


def _contenders() -> dict[str, Stroke]:
    luck = Luck(seed=1)
    hotels = [_filled(hotel) for hotel in range(HOTELS)]
    falls = [tower.drop(hotels[0], CUBES, luck) for _ in range(20)]
    sounds = [sound.of(fall.contacts, "normal") for fall in falls]
    return {
        EMPTY: _dropping(tower.drop, [()], luck),
        FULL: _dropping(tower.drop, hotels, luck),
        f"quick tower, {CUBES} cubes": _dropping(quick_tower.drop, hotels, luck),
        "sound of a fall": lambda: _each(sound.of(fall.contacts, "normal") for fall in falls),
        "hearing it": lambda: _each(
            hearing.likelihood(hearing.features(wav), "normal") for wav in sounds
        ),
    }


def _filled(hotel: int) -> tuple[Resting, ...]:
    *_, last = in_play(CUBES + 1, 0, f"bench {hotel}")
    return tuple(last.before)


def _dropping(drop: Drop, hotels: Sequence[Sequence[Resting]], luck: Luck) -> Stroke:
    return lambda: _each(drop(hotel, CUBES, luck) for hotel in hotels)


def _each(work: Iterable[Fall | bytes | list[float]]) -> int:
    return sum(1 for _ in work)


if __name__ == "__main__":
    main()
