"""Sound: synthesises the sound of a fall, wood on cardboard, from its knocks alone (AR-SND-2).

Each knock is a short grain: the modes of a cube, which die at once, and those of the panel it
struck, lower and longer the deeper the storey. Deeper storeys are also duller and more
reverberant; the table is a hard click. A fall as a whole is out of tune by some share, and a knock
by less than half the interval between two storeys: on its way down from storey to storey a cube is
heard lower and lower. All sounds have the same length and header, and the same knocks give the same
bytes. This module imports numpy: import it only where a sound is needed.
"""

import hashlib
import struct
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cluehouse.games.arosa.tower.fall import (
    FLOORS,
    SOUND_SECONDS,
    SYNTHESIS,
    Contact,
    Hearing,
    Synthesis,
)

RATE: Final = 24_000
SAMPLES: Final = round(SOUND_SECONDS * RATE)
Signal = npt.NDArray[np.float64]


class Walls(NamedTuple):
    """How much of the depth the walls of the hotel reveal, and what they let through."""

    spread: float
    """Octaves between the panels of the uppermost storey and of the lowest."""
    column: float
    """How much more a storey rings, echoes and is muffled than the one above it."""
    jitter: float
    """The share by which the pitch of a knock may be off."""
    muffling: float
    """The frequency in hertz above which little of the uppermost storey gets out."""
    hiss: float
    uneven: float
    """The share by which the loudness of a knock may be off."""
    tuning: float = 0.0
    """The share by which the pitch of a whole fall may be off."""
    fading: float = 0.4
    """Decibels per storey: as many as cubes strike harder further down, so loudness tells
    nothing."""
    raised: float = 1.3
    """How much higher than `_PANEL` all floors are: small loudspeakers still play the lowest."""
    echo: float = 0.4
    """The loudness of echoes. Loud ones colour a knock, and its pitch seems to wander."""


WALLS: Final[dict[Synthesis, dict[Hearing, Walls]]] = {
    1: {
        "clear": Walls(1.25, 1.0, 0.02, 6000, 0.0005, 0.08, fading=2.0, raised=1.0, echo=1.0),
        "normal": Walls(0.5, 0.5, 0.10, 4000, 0.012, 0.40, fading=1.0, raised=1.0, echo=1.0),
        "thick": Walls(0.2, 0.2, 0.15, 2000, 0.04, 0.60, fading=0.5, raised=1.0, echo=1.0),
    },
    2: {
        "clear": Walls(1.25, 1.0, 0.01, 6000, 0.0005, 0.08, tuning=0.01),
        "normal": Walls(0.7, 0.5, 0.025, 4000, 0.012, 0.40, tuning=0.08),
        "thick": Walls(0.5, 0.2, 0.02, 2000, 0.04, 0.60, tuning=0.15),
    },
}

_CUBE: Final = ((1900.0, 0.5), (3150.0, 0.35), (4700.0, 0.2))
"""The frequency in hertz and the loudness of each mode."""
_PANEL: Final = ((430.0, 1.0), (705.0, 0.55), (1130.0, 0.3))
"""The modes of the floor of the uppermost storey."""
_TABLE: Final = ((2600.0, 1.5), (4300.0, 1.5), (6900.0, 1.2))
_CUBE_RINGS, _TABLE_RINGS, _PANEL_RINGS = 0.004, 0.0025, 0.014
"""The seconds in which a mode dies down."""
_LONGER: Final = 0.15
_DULLER: Final = 0.12
"""The share by which a panel rings longer than on the storey above, and by which more is
muffled."""
_GRAIN: Final = 0.18
_BLOCK: Final = 64

_HARD: Final = 600.0
_LOUD: Final = 0.45
"""The loudness of a knock of impulse `_HARD` on the uppermost storey."""
_ECHOES: Final = 4

_HEADER: Final = (
    struct.pack("<4sI4s", b"RIFF", 36 + 2 * SAMPLES, b"WAVE")
    + struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16)
    + struct.pack("<4sI", b"data", 2 * SAMPLES)
)


