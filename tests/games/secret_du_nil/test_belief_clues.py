"""The exact chances of clue cards, compared with listing all deals and all swaps."""

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Seat
from cluehouse.games.secret_du_nil.cards import pair_code
from cluehouse.games.secret_du_nil.deduction.category import Contradiction
from cluehouse.games.secret_du_nil.deduction.clues import Clues
from cluehouse.games.secret_du_nil.pieces import CLUE_HAND
from tests.games.secret_du_nil.census import Census, OwnSwap, Seen, Step, UnseenSwap

VIEWER = Seat(0)
SAMPLES = 3000


class Story:
    """A deal, what happens to it, and what seat 0 learns of that."""

    def __init__(self, seats: int, seed: int) -> None:
        luck = Chance(b"clues", seed)
        decks = [luck.shuffled([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]) for _ in range(3)]
        left = luck.shuffled([(kind, card) for kind in range(3) for card in decks[kind][8:]])
        size = CLUE_HAND[seats]
        self.pairs = [[deck[2 * s : 2 * s + 2] for s in range(4)] for deck in decks]
        self.hands = [left[size * seat :][:size] for seat in range(seats)]
        self.rooms = [0, *[size] * (seats - 1), 12 - seats * size]
        self.own = [[card for k, card in self.hands[0] if k == kind] for kind in range(3)]
        self.clues = Clues(seats, VIEWER)
        self.clues.are_dealt(sum(1 << 2 * (4 * kind + card) for kind, card in self.hands[0]))
        self.steps: list[list[Step]] = [[], [], []]

    def look(self, kind: int, suspect: int) -> None:
        pair = tuple(sorted(self.pairs[kind][suspect]))
        self.clues.is_seen(4 * kind + suspect, pair_code(*pair))
        self.steps[kind].append(Seen(suspect, pair))

    def swap(self, luck: Chance) -> None:
        """A random legal swap, if there is one."""
        possible = [
            (seat, kind, suspect, out, put)
            for seat, hand in enumerate(self.hands)
            for kind, put in hand
            for suspect, pair in enumerate(self.pairs[kind])
            if len(set(pair)) == 2
            for out in pair
        ]
        seat, kind, suspect, out, put = luck.choice(possible)
        if seat == VIEWER:
            self.look(kind, suspect)
            self.clues.is_swapped(4 * kind + suspect, out, put)
            self.steps[kind].append(OwnSwap(suspect, out, put))
        else:
            self.clues.is_swapped_unseen(4 * kind + suspect, Seat(seat))
            self.steps[kind].append(UnseenSwap(suspect, seat))
        self.pairs[kind][suspect].remove(out)
        self.pairs[kind][suspect].append(put)
        self.hands[seat].remove((kind, put))
        self.hands[seat].append((kind, out))

    def census(self) -> Census:
        return Census(self.rooms, self.own, self.steps)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """The viewer has looked at most pairs before the first swap: few cards are unseen."""
    seats = draw(st.sampled_from([2, 3, 4, 5, 6]))
    story = Story(seats, draw(st.integers(0, 10**6)))
    for kind in range(3):
        for suspect in draw(st.permutations(range(4)))[: 2 if seats < 4 else 3]:
            story.look(kind, suspect)
    luck = Chance(b"steps", draw(st.integers(0, 10**6)))
    for swaps in draw(st.lists(st.booleans(), max_size=8)):
        if swaps:
            story.swap(luck)
        else:
            story.look(luck.below(3), luck.below(4))
    return story


def close(found: dict[int, float], listed: dict[int, float]) -> bool:
    return found.keys() == listed.keys() and found == pytest.approx(listed, abs=1e-12)


@settings(max_examples=20)
@given(stories())
def test_every_pair_is_as_likely_as_the_deals_that_lead_to_it(story: Story) -> None:
    solution, census = story.clues.solve(), story.census()
    for kind in range(3):
        for suspect in range(4):
            listed = {pair_code(*p): c for p, c in census.pair(kind, suspect).items()}
            assert close(solution.outlook(kind).codes[suspect], listed)


@settings(max_examples=20)
@given(stories(), st.data())
def test_every_hand_is_as_likely_as_the_deals_that_lead_to_it(
    story: Story, data: st.DataObject
) -> None:
    kind = data.draw(st.integers(0, 2))
    holder = data.draw(st.integers(1, len(story.rooms) - 1))
    listed = {
        sum(1 << 2 * (4 * kind + card) for card in hand): chance
        for hand, chance in story.census().hand(kind, holder).items()
    }
    assert close(story.clues.solve().hands(kind, holder), listed)


