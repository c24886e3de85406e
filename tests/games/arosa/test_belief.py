"""Arosa: what a viewer can work out."""

from collections import Counter

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Level
from cluehouse.games.arosa.belief import Belief, imagine, start
from cluehouse.games.arosa.events import Dropped, Event, Find, Opened, OpenedEmpty, TurnBegun
from cluehouse.games.arosa.pieces import COLOURS, STOREYS, TRACES, Options, Storey
from cluehouse.games.arosa.rules import legal_moves
from cluehouse.games.arosa.state import State
from cluehouse.games.arosa.tower.fall import Contact, Hearing
from tests.games.arosa.stage import BLUE, YELLOW, hear, inside, random_game
from tests.rules import rule
from tools.arosa_belief import Game, columns
from tools.arosa_scores import brier, calibration_error

WOODEN = Options()
PLOP = (Contact(180_000, 7, 450), Contact(300_000, 7, 150))
KNOCKS = tuple(Contact(180_000 + 60_000 * n, 7 - n, 500) for n in range(7))
CLICK = (*KNOCKS, Contact(650_000, 0, 900), Contact(800_000, 0, 300))


def test_an_imagined_hotel_holds_as_many_cubes_of_each_colour_as_the_real_one() -> None:
    belief = start(WOODEN, 3, RAIL, "plain")
    for state, events in random_game(3):
        hear(belief, events)
        world = imagine(belief, Chance(b"world", state.drops))
        if state.hotel is None:
            assert Counter(inside(world)) == Counter(inside(state))


def test_any_storey_may_be_imagined_except_one_that_was_just_emptied() -> None:
    belief = _after(Opened(YELLOW, 4, (Find("blue", 1),)))
    assert _imagined(belief) == set(STOREYS) - {4}


def test_a_cube_may_fall_onto_an_emptied_storey_again() -> None:
    belief = _after(OpenedEmpty(YELLOW, 4), _fall(9, PLOP))
    assert _imagined(belief) == set(STOREYS)


def test_imagined_falls_are_quick() -> None:
    assert imagine(start(WOODEN, 3, BLUE, "novice"), Chance(b"", 0)).options.tower == "quick"


def test_the_end_is_imagined_as_it_was_seen() -> None:
    belief, hotel = start(WOODEN, 4, YELLOW, "plain"), None
    for state, events in random_game(4):
        hear(belief, events)
        hotel = state.hotel
    assert _storeys(imagine(belief, Chance(b"", 0))) == hotel


def test_legal_moves_are_the_same_in_every_imagined_state() -> None:
    belief = start(WOODEN, 3, BLUE, "plain")
    for state, events in random_game(3, b"another"):
        hear(belief, events)
        world = imagine(belief, Chance(b"world", state.drops))
        assert legal_moves(world, state.turn) == legal_moves(state, state.turn)


def test_what_is_found_of_a_colour_is_no_longer_in_the_hotel() -> None:
    belief = _after(Opened(YELLOW, 4, (Find("blue", 2), Find("red", 1))))
    assert [len(cubes.cubes) for cubes in belief.cubes] == [2, 0, 0, 0, 0, 0, 1]


def test_a_colour_that_was_not_found_is_the_likelier_on_every_other_storey() -> None:
    before, after = _after(), _after(OpenedEmpty(YELLOW, 6))
    for storey in STOREYS:
        more = _expected(after, storey) - _expected(before, storey)
        assert more < 0 if storey == 6 else more > 0


@rule("AR-SND-5")
def test_a_detective_hears_whether_a_cube_stopped_high_or_went_all_the_way_down() -> None:
    high, low = _heard("detective", PLOP), _heard("detective", CLICK)
    assert high[6] + high[7] > 0.9
    assert low[0] > 0.9


@rule("AR-SND-5")
@pytest.mark.parametrize("level", ["plain", "novice"])
def test_other_levels_only_know_how_falls_usually_end(level: Level) -> None:
    assert _heard(level, PLOP) == _heard(level, CLICK)
    assert max(_heard(level, PLOP)) < 0.25


@rule("AR-SND-5")
def test_thick_walls_leave_a_detective_in_doubt() -> None:
    assert max(_heard("detective", KNOCKS, "clear")) > 0.9
    assert max(_heard("detective", KNOCKS, "thick")) < 0.8


@rule("AR-SND-5")
def test_a_detective_knows_far_better_than_the_prior_where_cubes_lie() -> None:
    games = [Game(2, "normal", f"test {number}") for number in range(3)]
    prior, deaf, heard, storeys = columns(guess for game in games for guess in game.guesses())
    assert sum(game.play.state.drops for game in games) > 80
    assert brier(deaf, storeys) < brier(prior, storeys)
    assert brier(heard, storeys) < 0.5 * brier(prior, storeys)
    assert calibration_error(heard, storeys) < 0.1  # 0.05 plus the noise of a single game


def _after(*events: Event) -> Belief:
    """The belief after the prologue of two seats, unheard, and these events."""
    belief = start(WOODEN, 2, RAIL, "plain")
    for state, happened in random_game(2):
        hear(belief, happened)
        if state.act == "one":
            break
    hear(belief, [TurnBegun("one", YELLOW), *events])
    return belief


def _fall(number: int, contacts: tuple[Contact, ...], hearing: Hearing = "normal") -> Dropped:
    """A fall of blue that ends on storey 3, whatever it sounds like."""
    return Dropped(number, YELLOW, "blue", hearing, 3, (), contacts)


def _heard(level: Level, contacts: tuple[Contact, ...], hearing: Hearing = "normal") -> list[float]:
    """The chances of the storeys for the first cube of a game."""
    belief = start(Options(hearing=hearing), 2, RAIL, level)
    hear(belief, [TurnBegun("prologue", YELLOW), _fall(1, contacts, hearing)])
    return belief.cubes[BLUE].expected()


def _expected(belief: Belief, storey: Storey) -> float:
    return belief.cubes[BLUE].expected()[storey]


def _imagined(belief: Belief) -> set[int]:
    worlds = [imagine(belief, Chance(b"world", number)) for number in range(60)]
    return {rest.storey for world in worlds for rest in world.inside.values()}


def _storeys(state: State) -> tuple[tuple[int, ...], ...]:
    counts = [[0] * len(COLOURS) for _ in STOREYS]
    for cube, rest in state.inside.items():
        counts[rest.storey][cube // TRACES] += 1
    return tuple(map(tuple, counts))
