"""Count hidden deals, exactly, and find one of them by its number.

One card after another goes to one of its holders. All that matters of the cards dealt so far is how
many each hand still needs, which kinds the case still lacks and which clauses are still unmet: that
is a *state*, packed into a number. One forward and one backward pass over the states gives the
number of deals with a given card in a given hand, for all cards and hands at once.

    Two suspects and two weapons, one of each in the case, hands of one; hand 0 has no suspect:

    >>> from cluehouse.reason.deck import has_none_of, has_size
    >>> deck = Deck(kinds=(2, 2), hands=2)
    >>> sizes = [has_size(0, 1), has_size(1, 1)]
    >>> deals = Deals(deck, [*sizes, has_none_of(deck, 0, 0b0011)])
    >>> deals.count
    4
    >>> deals.cells[0]     # the first suspect: never in hand 0, as often in hand 1 as in the case
    [0, 2, 2]
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cluehouse.core.chance import Chance
from cluehouse.reason.deck import Cards, Cells, Condition, Deck, bits
from cluehouse.reason.ledger import Ledger

_Layer = dict[int, int]
"""A number of ways for each state."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A card may go to this holder."""

    holder: int
    room: int
    """The mask of the bits that say how many cards the holder still needs."""
    unit: int
    kept: int
    """The mask of a state without the clauses that this meets."""
    owed: int
    """The clauses that only this holder can meet: once it has no room they must be met."""


@dataclass(frozen=True, slots=True)
class _Step:
    card: int
    ways: tuple[_Way, ...]
    ended: int
    """The bits that no later card can clear."""


class Deals:
    """All deals that fit the conditions, equally likely."""

    def __init__(self, deck: Deck, conditions: Iterable[Condition]) -> None:
        ledger = Ledger(deck, conditions)
        ledger.share_evenly()
        ledger.settle()
        self._ledger = ledger
        self._steps: list[_Step] = []
        self._layers: list[_Layer] = [{}]
        if ledger.possible:
            self._count_forward()
        self.count = self._layers[-1].get(0, 0)
        """The number of deals."""

    @cached_property
    def cells(self) -> list[list[int]]:
        """For each card, for each holder, the number of deals in which it holds the card."""
        deck = self._ledger.deck
        cells = [[0] * len(deck.holders) for _ in range(deck.size)]
        if not self.count:
            return cells
        settled = self._ledger.settled()
        for holder in deck.holders:
            for card in bits(deck.held(self._ledger.open, holder) & settled):
                cells[card][holder] = self.count
        for step, layer, onward in zip(self._steps, self._layers, self._onward[1:], strict=False):
            for way in step.ways:
                cells[step.card][way.holder] = _together(way, layer, onward)
        return cells

    def draw(self, chance: Chance) -> list[Cards]:
        """A uniformly random deal: the cards of every holder. There must be one."""
        return self.deal(chance.below(self.count))

    def deal(self, number: int) -> list[Cards]:
        """The deal of this number, 0 … count-1: the cards of every holder."""
        deck = self._ledger.deck
        settled = self._ledger.settled()
        held = [deck.held(self._ledger.open, holder) & settled for holder in deck.holders]
        starts = [(state, state) for state in self._layers[0]]
        state, _, number = _pick(starts, self._onward[0], number)
        for step, onward in zip(self._steps, self._onward[1:], strict=True):
            ways = [(_after(way, state), way.holder) for way in step.ways if state & way.room]
            state, holder, number = _pick(ways, onward, number)
            held[holder] |= 1 << step.card
        return held

    def _count_forward(self) -> None:
        layout = _Layout(self._ledger)
        self._steps = layout.steps()
        self._layers = [layout.starts()]
        for step in self._steps:
            self._layers.append(_forward(step, self._layers[-1]))

    @cached_property
    def _onward(self) -> list[_Layer]:
        """For each state of each layer, the number of ways to deal the rest."""
        found = [{0: 1}]
        for step, layer in zip(reversed(self._steps), reversed(self._layers[:-1]), strict=True):
            found.append(_backward(step, layer, found[-1]))
        return found[::-1]