@settings(max_examples=20)
@given(stories(), st.tuples(*[st.integers(0, 3)] * 3))
def test_culprits_are_as_likely_together_as_the_deals_that_convict_them(
    story: Story, proofs: tuple[int, ...]
) -> None:
    found = story.clues.solve().culprits(proofs)
    assert found == pytest.approx(story.census().culprits(proofs), abs=1e-12)


@settings(max_examples=20)
@given(stories(), st.integers(0, 3))
def test_who_is_guilty_in_a_category_agrees_with_the_pairs(story: Story, proof: int) -> None:
    solution = story.clues.solve()
    for kind in range(3):
        *guilty, nobody = solution.guilty(kind, proof)
        equal = solution.outlook(kind).equal
        assert guilty == pytest.approx([chances[proof] for chances in equal], abs=1e-12)
        assert nobody == pytest.approx(1 - sum(guilty), abs=1e-12)


@settings(max_examples=20)
@given(stories(), st.data())
def test_a_look_tells_of_the_other_pairs_what_it_would_tell_afterwards(
    story: Story, data: st.DataObject
) -> None:
    kind, suspect = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 3))
    pair = story.pairs[kind][suspect]
    foretold = story.clues.solve().outlook(kind).after_look(suspect, pair_code(*pair))
    story.look(kind, suspect)
    seen = story.clues.solve().outlook(kind).equal
    for before, after in zip(foretold, seen, strict=True):
        assert before == pytest.approx(after, abs=1e-12)


def test_a_swap_is_tracked_even_without_any_look() -> None:
    story = Story(2, seed=0)
    story.clues.is_swapped_unseen(0, Seat(1))
    story.steps[0].append(UnseenSwap(0, 1))
    solution, census = story.clues.solve(), story.census()
    for suspect in (0, 1):
        listed = {pair_code(*pair): c for pair, c in census.pair(0, suspect).items()}
        assert close(solution.outlook(0).codes[suspect], listed)


def test_states_are_drawn_by_their_weight() -> None:
    story, luck = Story(4, seed=11), Chance(b"draws", 0)
    story.look(0, 0)
    for _ in range(5):
        story.swap(luck)
    solution = story.clues.solve()
    drawn = [solution.draw(Chance(b"drawn", number)) for number in range(SAMPLES)]
    for kind in range(3):
        for suspect in range(4):
            found = Counter(pairs[4 * kind + suspect] for pairs, _ in drawn)
            _check_frequencies(found, solution.outlook(kind).codes[suspect])
        for seat in (1, 2, 3):
            found = Counter(hands[seat] & 255 << 8 * kind for _, hands in drawn)
            _check_frequencies(found, solution.hands(kind, seat))


def _check_frequencies(found: Counter[int], chances: dict[int, float]) -> None:
    """Within five standard deviations."""
    assert found.keys() <= chances.keys()
    for what, chance in chances.items():
        assert (
            abs(found[what] / SAMPLES - chance) < 5 * sqrt(chance * (1 - chance) / SAMPLES) + 1e-9
        )


def test_hands_of_more_seats_than_cards_left_can_be_computed() -> None:
    """Four others have swapped fingerprints, and there are four in no pair."""
    clues = Clues(6, RAIL)
    for seat in (1, 2, 3, 4):
        clues.is_swapped_unseen(seat - 1, Seat(seat))
    solution = clues.solve()
    for holder in range(7):
        hands = solution.hands(0, holder)
        assert sum(hands.values()) == pytest.approx(1)
        assert set(hands) == ({1, 4, 16, 64} if holder in (1, 2, 3, 4) else {0})


# What cannot be


def contradicted(clues: Clues) -> None:
    for _ in range(2):
        with pytest.raises(Contradiction):
            clues.solve()


def test_four_cards_of_a_colour_are_a_contradiction() -> None:
    clues = Clues(2, RAIL)
    clues.is_seen(0, pair_code(0, 0))
    clues.is_seen(1, pair_code(0, 0))
    contradicted(clues)


def test_another_pair_without_a_swap_is_a_contradiction() -> None:
    clues = Clues(2, RAIL)
    clues.is_seen(0, pair_code(0, 1))
    clues.is_seen(0, pair_code(0, 2))
    contradicted(clues)


def test_a_swap_in_a_frozen_pair_is_a_contradiction() -> None:
    clues = Clues(2, RAIL)
    clues.is_seen(0, pair_code(1, 1))
    clues.is_swapped_unseen(0, Seat(1))
    contradicted(clues)


def test_a_seat_that_has_swapped_in_more_categories_than_it_has_cards_is_a_contradiction() -> None:
    clues = Clues(6, RAIL)
    for pair in (0, 4):
        clues.is_swapped_unseen(pair, Seat(1))
    clues.solve()
    clues.is_swapped_unseen(8, Seat(1))
    contradicted(clues)
