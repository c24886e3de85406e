"""Score a classifier that was trained on the sounds of the practice tower alone.

Linear discriminant analysis, trained on falls in an empty hotel with known storeys. Not part of the
game: the bots' classifier (`games/arosa/tower/hearing.py`) is also trained on hotels with cubes
inside.

    python -m tools.arosa_listener    prints how often it is right
"""

from collections.abc import Callable, Sequence

import numpy as np

from cluehouse.games.arosa.tower.fall import FLOORS, HEARINGS, Hearing
from cluehouse.games.arosa.tower.hearing import softmax
from cluehouse.games.arosa.tower.sound import Signal
from tools.arosa_falls import Heard, in_empty_hotel, in_play
from tools.arosa_hearing import features_of, storeys_of
from tools.arosa_scores import Chances, Storeys, exact, within_one

PRACTICE, FRESH = 2000, 1000
INSIDE, HOTELS, OPENINGS = 30, 40, 6
Listener = Callable[[Signal], Chances]


def main() -> None:
    practice = list(in_empty_hotel(PRACTICE, "practice"))
    empty = list(in_empty_hotel(FRESH, "fresh"))
    filled = with_cubes_inside(INSIDE, HOTELS)
    print(
        f"{PRACTICE} practice falls; {FRESH} in an empty hotel, {len(filled)} with {INSIDE} inside"
    )
    for kind in HEARINGS:
        ear = taught(practice, kind)
        print(f"{kind:8}empty: {right(ear, empty, kind)}   filled: {right(ear, filled, kind)}")


def with_cubes_inside(cubes: int, hotels: int) -> list[Heard]:
    """Falls in a hotel nearly this full: some cubes wait to be dropped again."""
    return [
        heard
        for hotel in range(hotels)
        for heard in in_play(cubes, OPENINGS, f"listener {hotel}")
        if len(heard.before) >= 0.8 * cubes
    ]


def taught(practice: Sequence[Heard], kind: Hearing) -> Listener:
    return learned(features_of(practice, kind), storeys_of(practice))


def learned(rows: Signal, storeys: Storeys) -> Listener:
    means = np.array([rows[storeys == storey].mean(axis=0) for storey in range(FLOORS)])
    scale = (rows - means[storeys]).std(axis=0)
    spread = np.cov(((rows - means[storeys]) / scale).T) + 0.01 * np.eye(len(scale))
    axes = np.linalg.inv(np.linalg.cholesky(spread)).T / scale[:, None]

    def guess(sounds: Signal) -> Chances:
        apart = (sounds @ axes)[:, None, :] - means @ axes
        return softmax(-0.5 * (apart**2).sum(axis=2))

    return guess


def right(listener: Listener, falls: Sequence[Heard], kind: Hearing) -> str:
    chances, storeys = listener(features_of(falls, kind)), storeys_of(falls)
    return f"exact {exact(chances, storeys):.2f}, within one {within_one(chances, storeys):.2f}"


if __name__ == "__main__":
    main()
