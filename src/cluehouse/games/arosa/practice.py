"""Practice tower: a cube falls, and the answer comes with the sound (AR-SND-3).

Each seed is a hotel of its own: its cubes fall one after another and stay. The server stores
nothing; the same question always gives the same fall. The falls before it are simulated again, or
taken from a cache when a client asks for one cube after another.
"""

from collections import Counter
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

import msgspec

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.game import Aid
from cluehouse.core.wire import MAX_INTEGER, Wire
from cluehouse.games.arosa.pieces import STOREYS, Storey
from cluehouse.games.arosa.tower.fall import Fall, Hearing, Resting

Seed = Annotated[int, msgspec.Meta(ge=0, lt=MAX_INTEGER)]
Number = Annotated[int, msgspec.Meta(ge=1, le=30)]

_CACHE_SIZE: Final = 256
"""The number of falls in the cache."""


class Practice(Wire, frozen=True, tag=False):
    """Let a cube fall into a hotel."""

    seed: Seed
    """The number of the hotel."""
    number: Number
    """The number of the cube; the cubes before it lie inside."""
    hearing: Hearing


class Practised(Wire, frozen=True, tag=False):
    sound: bytes
    """A WAV file, as players get it in a game."""
    storey: Storey
    """The storey where the cube came to rest."""
    storeys: tuple[int, ...]
    """The number of cubes now on each storey, from the ground floor up."""


def practise(question: Practice) -> Practised:
    from cluehouse.games.arosa.tower import sound  # imports numpy, so only when needed

    fall, resting = _dropped(question.seed, question.number)
    lie = Counter(rest.storey for rest in resting)
    return Practised(
        sound=sound.of(fall.contacts, question.hearing),
        storey=STOREYS[fall.storey],
        storeys=tuple(lie[storey] for storey in STOREYS),
    )


PRACTICE: Final = Aid(takes=Practice, gives=Practised, run=practise)


class _Dropped(NamedTuple):
    fall: Fall
    resting: tuple[Resting, ...]


@lru_cache(_CACHE_SIZE)
def _dropped(seed: int, number: int) -> _Dropped:
    from cluehouse.games.arosa.tower import tower  # imports pymunk, so only when needed

    before = _dropped(seed, number - 1).resting if number > 1 else ()
    fall = tower.drop(before, number - 1, Chance(subkey(b"practice", seed), number))
    resting = {rest.cube: rest for rest in (*before, *fall.rest)}
    return _Dropped(fall, tuple(resting.values()))
