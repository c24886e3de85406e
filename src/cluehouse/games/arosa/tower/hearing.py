"""Hearing: what a bot hears of a fall: the likelihood of its sound for each storey (AR-SND-5).

A few features are computed from the same samples that people get: loudness and its timing, the
knocks, and the spectrum of the whole sound, of the last strong knock and of the very last. How they
indicate the storey was fitted to simulated falls by `tools/arosa_hearing.py` and is stored in
`hearing.json`. This module imports numpy: import it only where sounds are analysed.
"""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from math import log, log2
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cluehouse.games.arosa.tower.fall import HEARINGS, SYNTHESIS, Hearing
from cluehouse.games.arosa.tower.sound import RATE, Signal, samples

Frames = npt.NDArray[np.intp]
"""Times, in frames since the cube was released."""

_WINDOW: Final = 512
_HOP: Final = 240
"""Samples from one frame to the next: a hundredth of a second."""
_MOMENT: Final = 14
"""The number of frames in which a knock dies down."""
_TAPER: Final = np.hanning(_WINDOW)
_HERTZ: Final = np.fft.rfftfreq(_WINDOW, 1 / RATE)
_EDGES: Final = np.searchsorted(_HERTZ, (140, 620, 1500, 3600, 8000))
_BANDS: Final = tuple(slice(low, high) for low, high in pairwise(_EDGES))
"""The frequency bands of panels, of their overtones, of cubes and of the table."""

_HISS: Final = 1.5
"""Power up to this multiple of the median at its frequency is treated as noise."""
_RISE: Final = 0.6
_FAINT, _STRONG = 0.003, 0.1
"""The shares of the greatest energy from which a knock is heard, and from which it is strong."""
_SILENT: Final = 1e-9
_FAR: Final = 4.0
"""Features are clipped at this distance from the mean, in units of their scale."""


class HearingModel(NamedTuple):
    """A model that maps features to the storey, for one kind of walls and one synthesis."""

    mean: Signal
    scale: Signal
    weights: Signal
    """A row for each term, a column for each storey: sums are logarithms of likelihoods."""


def likelihood(
    features: npt.ArrayLike, hearing: Hearing, *, synthesis: int = SYNTHESIS
) -> list[float]:
    """The relative likelihood of a sound with these features for each storey; the sum is 1."""
    model = _models()[synthesis, hearing]
    return [float(part) for part in likelihoods(np.asarray(features), model)]


def likelihoods(features: Signal, model: HearingModel) -> Signal:
    """The same for a vector of features, or for rows of them."""
    return softmax(terms(features, model.mean, model.scale) @ model.weights)


def terms(features: Signal, mean: Signal, scale: Signal) -> Signal:
    """The terms of the model: 1, each feature, the square of each feature."""
    plain = np.clip((features - mean) / scale, -_FAR, _FAR)
    return np.concatenate([np.ones((*plain.shape[:-1], 1)), plain, plain * plain], axis=-1)


def softmax(logarithms: Signal) -> Signal:
    """The exponentials, scaled so that they add up to 1."""
    powers: Signal = np.exp(logarithms - logarithms.max(axis=-1, keepdims=True))
    parts: Signal = powers / powers.sum(axis=-1, keepdims=True)
    return parts


def features(wav: bytes) -> Signal:
    power = _power(samples(wav))
    energy = power[:, _EDGES[0] : _EDGES[-1]].sum(axis=1)
    knocks = _knocks(energy)
    strong = _or(knocks[energy[knocks] >= _STRONG * energy.max()], knocks[-1])
    colours = (_colour(power[moment].sum(axis=0)) for moment in _moments(knocks, strong))
    return np.array([*_loudness(energy), *_rhythm(knocks, strong), *chain(*colours)])


def _power(signal: Signal) -> Signal:
    """The power of each frame at each frequency, above the noise."""
    frames = np.lib.stride_tricks.sliding_window_view(signal, _WINDOW)[::_HOP]
    power = np.abs(np.fft.rfft(frames * _TAPER)) ** 2
    heard: Signal = np.maximum(power - _HISS * np.median(power, axis=0), _SILENT)
    return heard


def _knocks(energy: Signal) -> Frames:
    """The frames where the energy rises most; at least one."""
    level = np.log(energy + _FAINT * energy.max())
    rise = np.zeros(len(level))
    rise[2:] = level[2:] - level[:-2]
    here, before, after = rise[1:-1], rise[:-2], rise[2:]
    found = np.flatnonzero((here > _RISE) & (here >= before) & (here > after)) + 1
    return _or(found, energy.argmax())


def _or(found: Frames, otherwise: np.intp) -> Frames:
    return found if found.size else np.array([otherwise])


def _loudness(energy: Signal) -> Iterator[float]:
    """The total and greatest energy, when it is greatest, and the mean and spread of its timing."""
    times = np.arange(len(energy))
    middle = float(np.average(times, weights=energy))
    yield from (log(energy.sum()), log(energy.max()), int(energy.argmax()), middle)
    yield float(np.average((times - middle) ** 2, weights=energy)) ** 0.5


def _rhythm(knocks: Frames, strong: Frames) -> Iterator[float]:
    """The numbers of knocks, and when the first and the last ones are."""
    yield from (len(knocks) ** 0.5, len(strong) ** 0.5, knocks[0], knocks[-1], strong[-1])


def _moments(knocks: Frames, strong: Frames) -> Iterator[slice]:
    yield slice(None)
    for knock in (strong[-1], knocks[-1]):
        yield slice(knock, knock + _MOMENT)


def _colour(power: Signal) -> Iterator[float]:
    """The pitch of the two lower bands, the loudness of the lowest, and that of the others relative
    to it."""
    levels = [log(power[band].sum()) for band in _BANDS]
    yield from (_pitch(power, _BANDS[0]), _pitch(power, _BANDS[1]), levels[0])
    yield from (level - levels[0] for level in levels[1:])


def _pitch(power: Signal, band: slice) -> float:
    """The mean frequency of a band, in octaves."""
    return log2(np.average(_HERTZ[band], weights=power[band]))


@cache
def _models() -> dict[tuple[int, Hearing], HearingModel]:
    stored = json.loads(files(__package__).joinpath("hearing.json").read_text("utf-8"))
    return {
        (int(synthesis), hearing): HearingModel(*map(np.array, models[hearing]))
        for synthesis, models in stored.items()
        for hearing in HEARINGS
    }
