"""The seal of a table: its secret and what people added to it, until both are opened at the end."""

import secrets
from typing import Self

from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.seal import SEAL_BYTES, Seal, commitment_of, key_of
from cluehouse.core.wire import Wire


class Sealed(Wire, frozen=True):
    """The house binds itself to a secret, before anybody adds to it. Told to nobody."""

    secret: str

    @classmethod
    def anew(cls) -> Self:
        return cls(secrets.token_hex(SEAL_BYTES))


class Contributed(Wire, frozen=True):
    """What a seat adds to the luck of the game. Told to nobody before the end."""

    seat: Seat
    value: str


class TableSeal:
    """As the table's book tells it. A table from before there were seals has none."""

    def __init__(self) -> None:
        self._secret: str | None = None
        self._contributions: dict[Seat, str] = {}

    @property
    def commitment(self) -> str:
        """What everybody may know of the secret; empty where there is none."""
        return "" if self._secret is None else commitment_of(self._secret)

    @property
    def contributed(self) -> tuple[Seat, ...]:
        """Who has added to it."""
        return tuple(sorted(self._contributions))

    def opened(self, seats: int) -> Seal | None:
        """For when the game is over, and not before."""
        if self._secret is None:
            return None
        given = tuple(self._contributions.get(seat) for seat in seats_of(seats))
        return Seal(commitment_of(self._secret), self._secret, given)

    def key(self, seats: int) -> bytes | None:
        """The key of all luck."""
        seal = self.opened(seats)
        return None if seal is None else key_of(seal.secret, seal.contributions)

    def apply(self, note: Sealed | Contributed) -> None:
        match note:
            case Sealed(secret=secret):
                self._secret = secret
            case Contributed(seat=seat, value=value):
                self._contributions[seat] = value

    def forget(self, seat: Seat) -> None:
        """Whoever gets up before the start takes along what they gave."""
        self._contributions.pop(seat, None)
