"""Worlds: deals drawn at random, over which the value of a question is computed.

The deals are stored as columns: for each holder and card, the set of *worlds* in which the holder
has the card, as the bits of one integer. An answer keeps some of the worlds. What it tells is how
much the entropy of the case file (in nats) falls, on average over the answers.
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
"""A suspect, a weapon and a room, as card numbers."""

MOST_WORLDS: Final = 200
_FEW_CASES: Final = 16
"""Up to so many different case files, their joint entropy is used; beyond it, that of each card by
itself, which needs fewer samples."""

_ORDERS: Final = tuple(permutations(range(3)))
"""The orders in which a player with a choice may prefer the three cards."""
_N_LOG_N: Final = (0.0, *(n * log(n) for n in range(1, MOST_WORLDS + 1)))


class Worlds:
    """Deals drawn from all deals that fit."""

    __slots__ = ("_choices", "_entropy_before", "_preferred", "cases", "count", "every", "held")

    def __init__(self, deck: Deck, deals: Deals, chance: Chance, count: int = MOST_WORLDS) -> None:
        self.count = count
        self.every: WorldSet = (1 << count) - 1
        self.held: list[list[WorldSet]] = [[0] * deck.size for _ in deck.holders]
        """For each holder and card, the worlds in which the holder has the card."""
        self.cases: dict[Cards, WorldSet] = {}
        """For each content of the case file, the worlds that have it."""
        for world in range(count):
            self._add(deals.draw(chance), 1 << world)
        self._choices = self._open_choices(deck)
        self._entropy_before = self._entropy_sum(self.every)
        self._preferred = _preferences(count, chance)

    def likeliest(self) -> tuple[Cards, float]:
        """The case file that most worlds have, and its probability."""
        case = max(self.cases, key=lambda case: self.cases[case].bit_count())
        return case, self.cases[case].bit_count() / self.count

    # --- possible answers ---

    def answers(self, asked: Sequence[int], named: Named) -> list[WorldSet]:
        """The answers the asker may see if these players are asked in turn: which player shows
        which card. A card that is certain to be held is shown rather than another."""
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
        """What all players hear: for each of these players the worlds where it shows a card, and
        last the worlds where none does. Some of these sets may be empty."""
        found: list[WorldSet] = []
        left = self.every
        for player in asked:
            held = self.held[player]
            found.append(left & (held[named[0]] | held[named[1]] | held[named[2]]))
            left &= ~found[-1]
        return [*found, left]

    # --- the value of an answer ---

    def information(self, answers: Iterable[WorldSet]) -> float:
        """How much the entropy of the case file falls after one of these answers."""
        return (self._entropy_before - sum(map(self._entropy_sum, answers))) / self.count

    def answer_entropy(self, answers: Iterable[WorldSet]) -> float:
        """The entropy of the answer: what it tells of all hands together."""
        parts = sum(_N_LOG_N[answer.bit_count()] for answer in answers)
        return (_N_LOG_N[self.count] - parts) / self.count

    def chance_to_solve(self, answers: Iterable[WorldSet]) -> float:
        """The chance of naming the case file rightly after one of these answers."""
        cases = self.cases.values()
        return sum(max((a & case).bit_count() for case in cases) for a in answers) / self.count

    def entropy(self, among: WorldSet) -> float:
        """The entropy of the case file among these worlds; 0 for the empty set."""
        return self._entropy_sum(among) / among.bit_count() if among else 0.0

    def belief_gain(self, truth: "Worlds", asked: Sequence[int], named: Named) -> float:
        """How much more a player who holds these worlds possible believes in the true case file
        after hearing the answer; negative if the answer misleads. `truth`: the worlds of a player
        who knows better."""
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

    # --- helpers ---

    def _add(self, deal: Sequence[Cards], world: WorldSet) -> None:
        for cards, held in zip(deal, self.held, strict=True):
            for card in bits(cards):
                held[card] |= world
        self.cases[deal[-1]] = self.cases.get(deal[-1], 0) | world

    def _open_choices(self, deck: Deck) -> list[list[WorldSet]]:
        """The open choices: each is a partition of the worlds."""
        if len(self.cases) <= _FEW_CASES:
            return [list(self.cases.values())]
        case = self.held[deck.case]
        return [[case[card] for card in bits(kind) if case[card]] for kind in deck.kinds]

    def _entropy_sum(self, among: WorldSet) -> float:
        """The entropy, summed over these worlds."""
        whole, entropy = _N_LOG_N[among.bit_count()], 0.0
        for choice in self._choices:
            entropy += whole
            for worlds in choice:
                entropy -= _N_LOG_N[(among & worlds).bit_count()]
        return entropy

    def _shown(
        self, suspect: WorldSet, weapon: WorldSet, room: WorldSet
    ) -> tuple[WorldSet, WorldSet, WorldSet]:
        """For each of the three cards, the worlds where a player who holds these sets shows it."""
        suspect_weapon, suspect_room, weapon_room = self._preferred
        return (
            suspect & (~weapon | suspect_weapon) & (~room | suspect_room),
            weapon & (~suspect | ~suspect_weapon) & (~room | weapon_room),
            room & (~suspect | ~suspect_room) & (~weapon | ~weapon_room),
        )


def _preferences(count: int, chance: Chance) -> list[WorldSet]:
    """The worlds where a suspect is shown rather than a weapon, a suspect rather than a room, and a
    weapon rather than a room. Each world draws any order of the three."""
    orders = [chance.choice(_ORDERS) for _ in range(count)]
    return [
        sum(1 << world for world, order in enumerate(orders) if order[one] < order[other])
        for one, other in ((0, 1), (0, 2), (1, 2))
    ]
