"""Arosa: what the notes contain."""

from collections.abc import Iterator

import pytest

from cluehouse.core.ids import RAIL
from cluehouse.games.arosa.belief import Belief, start
from cluehouse.games.arosa.events import Event, Opened, OpenedEmpty
from cluehouse.games.arosa.notes import FALLS, Notes, StoreyNote, notes
from cluehouse.games.arosa.pieces import COLOURS, STOREYS, VICTIM
from cluehouse.games.arosa.state import State
from tests.games.arosa.stage import QUICK, hear, random_game


def test_on_paper_nothing_is_written() -> None:
    assert all(notes(belief, "paper") == Notes() for belief, _, _ in _moments(2))


def test_the_last_look_into_each_storey_is_kept() -> None:
    openings, drops = dict[int, Opened | OpenedEmpty](), dict[int, int]()
    for belief, state, events in _moments(2):
        for event in events:
            if isinstance(event, Opened | OpenedEmpty):
                openings[event.storey], drops[event.storey] = event, state.drops
        known = tuple(
            StoreyNote(STOREYS[at], openings[at], state.drops - drops[at])
            for at in sorted(openings)
        )
        assert notes(belief, "seen") == Notes(known)
        assert notes(belief, "deducing").storeys == known
    assert openings


def test_the_cells_of_a_colour_hold_together_as_many_cubes_as_there_are() -> None:
    for belief, state, _ in _moments(3):
        if state.hotel is not None:
            return
        cells = notes(belief, "deducing").cells
        assert [(cell.storey, cell.colour) for cell in cells] == [
            (storey, colour) for storey in STOREYS for colour in (*COLOURS[:3], "red")
        ]
        counts = (*state.traces_inside(), state.victims_inside())
        for colour, count in zip((*COLOURS[:3], "red"), counts, strict=True):
            column = [cell for cell in cells if cell.colour == colour]
            assert sum(cell.likely for cell in column) == pytest.approx(count, abs=0.01)
            assert all(0 <= cell.some <= min(1, cell.likely + 0.001) for cell in column)


def test_at_the_end_the_cells_are_what_lies_open() -> None:
    *_, (belief, state, _) = _moments(2)
    written = notes(belief, "deducing")
    assert state.hotel is not None
    assert [(cell.likely, cell.some) for cell in written.cells] == [
        (cubes[colour], float(cubes[colour] > 0))
        for cubes in state.hotel
        for colour in (0, 1, VICTIM)
    ]
    assert written.falls == ()


def test_the_last_falls_are_noted_newest_first_while_their_cube_is_in_the_hotel() -> None:
    most = 0
    for belief, state, _ in _moments(2):
        falls = notes(belief, "deducing").falls
        numbers = [fall.number for fall in falls]
        assert numbers == sorted(set(numbers), reverse=True)
        assert all(0.24 < sum(fall.storeys) < 1.005 for fall in falls)
        most = max(most, len(falls))
        if state.drops and state.opened is None:
            assert numbers[0] == state.drops
    assert most == FALLS


def test_of_two_equal_cubes_it_stays_open_which_was_taken_out() -> None:
    belief = next(belief for belief, state, _ in _moments(2) if state.act == "one")
    belief.cubes[0].clear(4, 1)
    written = [fall for fall in notes(belief, "deducing").falls if fall.colour == "yellow"]
    assert [sum(fall.storeys) for fall in written] == pytest.approx([0.5, 0.5], abs=0.05)


def _moments(seats: int) -> Iterator[tuple[Belief, State, list[Event]]]:
    belief = start(QUICK, seats, RAIL, "plain")
    for state, events in random_game(seats):
        hear(belief, events)
        yield belief, state, events
