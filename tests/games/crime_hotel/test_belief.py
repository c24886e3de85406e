"""Crime Hotel: what a viewer can work out is what counting all deals gives."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt

import pytest

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.play import Play
from cluehouse.games.crime_hotel import GAME
from cluehouse.games.crime_hotel.belief import Belief, imagine, start, update
from cluehouse.games.crime_hotel.events import Event, Exchanged, Looked, MurdererFound, Parked
from cluehouse.games.crime_hotel.moves import CallIn, Decline
from cluehouse.games.crime_hotel.pieces import Department, Options
from cluehouse.games.crime_hotel.view import Sight, see
from tests.games.crime_hotel.census import Census, World, deals

SAMPLES = 4000
SMALL = range(5, 80)
"""Numbers of worlds small enough to be distinguished with this many samples."""

Calls = tuple[Department, ...]
"""The departments called, in turn."""
EXCHANGES_FIRST: Calls = ("exchange", "exchange", "look", "look", "bonus")
LOOKS_FIRST: Calls = ("look", "look", "exchange", "exchange", "bonus")
MIXED: Calls = ("exchange", "look", "deputy", "look", "exchange")
NO_EXCHANGE: Calls = ("deputy", "bonus", "move", "look", "bonus")
# with four seats
EXCHANGES_LATE: Calls = (
    *("look", "look", "bonus", "bonus", "bonus"),
    *("exchange", "exchange", "deputy", "move", "move"),
)
EXCHANGE_EARLY: Calls = (
    *("bonus", "bonus", "exchange", "bonus", "look"),
    *("look", "deputy", "move", "move", "exchange"),
)
EXCHANGE_LAST: Calls = (
    *("deputy", "deputy", "bonus", "bonus", "bonus"),
    *("move", "move", "look", "look", "exchange"),
)

Story = tuple[tuple[Event, ...], ...]
"""An investigation: the deal, then the events of each choice."""


@cache
def story(seats: int, seed: int, calls: Calls) -> Story:
    """An investigation played at random except for the calls; effects are never declined."""
    play = Play(GAME, Options(), seats, subkey(b"story", seed))
    steps, departments = [play.setup()], iter(calls)
    while not isinstance(steps[-1][-1], MurdererFound):
        play.advance(steps[-1])
        (seat,) = play.asked()
        moves = [move for move in play.legal_moves(seat) if not isinstance(move, Decline)]
        calling = isinstance(moves[0], CallIn)
        luck = Chance(play.key, play.seq)
        move = CallIn(next(departments)) if calling else luck.choice(moves)
        steps.append(play.decide(seat, move))
    return tuple(map(tuple, steps))


def beliefs_and_census(
    seats: int, steps: Story, viewer: Viewer, *, parked: int
) -> Iterator[tuple[Belief, Census]]:
    """A viewer's belief and the census of all deals, at every choice once this many tricks have
    been parked."""
    seen = [_sights(events, viewer) for events in steps]
    first = _step_after(steps, parked)
    census = Census(deals(seats, viewer, [sight for step in seen[: first + 1] for sight in step]))
    belief = start(Options(), seats, viewer, "detective")
    for number, sights in enumerate(seen):
        for sight in sights:
            update(belief, sight)
            census.see(sight)
        if number >= first:
            yield belief, census


def _sights(events: tuple[Event, ...], viewer: Viewer) -> list[Sight]:
    return [sight for event in events if (sight := see(event, viewer)) is not None]


def _step_after(steps: Story, parked: int) -> int:
    ends = [number for number, events in enumerate(steps) if isinstance(events[-1], Parked)]
    return ends[parked - 1] if parked else 0


def check_exact(belief: Belief, census: Census) -> None:
    solution, murderer = belief.cards.solve(), belief.chances()
    assert solution.count == census.count
    found, truth = solution.chances(), census.chances()
    assert found.keys() == truth.keys()
    for card, places in truth.items():
        assert found[card] == pytest.approx(places, abs=1e-9)
        assert murderer[card] == pytest.approx(places[-1], abs=1e-9)
    assert sum(murderer) == pytest.approx(1)


@pytest.mark.parametrize("viewer", seats_of(3))
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("calls", [EXCHANGES_FIRST, LOOKS_FIRST, MIXED, NO_EXCHANGE])
def test_three_seats_know_exactly_at_every_choice(viewer: Seat, seed: int, calls: Calls) -> None:
    for belief, census in beliefs_and_census(3, story(3, seed, calls), viewer, parked=0):
        check_exact(belief, census)


def test_of_four_seats_one_that_saw_nothing_extra_knows_exactly_from_the_third_trick_on() -> None:
    """Hundreds of thousands of deals are listed here: once is enough."""
    for belief, census in beliefs_and_census(4, story(4, 1, EXCHANGE_LAST), Seat(0), parked=2):
        check_exact(belief, census)


@pytest.mark.parametrize("seed", [1, 3])
def test_of_four_seats_one_that_looked_knows_exactly_from_the_third_trick_on(seed: int) -> None:
    steps = story(4, seed, EXCHANGES_LATE)
    looker = next(e.by for step in steps for e in step if isinstance(e, Looked) and e.cards[1:])
    for belief, census in beliefs_and_census(4, steps, looker, parked=2):
        check_exact(belief, census)


@pytest.mark.parametrize("viewer", seats_of(4))
@pytest.mark.parametrize("calls", [EXCHANGE_EARLY, EXCHANGES_LATE])
def test_four_seats_know_exactly_from_the_fourth_trick_on(viewer: Seat, calls: Calls) -> None:
    for belief, census in beliefs_and_census(4, story(4, 1, calls), viewer, parked=3):
        check_exact(belief, census)


@pytest.mark.parametrize(
    ("seats", "calls", "parked"), [(3, LOOKS_FIRST, 3), (3, NO_EXCHANGE, 3), (4, EXCHANGE_LAST, 4)]
)
def test_the_rail_knows_exactly_in_late_tricks(seats: int, calls: Calls, parked: int) -> None:
    for belief, census in beliefs_and_census(seats, story(seats, 1, calls), RAIL, parked=parked):
        check_exact(belief, census)


def test_a_seat_of_the_stories_is_giver_or_target_or_neither_in_an_exchange() -> None:
    for calls in (EXCHANGES_FIRST, LOOKS_FIRST, MIXED):
        events = [event for seed in (1, 2) for step in story(3, seed, calls) for event in step]
        exchanges = [event for event in events if isinstance(event, Exchanged)]
        assert len(exchanges) == 4
        parts = {_part(event, viewer) for event in exchanges for viewer in seats_of(3)}
        assert parts == {"giver", "target", "neither"}


def _part(event: Exchanged, viewer: Seat) -> str:
    return {event.by: "giver", event.whom: "target"}.get(viewer, "neither")


@pytest.mark.parametrize(
    ("seats", "calls", "viewer", "parked"),
    [
        (3, NO_EXCHANGE, Seat(0), 0),
        (3, EXCHANGES_FIRST, Seat(0), 0),
        (3, EXCHANGES_FIRST, Seat(1), 0),
        (3, EXCHANGES_FIRST, Seat(2), 0),
        (3, LOOKS_FIRST, RAIL, 3),
        (4, EXCHANGES_LATE, Seat(2), 3),
    ],
)
def test_all_deals_that_fit_are_imagined_equally_often(
    seats: int, calls: Calls, viewer: Viewer, parked: int
) -> None:
    steps = story(seats, 1, calls)
    belief, census = next(
        (belief, census)
        for belief, census in beliefs_and_census(seats, steps, viewer, parked=parked)
        if len(census.worlds) in SMALL
    )
    imagined = Counter(_imagined(belief, number) for number in range(SAMPLES))
    assert imagined.keys() == census.worlds.keys()
    assert _chi_square(imagined, census) < _improbable(len(census.worlds))


def _imagined(belief: Belief, number: int) -> World:
    state = imagine(belief, Chance(b"world", number))
    return (*state.hands, 1 << state.murderer)


def _chi_square(imagined: Counter[World], census: Census) -> float:
    expected = {world: SAMPLES * ways / census.count for world, ways in census.worlds.items()}
    return sum((imagined[world] - share) ** 2 / share for world, share in expected.items())


def _improbable(kinds: int) -> float:
    """Five standard deviations above what a fair draw gives."""
    freedom = kinds - 1
    return freedom + 5 * sqrt(2 * freedom)
