"""Scores of guesses of the storey. A guess gives each storey a chance; a row is one fall."""

import numpy as np
import numpy.typing as npt

from cluehouse.games.arosa.tower.fall import FLOORS

Chances = npt.NDArray[np.float64]
Storeys = npt.NDArray[np.int64]


def exact(chances: Chances, storeys: Storeys) -> float:
    return float(np.mean(chances.argmax(axis=1) == storeys))


def within_one(chances: Chances, storeys: Storeys) -> float:
    return float(np.mean(abs(chances.argmax(axis=1) - storeys) <= 1))


def brier(chances: Chances, storeys: Storeys) -> float:
    """Mean squared distance from the truth: 0 is perfect, 2 is certain and wrong."""
    return float(np.mean(((chances - np.eye(FLOORS)[storeys]) ** 2).sum(axis=1)))


def calibration_error(chances: Chances, storeys: Storeys, bins: int = 10) -> float:
    """The expected calibration error of the likeliest storey's chance, over bins of falls."""
    sure = chances.max(axis=1)
    right = chances.argmax(axis=1) == storeys
    bin_of = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = np.bincount(bin_of, weights=right - sure, minlength=bins)
    return float(abs(gaps).sum() / len(storeys))
