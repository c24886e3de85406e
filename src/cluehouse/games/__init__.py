"""The games: rules, beliefs and bots. No clock, no network, no disk, no global luck; no game
imports another."""

import copyreg
from collections.abc import Callable
from pickle import PicklingError
from typing import Final

from cluehouse.core.game import AnyGame, Game
from cluehouse.games.arosa import GAME as AROSA
from cluehouse.games.cinq_dernieres_minutes import GAME as CINQ_DERNIERES_MINUTES
from cluehouse.games.clue import GAME as CLUE
from cluehouse.games.crime_hotel import GAME as CRIME_HOTEL
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.secret_du_nil import GAME as SECRET_DU_NIL

GAMES: dict[str, AnyGame] = {
    game.name: game
    for game in (CLUE, CRIME_HOTEL, SECRET_DU_NIL, CINQ_DERNIERES_MINUTES, AROSA, KEYHOLE)
}

LOBBY: Final = (
    CLUE.name,
    CRIME_HOTEL.name,
    SECRET_DU_NIL.name,
    CINQ_DERNIERES_MINUTES.name,
    AROSA.name,
)
"""The games with a screen, offered to every guest. Keyhole is offered only where the host's
settings ask for it."""


def find(name: str) -> AnyGame:
    """Return the game of this name; raise KeyError if there is none."""
    return GAMES[name]


def _reduce(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    if GAMES.get(game.name) is not game:
        raise PicklingError(f"the game {game.name!r} is not the one of that name in GAMES")
    return find, (game.name,)


copyreg.pickle(Game, _reduce)
