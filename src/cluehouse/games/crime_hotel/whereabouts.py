"""Whereabouts: exact counting of the hidden deals: where each card can be and has been, with
chances.

The exchanges cut an investigation into stretches. Within a stretch a card stays in one place: a
hand, or under the moon as the murderer. `where` holds the mask of its possible places. The *trail*
of a card is its place in each stretch, until it is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.crime_hotel.pieces import FLOOR, HAND, ROOMS
from cluehouse.reason.allotment import Allotment

Trail = tuple[int, ...]
"""The place of a card in each stretch: a seat, or the number after the last seat for the
murderer."""


@dataclass(frozen=True, slots=True)
class Trade:
    """An exchange. If it was seen, the cards are known; otherwise only their number."""

    by: Seat
    whom: Seat
    count: int
    given: int = 0
    taken: int = 0

    @property
    def seen(self) -> bool:
        return bool(self.given)


class Whereabouts:
    """What is known about the cards of one investigation."""

    __slots__ = ("_solution", "gone", "hidden", "seats", "trades", "where")

    def __init__(self, seats: int, laid_out: int) -> None:
        self.seats = seats
        self.hidden = (1 << len(ROOMS)) - 1 & ~laid_out
        """The cards that were dealt or hidden."""
        self.gone: dict[int, int] = {}
        """Cards played, each with the stretch in which it was played."""
        self.trades: list[Trade] = []
        self.where = [[self.anywhere] * len(ROOMS)]
        self._solution: Solution | None = None

    @property
    def anywhere(self) -> int:
        return (1 << self.seats + 1) - 1

    @property
    def murderer(self) -> int:
        """The number of the murderer's place, after the seats."""
        return self.seats

    def is_at(self, cards: int, place: int) -> None:
        """These cards are at this place now."""
        self._restrict(cards, 1 << place)

    def is_not_at(self, cards: int, place: int) -> None:
        """None of these cards is at this place now, unless it has been played."""
        for card in self.gone:
            cards &= ~(1 << card)
        self._restrict(cards, ~(1 << place))

    def is_played(self, card: int, by: Seat) -> None:
        self.is_at(1 << card, by)
        self.gone[card] = len(self.trades)

    def is_void(self, seat: Seat, floor: int) -> None:
        """CH-TRK-2: a seat that does not follow has no card of that floor."""
        self.is_not_at(FLOOR[floor], seat)

    def trade(self, trade: Trade) -> None:
        self.is_at(trade.given, trade.by)
        self.is_at(trade.taken, trade.whom)
        self.trades.append(trade)
        self.where.append([self.anywhere] * len(ROOMS))
        self.is_at(trade.given, trade.whom)
        self.is_at(trade.taken, trade.by)

    def solve(self) -> "Solution":
        if self._solution is None:
            self._solution = Solution(self)
        return self._solution

    def _restrict(self, cards: int, places: int) -> None:
        self._solution = None
        where = self.where[-1]
        for card in _bits(cards):
            where[card] &= places


class Solution:
    """All deals that fit, counted."""

    def __init__(self, known: Whereabouts) -> None:
        self._known = known
        self._classes = _classes(known)
        trails = sorted({trail for options in self._classes for trail in options})
        self._trails = trails
        index = {trail: i for i, trail in enumerate(trails)}
        self._allotment = Allotment(
            supplies=_supplies(known),
            paths=[_uses(known, trail) for trail in trails],
            classes=[
                (len(cards), sum(1 << index[trail] for trail in options))
                for options, cards in self._classes.items()
            ],
        )

    @property
    def count(self) -> int:
        return self._allotment.count

    def chances(self) -> dict[int, list[float]]:
        """For each card not yet played, the chance of each place: the seats, then the murderer."""
        table: dict[int, list[float]] = {}
        for number, cards in enumerate(self._classes.values()):
            shares = self._allotment.shares(number)
            places = [0.0] * (self._known.seats + 1)
            for trail, share in zip(self._trails, shares, strict=True):
                places[trail[-1]] += share / len(cards)
            table.update((card, places) for card in cards if card not in self._known.gone)
        return table

    def draw(self, chance: Chance) -> list[int]:
        """Draw one of the deals that fit, each equally likely: for each place a mask of its
        cards."""
        places = [0] * (self._known.seats + 1)
        drawn = self._allotment.draw(chance)
        for cards, paths in zip(self._classes.values(), drawn, strict=True):
            for card, path in zip(cards, paths, strict=True):
                if card not in self._known.gone:
                    places[self._trails[path][-1]] |= 1 << card
        return places


Classes = dict[tuple[Trail, ...], list[int]]
"""Cards grouped by their possible trails."""


def _classes(known: Whereabouts) -> Classes:
    """Group the cards; the trails of cards with the same facts are computed once."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for card in _bits(known.hidden):
        places = tuple(where[card] for where in known.where)
        traded = tuple(
            trade.given >> card & 1 or -(trade.taken >> card & 1) for trade in known.trades
        )
        alike.setdefault((places, traded, known.gone.get(card)), []).append(card)
    classes: Classes = {}
    for cards in alike.values():
        classes.setdefault(tuple(_trails(known, cards[0])), []).extend(cards)
    return classes


def _trails(known: Whereabouts, card: int) -> list[Trail]:
    """All trails this card can have taken."""
    last = known.gone.get(card, len(known.trades))
    places = range(known.seats + 1)
    trails: list[Trail] = [(place,) for place in places if known.where[0][card] >> place & 1]
    for stretch in range(1, last + 1):
        trade = known.trades[stretch - 1]
        trails = [
            (*trail, place)
            for trail in trails
            for place in _after(trade, trail[-1], card)
            if known.where[stretch][card] >> place & 1
        ]
    return trails


def _after(trade: Trade, place: int, card: int) -> Iterator[int]:
    """The places where a card can be after an exchange."""
    moves = (trade.given | trade.taken) >> card & 1
    partner = {trade.by: trade.whom, trade.whom: trade.by}.get(Seat(place))
    if not moves:
        yield place
    if partner is not None and (moves or not trade.seen):
        yield partner


def _supplies(known: Whereabouts) -> list[int]:
    """The capacities: each hand as dealt, one murderer, and the cards of each exchange in either
    direction."""
    crossed = [units for trade in known.trades for units in (trade.count, trade.count)]
    return [HAND] * known.seats + [1] + crossed


def _uses(known: Whereabouts, trail: Trail) -> tuple[int, ...]:
    uses = [trail[0]]
    for number, (before, after) in enumerate(pairwise(trail)):
        if before != after:
            back = before == known.trades[number].whom
            uses.append(known.seats + 1 + 2 * number + back)
    return tuple(uses)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
