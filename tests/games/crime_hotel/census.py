"""A slow reference for what a viewer can know: all possible deals, enumerated one by one.

Deals that contradict what is seen are removed; where cards change hands unseen, every way to give
and to take is enumerated. It shares no code with the belief it tests.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from cluehouse.core.ids import Seat, Viewer
from cluehouse.games.crime_hotel.events import (
    CardPlayed,
    Dealt,
    Exchanged,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
    Parked,
)
from cluehouse.games.crime_hotel.pieces import HAND, ROOMS, Room
from cluehouse.games.crime_hotel.view import Sight, SomeExchanged

World = tuple[int, ...]
"""The cards in every hand, then the murderer's, each as a mask."""

Follow = Callable[[World], Iterable[World]]
"""What a world may turn into; empty if it contradicts what is seen."""

CARD: Final = {room: 1 << index for index, room in enumerate(ROOMS)}


class Census:
    """All possible worlds as they stand now, each with the number of ways that lead to it."""

    def __init__(self, deals: Iterable[World]) -> None:
        self.worlds = Counter(deals)
        self._floor_led: int | None = None

    @property
    def count(self) -> int:
        return self.worlds.total()

    def chances(self) -> dict[int, list[float]]:
        """For each card still hidden, the chance of each place."""
        hands: list[Counter[int]] = [Counter() for _ in next(iter(self.worlds))]
        for world, ways in self.worlds.items():
            for place, cards in enumerate(world):
                hands[place][cards] += ways
        table = {
            number: [_share(card, ways_by_hand) / self.count for ways_by_hand in hands]
            for number, card in enumerate(CARD.values())
        }
        return {number: places for number, places in table.items() if any(places)}

    def see(self, sight: Sight) -> None:
        follow = self._reading(sight)
        if follow is not None:
            after: Counter[World] = Counter()
            for world, ways in self.worlds.items():
                for follower in follow(world):
                    after[follower] += ways
            self.worlds = after

    def _reading(self, sight: Sight) -> Follow | None:
        match sight:
            case CardPlayed(by=by, card=card):
                return _played(by, card, self._missing(card))
            case LastCardShown(by=by, card=card):
                return _played(by, card, 0)
            case Parked():
                self._floor_led = None
                return None
            case Looked(whom=whom, cards=cards):
                return _held(whom, mask(cards))
            case Exchanged(by=by, whom=whom, given=given, taken=taken):
                return lambda world: _exchanged(world, by, whom, [mask(given)], [mask(taken)])
            case SomeExchanged(by=by, whom=whom, count=count):
                return lambda world: _exchanged(
                    world, by, whom, _some(world[by], count), _some(world[whom], count)
                )
            case MurdererFound(room=room):
                return _held(Seat(-1), CARD[room])
            case _:
                return None

    def _missing(self, card: Room) -> int:
        """The cards that a seat which plays this one cannot have (CH-TRK-2)."""
        floor = card // 10
        if self._floor_led is None:
            self._floor_led = floor
        follows = floor == self._floor_led
        return 0 if follows else mask(room for room in ROOMS if room // 10 == self._floor_led)


def _played(by: Seat, card: Room, missing: int) -> Follow:
    bit = CARD[card]

    def follow(world: World) -> Iterable[World]:
        hand = world[by]
        fits = hand & bit and not hand & missing
        return ((*world[:by], hand ^ bit, *world[by + 1 :]),) if fits else ()

    return follow


def _held(place: Seat, cards: int) -> Follow:
    return lambda world: (world,) if world[place] & cards == cards else ()


def _exchanged(
    world: World, by: Seat, whom: Seat, gifts: Iterable[int], takings: Collection[int]
) -> Iterator[World]:
    for given in gifts:
        for taken in takings:
            if world[by] & given == given and world[whom] & taken == taken:
                hands = list(world)
                hands[by] ^= given | taken
                hands[whom] ^= given | taken
                yield tuple(hands)


def _some(hand: int, count: int) -> list[int]:
    cards = [card for card in CARD.values() if hand & card]
    return [sum(some) for some in combinations(cards, count)]


def _share(card: int, ways_by_hand: Counter[int]) -> int:
    return sum(ways for hand, ways in ways_by_hand.items() if hand & card)


def mask(cards: Iterable[Room]) -> int:
    return sum(CARD[card] for card in cards)


Origins = dict[Room, Collection[int]]
"""The places where each card may have been dealt."""


def deals(seats: int, viewer: Viewer, sights: Sequence[Sight]) -> Iterator[World]:
    """All deals of an investigation except those that these sights plainly exclude: there would be
    far too many. A census from here on is right once it has seen all of them."""
    return _deals(_origins(seats, viewer, sights), place=0, murderer=seats)


def _origins(seats: int, viewer: Viewer, sights: Sequence[Sight]) -> Origins:
    """A card was dealt where it is seen, unless that seat has exchanged cards before."""
    origins: Origins = {}
    traders: set[int] = set()
    for sight in sights:
        match sight:
            case InvestigationBegun(searched=searched):
                elsewhere = [place for place in range(seats + 1) if place != viewer]
                origins = {room: elsewhere for room in ROOMS if room not in searched}
            case Dealt(to=to, cards=cards):
                origins.update((card, [to]) for card in cards)
            case CardPlayed(by=by, card=card):
                origins[card] = _traced(origins[card], by, traders)
            case Looked(whom=whom, cards=cards):
                origins.update((card, _traced(origins[card], whom, traders)) for card in cards)
            case Exchanged(by=by, whom=whom) | SomeExchanged(by=by, whom=whom):
                traders |= {by, whom}
            case _:
                pass
    return origins


def _traced(origins: Collection[int], seat: Seat, traders: set[int]) -> Collection[int]:
    return [place for place in origins if place == seat or {place, seat} <= traders]


def _deals(origins: Origins, *, place: int, murderer: int) -> Iterator[World]:
    """Place by place; a card that no later place can have must lie here."""
    last = [card for card, places in origins.items() if max(places) <= place]
    if any(place not in origins[card] for card in last):
        return
    if place == murderer:
        if len(last) == len(origins) == 1:
            yield (mask(last),)
        return
    others = [card for card in origins if place in origins[card] and card not in last]
    for more in combinations(others, HAND - len(last)) if len(last) <= HAND else ():
        hand = {*last, *more}
        rest = {card: places for card, places in origins.items() if card not in hand}
        for world in _deals(rest, place=place + 1, murderer=murderer):
            yield (mask(hand), *world)
