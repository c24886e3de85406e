"""Machine: a fingerprint of how this machine simulates falls.

A bouncing cube amplifies a tiny difference in arithmetic. So machines on which the same few cubes
come to rest in the same places simulate alike, whatever their hardware.
"""

import hashlib
from functools import cache
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.wire import encode
from cluehouse.games.arosa.tower.fall import Resting

_FALLS: Final = 8
_KEY: Final = b"arosa"


@cache
def mark() -> str:
    from cluehouse.games.arosa.tower import tower  # imports pymunk, so only when needed

    inside: dict[int, Resting] = {}
    digest = hashlib.sha256()
    for cube in range(_FALLS):
        fall = tower.drop(inside.values(), cube, Chance(_KEY, cube))
        inside |= {rest.cube: rest for rest in fall.rest}
        digest.update(encode(fall))
    return digest.hexdigest()[:16]
