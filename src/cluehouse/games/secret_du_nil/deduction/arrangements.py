"""Arrangements: how the cards of one category may lie, packed into a number, and ways to draw them.

An *arrangement* has a lane for each colour. Each lane says how many cards of the colour lie where:
in the pool of unseen cards, in each suspect's pair, in each tracked hand. So two colours are
exchanged by exchanging their lanes. A *bunch* is the cards in one of these places.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, product
from math import comb, perm, prod
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.games.secret_du_nil.cards import ONE_CLUE, clue_count, colours_of, pair_code
from cluehouse.games.secret_du_nil.pieces import CLUE_COPIES, COLOURS, SUSPECTS

Arrangement = int
Bunch = int
Weights = dict[int, int]

ALL_COLOURS: Final = range(len(COLOURS))
LEFT_OVER: Final = CLUE_COPIES * len(COLOURS) - 2 * len(SUSPECTS)
"""The number of cards of a category that are in no pair."""
_MOST_HANDS: Final = LEFT_OVER + 1
"""The most hands that can be tracked: each player who swaps has a card, and one more hand without a
card may be asked about."""

_BITS: Final = 2
LANE_BITS: Final = _BITS * (1 + len(SUSPECTS) + _MOST_HANDS)
_ONE: Final[tuple[Bunch, ...]] = tuple(1 << LANE_BITS * colour for colour in ALL_COLOURS)
BUNCH: Final = CLUE_COPIES * sum(_ONE)
"""All cards in the pool; also the mask of a bunch."""
TABLE: Final = sum(BUNCH << _BITS * place for place in range(1 + len(SUSPECTS)))
"""The mask of the part of an arrangement that is in no hand: the pool and the pairs."""


def pair_at(suspect: int) -> int:
    return _BITS * (1 + suspect)


def hand_at(number: int) -> int:
    return _BITS * (1 + len(SUSPECTS) + number)


# --- bunches ------------------------------------------------------------------------------------


def count_of(bunch: Bunch, colour: int) -> int:
    return bunch >> LANE_BITS * colour & CLUE_COPIES


def bunch_of(colours: Iterable[int]) -> Bunch:
    return sum(_ONE[colour] for colour in colours)


@cache
def colours_in(bunch: Bunch) -> tuple[int, ...]:
    return tuple(colour for colour in ALL_COLOURS for _ in range(count_of(bunch, colour)))


def bunch_in(hand: int, category: int) -> Bunch:
    """The cards of this category in a hand packed as in `cards`."""
    first = len(COLOURS) * category
    return sum(clue_count(hand, first + colour) * _ONE[colour] for colour in ALL_COLOURS)


def hand_of(bunch: Bunch, category: int) -> int:
    return sum(ONE_CLUE[len(COLOURS) * category + colour] for colour in colours_in(bunch))


CODES: Final = tuple(pair_code(one, other) for one in ALL_COLOURS for other in ALL_COLOURS[one:])
EQUAL: Final = tuple(pair_code(colour, colour) for colour in ALL_COLOURS)
MIXED: Final = tuple(code for code in CODES if code not in EQUAL)
CARDS_OF: Final = {code: bunch_of(colours_of(code)) for code in CODES}
"""For each pair code, its two cards as a bunch."""
CODE_OF: Final = {bunch: code for code, bunch in CARDS_OF.items()}


# --- ways to draw -------------------------------------------------------------------------------


def pairs_among(code: int, pool: Bunch) -> int:
    """The number of ways in which two cards of the pool make this pair."""
    one, other = colours_of(code)
    some = count_of(pool, one)
    return some * count_of(pool, other) if one != other else some * (some - 1) // 2


@cache
def draws(pool: Bunch, codes: tuple[int, ...]) -> tuple[tuple[Bunch, int], ...]:
    """For each of these pairs that can be drawn, its cards and the number of ways to draw them."""
    return tuple((CARDS_OF[code], among) for code in codes if (among := pairs_among(code, pool)))


@cache
def hands_among(pool: Bunch, size: int) -> tuple[tuple[Bunch, int], ...]:
    """The hands of this size that can be drawn, each with the number of ways to draw it."""
    counts = [count_of(pool, colour) for colour in ALL_COLOURS]
    return tuple(
        (sum(map(int.__mul__, _ONE, taken)), prod(map(comb, counts, taken)))
        for taken in product(*(range(count + 1) for count in counts))
        if sum(taken) == size
    )


def ways_to_pair(cards: int, pairs: int) -> int:
    """The number of ways to draw this many pairs, one after the other, from this many cards."""
    return perm(cards, 2 * pairs) >> pairs


def swaps(pair: Bunch, hand: Bunch, purpose: int) -> Iterator[tuple[Bunch, int]]:
    """For each card out and each card in: what the swap adds to the pair and takes from the hand,
    and its weight. A swap that makes the two cards equal weighs `purpose` times as much. Two equal
    cards cannot be swapped (NI-OBS-3)."""
    ways = product(colours_in(pair), ALL_COLOURS) if CODE_OF[pair] in MIXED else ()
    for out, put in ways:
        if count := count_of(hand, put):
            after = pair - _ONE[out] + _ONE[put]
            yield after - pair, count * (purpose if CODE_OF[after] in EQUAL else 1)


def weighted_index(weights: Sequence[int], chance: Chance) -> int:
    """Draw an index with a probability proportional to its weight."""
    sums = list(accumulate(weights))
    return bisect(sums, chance.below(sums[-1]))
