"""Menus: all possible moves, prebuilt and grouped by kind; legal moves are picked by mask."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from cluehouse.core.menu import Menu
from cluehouse.games.secret_du_nil.cards import PLAYS
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Brake,
    Look,
    Move,
    PlayCards,
    PutBack,
    Ready,
    Swap,
    Take,
)
from cluehouse.games.secret_du_nil.pieces import (
    CARDS,
    CATEGORIES,
    CLUES,
    COLOURS,
    CULPRITS,
    PLACES,
    SUSPECT,
    SUSPECTS,
    VERDICTS,
    MetAt,
    Options,
)

MAX_LAYOUTS: Final = 64
"""The number of different `met_at` for which something is kept in memory."""

ONE_OR_TWO: Final = 0b11
SPEEDS: Final[Menu[Move]] = Menu(
    (Announce("one"), Announce("two"), *(Brake(place) for place in PLACES))
)

CARD_PLAYS: Final[Menu[Move]] = Menu(PlayCards(cards) for cards in PLAYS)

_LOOKS: Final = tuple(
    Look(card, suspect, category)
    for card in CARDS
    if card != "no_idea"
    for suspect in SUSPECTS
    for category in CATEGORIES
)
LOOKS: Final[Menu[Move]] = Menu(_LOOKS)


@lru_cache(MAX_LAYOUTS)
def looks_with(met_at: MetAt) -> tuple[int, ...]:
    """For each card, the looks it is good for where suspects are met at these places (NI-OBS-1)."""
    return tuple(
        sum(1 << i for i, look in enumerate(_LOOKS) if look.card == card and _meets(look, met_at))
        for card in CARDS
    )


def _meets(look: Look, met_at: MetAt) -> bool:
    return look.card == "joker" or look.card in met_at[SUSPECT[look.suspect]]


_SWAPS: Final = tuple(
    Swap(out, put)
    for first in range(0, len(CLUES), len(COLOURS))
    for out, put in product(CLUES[first : first + len(COLOURS)], repeat=2)
)
ENDINGS: Final[Menu[Move]] = Menu((*_SWAPS, PutBack()))
"""How a look ends: a swap within a category, in the order of `cards.swappable`, or no swap."""
PUT_BACK: Final = 1 << len(_SWAPS)

TAKES: Final[Menu[Move]] = Menu(Take(place) for place in PLACES)

FULL_ANSWERS: Final[tuple[Move, ...]] = tuple(Answer(*each) for each in product(CULPRITS, repeat=3))
ANSWERS: Final[tuple[Move, ...]] = tuple(Answer(*each) for each in product(VERDICTS, repeat=3))
"""All answers including blanks, as in a match (NI-DEC-2)."""

READY: Final = Ready()


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    menus = (SPEEDS, CARD_PLAYS, LOOKS, ENDINGS, TAKES)
    return (*(move for menu in menus for move in menu.items), *ANSWERS, READY)
