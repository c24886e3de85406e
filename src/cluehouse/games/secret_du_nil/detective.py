"""Detective: the strongest bot. It decides what to look at, swap, announce and write by exact
chances.

It hurries when it knows more than any other seat, and brakes when another knows more. For a look it
pays a card that might have been good for another look. It swaps to make a case that only it knows
of, or to break one. It writes the report with the most expected points.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar, cast

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.secret_du_nil.belief import Belief
from cluehouse.games.secret_du_nil.cards import place_count
from cluehouse.games.secret_du_nil.deduction.arrangements import ALL_COLOURS, bunch_in
from cluehouse.games.secret_du_nil.menus import MAX_LAYOUTS
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Brake,
    Look,
    Move,
    PlayCards,
    PutBack,
    Ready,
    Swap,
    Take,
)
from cluehouse.games.secret_du_nil.pieces import (
    CAIRO,
    CARDS,
    CATEGORIES,
    CLUES,
    COLOURS,
    PLACE,
    PLACES,
    PROOF_SQUARES,
    SUSPECTS,
    Card,
    MetAt,
    Place,
)
from cluehouse.games.secret_du_nil.prospects import Case
from cluehouse.games.secret_du_nil.report import expected
from cluehouse.games.secret_du_nil.state import pair_number

PRICE: Final[dict[Card, float]] = {**dict.fromkeys(PLACES, 0.05), "joker": 0.1, "no_idea": -0.05}
"""What each card would be worth later; playing "No idea" gains a card."""
AHEAD: Final = 0.3
"""With this many more expected right answers than any other seat, it hurries."""
BEHIND: Final = 0.1
"""With this many fewer expected right answers than another seat, it brakes."""
ENOUGH_SQUARES: Final = 3
"""The number of matching squares ahead at which a place card is sure to be playable."""

_ALL_SUSPECTS: Final = range(len(SUSPECTS))

T = TypeVar("T")


class Detective:
    """A single decision, and all that it takes into account."""

    def __init__(self, belief: Belief, seat: Seat, chance: Chance) -> None:
        self._state = belief.open
        self._aware = belief.aware
        self._seat = seat
        self._chance = chance
        self._solution = belief.clues.solve()
        self._others = [other for other in range(self._state.seats) if other != seat]
        self._cases = [self._case(kind) for kind in range(len(CATEGORIES))]

    def choose(self, moves: Sequence[Move]) -> Move:
        match moves[0]:
            case Announce():
                return self._say(moves)
            case PlayCards():
                return self._best(_narrowed(moves, PlayCards), self._play_value())
            case Look():
                return self._best(_narrowed(moves, Look), self._look_value)
            case Swap():
                return self._ending()
            case Take():
                return self._best(_narrowed(moves, Take), lambda move: self._use(move.place))
            case Answer():
                return self._best(_narrowed(moves, Answer), self._report_value())
            case Brake() | PutBack() | Ready():
                return moves[0]

    def _best(self, moves: Sequence[T], value: Callable[[T], float]) -> T:
        values = [value(move) for move in moves]
        most = max(values) - 1e-9
        equal = [move for move, each in zip(moves, values, strict=True) if each >= most]
        return self._chance.choice(equal)

    def _case(self, kind: int) -> Case:
        first = len(SUSPECTS) * kind
        known = [
            sum(self._knows(other, first + suspect) for other in self._others)
            for suspect in _ALL_SUSPECTS
        ]
        is_turned = self._state.boat >= PROOF_SQUARES[kind]
        return Case(
            outlook=self._solution.outlook(kind),
            proofs=[self._state.proofs[kind]] if is_turned else ALL_COLOURS,
            hand=bunch_in(self._state.clues[self._seat], kind),
            known=[count / len(self._others) for count in known],
        )

    def _knows(self, seat: int, pair: int) -> int:
        return self._aware[pair] >> seat & 1

    # --- the boat ---

    def _say(self, moves: Sequence[Move]) -> Move:
        lead, brakes = self._lead(), _narrowed(moves[2:], Brake)
        if lead > AHEAD or (lead >= 0 and not self._looks):
            return Announce("two")
        if lead < -BEHIND and brakes and "two" in self._state.turn.said:
            return self._best(brakes, lambda move: -self._use(move.pay))
        return Announce("one")

    def _lead(self) -> float:
        """How many more right answers it expects than the other seat that knows most."""
        mine = sum(case.right() for case in self._cases)
        return mine - max(self._right_of(other) for other in self._others)

    def _right_of(self, seat: int) -> float:
        return sum(
            case.right_with([self._knows(seat, len(SUSPECTS) * kind + s) for s in _ALL_SUSPECTS])
            for kind, case in enumerate(self._cases)
        )

    # --- cards ---

    @property
    def _looks(self) -> int:
        """The number of looks this seat has the cards for."""
        state, seat = self._state, self._seat
        in_use = len(state.turn.to_use) if state.turn.player == seat else 0
        return state.place_counts[seat] + (state.jokers >> seat & 1) + in_use

    def _play_value(self) -> Callable[[PlayCards], float]:
        looks = max(0, self._looks - 1)
        gains = [[case.gain(s, looks) for case in self._cases] for s in _ALL_SUSPECTS]
        price = 0.0 if self._state.boat == CAIRO else 1.0
        met = met_with(self._state.options.met_at)
        return lambda move: (
            _gain(move.cards, met, gains) - price * sum(PRICE[c] for c in move.cards)
        )

    def _use(self, place: Place) -> float:
        """How likely a place card is to be played, among others of its kind."""
        state, number = self._state, PLACE[place]
        ahead = range(state.boat, CAIRO)
        upper = sum(state.upper[square] == number for square in ahead)
        lower = sum(state.lower[s] == number for s in ahead if state.turned >> s & 1)
        held = place_count(state.places[self._seat], number)
        return min(upper + lower, ENOUGH_SQUARES) / (held + 1)

    # --- pairs ---

    def _look_value(self, move: Look) -> float:
        kind, suspect = divmod(pair_number(move.suspect, move.category), len(SUSPECTS))
        return self._cases[kind].gain(suspect, self._looks - 1) - PRICE[move.card]

    def _ending(self) -> Move:
        kind, suspect = divmod(self._state.turn.look, len(SUSPECTS))
        (code,) = self._cases[kind].outlook.codes[suspect]
        _, swap = self._cases[kind].best(suspect, code, self._looks)
        if swap is None:
            return PutBack()
        out, put = (CLUES[len(COLOURS) * kind + colour] for colour in swap)
        return Swap(out, put)

    def _report_value(self) -> Callable[[Answer], float]:
        state = self._state
        return expected(self._solution.culprits(state.proofs), state.options.match)


@lru_cache(MAX_LAYOUTS)
def met_with(met_at: MetAt) -> dict[Card, list[int]]:
    """For each card, the suspects it lets its player look at."""
    return {
        card: [s for s in _ALL_SUSPECTS if card == "joker" or card in met_at[s]] for card in CARDS
    }


def _gain(
    cards: Sequence[Card], met: Mapping[Card, list[int]], gains: Sequence[Sequence[float]]
) -> float:
    """The gain of a look with each card, at different pairs."""
    total, looked = 0.0, set()
    for card in cards:
        pairs = [(s, kind) for s in met[card] for kind in range(len(CATEGORIES))]
        if left := [pair for pair in pairs if pair not in looked]:
            best = max(left, key=lambda pair: gains[pair[0]][pair[1]])
            looked.add(best)
            total += gains[best[0]][best[1]]
    return total


def _narrowed(moves: Sequence[Move], kind: type[T]) -> Sequence[T]:
    """The moves with their type narrowed; all moves of a choice are of one kind."""
    return cast(Sequence[T], moves)
