"""One category of clue cards, followed through a game: its deal, what was seen, what was swapped.

Between two swaps a pair stays what it is. So what is seen of a pair later says what it may have
been before, swap by swap, and the search for a truth that fits goes only where that leaves a way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

from cluehouse.core.chance import Chance
from cluehouse.games.secret_du_nil.cards import after_swap, colours_of, pair_code
from cluehouse.games.secret_du_nil.pieces import CLUE_COPIES, COLOURS, SUSPECTS

LEFT_OVER: Final = CLUE_COPIES * len(COLOURS) - 2 * len(SUSPECTS)
"""The cards of a category that are in no pair."""
HAND_BITS: Final = 2 * len(COLOURS)
"""A hand of one category is packed as in `cards`, two bits a colour."""

_FEW: Final = range(len(COLOURS))
_ONE: Final = tuple(1 << 2 * colour for colour in _FEW)
_CODES: Final = tuple(pair_code(one, other) for one in _FEW for other in _FEW[one:])
_ANY: Final = sum(1 << code for code in _CODES)
"""A set of pairs is a mask of their codes."""
_MIXED: Final = tuple(code for code in _CODES if len(set(colours_of(code))) == 2)

Column = tuple[int, ...]
"""How many cards of the category each holder was dealt, but for those the viewer was."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The viewer saw this pair."""

    suspect: int
    code: int


@dataclass(frozen=True, slots=True)
class OwnSwap:
    suspect: int
    by: int
    out: int
    put: int


@dataclass(frozen=True, slots=True)
class UnseenSwap:
    suspect: int
    by: int


Step = Seen | OwnSwap | UnseenSwap


class World(NamedTuple):
    """How the category stands: the pair of each suspect, the hand of each holder."""

    pairs: tuple[int, ...]
    hands: tuple[int, ...]

    def swapped(self, suspect: int, by: int, out: int, put: int) -> "World":
        pairs, hands = list(self.pairs), list(self.hands)
        pairs[suspect] = after_swap(pairs[suspect], out, put)
        hands[by] += _ONE[out] - _ONE[put]
        return World(tuple(pairs), tuple(hands))


class Strand:
    """What is known of a category."""

    __slots__ = ("_dead", "_hopeless", "_own", "_steps", "swappers")

    def __init__(self, holders: int) -> None:
        self._own = (0,) * holders
        """The hands that the viewer knows: at most its own."""
        self._steps: list[Step] = []
        self._dead: dict[Column, set[tuple[int, World]]] = {}
        """Where the search has been in vain, for each column."""
        self._hopeless: set[Column] = set()
        self.swappers: set[int] = set()
        """Others who have swapped here."""

    @property
    def left_over(self) -> int:
        """How many cards the others have."""
        return LEFT_OVER - sum(map(_size, self._own))

    def is_dealt(self, viewer: int, hand: int) -> None:
        self._own = tuple(hand if holder == viewer else 0 for holder in range(len(self._own)))

    def learn(self, step: Step) -> None:
        self._steps.append(step)
        self._dead.clear()
        self._hopeless.clear()
        if isinstance(step, UnseenSwap):
            self.swappers.add(step.by)

    def forget(self) -> None:
        """How it came to be as it is."""
        own = World((0,) * len(SUSPECTS), self._own)
        for step in self._steps:
            if isinstance(step, OwnSwap):
                own = own.swapped(step.suspect, step.by, step.out, step.put)
        self._own = own.hands
        self._steps.clear()
        self.swappers.clear()

    def draw(self, column: Column, chance: Chance) -> World | None:
        """How the category may stand, if these numbers of cards were dealt; None if they cannot
        have been."""
        if column in self._hopeless:
            return None
        dead = self._dead.setdefault(column, set())
        world = _Search(self._own, self._steps, column, dead, chance).find()
        if world is None:
            self._hopeless.add(column)
        return world


