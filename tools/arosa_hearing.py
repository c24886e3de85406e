"""Fit the likelihood of a fall's storey given its sound, to simulated falls in many hotels.

Multinomial logistic regression. The prior chance of a storey is an input, so the result is a
likelihood and can be combined with other knowledge. Takes some minutes. The fits of earlier ways to
make sounds stay: games that were played with them are stored.

    python -m tools.arosa_hearing    writes src/cluehouse/games/arosa/tower/hearing.json
"""

from collections.abc import Iterable, Sequence

import numpy as np

from cluehouse.games.arosa.tower import hearing, sound
from cluehouse.games.arosa.tower.fall import FLOORS, HEARINGS, SYNTHESIS, Hearing
from cluehouse.games.arosa.tower.hearing import HearingModel, softmax
from cluehouse.games.arosa.tower.sound import Signal
from tools.arosa_data import read, write
from tools.arosa_falls import Heard, in_play, shares
from tools.arosa_scores import Chances, Storeys, brier, calibration_error, exact, within_one

FILLINGS = {14: 24, 32: 60, 60: 14}
"""Number of hotels by number of cubes."""
FRESH = {32: 40}
OPENINGS = 6
STEPS, RATE = 3000, 0.1
REGULARIZATION = 1e-5
"""The L2 penalty of the weights. With ten times as much, bots trust sounds too little."""


def main() -> None:
    falls = in_hotels(FILLINGS, "fitting")
    fresh = in_hotels(FRESH, "fresh")
    print(f"{len(falls)} falls to fit, {len(fresh)} to check")
    models = {kind: fitted(falls, kind) for kind in HEARINGS}
    for kind, model in models.items():
        print(f"{kind:8}{report(fresh, kind, model)}", flush=True)
    fit = {kind: [rounded(part) for part in model] for kind, model in models.items()}
    write("hearing", read("hearing") | {str(SYNTHESIS): fit})


def in_hotels(fillings: dict[int, int], seed: str) -> list[Heard]:
    return [
        heard
        for cubes, hotels in fillings.items()
        for hotel in range(hotels)
        for heard in in_play(cubes, OPENINGS, f"{seed} {hotel}")
    ]


def fitted(falls: Sequence[Heard], kind: Hearing) -> HearingModel:
    rows = features_of(falls, kind)
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    terms = hearing.terms(rows, mean, scale)
    return HearingModel(mean, scale, regression(terms, storeys_of(falls), np.log(shares(falls))))


def regression(terms: Signal, storeys: Storeys, before: Signal) -> Signal:
    """The maximum-likelihood weights, found by Adam."""
    truth = np.eye(FLOORS)[storeys]
    weights = np.zeros((terms.shape[1], FLOORS))
    drift, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = terms.T @ (softmax(terms @ weights + before) - truth) / len(terms)
        slope += REGULARIZATION * weights
        drift += 0.1 * (slope - drift)
        spread += 0.001 * (slope**2 - spread)
        size = np.sqrt(spread / (1 - 0.999**step)) + 1e-8
        weights -= RATE * (1 - step / STEPS) * drift / (1 - 0.9**step) / size
    return weights


def report(falls: Sequence[Heard], kind: Hearing, model: HearingModel) -> str:
    storeys = storeys_of(falls)
    before = np.array(shares(falls))
    after = before * hearing.likelihoods(features_of(falls, kind), model)
    after /= after.sum(axis=1, keepdims=True)
    unheard = brier(np.tile(before, (len(falls), 1)), storeys)
    return f"{scores(after, storeys)}, Brier unheard {unheard:.3f}"


def scores(chances: Chances, storeys: Storeys) -> str:
    return (
        f"exact {exact(chances, storeys):.2f}, within one {within_one(chances, storeys):.2f}, "
        f"Brier {brier(chances, storeys):.3f}, off by {calibration_error(chances, storeys):.3f}"
    )


def features_of(falls: Iterable[Heard], kind: Hearing) -> Signal:
    return np.array([hearing.features(sound.of(heard.fall.contacts, kind)) for heard in falls])


def storeys_of(falls: Iterable[Heard]) -> Storeys:
    return np.array([heard.fall.storey for heard in falls])


def rounded(part: Signal) -> object:
    return np.round(part, 4).tolist()


if __name__ == "__main__":
    main()
