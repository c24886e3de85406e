"""The luck of random players: fast, and the same for every engine, so it favours none."""

from random import Random

from cluehouse.core.chance import Chance


class Luck(Chance):
    """A Chance that draws from Python's own generator."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        super().__init__(b"", 0)
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)

    def fraction(self) -> float:
        return self._random()
