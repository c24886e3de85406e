"""Prospects: the value of playing a card, from rollouts of the remaining tricks in imagined deals.

The first and the last bay guess; the bays between call reinforcements. A late guess is worth more
than an early one, so a card that reaches an end bay is worth saving.
"""

from collections.abc import Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.games.crime_hotel.pieces import COLUMNS, FLOOR
from cluehouse.games.crime_hotel.state import State

WORLDS: Final = 40
"""The number of deals imagined for one choice of a card."""


def card_values(
    worlds: Sequence[State], seat: int, cards: Sequence[int], gains: Sequence[float], chance: Chance
) -> list[float]:
    """For each card, the average value of the end bays reached from now on. `gains`: how much more
    an end bay is worth than a middle one, in this trick and each later one."""
    dice = Dice(chance)
    return [
        sum(_rollout(state, seat, card, gains, dice) for state in worlds) / len(worlds)
        for card in cards
    ]


class Dice:
    """A fast generator of small random numbers: a rollout needs thousands, and none is a secret."""

    __slots__ = ("_state",)

    def __init__(self, chance: Chance) -> None:
        self._state = chance.below(1 << 31) | 1

    def below(self, bound: int) -> int:
        self._state = self._state * 1103515245 + 12345 & 0x7FFFFFFF
        return (self._state >> 8) % bound


def _rollout(state: State, seat: int, card: int, gains: Sequence[float], dice: Dice) -> float:
    """Play one deal to its last trick: the others play any legal card, this seat its highest or
    lowest."""
    hands = state.hands[:]
    lead, value = state.car, 0.0
    trick = list(state.trick)
    for gain in gains:
        while len(trick) < state.seats:
            turn = (lead + len(trick)) % state.seats
            if turn == seat and card >= 0:
                played, card = card, -1
            else:
                played = _some_card(hands[turn], trick, dice, ends=turn == seat)
            hands[turn] &= ~(1 << played)
            trick.append(played)
        mine = trick[(seat - lead) % state.seats]
        highest = max(trick)
        if mine in (highest, min(trick)):
            value += gain
        lead = (lead + trick.index(highest)) % state.seats
        trick = []
    return value


def _some_card(hand: int, trick: Sequence[int], dice: Dice, *, ends: bool) -> int:
    if trick:
        hand = hand & FLOOR[trick[0] // COLUMNS] or hand
    if ends:
        return hand.bit_length() - 1 if dice.below(2) else (hand & -hand).bit_length() - 1
    for _ in range(dice.below(hand.bit_count())):
        hand &= hand - 1
    return (hand & -hand).bit_length() - 1
