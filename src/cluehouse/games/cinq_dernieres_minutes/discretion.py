"""Discretion: timing and chat must not give the thief away (CD-DEC-7), so both depend only on what
all viewers see."""

from typing import Final

from cluehouse.games.cinq_dernieres_minutes.pieces import Phase
from cluehouse.games.cinq_dernieres_minutes.view import RailView, View

_TEMPO: Final[dict[Phase, float]] = {"hiding": 0.75, "inquiry": 1.25, "accusing": 2.0}
_INTERVAL: Final[dict[Phase, float]] = {"hiding": 1.25, "inquiry": 2.0}


def tempo(view: View) -> float:
    """The relative time a bot takes for a choice, on average: the same for thief and suspects."""
    return _TEMPO.get(_open(view).phase, 1.0)


def interval(view: View) -> float:
    """The relative time for which a visit or a testimony is held back, for all players alike; the
    slowest bot is not slower."""
    return _INTERVAL.get(_open(view).phase, 0.0)


def hushed(view: View) -> bool:
    """Whether chat is closed: from the drawing of the cards to the first testimony."""
    opened = _open(view)
    return opened.phase == "hiding" or (opened.phase == "inquiry" and not opened.said)


def _open(view: View) -> RailView:
    return view if isinstance(view, RailView) else view.open
