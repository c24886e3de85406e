"""Practice tower: a cube falls, and the answer comes with the sound (AR-SND-3).

Each seed is a hotel of its own: its cubes fall one after another and stay. Examples of a storey
teach what to listen for. The server stores
nothing; the same question always gives the same fall. The falls before it are simulated again, or
taken from a cache when a client asks for one cube after another.
"""

from collections import Counter
from functools import lru_cache
from itertools import islice
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
_FEW: Final = 3
_MAX_TRIES: Final = 1000
"""Every storey gets at least one fall in twenty (AR-SND-1)."""


class Practice(Wire, frozen=True, tag=False):
    """Let a cube fall into a hotel."""

    seed: Seed
    """The number of the hotel."""
    number: Number
    """The number of the cube; the cubes before it lie inside."""
    hearing: Hearing
    storey: Storey | None = None
    """An example instead: a cube that falls into an empty hotel and comes to rest here."""


class Practised(Wire, frozen=True, tag=False):
    sound: bytes
    """A WAV file, as players get it in a game."""
    storey: Storey
    """The storey where the cube came to rest."""
    storeys: tuple[int, ...]
    """The number of cubes now on each storey, from the ground floor up."""


def practise(question: Practice) -> Practised:
    from cluehouse.games.arosa.tower import sound  # imports numpy, so only when needed

    if question.storey is None:
        fall, resting = _dropped(question.seed, question.number)
    else:
        fall = _example(question.seed, question.storey)
        resting = fall.rest
    lie = Counter(rest.storey for rest in resting)
    return Practised(
        sound=sound.of(fall.contacts, question.hearing),
        storey=STOREYS[fall.storey],
        storeys=tuple(lie[storey] for storey in STOREYS),
    )


PRACTICE: Final = Aid(takes=Practice, gives=Practised, run=practise)


@lru_cache(_CACHE_SIZE)
def _example(seed: int, storey: Storey) -> Fall:
    """Of a few falls that end on this storey, the one whose last knock is neither early nor
    late."""
    falls = (_dropped((seed + tries) % MAX_INTEGER, 1).fall for tries in range(_MAX_TRIES))
    there = islice((fall for fall in falls if fall.storey == storey), _FEW)
    return sorted(there, key=lambda fall: fall.contacts[-1].time)[_FEW // 2]


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