class _Layout:
    """The bits of a state: each hand's needs, each kind the case lacks, each clause unmet."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._deck = deck = ledger.deck
        self._settled = ledger.settled()
        self._given = [
            (deck.held(ledger.open, hand) & self._settled).bit_count() for hand in deck.hands
        ]
        widths = [
            (most - given).bit_length()
            for most, given in zip(ledger.most, self._given, strict=True)
        ]
        self._shifts = [sum(widths[:hand]) for hand in deck.hands]
        self._rooms = [
            ((1 << width) - 1) << shift for width, shift in zip(widths, self._shifts, strict=True)
        ]
        after_hands = sum(widths)
        self._lacks = [1 << after_hands + kind for kind in range(len(deck.kinds))]
        after_kinds = after_hands + len(deck.kinds)
        self._unmet = [1 << after_kinds + clause for clause in range(len(ledger.clauses))]

    def starts(self) -> _Layer:
        """The first state for each arrangement of the hand sizes."""
        deck = self._deck
        in_case = deck.held(self._ledger.open, deck.case) & self._settled
        lacking = sum(
            bit for bit, kind in zip(self._lacks, deck.kinds, strict=True) if not in_case & kind
        )
        state = lacking + sum(self._unmet)
        return {
            state + sum(n << shift for n, shift in zip(needs, self._shifts, strict=True)): 1
            for needs in map(self._needs, self._ledger.arrangements())
            if min(needs) >= 0
        }

    def _needs(self, sizes: Sequence[int]) -> list[int]:
        return [size - given for size, given in zip(sizes, self._given, strict=True)]

    def steps(self) -> list[_Step]:
        order = _in_order(
            list(bits(self._deck.cards & ~self._settled)),
            [self._clauses_at(card) for card in range(self._deck.size)],
        )
        steps: list[_Step] = []
        later = 0
        for card in reversed(order):
            ways = self._ways(card)
            here = self._clauses_at(card) | sum(way.room for way in ways)
            steps.append(_Step(card, ways, ended=here & ~later))
            later |= here
        return steps[::-1]

    def _clauses_at(self, card: int) -> int:
        return self._met_by(self._deck.columns[card])

    def _met_by(self, cells: Cells) -> int:
        clauses = zip(self._unmet, self._ledger.clauses, strict=True)
        return sum(bit for bit, clause in clauses if clause & cells)

    def _ways(self, card: int) -> tuple[_Way, ...]:
        deck, column = self._deck, self._deck.columns[card]
        return tuple(
            self._way(card, holder)
            for holder in deck.holders
            if self._ledger.open & column & deck.row(holder, deck.cards)
        )

    def _way(self, card: int, holder: int) -> _Way:
        kept = ~self._met_by(self._deck.row(holder, 1 << card))
        if holder == self._deck.case:
            room = self._lacks[self._deck.kind_of[card]]
            return _Way(holder, room, room, kept, owed=0)
        row = self._deck.row(holder, self._deck.cards)
        owed = self._met_by(row) & ~self._met_by(self._deck.cells & ~row)
        return _Way(holder, self._rooms[holder], 1 << self._shifts[holder], kept, owed)


def _in_order(cards: list[int], clauses_at: Sequence[int]) -> list[int]:
    """Order the cards so that few clauses are open at a time: each next card opens few and ends
    many."""
    order: list[int] = []
    begun, rest = 0, list(cards)
    while rest:
        best = min(rest, key=_openings(rest, begun, clauses_at))
        rest.remove(best)
        order.append(best)
        begun |= clauses_at[best]
    return order


def _openings(
    rest: list[int], begun: int, clauses_at: Sequence[int]
) -> Callable[[int], tuple[int, int]]:
    """A sort key: how many more clauses are open after a card, then the fewer clauses it is one of
    the last two cards of, the later."""
    once = twice = thrice = 0
    for card in rest:
        thrice |= twice & clauses_at[card]
        twice |= once & clauses_at[card]
        once |= clauses_at[card]

    def key(card: int) -> tuple[int, int]:
        here = clauses_at[card]
        opened = (here & ~begun).bit_count() - (here & ~twice).bit_count()
        return opened, -(here & ~thrice).bit_count()

    return key


def _forward(step: _Step, layer: _Layer) -> _Layer:
    reached: _Layer = {}
    get, ended = reached.get, step.ended
    for way in step.ways:
        room, unit, kept, owed = way.room, way.unit, way.kept, way.owed
        for state, ways in layer.items():
            if state & room:
                to = (state - unit) & kept
                if not to & ended and (to & room or not to & owed):
                    reached[to] = get(to, 0) + ways
    return reached


def _backward(step: _Step, layer: _Layer, after: _Layer) -> _Layer:
    found: _Layer = {}
    get, onward = found.get, after.get
    for way in step.ways:
        room, unit, kept = way.room, way.unit, way.kept
        for state in layer:
            if state & room and (ways := onward((state - unit) & kept)):
                found[state] = get(state, 0) + ways
    return found


def _together(way: _Way, layer: _Layer, after: _Layer) -> int:
    """The number of deals in which the card goes this way."""
    room, unit, kept, onward = way.room, way.unit, way.kept, after.get
    return sum(
        ways * more
        for state, ways in layer.items()
        if state & room and (more := onward((state - unit) & kept))
    )


def _after(way: _Way, state: int) -> int:
    return (state - way.unit) & way.kept


def _pick(ways: Iterable[tuple[int, int]], onward: _Layer, number: int) -> tuple[int, int, int]:
    """The state and holder of the way with this number, and the number within the ways on from
    that state."""
    for state, holder in ways:
        more = onward.get(state, 0)
        if number < more:
            return state, holder, number
        number -= more
    raise AssertionError("the number must be below the count of deals")
