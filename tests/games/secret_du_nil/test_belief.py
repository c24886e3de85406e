"""Le Secret du Nil: what a viewer knows, and the states it imagines."""

from collections import Counter
from math import comb, sqrt

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Seat, Viewer, viewers_of
from cluehouse.games.secret_du_nil.belief import imagine, start, update
from cluehouse.games.secret_du_nil.cards import PAIRS, clues_in, places_in
from cluehouse.games.secret_du_nil.moves import Announce, Brake, Look, Swap, Take
from cluehouse.games.secret_du_nil.pieces import CATEGORIES, Options
from cluehouse.games.secret_du_nil.state import State
from tests.games.secret_du_nil.stage import (
    BAR,
    JOKER,
    NO_IDEA,
    ONE,
    ZERO,
    random_play,
)
from tests.games.secret_du_nil.story import LOOK, LOOKED, Story

SAMPLES = 4000


# Pairs


def test_what_was_looked_at_is_certain_to_the_looker_and_open_to_the_others() -> None:
    story = Story()
    story.play(*LOOKED)
    assert set(story.pairs(ZERO)) == {("green", "yellow")}
    assert len(story.pairs(ONE)) > 3
    assert len(story.pairs(RAIL)) > 3


def test_a_swap_of_ones_own_is_known() -> None:
    story = Story()
    swap = Swap("fingerprint-yellow", "fingerprint-green")
    story.play((ZERO, JOKER), (ONE, JOKER), (ZERO, LOOK), (ZERO, swap))
    assert set(story.pairs(ZERO)) == {("green", "green")}
    (glimpse,) = story.beliefs[ZERO].looks
    assert PAIRS[glimpse.code] == ("green", "green")


def test_after_a_swap_by_another_one_of_the_two_cards_is_still_there() -> None:
    story = Story()
    story.play(*LOOKED, (ONE, LOOK), (ONE, Swap("fingerprint-green", "fingerprint-yellow")))
    found = set(story.pairs(ZERO))
    assert ("yellow", "yellow") in found
    assert len(found) > 3
    assert all({"green", "yellow"} & set(pair) for pair in found)


def test_a_second_look_shows_what_a_swap_in_between_has_done() -> None:
    """Seat 1 has put in a yellow card and taken a green one."""
    story = Story()
    story.play(*LOOKED, (ONE, LOOK), (ONE, Swap("fingerprint-green", "fingerprint-yellow")))
    story.play((ONE, Announce("one")), (ZERO, Announce("one")), (ZERO, BAR), (ONE, NO_IDEA))
    story.play((ZERO, Look("bar", "marpel", "fingerprint")))
    for world in story.worlds(ZERO):
        assert PAIRS[world.pairs[3]] == ("yellow", "yellow")
        assert "fingerprint-green" in clues_in(world.clues[ONE])


def test_a_seat_that_swaps_has_a_card_of_the_category() -> None:
    story = Story(6)
    assert not all(_holds_fingerprint(world, ONE) for world in story.worlds(ZERO))
    story.play(*((Seat(seat), JOKER if seat == ONE else NO_IDEA) for seat in range(6)))
    story.play((ONE, LOOK), (ONE, Swap("fingerprint-yellow", "fingerprint-green")))
    assert all(_holds_fingerprint(world, ONE) for world in story.worlds(ZERO))


def _holds_fingerprint(state: State, seat: Seat) -> bool:
    return any(clue.startswith("fingerprint") for clue in clues_in(state.clues[seat]))


@pytest.mark.parametrize(
    ("viewer", "unseen"),
    [
        (ZERO, {"red": 3, "blue": 2, "green": 2, "yellow": 3}),
        (ONE, {"red": 3, "blue": 3, "green": 3, "yellow": 1}),
        (RAIL, {"red": 3, "blue": 3, "green": 3, "yellow": 3}),
    ],
)
def test_without_swaps_a_pair_is_as_likely_as_counting_the_cards_says(
    viewer: Viewer, unseen: dict[str, int]
) -> None:
    story = Story()
    found, ways = story.pairs(viewer, SAMPLES), comb(sum(unseen.values()), 2)
    for pair in PAIRS:
        one, other = pair
        count = comb(unseen[one], 2) if one == other else unseen[one] * unseen[other]
        chance = count / ways if pair in _SORTED else 0.0
        deviation = sqrt(SAMPLES * chance * (1 - chance))
        assert abs(found[pair] - SAMPLES * chance) <= 5 * deviation, pair


_SORTED = [pair for pair in PAIRS if PAIRS.index(pair) <= PAIRS.index((pair[1], pair[0]))]


# Place cards


def test_a_card_openly_taken_is_in_the_hand_until_one_like_it_is_spent() -> None:
    story = Story(hand=("promenade",) * 4)
    story.play((ZERO, NO_IDEA), (ONE, NO_IDEA), (ZERO, Take("bar")))
    for world in story.worlds(ZERO):
        assert "pool" in places_in(world.places[ONE])
    story.play((ONE, Brake("pool")))
    hands = [places_in(world.places[ONE]) for world in story.worlds(ZERO)]
    assert not all("pool" in hand for hand in hands)
    assert {len(hand) for hand in hands} == {4}


# Whole games


@pytest.mark.parametrize("seats", [2, 5, 6])
def test_every_truth_that_is_imagined_has_the_right_cards(seats: int) -> None:
    beliefs = {v: start(Options(), seats, v, "detective") for v in viewers_of(seats)}
    for game, events in random_play(seats):
        for viewer, belief in beliefs.items():
            for sight in game.sights(events, viewer):
                update(belief, sight)
            _check_cards(imagine(belief, Chance(b"cards", game.seq)))


def _check_cards(world: State) -> None:
    assert [len(places_in(hand)) for hand in world.places] == world.place_counts
    places = Counter([*world.upper, *world.lower])
    assert max(places.values()) <= 12
    clues: Counter[str] = Counter(clue for hand in world.clues for clue in clues_in(hand))
    for number, code in enumerate(world.pairs):
        clues.update(f"{CATEGORIES[number // 4]}-{colour}" for colour in PAIRS[code])
    assert clues.total() == (34 if world.seats == 5 else 36)
    assert max(clues.values()) == 3
