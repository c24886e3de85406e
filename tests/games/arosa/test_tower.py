"""Arosa: the wooden tower, and the quick one that stands in for it."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import pytest

from cluehouse.core.chance import Chance
from cluehouse.games.arosa.tower import quick_tower, tower
from cluehouse.games.arosa.tower.fall import FLOORS, MAX_FALL_SECONDS, Contact, Fall, Resting
from cluehouse.games.arosa.tower.tower import CUBE, HEIGHT, Hole, Plan, stored_plan
from tests.games.arosa.stage import random_game
from tests.rules import rule
from tools.arosa_falls import Drop, Heard, in_empty_hotel, in_play, shares
from tools.arosa_quick import knocked_off

CLOSED = Hole(width=1.0, offset=0.0)
SIDE = round(1000 * CUBE)


@pytest.fixture(scope="module")
def empty() -> list[Heard]:
    return list(in_empty_hotel(500, "test"))


@pytest.fixture(scope="module")
def crowded() -> list[Heard]:
    return _crowded(tower.drop, hotels=5)


def with_holes(*, closed_under: int) -> Plan:
    """The plan of the hotel, closed so that no cube gets below this storey."""
    plan = list(stored_plan())
    plan[closed_under - 1] = CLOSED
    return tuple(plan)


def on_floor(cube: int, x: int, storey: int) -> Resting:
    return Resting(cube, x, round(1000 * (storey * HEIGHT + CUBE / 2)), 0, storey)


def drops(
    resting: Sequence[Resting], cube: int, count: int, plan: Plan | None = None
) -> list[Fall]:
    return [tower.drop(resting, cube, Chance(b"drops", n), plan=plan) for n in range(count)]


@rule("AR-SND-1")
def test_every_storey_of_an_empty_hotel_gets_five_to_twenty_percent(empty: list[Heard]) -> None:
    assert all(0.05 <= part <= 0.20 for part in shares(empty))


@rule("AR-SND-1")
def test_no_storey_gets_too_much_with_sixty_cubes_inside(crowded: list[Heard]) -> None:
    assert max(shares(crowded)) <= 0.40


@rule("AR-SND-1")
def test_a_cube_is_about_half_as_wide_as_a_hole_and_the_holes_are_roughly_in_line() -> None:
    assert len(stored_plan()) == FLOORS
    for hole in stored_plan():
        assert 0.4 <= CUBE / hole.width <= 0.6
        assert abs(hole.offset) < CUBE / 2


@rule("AR-SND-1")
def test_a_closed_floor_stops_every_cube_and_is_heard_last() -> None:
    for fall in drops((), 0, 20, with_holes(closed_under=5)):
        assert fall.storey >= 5
        assert min(contact.storey for contact in fall.contacts) == fall.storey


@rule("AR-SND-1")
def test_cubes_at_rest_do_not_overlap(crowded: list[Heard]) -> None:
    for one, other in _pairs_of_one_slice(crowded[-1].before):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > (0.9 * SIDE) ** 2


@rule("AR-SND-1")
def test_a_cube_at_rest_is_in_the_way() -> None:
    """The same luck, with and without cubes on both sides of a hole."""
    hole = stored_plan()[6]
    edge = round(1000 * hole.width / 2)
    middle = round(1000 * hole.offset)
    beside = [on_floor(2, middle - edge, 7), on_floor(4, middle + edge, 7)]
    alone, among = drops((), 0, 30), drops(beside, 0, 30)
    assert sum(one.contacts != other.contacts for one, other in zip(alone, among, strict=True)) > 15


@rule("AR-SND-1", "AR-ACT1-3")
def test_cubes_are_sometimes_knocked_further_down_and_that_is_heard(crowded: list[Heard]) -> None:
    knocked = [heard for heard in crowded if knocked_off(heard)]
    assert 0 < len(knocked) < len(crowded) / 4
    for heard in knocked:
        assert len(heard.fall.rest) > 1
        assert len(heard.fall.contacts) > 1


@rule("AR-DEC-5")
def test_a_cube_without_support_falls_with_the_next_drop() -> None:
    hole = stored_plan()[4]
    hanging = on_floor(2, round(1000 * hole.offset), 5)
    [fall] = drops([hanging], 1, 1)
    [rest] = [rest for rest in fall.rest if rest.cube == 2]
    assert rest.storey < 5


@rule("AR-SND-1")
def test_cubes_of_the_other_slice_are_never_in_the_way() -> None:
    row = [on_floor(2 * place + 1, (place - 5) * SIDE, 3) for place in range(11)]
    beside = [rest for rest in row if abs(rest.x) > 16_000]
    assert [fall.contacts for fall in drops(beside, 0, 10)] == [
        fall.contacts for fall in drops((), 0, 10)
    ]


@rule("AR-SND-1")
def test_the_same_chance_gives_the_same_fall_for_any_order_of_cubes(
    crowded: list[Heard],
) -> None:
    for before, _ in crowded[::20]:
        falls = [tower.drop(cubes, 99, Chance(b"again", 1)) for cubes in (before, before[::-1])]
        assert falls[0] == falls[1]


@rule("AR-SND-1")
def test_a_fall_says_where_every_moved_cube_rests_in_whole_numbers(crowded: list[Heard]) -> None:
    for heard in crowded:
        before = {rest.cube: rest for rest in heard.before}
        [new] = [rest for rest in heard.fall.rest if rest.cube not in before]
        assert new.storey == heard.fall.storey
        for rest in heard.fall.rest:
            assert all(type(number) is int for number in rest)
            assert rest != before.get(rest.cube)
            assert rest.storey == tower.storey_at(rest.y / 1000)


@rule("AR-DEC-4")
def test_every_fall_is_over_before_its_sound(empty: list[Heard], crowded: list[Heard]) -> None:
    for heard in (*empty, *crowded):
        times = [contact.time for contact in heard.fall.contacts]
        assert times == sorted(times)
        assert 0 < times[0] <= times[-1] < MAX_FALL_SECONDS * 1e6


@rule("AR-DEC-4")
def test_a_fall_that_takes_too_long_is_simulated_again_with_the_next_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[tower.Start] = []

    def start(chance: Chance) -> tower.Start:
        started.append(real_start(chance))
        return started[-1]

    real_start = tower.start
    monkeypatch.setattr(tower, "start", start)
    monkeypatch.setattr(tower, "MAX_FALL_SECONDS", 0.45)
    falls = drops((), 0, 12)
    assert len(started) > len(falls)
    assert len(set(started)) == len(started)
    assert all(fall.contacts[-1].time < 450_000 for fall in falls)


@rule("AR-DEC-4")
def test_a_hotel_full_to_the_chimney_does_not_stop_the_game() -> None:
    layers = [(x, y) for y in range(3) for x in range(-5, 6)]
    resting = {
        2 * n: on_floor(2 * n, 8_100 * x, 7)._replace(y=214_050 + 8_100 * y)
        for n, (x, y) in enumerate(layers)
    }
    for cube in range(100, 110, 2):
        [fall] = drops(tuple(resting.values()), cube, 1, with_holes(closed_under=7))
        resting |= {rest.cube: rest for rest in fall.rest}
        assert fall.storey == 7
    assert max(rest.y for rest in resting.values()) > 1000 * FLOORS * HEIGHT


def test_the_quick_tower_fills_storeys_like_the_wooden_one(
    empty: list[Heard], crowded: list[Heard]
) -> None:
    quickly = shares(in_empty_hotel(3000, "quick", quick_tower.drop))
    assert _difference(shares(empty), quickly) < 0.10
    quickly_crowded = _crowded(quick_tower.drop, hotels=30)
    assert _mean_storey(crowded) == pytest.approx(_mean_storey(quickly_crowded), abs=0.5)
    assert _mean_storey(crowded) < _mean_storey(empty) - 0.5


def test_the_quick_tower_also_knocks_cubes_down() -> None:
    falls = _crowded(quick_tower.drop, hotels=20)
    knocked = [heard for heard in falls if knocked_off(heard)]
    assert 0.005 < len(knocked) / len(falls) < 0.10
    for heard in knocked:
        assert len(heard.fall.rest) == 2


def test_no_hotel_is_so_full_that_cubes_are_often_knocked_down() -> None:
    assert sum(map(max, quick_tower.tables().push)) < quick_tower.MAX_PUSH_CHANCE


def test_what_lies_on_each_storey_is_counted_as_cubes_come_and_go() -> None:
    for state, _ in random_game(4):
        lying = Counter(rest.storey for rest in state.inside.values())
        assert state.lying == [lying[storey] for storey in range(FLOORS)]


def test_a_quick_fall_is_the_same_whether_cubes_were_counted_or_not() -> None:
    for state, _ in random_game(2):
        resting, luck = state.inside.values(), (b"counted", state.drops)
        counted = quick_tower.drop(resting, 200, Chance(*luck), state.lying)
        assert counted == quick_tower.drop(resting, 200, Chance(*luck))


def test_a_quick_fall_is_heard_on_its_way_down() -> None:
    for heard in in_empty_hotel(50, "quick", quick_tower.drop):
        contacts, storeys = heard.fall.contacts, [contact.storey for contact in heard.fall.contacts]
        assert storeys == sorted(storeys, reverse=True)
        assert storeys[-1] == heard.fall.storey
        assert all(
            isinstance(contact, Contact) and contact.time < MAX_FALL_SECONDS * 1e6
            for contact in contacts
        )


def _crowded(drop: Drop, hotels: int) -> list[Heard]:
    """Falls in play with some sixty cubes."""
    falls = (heard for hotel in range(hotels) for heard in in_play(60, 3, f"test {hotel}", drop))
    return [heard for heard in falls if len(heard.before) >= 45]


def _difference(some: Sequence[float], others: Sequence[float]) -> float:
    """The part of the falls that would have to end elsewhere."""
    return sum(abs(one - other) for one, other in zip(some, others, strict=True)) / 2


def _mean_storey(falls: Sequence[Heard]) -> float:
    return fmean(heard.fall.storey for heard in falls)


def _pairs_of_one_slice(resting: Sequence[Resting]) -> list[tuple[Resting, Resting]]:
    return [
        (one, other)
        for one in resting
        for other in resting
        if one.cube < other.cube and (one.cube - other.cube) % 2 == 0
    ]
