"""Cards as numbers: hands packed with a few bits per kind, pairs as codes, and what a hand can
play.

Cards of one kind are interchangeable, so a hand is a count of each kind.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from cluehouse.games.secret_du_nil.pieces import (
    CARD,
    CLUE,
    CLUES,
    COLOUR,
    COLOURS,
    JOKER,
    NO_IDEA,
    PLACE,
    PLACES,
    Card,
    Clue,
    Pair,
    Place,
)

_CACHE_SIZE: Final = 4096
"""The size of the caches for hands that come up again and again."""

# --- place cards --------------------------------------------------------------------------------

_PLACE_BITS: Final = 4
ONE_PLACE: Final = tuple(1 << _PLACE_BITS * place for place in range(len(PLACES)))
"""For each place, a hand with one card of it; hands add up."""


def place_hand(places: Iterable[Place]) -> int:
    return sum(ONE_PLACE[PLACE[place]] for place in places)


def place_count(hand: int, place: int) -> int:
    return hand >> _PLACE_BITS * place & (1 << _PLACE_BITS) - 1


@cache
def places_held(hand: int) -> int:
    """The places of which a hand has a card, as a mask."""
    return sum(1 << place for place in range(len(PLACES)) if place_count(hand, place))


@lru_cache(_CACHE_SIZE)
def places_in(hand: int) -> tuple[Place, ...]:
    return tuple(p for i, p in enumerate(PLACES) for _ in range(place_count(hand, i)))


# --- plays ----------------------------------------------------------------------------------------

PLAYS: Final[tuple[tuple[Card, ...], ...]] = (
    *((place,) for place in PLACES),
    *combinations_with_replacement(PLACES, 2),
    *((place, "joker") for place in PLACES),
    ("joker",),
    ("no_idea",),
)
"""Everything that can ever be played (NI-CAR-1)."""
PLAY: Final = {cards: i for i, cards in enumerate(PLAYS)}
PASS: Final = PLAY[("no_idea",)]

_CARDS: Final = tuple(tuple(CARD[card] for card in cards) for cards in PLAYS)
LOOK_CARDS: Final = tuple(tuple(card for card in cards if card != NO_IDEA) for cards in _CARDS)
"""For each play, the cards that let their player look (NI-OBS-1)."""
SPENT: Final = tuple(sum(ONE_PLACE[c] for c in cards if c < JOKER) for cards in _CARDS)
"""For each play, its place cards as a hand."""
PLACES_SPENT: Final = tuple(sum(c < JOKER for c in cards) for cards in _CARDS)
HAS_JOKER: Final = tuple(JOKER in cards for cards in _CARDS)


def playable(upper: int, lower: int, hand: int, joker: int) -> int:
    """What this hand can play beside these two cards, as a mask over PLAYS (NI-CAR-2)."""
    some = min(place_count(hand, upper), 2), min(place_count(hand, lower), 2)
    return _playable(upper, lower, *some, joker)


@cache
def _playable(upper: int, lower: int, uppers: int, lowers: int, joker: int) -> int:
    """The same for a hand with this many cards of either place."""
    hand = ONE_PLACE[upper] * uppers | ONE_PLACE[lower] * lowers
    beside = ONE_PLACE[upper] + ONE_PLACE[lower]
    return sum(
        1 << play
        for play, spent in enumerate(SPENT)
        if within(spent, beside) and within(spent, hand) and (joker or not HAS_JOKER[play])
    )


def within(some: int, hand: int) -> bool:
    """Whether a hand has all of these place cards."""
    places = range(len(PLACES))
    return all(place_count(some, place) <= place_count(hand, place) for place in places)


# --- clue cards ---------------------------------------------------------------------------------

_CLUE_BITS: Final = 2
ONE_CLUE: Final = tuple(1 << _CLUE_BITS * clue for clue in range(len(CLUES)))


def clue_hand(clues: Iterable[Clue]) -> int:
    return sum(ONE_CLUE[CLUE[clue]] for clue in clues)


def clue_count(hand: int, clue: int) -> int:
    return hand >> _CLUE_BITS * clue & (1 << _CLUE_BITS) - 1


@lru_cache(_CACHE_SIZE)
def clues_in(hand: int) -> tuple[Clue, ...]:
    return tuple(c for i, c in enumerate(CLUES) for _ in range(clue_count(hand, i)))


PAIRS: Final[tuple[Pair, ...]] = tuple((a, b) for a in COLOURS for b in COLOURS)
"""All pairs by their code; only those sorted by colour are in use."""


def pair_code(one: int, other: int) -> int:
    """The code of a pair; the order of its colours does not matter."""
    colour_count = len(COLOURS)
    return one * colour_count + other if one <= other else other * colour_count + one


def code_of(pair: Pair) -> int:
    one, other = pair
    return pair_code(COLOUR[one], COLOUR[other])


def colours_of(code: int) -> tuple[int, int]:
    return divmod(code, len(COLOURS))


def after_swap(code: int, out: int, put: int) -> int:
    """The code of the pair with one colour replaced by another."""
    one, other = colours_of(code)
    return pair_code(other if one == out else one, put)


@lru_cache(_CACHE_SIZE)
def swappable(category: int, code: int, hand: int) -> int:
    """The swaps open to a looker: a mask with a bit for 16 × category + 4 × colour out + colour in.
    A pair of one colour cannot be changed (NI-OBS-3)."""
    colour_count = len(COLOURS)
    one, other = colours_of(code)
    if one == other:
        return 0
    held = sum(1 << c for c in range(colour_count) if clue_count(hand, colour_count * category + c))
    swaps = held << colour_count * one | held << colour_count * other
    return swaps << colour_count * colour_count * category
