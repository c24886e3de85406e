"""Checks that nothing hidden shows in views, sights, the seats asked or the moves offered."""

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec

from cluehouse.core.ids import RAIL, Seat, Viewer
from cluehouse.core.offers import kinds_of, offers
from cluehouse.core.play import Play
from cluehouse.core.wire import Wire, blobs_of, encode, encode_for_bots
from tests.contract.case import Case, Position, moves_for, positions
from tests.contract.others import others

TRIES = 4000
"""Limits the states imagined until one gives the sights that follow."""


def check_choices_are_the_same_in_every_imagined_world(case: Case) -> None:
    """The seats asked and a viewer's own legal moves depend only on its sights."""
    for now in positions(case):
        for viewer in case.viewers:
            for world in now.worlds(viewer):
                assert world.asked() == now.play.asked(), viewer
                assert moves_for(world, viewer) == moves_for(now.play, viewer), viewer


def check_views_are_the_same_in_every_imagined_world(case: Case) -> None:
    """The mirror test, on encoded views and offers."""
    for now in positions(case):
        for viewer in case.viewers:
            sent = _sent(now.play, viewer)
            for world in now.worlds(viewer):
                assert _sent(world, viewer) == sent, viewer


def check_twins_look_alike_to_the_public(case: Case) -> None:
    """After the same move in two states that look alike to the rail, both still look alike, unless
    an event of the move is declared as revealing."""
    for now in positions(case):
        for twin in now.worlds(RAIL):
            for seat, move in now.choices():
                if move in twin.legal_moves(seat):
                    _check_twins(case, now, twin, seat, move)


def _check_twins(case: Case, now: Position, twin: Play, seat: Seat, move: Wire) -> None:
    events, twin_events = now.play.decide(seat, move), twin.decide(seat, move)
    if not _reveals(case, [*events, *twin_events]):
        update = _rail_update(now.branch(now.play.state), events)
        assert update == _rail_update(now.branch(twin.state), twin_events), (seat, move)


def check_next_sights_could_be_imagined(case: Case) -> None:
    """A belief does not conclude too much: the true state is one of those it imagines, so one of
    them gives the sights that the viewer gets next."""
    for now in positions(case):
        for seat, move in now.choices():
            events = now.play.decide(seat, move)
            if not _reveals(case, events):
                for viewer in case.viewers:
                    seen = now.play.sights(events, viewer)
                    assert seen in _imagined_sights(now, viewer, seat, move), (viewer, seen)


def _imagined_sights(now: Position, viewer: Viewer, seat: Seat, move: Wire) -> Iterator[list[Any]]:
    for world in now.worlds(viewer, TRIES):
        if move in world.legal_moves(seat):
            yield world.sights(world.decide(seat, move), viewer)


def check_no_possible_notebook_is_contradicted(case: Case) -> None:
    """Checking a notebook tells what was seen and nothing else: whatever its viewer can imagine to
    be true may be marked."""
    for now in positions(case):
        for viewer in case.viewers:
            for world in now.worlds(viewer):
                marks = case.sheet.true_marks(world.state)
                assert not case.game.contradicted(now.beliefs[viewer], marks), viewer


def check_marks_against_what_was_seen_are_contradicted(case: Case) -> None:
    """Of a notebook with all marks wrong, at some time, for every seat."""
    caught = set()
    for now in positions(case):
        marks = case.sheet.true_marks(now.play.state)
        wrong = {cell: mark.translate(_OPPOSITE) for cell, mark in marks.items()}
        for viewer in case.viewers:
            if case.game.contradicted(now.beliefs[viewer], wrong):
                caught.add(viewer)
    assert {viewer for viewer in case.viewers if viewer != RAIL} <= caught


_OPPOSITE = str.maketrans("✓✗", "✗✓")


def check_the_audience_table_is_complete(case: Case) -> None:
    table = case.sheet.AUDIENCE
    assert {kind.__name__ for kind in table} == set(kinds_of(case.game.types.event))
    for kind, fields in table.items():
        assert set(fields) == set(kind.__struct_fields__), kind


def check_sights_hold_only_what_their_viewer_may_know(case: Case) -> None:
    """A viewer's sight stays the same whichever hidden field of an event is changed."""
    see = case.game.see
    for now in positions(case):
        for event in now.events:
            for viewer in case.viewers:
                shown = _shown(see(event, viewer))
                for variant in variants(case, event, viewer):
                    assert _shown(see(variant, viewer)) == shown, (viewer, event, variant)


def _shown(sight: Wire | None) -> tuple[bytes, ...]:
    """The encoded sight and the bytes of its blobs."""
    blobs = () if sight is None else blobs_of(sight)
    return encode_for_bots(sight), *(blob.data for blob in blobs)


def variants(case: Case, event: Wire, viewer: Viewer) -> Iterator[Wire]:
    """The event with each hidden field changed to each other value, then with all changed."""
    hidden = _hidden(case, event, viewer)
    hints = get_type_hints(type(event))
    values = {name: others(getattr(event, name), hints[name], case.seats) for name in hidden}
    single = [{name: value} for name in hidden for value in values[name]]
    for change in (*single, *_together(values)):
        variant = msgspec.structs.replace(event, **change)
        if _hidden(case, variant, viewer) == hidden:
            yield variant


def _together(values: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """A value for every field at once, so that each value is used."""
    changeable = {name: found for name, found in values.items() if found}
    for number in range(max(map(len, changeable.values()), default=0)):
        yield {name: found[number % len(found)] for name, found in changeable.items()}


def _hidden(case: Case, event: Wire, viewer: Viewer) -> list[str]:
    fields = case.sheet.AUDIENCE[type(event)]
    return [name for name, may_know in fields.items() if not may_know(event, viewer)]


def _reveals(case: Case, events: list[Any]) -> bool:
    return any(isinstance(event, case.sheet.REVEALING) for event in events)


def _sent(play: Play, viewer: Viewer) -> tuple[bytes, bytes]:
    return encode(play.view(viewer)), encode(offers(moves_for(play, viewer)))


def _rail_update(play: Play, events: list[Any]) -> tuple[bytes, ...]:
    """The rail's update after these events."""
    play.advance(events)
    parts = (play.sights(events, RAIL), play.view(RAIL), play.asked(), play.outcome())
    return tuple(map(encode, parts))
