"""Menus: all possible moves, prebuilt and grouped by kind; legal moves are picked by mask."""

from collections.abc import Sequence
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
    MET_AT,
    PLACES,
    SUSPECTS,
    VERDICTS,
    Options,
)

ONE_OR_TWO: Final = 0b11
SPEEDS: Final[Menu[Move]] = Menu(
    (Announce("one"), Announce("two"), *(Brake(place) for place in PLACES))
)

CARD_PLAYS: Final[Menu[Move]] = Menu(PlayCards(cards) for cards in PLAYS)

_LOOKS: Final = tuple(
    Look(card, suspect, category)
    for card in CARDS
    for suspect, places in zip(SUSPECTS, MET_AT, strict=True)
    if card in places or card == "joker"
    for category in CATEGORIES
)
LOOKS: Final[Menu[Move]] = Menu(_LOOKS)
LOOKS_WITH: Final = tuple(
    sum(1 << i for i, look in enumerate(_LOOKS) if look.card == card) for card in CARDS
)
"""For each card, the looks it is good for (NI-OBS-1)."""

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
