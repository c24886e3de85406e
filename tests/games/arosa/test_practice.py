"""Arosa: the practice tower, where cubes fall on request and the answer is shown."""

from base64 import b64decode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cluehouse.games.arosa import practice
from cluehouse.games.arosa.pieces import STOREYS, Storey
from cluehouse.games.arosa.practice import Practice, Practised, practise
from cluehouse.games.arosa.tower import sound
from cluehouse.games.arosa.tower.fall import HEARINGS, Hearing
from tests.rules import rule
from tests.server.running_server import run_server

ASKED: dict[str, Any] = {"seed": 7, "number": 3, "hearing": "normal"}


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        run_server(tmp_path) as host,
        httpx.AsyncClient(base_url=f"http://{host}", timeout=30) as client,
    ):
        yield client


async def ask(http: httpx.AsyncClient, **question: Any) -> httpx.Response:
    return await http.post("/api/games/arosa/aids/practice", json=ASKED | question)


def example(storey: Storey, seed: int = 0) -> Practised:
    return practise(Practice(seed, 1, "normal", storey))


def drop(seed: int, number: int, hearing: Hearing = "normal") -> Practised:
    return practise(Practice(seed, number, hearing))


@rule("AR-SND-3")
def test_the_answer_is_the_storey_where_the_cube_lies() -> None:
    for seed in range(10):
        fallen = drop(seed, 1)
        assert fallen.storeys == tuple(int(storey == fallen.storey) for storey in STOREYS)


@rule("AR-SND-3")
def test_every_storey_comes_up_in_practice() -> None:
    assert {drop(seed, 1).storey for seed in range(100)} == set(STOREYS)


@rule("AR-SND-3")
@pytest.mark.parametrize("storey", STOREYS)
def test_an_example_of_any_storey_can_be_heard(storey: Storey) -> None:
    fallen = example(storey)
    assert fallen.storey == storey
    assert fallen.storeys == tuple(int(each == storey) for each in STOREYS)
    assert example(storey) == fallen
    assert example(storey, seed=10_000).sound != fallen.sound


@rule("AR-SND-3")
def test_examples_end_the_later_the_deeper_they_fall() -> None:
    last = [practice._example(0, storey).contacts[-1].time for storey in (STOREYS[7], 4, 0)]
    assert last == sorted(last)


@rule("AR-SND-3")
def test_the_cubes_of_a_hotel_stay_in_it() -> None:
    hotel = [drop(11, number) for number in range(1, 31)]
    assert [sum(fallen.storeys) for fallen in hotel] == list(range(1, 31))
    assert all(fallen.storeys[fallen.storey] > 0 for fallen in hotel)


@rule("AR-SND-3")
def test_practice_sounds_like_play_and_the_walls_change_nothing_but_the_sound() -> None:
    heard = [drop(3, 2, hearing) for hearing in HEARINGS]
    fall = practice._dropped(3, 2).fall
    assert [one.sound for one in heard] == [sound.of(fall.contacts, each) for each in HEARINGS]
    assert len({one.sound for one in heard}) == len(HEARINGS)
    assert {(one.storey, one.storeys) for one in heard} == {(fall.storey, heard[0].storeys)}


def test_the_same_question_gives_the_same_fall_whatever_was_asked_before() -> None:
    in_order = [drop(5, number) for number in range(1, 6)]
    practice._dropped.cache_clear()
    assert [drop(5, number) for number in (5, 4, 3, 2, 1)] == in_order[::-1]
    assert drop(6, 5) != in_order[-1]


async def test_the_practice_aid_answers_any_guest_over_http(http: httpx.AsyncClient) -> None:
    answer = (await ask(http)).json()
    fallen = drop(7, 3)
    assert b64decode(answer.pop("sound")) == fallen.sound
    assert answer == {"storey": fallen.storey, "storeys": list(fallen.storeys)}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"seed": -1}, "$.seed"),
        ({"seed": 2**53}, "$.seed"),
        ({"seed": 1.5}, "$.seed"),
        ({"number": 0}, "Expected `int` >= 1 - at `$.number`"),
        ({"number": 31}, "Expected `int` <= 30 - at `$.number`"),
        ({"number": None}, "$.number"),
        ({"hearing": "open"}, "Invalid enum value 'open' - at `$.hearing`"),
        ({"storey": 8}, "$.storey"),
        ({"floor": 3}, "floor"),
    ],
)
async def test_what_cannot_be_dropped_is_refused_in_words(
    http: httpx.AsyncClient, question: dict[str, Any], words: str
) -> None:
    answer = await ask(http, **question)
    assert (answer.status_code, answer.json()["id"]) == (400, "HOUSE-BAD-REQUEST")
    assert words in answer.json()["detail"]


async def test_the_last_seed_and_the_last_cube_are_answered(http: httpx.AsyncClient) -> None:
    answer = await ask(http, seed=2**53 - 1, number=30)
    assert answer.status_code == 200
    assert sum(answer.json()["storeys"]) == 30
