"""Confidence intervals of a share: Wilson-type, 95 %, taken over deals.

The games of one deal share its luck, so they carry less information than as many games of
different deals. The interval follows from how much the deals differ.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

Z = NormalDist().inv_cdf(0.975)

_ROUNDING = 1e-12
"""A variance below this is rounding, not a difference between deals."""


def wilson(share: float, size: float) -> tuple[float, float]:
    """The score interval of a share found in `size` independent trials.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    >>> wilson(0.0, 10)[0], wilson(1.0, 10)[1]
    (0.0, 1.0)
    """
    z2 = Z * Z / size
    middle = (share + z2 / 2) / (1 + z2)
    reach = Z * sqrt(share * (1 - share) / size + z2 / (4 * size)) / (1 + z2)
    low, high = middle - reach, middle + reach
    return max(0.0, min(share, low)), min(1.0, max(share, high))  # despite rounding


def over_deals(means: Sequence[float], games: int) -> tuple[float, float]:
    """The interval of a bot's share, from its mean share in each deal and its number of games.

    Six games in two deals that disagree say less than six games each of its own:

    >>> [round(bound, 2) for bound in over_deals([1.0, 0.0], games=6)]
    [0.05, 0.95]
    >>> [round(bound, 2) for bound in wilson(0.5, 6)]
    [0.19, 0.81]
    """
    share = fmean(means)
    return wilson(share, min(effective_size(share, means), games))


def effective_size(share: float, means: Sequence[float]) -> float:
    """The number of independent games that would leave the share as uncertain as these deals."""
    deals = len(means)
    spread = variance(means, share) if deals > 1 else 0.0
    return deals if spread < _ROUNDING else share * (1 - share) * deals / spread
