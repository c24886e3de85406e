"""Clue: what questions tell over drawn deals, compared with going through the deals one by one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from math import log

import pytest

from cluehouse.core.chance import Chance
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.bots.rivals import to_the_left
from cluehouse.games.clue.bots.worlds import MOST_WORLDS, Named, Worlds
from cluehouse.reason.deck import Cards
from tests.games.clue.seated import decisions

Property = Callable[[Sequence[Cards]], Hashable]
"""A property of a deal."""

LUCK = b"worlds"
QUESTIONS: list[Named] = list(product(range(6), range(6, 12), range(12, 21)))[::23]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_information_all_players_hear_matches_enumeration(seats: int) -> None:
    for belief, asked, worlds, deals in _positions(seats):
        for named in QUESTIONS:
            heard = _who_shows(asked, named)
            parts = worlds.heard(asked, named)
            assert worlds.answer_entropy(parts) == pytest.approx(_entropy(deals, heard))
            assert worlds.information(parts) == pytest.approx(_information(belief, deals, heard))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_every_world_has_one_answer_and_the_asker_hears_no_less_than_the_others(seats: int) -> None:
    for _, asked, worlds, _ in _positions(seats):
        for named in QUESTIONS:
            answers = worlds.answers(asked, named)
            assert sum(answers) == worlds.every
            assert sum(map(int.bit_count, answers)) == worlds.count
            known = any(worlds.held[seat][card] == worlds.every for seat in asked for card in named)
            if not known:
                parts = worlds.heard(asked, named)
                assert all(sum(not answer & ~part for part in parts) == 1 for answer in answers)
                assert worlds.information(answers) >= worlds.information(parts) - 1e-9
                now = worlds.likeliest()[1]
                assert worlds.chance_to_solve(answers) >= worlds.chance_to_solve(parts) >= now


def test_a_card_that_is_known_is_shown_rather_than_another() -> None:
    """So naming a card that the first player surely holds tells nothing."""
    tried = 0
    for _, asked, worlds, _ in _positions(3):
        for named in QUESTIONS:
            if any(worlds.held[asked[0]][card] == worlds.every for card in named):
                assert worlds.answers(asked, named) == [worlds.every]
                tried += 1
    assert tried


def test_belief_gain_of_an_equal_player_is_the_information_it_hears() -> None:
    for belief, asked, worlds, deals in _positions(3):
        for named in QUESTIONS:
            heard = _who_shows(asked, named)
            told = sum(_about(deals, kind, heard) for kind in belief.deck.kinds)
            assert worlds.belief_gain(worlds, asked, named) == pytest.approx(told, abs=0.05)


def _positions(seats: int) -> Iterator[tuple[Belief, list[int], Worlds, list[list[Cards]]]]:
    """At every question: the belief of the asker, the seats it asks, and deals drawn from the
    belief."""
    for now in list(decisions("novice", seats))[::20]:
        belief, chance = now.belief, Chance(LUCK, now.seq)
        worlds = Worlds(belief.deck, belief.deals, chance)
        again = Chance(LUCK, now.seq)
        deals = [belief.deals.draw(again) for _ in range(MOST_WORLDS)]
        yield belief, [*to_the_left(belief.open, now.view.seat)], worlds, deals


def _who_shows(asked: Sequence[int], named: Named) -> Property:
    mask = sum(1 << card for card in named)
    return lambda deal: next((seat for seat in asked if deal[seat] & mask), None)


def _information(belief: Belief, deals: list[list[Cards]], heard: Property) -> float:
    few = len({deal[-1] for deal in deals}) <= 16
    parts = [belief.deck.cards] if few else belief.deck.kinds
    return sum(_about(deals, part, heard) for part in parts)


def _about(deals: list[list[Cards]], part: Cards, heard: Property) -> float:
    """The information about this part of the case file in what is heard."""
    both = _entropy(deals, lambda deal: (heard(deal), deal[-1] & part))
    return _entropy(deals, lambda deal: deal[-1] & part) + _entropy(deals, heard) - both


def _entropy(deals: list[list[Cards]], what: Property) -> float:
    counts = Counter(map(what, deals)).values()
    return -sum(n / len(deals) * log(n / len(deals)) for n in counts)
