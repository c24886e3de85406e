"""The seal of a table: a secret and the players' contributions, revealed when the game is over."""

import secrets
from typing import Self

from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.seal import SEAL_BYTES, Seal, commitment_of, key_of
from cluehouse.core.wire import Wire


class Sealed(Wire, frozen=True):
    """The server commits to a secret before any player contributes. Never sent to clients."""

    secret: str

    @classmethod
    def anew(cls) -> Self:
        return cls(secrets.token_hex(SEAL_BYTES))


class Contributed(Wire, frozen=True):
    """A seat's contribution to the luck of the game. Secret until the game is over."""

    seat: Seat
    value: str


class TableSeal:
    """The seal as recorded in the table's book. Tables older than seals have none."""

    def __init__(self) -> None:
        self._secret: str | None = None
        self._contributions: dict[Seat, str] = {}

    @property
    def commitment(self) -> str:
        """The public commitment to the secret; empty without a seal."""
        return "" if self._secret is None else commitment_of(self._secret)

    @property
    def contributed(self) -> tuple[Seat, ...]:
        """The seats that have contributed."""
        return tuple(sorted(self._contributions))

    def opened(self, seats: int) -> Seal | None:
        """The revealed seal. It must not leave the server before the game is over."""
        if self._secret is None:
            return None
        given = tuple(self._contributions.get(seat) for seat in seats_of(seats))
        return Seal(commitment_of(self._secret), self._secret, given)

    def key(self, seats: int) -> bytes | None:
        """The key of all luck in the game; None without a seal."""
        seal = self.opened(seats)
        return None if seal is None else key_of(seal.secret, seal.contributions)

    def apply(self, note: Sealed | Contributed) -> None:
        match note:
            case Sealed(secret=secret):
                self._secret = secret
            case Contributed(seat=seat, value=value):
                self._contributions[seat] = value

    def withdraw(self, seat: Seat) -> None:
        """Remove the contribution of a player who leaves their seat before the start."""
        self._contributions.pop(seat, None)
