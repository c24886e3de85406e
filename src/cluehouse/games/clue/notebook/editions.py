"""Editions: what the cards of a box are called. A box has names in one language, whoever reads."""

from importlib.resources import files
from typing import Final, Literal

import msgspec

from cluehouse.games.clue.cards import NAMES, Card, Language

Edition = Literal["house", "clue_us", "cluedo_uk", "cluedo_fr"]
"""`house`: the names of the game as it is played here, which differ by language."""

Names = dict[Language, dict[Card, str]]

_PRINTED: Final = msgspec.json.decode(
    files(__package__).joinpath("editions.json").read_bytes(), type=dict[Edition, dict[Card, str]]
)


def names_in(edition: Edition) -> Names:
    """The names of the cards in each language."""
    if edition == "house":
        return NAMES
    return dict.fromkeys(NAMES, _PRINTED[edition])
