"""Rules of the games. No clock, no network, no disk, no global luck; no game imports another."""

from cluehouse.core.game import AnyGame
from cluehouse.games.crime_hotel import GAME as CRIME_HOTEL
from cluehouse.games.keyhole import GAME as KEYHOLE

GAMES: dict[str, AnyGame] = {game.name: game for game in (CRIME_HOTEL, KEYHOLE)}


def find(name: str) -> AnyGame:
    """The game of this name; KeyError if there is none."""
    return GAMES[name]