def of(contacts: Sequence[Contact], hearing: Hearing, *, synthesis: Synthesis = SYNTHESIS) -> bytes:
    """A WAV file with 16 bits, mono."""
    clipped: Signal = np.tanh(_mix(contacts, WALLS[synthesis][hearing]))
    return _HEADER + np.rint(clipped * 32767).astype("<i2").tobytes()


def samples(wav: bytes) -> Signal:
    """The samples of a WAV file, between -1 and 1."""
    return np.frombuffer(wav, "<i2", offset=len(_HEADER)) / 32768


def _mix(contacts: Sequence[Contact], walls: Walls) -> Signal:
    noise = _Noise(contacts)
    mix = noise.spread(SAMPLES) * walls.hiss
    tuning = 1 + walls.tuning * noise.spread(1)[0] if walls.tuning else 1.0
    for contact in contacts:
        grain = _grain(contact, walls, noise, tuning)
        at = contact.time * RATE // 1_000_000
        for delay, loudness in _echoes(contact.storey, walls):
            heard = mix[at + delay : at + delay + len(grain)]
            heard += grain[: len(heard)] * loudness
    return mix


class _Noise:
    """Random numbers for detuning and noise, seeded by the knocks: the same knocks sound the
    same."""

    def __init__(self, contacts: Sequence[Contact]) -> None:
        seed = hashlib.sha256(repr([tuple(contact) for contact in contacts]).encode()).digest()
        self._bits = np.random.PCG64(int.from_bytes(seed, "big"))

    def spread(self, count: int) -> Signal:
        """Random numbers between -1 and 1."""
        raw: npt.NDArray[np.uint64] = self._bits.random_raw(count)
        return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-52 - 1.0


def _grain(contact: Contact, walls: Walls, noise: _Noise, tuning: float) -> Signal:
    """The sum of the decaying waves of a knock. A wave is a power series: each block of it is the
    first block times the power it begins with."""
    modes = _modes(contact.storey, walls)
    out_of_tune, louder = (walls.jitter, walls.uneven) * noise.spread(2)
    pitch = modes.pitch * (1 + out_of_tune) * tuning
    powers = (2j * np.pi * pitch - 1 / modes.ring) / RATE
    block = np.exp(powers * np.arange(_BLOCK)[:, None])
    begins = np.exp(powers * np.arange(0, _GRAIN * RATE, _BLOCK)[:, None]) * modes.loud
    loudness: float = (contact.impulse / _HARD) ** 0.8 * (1 + louder)
    waves: Signal = (begins @ block.T).imag.ravel()
    return waves * loudness


class _Modes(NamedTuple):
    pitch: Signal
    ring: Signal
    loud: Signal


@cache
def _modes(storey: int, walls: Walls) -> _Modes:
    """The modes of a cube and of the floor of this storey."""
    depth = FLOORS - 1 - storey
    lower = 2 ** (-walls.spread * depth / (FLOORS - 1))
    longer = (1 + _LONGER * walls.column) ** depth
    modes = [(pitch, _CUBE_RINGS, loud) for pitch, loud in _CUBE]
    if storey:
        lower *= walls.raised
        modes += [(pitch * lower, _PANEL_RINGS * longer, loud) for pitch, loud in _PANEL]
    else:
        modes += [(pitch, _TABLE_RINGS, loud) for pitch, loud in _TABLE]
    pitch, ring, loud = np.array(modes).T
    loud /= 1 + (pitch / walls.muffling * (1 + _DULLER * walls.column) ** depth) ** 2
    return _Modes(pitch, ring, loud * _LOUD * 10 ** (-walls.fading * depth / 20))


@cache
def _echoes(storey: int, walls: Walls) -> list[tuple[int, float]]:
    """The knock itself, then its echoes: delays and loudness. Together they have the energy of one
    knock."""
    depth = walls.column * (FLOORS - 1 - storey)
    delay, returned = round((0.007 + 0.003 * depth) * RATE), walls.echo * (0.08 + 0.07 * depth)
    direct = (1 - returned**2) ** 0.5
    return [(number * delay, direct * returned**number) for number in range(_ECHOES + 1)]
