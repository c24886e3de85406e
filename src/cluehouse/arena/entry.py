"""Check the arguments of a contest. An impossible one raises NotAllowed with one line of text."""

from typing import Any, cast

import msgspec

from cluehouse.arena.contest import Contest
from cluehouse.arena.errors import NotAllowed
from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import LEVELS, Level
from cluehouse.core.wire import MAX_INTEGER, Wire
from cluehouse.games import GAMES
from cluehouse.games.catalogue import option_text, options_of


def enter(*, game: str, bots: str, games: int, seed: int, options: str = "{}") -> Contest:
    """`bots`: levels between commas, a seat for each. `games` is rounded up to whole deals."""
    if game not in GAMES:
        raise NotAllowed(f"no game {game!r}; there are {', '.join(GAMES)}")
    chosen = _options(GAMES[game], options)
    levels = tuple(_level(name.strip()) for name in bots.split(","))
    _check_seats(GAMES[game], chosen, len(levels))
    if games < 1:
        raise NotAllowed(f"{games} games; at least 1 is played")
    if not 0 <= seed <= MAX_INTEGER:
        raise NotAllowed(f"seed {seed}; it may be 0 to {MAX_INTEGER}")
    deals = -(-games // len(levels))
    return Contest(game=game, options=chosen, bots=levels, deals=deals, seed=seed)


def _options(game: AnyGame, text: str) -> Wire:
    try:
        return cast(Wire, codec(game).options.decode(text))
    except msgspec.DecodeError as error:
        known = "; ".join(option_text(option) for option in options_of(game)) or "none"
        raise NotAllowed(f"options {text!r}: {error}; {game.name} has {known}") from error


def _level(name: str) -> Level:
    for level in LEVELS:
        if name == level:
            return level
    raise NotAllowed(f"no bot {name!r}; there are {', '.join(LEVELS)}")


def _check_seats(game: AnyGame, options: Any, seats: int) -> None:
    allowed = game.seats(options)
    if seats not in allowed:
        raise NotAllowed(
            f"{game.name} is played by {allowed[0]} to {allowed[-1]} bots, not by {seats}"
        )
