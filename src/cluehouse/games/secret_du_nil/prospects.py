"""Prospects: what a category is worth to a detective now, and what a look at a pair may add.

The worth is the detective's chance to be right, less that of the others. A culprit that no other
seat knows of is worth most: the others will answer "nobody".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cluehouse.games.secret_du_nil.cards import after_swap, colours_of
from cluehouse.games.secret_du_nil.deduction.arrangements import (
    ALL_COLOURS,
    EQUAL,
    Bunch,
    bunch_of,
    count_of,
)
from cluehouse.games.secret_du_nil.deduction.outlook import Equal, Outlook

RIVALRY: Final = 0.8
"""How much a right answer of the others takes away from one's own."""
IN_HAND: Final = (0.0, 0.1, 0.3, 0.3)
"""By number of cards of the proof's colour in hand: their worth while a culprit may still be
made."""
ENOUGH_LOOKS: Final = 2
"""The number of looks it takes to make a culprit."""
_SURE: Final = 1 - 1e-9

Ending = tuple[int, int] | None
"""How a look ends: one colour out and another in, or None to put the pair back."""


@dataclass(frozen=True, slots=True)
class Case:
    """A category, as far as it matters to the detective."""

    outlook: Outlook
    proofs: Sequence[int]
    """The colours that the proof may have."""
    hand: Bunch
    """The detective's cards of this category."""
    known: Sequence[float]
    """For each suspect, the share of the others who know the pair."""

    def right(self) -> float:
        """The detective's chance to be right."""
        return _mean([_right(_guilty(self.outlook.equal, proof)) for proof in self.proofs])

    def right_with(self, known: Sequence[float]) -> float:
        """The chance to be right of a player who names the culprit if it is among these pairs,
        otherwise "nobody"."""
        return _mean([_told(_guilty(self.outlook.equal, proof), known) for proof in self.proofs])

    def gain(self, suspect: int, looks: int) -> float:
        """What a look at this pair adds to the worth of the category, with this many looks to
        come."""
        codes = self.outlook.codes[suspect].items()
        after = sum(chance * self.best(suspect, code, looks)[0] for code, chance in codes)
        return after - self._worth(self.outlook.equal, self.known, self.hand, looks + 1)

    def best(self, suspect: int, code: int, looks: int) -> tuple[float, Ending]:
        """The best worth of the category once the pair is seen, and how to end the look for it."""
        equal, known = self.outlook.after_look(suspect, code), list(self.known)
        best: tuple[float, Ending] = self._worth(equal, known, self.hand, looks), None
        known[suspect] = 0.0
        for out, put in self._swaps(code):
            equal[suspect] = [float(after_swap(code, out, put) == two) for two in EQUAL]
            hand = self.hand + bunch_of([out]) - bunch_of([put])
            worth = self._worth(equal, known, hand, looks)
            if worth > best[0]:
                best = worth, (out, put)
        return best

    def _swaps(self, code: int) -> Iterator[tuple[int, int]]:
        """NI-OBS-3: a pair of one colour cannot be changed."""
        one, other = colours_of(code)
        for put in ALL_COLOURS:
            if one != other and count_of(self.hand, put):
                yield from ((out, put) for out in (one, other) if out != put)

    def _worth(self, equal: Equal, known: Sequence[float], hand: Bunch, looks: int) -> float:
        worths = []
        for proof in self.proofs:
            guilty = _guilty(equal, proof)
            worth = _right(guilty) - RIVALRY * _told(guilty, known)
            if max(guilty) < _SURE:
                worth += IN_HAND[count_of(hand, proof)] * min(looks / ENOUGH_LOOKS, 1)
            worths.append(worth)
        return _mean(worths)


def _guilty(equal: Equal, proof: int) -> list[float]:
    return [chances[proof] for chances in equal]


def _right(guilty: Sequence[float]) -> float:
    """The chance of the likeliest answer, "nobody" included."""
    return max(1 - sum(guilty), *guilty)


def _told(guilty: Sequence[float], known: Sequence[float]) -> float:
    return 1 - sum(chance * (1 - share) for chance, share in zip(guilty, known, strict=True))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
