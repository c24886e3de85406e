"""Variants of any game with one leak each, which the contract and leak suites must catch.

Each function is named after its leak.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final
from zlib import crc32

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Viewer
from cluehouse.core.wire import Wire
from tests.contract.case import Case
from tests.contract.facts import facts


class Leaked(Wire, frozen=True):
    """A sight or view, with a value that must stay hidden."""

    shown: Any
    hidden: Any


def hidden_fields(case: Case) -> list[tuple[type[Wire], str]]:
    """The fields of events that are hidden from the public."""
    return [
        (kind, field)
        for kind, fields in case.sheet.AUDIENCE.items()
        for field, may_know in fields.items()
        if not may_know(_example(kind), RAIL)
    ]


def _example(kind: type[Wire]) -> Any:
    """An event of this kind with seats for all its fields: an audience reads nothing else."""
    return kind(*(Seat(0) for _ in kind.__struct_fields__))


def sight_shows(game: AnyGame, kind: type[Wire], field: str) -> AnyGame:
    """Shows one field of one kind of event to all viewers."""

    def see(event: Any, viewer: Viewer) -> Any:
        sight = game.see(event, viewer)
        return Leaked(sight, getattr(event, field)) if isinstance(event, kind) else sight

    def lasts(sight: Any) -> float:
        shown = sight.shown if isinstance(sight, Leaked) else sight
        return 0.0 if shown is None else game.lasts(shown)

    return replace(game, see=see, lasts=lasts)


def view_shows(game: AnyGame, part: str) -> AnyGame:
    """Shows one part of the state to all viewers."""

    def view(state: Any, viewer: Viewer) -> Any:
        return Leaked(game.view(state, viewer), repr(facts(getattr(state, part))))

    hushed = game.hushed
    return replace(
        game,
        view=view,
        tempo=lambda view: game.tempo(view.shown),
        interval=lambda view: game.interval(view.shown),
        hushed=hushed and (lambda view: hushed(view.shown)),
    )


def asks_by_what_is_hidden(case: Case) -> AnyGame:
    """Asks no seat in half of the states, chosen by a hash of their hidden parts."""

    def legal_moves(state: Any, seat: Seat) -> Sequence[Any]:
        hidden = [facts(getattr(state, part)) for part in case.sheet.HIDDEN]
        return () if crc32(repr(hidden).encode()) % 2 else case.game.legal_moves(state, seat)

    return replace(case.game, legal_moves=legal_moves)


def _sight_leaks(case: Case) -> AnyGame:
    return sight_shows(case.game, *hidden_fields(case)[0])


def _view_leaks(case: Case) -> AnyGame:
    return view_shows(case.game, case.sheet.HIDDEN[0])


LEAKS: Final[dict[str, Callable[[Case], AnyGame]]] = {
    "a sight shows a hidden field": _sight_leaks,
    "a view shows a hidden part": _view_leaks,
    "a question depends on what is hidden": asks_by_what_is_hidden,
}
"""One leak of each kind, for every game."""
