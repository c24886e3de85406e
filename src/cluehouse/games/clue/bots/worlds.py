"""What a question tells, reckoned over drawn deals.

The deals are kept sideways: for each holder and card the *worlds* in which they are together, as
the bits of one number. An answer leaves some of the worlds; how much it tells is how much less
uncertain the case file is among them (in nats), on average over the answers.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import log
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.reason.deals import Deals
from cluehouse.reason.deck import Cards, Deck, bits

WorldSet = int

Named = tuple[int, int, int]
"""A suspect, a weapon and a room, as cards."""

MOST_WORLDS: Final = 200
_FEW_CASES: Final = 16
"""Up to so many, the case file is weighed as a whole; else card by card, which needs less luck."""

_ORDERS: Final = tuple(permutations(range(3)))
"""In which somebody who can choose may prefer the three cards."""
_N_LOG_N: Final = (0.0, *(n * log(n) for n in range(1, MOST_WORLDS + 1)))


class Worlds:
    """Deals drawn from all that fit."""

    __slots__ = ("_choices", "_doubt_before", "_preferred", "cases", "count", "every", "held")

    def __init__(self, deck: Deck, deals: Deals, chance: Chance, count: int = MOST_WORLDS) -> None:
        self.count = count
        self.every: WorldSet = (1 << count) - 1
        self.held: list[list[WorldSet]] = [[0] * deck.size for _ in deck.holders]
        """For each holder and card the worlds in which they are together."""
        self.cases: dict[Cards, WorldSet] = {}
        """For each case file the worlds that have it."""
        for world in range(count):
            self._add(deals.draw(chance), 1 << world)
        self._choices = self._what_is_open(deck)
        self._doubt_before = self._doubt(self.every)
        self._preferred = _preferences(count, chance)

    def likeliest(self) -> tuple[Cards, float]:
        """The case file that most worlds have, and its chance."""
        case = max(self.cases, key=lambda case: self.cases[case].bit_count())
        return case, self.cases[case].bit_count() / self.count

    # --- what can be answered ---

    def answers(self, asked: Sequence[int], named: Named) -> list[WorldSet]:
        """To whoever asks these players in turn: who shows which card. A card that is known to be
        there is shown rather than another."""
        found: list[WorldSet] = []
        left = self.every
        for player in asked:
            held = self.held[player]
            suspect, weapon, room = held[named[0]], held[named[1]], held[named[2]]
            if self.every in (suspect, weapon, room):
                return [*found, left]
            found += [shown & left for shown in self._shown(suspect, weapon, room) if shown & left]
            left &= ~(suspect | weapon | room)
            if not left:
                return found
        return [*found, left]

    def heard(self, asked: Sequence[int], named: Named) -> list[WorldSet]:
        """By everybody: for each of these players that it shows a card, and last that nobody does.
        Some may be out of question."""
        found: list[WorldSet] = []
        left = self.every
        for player in asked:
            held = self.held[player]
            found.append(left & (held[named[0]] | held[named[1]] | held[named[2]]))
            left &= ~found[-1]
        return [*found, left]

    # --- what it tells ---

    def learned(self, answers: Iterable[WorldSet]) -> float:
        """How much less uncertain the case file is after one of these answers."""
        return (self._doubt_before - sum(map(self._doubt, answers))) / self.count

    def surprise(self, answers: Iterable[WorldSet]) -> float:
        """How uncertain the answer is: what it tells of all the hands together."""
        parts = sum(_N_LOG_N[answer.bit_count()] for answer in answers)
        return (_N_LOG_N[self.count] - parts) / self.count

    def hope(self, answers: Iterable[WorldSet]) -> float:
        """The chance of naming the case file rightly after one of these answers."""
        cases = self.cases.values()
        return sum(max((a & case).bit_count() for case in cases) for a in answers) / self.count

    def doubt(self, among: WorldSet) -> float:
        """How uncertain the case file is among these worlds; where there are none, nothing is."""
        return self._doubt(among) / among.bit_count() if among else 0.0

    def swayed(self, truth: "Worlds", asked: Sequence[int], named: Named) -> float:
        """How much more whoever thinks of these worlds will believe in the true case file, having
        heard the answer; less than nothing if it misleads. `truth`: the worlds of one who knows
        better."""
        parts = list(zip(truth.heard(asked, named), self.heard(asked, named), strict=True))
        gain = 0.0
        for true_case, case in zip(truth.held[-1], self.held[-1], strict=True):
            if true_case and case:
                believed = case.bit_count() / self.count
                for true, thought in parts:
                    if often := (true & true_case).bit_count():
                        likely = (thought & case).bit_count() + believed
                        gain += often * log(likely / (thought.bit_count() + 1) / believed)
        return gain / truth.count

    # --- inside ---

    def _add(self, deal: Sequence[Cards], world: WorldSet) -> None:
        for cards, held in zip(deal, self.held, strict=True):
            for card in bits(cards):
                held[card] |= world
        self.cases[deal[-1]] = self.cases.get(deal[-1], 0) | world

    def _what_is_open(self, deck: Deck) -> list[list[WorldSet]]:
        """Each a choice: of its sets one holds a world."""
        if len(self.cases) <= _FEW_CASES:
            return [list(self.cases.values())]
        case = self.held[deck.case]
        return [[case[card] for card in bits(kind) if case[card]] for kind in deck.kinds]

    def _doubt(self, among: WorldSet) -> float:
        """Of all these worlds together."""
        whole, doubt = _N_LOG_N[among.bit_count()], 0.0
        for choice in self._choices:
            doubt += whole
            for worlds in choice:
                doubt -= _N_LOG_N[(among & worlds).bit_count()]
        return doubt

    def _shown(
        self, suspect: WorldSet, weapon: WorldSet, room: WorldSet
    ) -> tuple[WorldSet, WorldSet, WorldSet]:
        """Where each of the three is shown by somebody who holds them there."""
        suspect_weapon, suspect_room, weapon_room = self._preferred
        return (
            suspect & (~weapon | suspect_weapon) & (~room | suspect_room),
            weapon & (~suspect | ~suspect_weapon) & (~room | weapon_room),
            room & (~suspect | ~suspect_room) & (~weapon | ~weapon_room),
        )


def _preferences(count: int, chance: Chance) -> list[WorldSet]:
    """Where a suspect is shown rather than a weapon, a suspect rather than a room, and a weapon
    rather than a room: any order of the three in any world."""
    orders = [chance.choice(_ORDERS) for _ in range(count)]
    return [
        sum(1 << world for world, order in enumerate(orders) if order[one] < order[other])
        for one, other in ((0, 1), (0, 2), (1, 2))
    ]
