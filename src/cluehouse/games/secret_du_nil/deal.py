"""Deal: the events that set up a game, up to the first turn."""

from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import seats_of
from cluehouse.games.secret_du_nil.cards import PAIRS, pair_code
from cluehouse.games.secret_du_nil.events import (
    BankHidden,
    BankLaid,
    Dealt,
    Event,
    GameBegun,
    PairsHidden,
    ProofsHidden,
)
from cluehouse.games.secret_du_nil.pieces import (
    CAIRO,
    CATEGORIES,
    CLUE_COPIES,
    CLUE_HAND,
    CLUES,
    COLOURS,
    PLACE_COPIES,
    PLACE_HAND,
    PLACES,
    SUSPECTS,
    Options,
    Pair,
    Place,
)

PLACE_CARDS: Final = tuple(place for place in range(len(PLACES)) for _ in range(PLACE_COPIES))
CLUE_CARDS: Final = tuple(colour for colour in range(len(COLOURS)) for _ in range(CLUE_COPIES))
"""The colours of the clue cards of one category."""
_ON_PAIRS: Final = 2 * len(SUSPECTS)


def deal(number: int, options: Options, seats: int, chance: Chance) -> list[Event]:
    """Deal a game. Only the first proof of each category ever counts, so only that one is drawn."""
    places = [PLACES[place] for place in chance.shuffled(PLACE_CARDS)]
    upper, lower = tuple(places[:CAIRO]), tuple(places[CAIRO : 2 * CAIRO])
    fingerprint, stain, shoe_print = (chance.choice(COLOURS) for _ in CATEGORIES)
    decks = [chance.shuffled(CLUE_CARDS) for _ in CATEGORIES]
    return [
        GameBegun(number),
        BankLaid("upper", upper),
        BankLaid("lower", lower) if options.both_banks else BankHidden(lower),
        ProofsHidden((fingerprint, stain, shoe_print)),
        PairsHidden(tuple(_pairs(deck) for deck in decks)),
        *_hands(seats, places[2 * CAIRO :], chance.shuffled(_left_over(decks))),
    ]


def _pairs(deck: list[int]) -> tuple[Pair, ...]:
    """The first eight cards, two for each suspect."""
    firsts, seconds = deck[0:_ON_PAIRS:2], deck[1:_ON_PAIRS:2]
    return tuple(PAIRS[pair_code(*cards)] for cards in zip(firsts, seconds, strict=True))


def _left_over(decks: list[list[int]]) -> list[int]:
    """The clues of all categories that are in no pair."""
    colour_count = len(COLOURS)
    return [
        colour_count * kind + colour
        for kind, deck in enumerate(decks)
        for colour in deck[_ON_PAIRS:]
    ]


def _hands(seats: int, places: list[Place], clues: list[int]) -> list[Event]:
    """Deal the hands; cards left over stay in the box."""
    size = CLUE_HAND[seats]
    return [
        Dealt(
            seat,
            tuple(sorted(places[PLACE_HAND * seat :][:PLACE_HAND], key=PLACES.index)),
            tuple(CLUES[clue] for clue in sorted(clues[size * seat :][:size])),
        )
        for seat in seats_of(seats)
    ]