class _Search:
    """Lays pairs, deals hands and follows the steps at random; turns back where there is no way."""

    def __init__(
        self,
        own: Sequence[int],
        steps: Sequence[Step],
        column: Column,
        dead: set[tuple[int, World]],
        chance: Chance,
    ) -> None:
        self._own = own
        self._steps = steps
        self._holders = [holder for holder, count in enumerate(column) for _ in range(count)]
        self._dead = dead
        self._chance = chance
        self._first, self._after = _ways(steps)

    def find(self) -> World | None:
        left = [CLUE_COPIES - sum(_count(hand, colour) for hand in self._own) for colour in _FEW]
        order = sorted(range(len(SUSPECTS)), key=lambda suspect: self._first[suspect].bit_count())
        return self._lay([0] * len(SUSPECTS), order, left)

    def _lay(self, pairs: list[int], order: list[int], left: list[int]) -> World | None:
        """The pairs of these suspects, those of whom most is known first."""
        if not order:
            return self._deal(tuple(pairs), left)
        suspect, *others = order
        for code in self._drawn(self._first[suspect], left):
            one, other = colours_of(code)
            rest = left[:]
            rest[one] -= 1
            rest[other] -= 1
            pairs[suspect] = code
            if (world := self._lay(pairs, others, rest)) is not None:
                return world
        return None

    def _drawn(self, codes: int, left: Sequence[int]) -> Iterator[int]:
        """Each of these pairs, a likely one rather first."""
        ways = {code: _pairs_among(code, left) for code in _CODES if codes >> code & 1}
        while total := sum(ways.values()):
            code = _by_lot(ways, self._chance.below(total))
            del ways[code]
            yield code

    def _deal(self, pairs: tuple[int, ...], left: Sequence[int]) -> World | None:
        cards = [colour for colour in _FEW for _ in range(left[colour])]
        for colours in self._chance.shuffled(sorted(set(permutations(cards)))):
            hands = list(self._own)
            for holder, colour in zip(self._holders, colours, strict=True):
                hands[holder] += _ONE[colour]
            if (end := self._follow(0, World(pairs, tuple(hands)))) is not None:
                return end
        return None

    def _follow(self, number: int, world: World) -> World | None:
        """From this step on to the end."""
        if number == len(self._steps):
            return world
        if (number, world) in self._dead:
            return None
        for after in self._chance.shuffled(list(self._following(number, world))):
            if (end := self._follow(number + 1, after)) is not None:
                return end
        self._dead.add((number, world))
        return None

    def _following(self, number: int, world: World) -> Iterator[World]:
        step = self._steps[number]
        match step:
            case Seen():
                yield world
            case OwnSwap():
                yield world.swapped(step.suspect, step.by, step.out, step.put)
            case UnseenSwap(suspect=suspect, by=by):
                code = world.pairs[suspect]
                held = [c for c in _FEW for _ in range(_count(world.hands[by], c))]
                for out in colours_of(code):
                    for put in held:
                        if self._after[number] >> after_swap(code, out, put) & 1:
                            yield world.swapped(suspect, by, out, put)


def _ways(steps: Sequence[Step]) -> tuple[list[int], list[int]]:
    """Which pairs each suspect may have had at first, and which the one concerned may have had
    after each step, as far as later steps tell."""
    pairs, after = [_ANY] * len(SUSPECTS), [_ANY] * len(steps)
    for number, step in reversed(list(enumerate(steps))):
        after[number] = pairs[step.suspect]
        pairs[step.suspect] = _before(step, after[number])
    return pairs, after


def _before(step: Step, after: int) -> int:
    match step:
        case Seen(code=code):
            return after & 1 << code
        case OwnSwap(out=out, put=put):
            return _mask(
                c for c in _MIXED if out in colours_of(c) and after >> after_swap(c, out, put) & 1
            )
        case UnseenSwap():
            return _before_any_swap(after)


@cache
def _before_any_swap(after: int) -> int:
    """The mixed pairs that a swap may have made one of these (NI-OBS-3)."""
    return _mask(
        code
        for code in _MIXED
        if any(after >> after_swap(code, out, put) & 1 for out in colours_of(code) for put in _FEW)
    )


def _mask(codes: Iterator[int]) -> int:
    return sum(1 << code for code in codes)


def _pairs_among(code: int, left: Sequence[int]) -> int:
    """In how many ways two of the cards left make this pair."""
    one, other = colours_of(code)
    return left[one] * left[other] if one != other else left[one] * (left[one] - 1) // 2


def _by_lot(ways: dict[int, int], lot: int) -> int:
    for code, count in ways.items():
        lot -= count
        if lot < 0:
            return code
    raise AssertionError("a lot is below the number of ways")


def _count(hand: int, colour: int) -> int:
    return hand >> 2 * colour & 3


def _size(hand: int) -> int:
    return sum(_count(hand, colour) for colour in _FEW)
