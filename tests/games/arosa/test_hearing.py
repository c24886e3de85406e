"""Arosa: how much of a fall can be heard, by a listener who has only practised and by the bots."""

from collections.abc import Sequence

import numpy as np
import pytest

from cluehouse.games.arosa.tower import hearing, sound
from cluehouse.games.arosa.tower.fall import FLOORS, HEARINGS, Contact, Hearing
from tests.rules import rule
from tools.arosa_falls import Heard, in_empty_hotel, in_play, shares
from tools.arosa_hearing import features_of, storeys_of
from tools.arosa_listener import learned
from tools.arosa_scores import Chances, brier, calibration_error, exact, within_one

PRACTICE = 350


@pytest.fixture(scope="module")
def played() -> list[Heard]:
    """Falls in play, from the first cube to the thirtieth, with storeys opened."""
    return [heard for hotel in range(6) for heard in in_play(30, 5, f"played {hotel}")]


def chances_after_hearing(falls: Sequence[Heard], kind: Hearing) -> Chances:
    """The chances of the storeys, once heard."""
    likely = [hearing.likelihood(gist, kind) for gist in features_of(falls, kind)]
    chances = np.array(likely) * shares(falls)
    return np.array(chances / chances.sum(axis=1, keepdims=True))


def likeliest(contacts: list[Contact]) -> int:
    likely = hearing.likelihood(hearing.features(sound.of(contacts, "clear")), "clear")
    return likely.index(max(likely))


@rule("AR-SND-3")
def test_a_listener_who_practised_mostly_knows_the_storey() -> None:
    falls = list(in_empty_hotel(PRACTICE + 200, "practised"))
    rows, storeys = features_of(falls, "normal"), storeys_of(falls)
    listener = learned(rows[:PRACTICE], storeys[:PRACTICE])
    guesses = listener(rows[PRACTICE:])
    assert exact(guesses, storeys[PRACTICE:]) >= 0.55
    assert within_one(guesses, storeys[PRACTICE:]) >= 0.85


@rule("AR-SND-5")
def test_bots_know_more_once_they_have_heard_and_are_as_sure_as_they_are_right(
    played: list[Heard],
) -> None:
    storeys, before = storeys_of(played), np.tile(shares(played), (len(played), 1))
    chances = chances_after_hearing(played, "normal")
    assert brier(chances, storeys) < 0.6 * brier(before, storeys)
    assert calibration_error(chances, storeys) < 0.08  # 0.05 and the noise of few falls


@rule("AR-SND-5")
def test_bots_hear_less_through_thicker_walls(played: list[Heard]) -> None:
    some = played[::4]
    right = [exact(chances_after_hearing(some, kind), storeys_of(some)) for kind in HEARINGS]
    assert right == sorted(right, reverse=True)
    assert right[0] - right[-1] > 0.1


@rule("AR-SND-5")
@pytest.mark.parametrize("kind", HEARINGS)
def test_a_likelihood_has_a_part_for_every_storey(kind: Hearing) -> None:
    for contacts in ([Contact(150_000, 7, 500)], [Contact(1_900_000, 0, 30)], []):
        likely = hearing.likelihood(hearing.features(sound.of(contacts, kind)), kind)
        assert len(likely) == FLOORS
        assert sum(likely) == pytest.approx(1)
        assert min(likely) >= 0


@rule("AR-SND-5")
def test_one_plop_is_high_and_knocks_that_end_in_a_click_are_the_ground_floor() -> None:
    plop = [Contact(180_000, 7, 450), Contact(300_000, 7, 150)]
    deep = [Contact(180_000 + 60_000 * n, 7 - n, 500) for n in range(7)]
    click = [*deep, Contact(650_000, 0, 900), Contact(800_000, 0, 300)]
    assert likeliest(plop) >= FLOORS - 2
    assert likeliest(click) == 0
