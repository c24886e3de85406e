"""Bot: chooses a move. It has no memory of its own: all it knows is in its arguments.

A detective maximises expected points: a guess by its points times the chance that it is right, a
reinforcement by what it adds to the guesses to come, a card by how often it leads to a guess.
"""

from collections.abc import Sequence
from typing import Final, TypeVar, assert_never, cast

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat
from cluehouse.games.crime_hotel.belief import Belief, imagine
from cluehouse.games.crime_hotel.moves import (
    CallIn,
    Exchange,
    Guess,
    Look,
    Move,
    MoveDetective,
    PlayCard,
)
from cluehouse.games.crime_hotel.pieces import (
    COLUMNS,
    DEPARTMENTS,
    FLOORS,
    PLACE,
    PLACES,
    ROOM,
    TRICKS,
    WITHIN,
    WORTH,
)
from cluehouse.games.crime_hotel.prospects import WORLDS, card_values
from cluehouse.games.crime_hotel.view import SeatView, View

GUESSES_A_TRICK: Final = {3: 0.67, 4: 0.5}
"""The guesses of a seat per trick on average, by number of seats."""
GIVEN_AWAY: Final = 0.5
"""The value of an exchange relative to a look: the other seat learns as much."""

T = TypeVar("T")


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    assert isinstance(view, SeatView)
    if level == "novice":
        return _novice(view, moves, chance)
    if len(moves) == 1:
        return moves[0]
    return _Detective(belief, view, chance).choose(moves)


def _novice(view: SeatView, moves: Sequence[Move], chance: Chance) -> Move:
    """Any move, except a guess that the open cards and its own hand exclude."""
    hopeless = set(view.hopeless)
    sensible = [move for move in moves if not isinstance(move, Guess) or move.place not in hopeless]
    return chance.choice(sensible or moves)


class _Detective:
    """A single decision, and all that it takes into account."""

    def __init__(self, belief: Belief, view: SeatView, chance: Chance) -> None:
        self._belief = belief
        self._state = belief.open
        self._seat = view.seat
        self._chance = chance
        self._rooms = belief.chances()
        self._places = [self._place_chance(rooms) for rooms in WITHIN]

    def choose(self, moves: Sequence[Move]) -> Move:
        match moves[0]:
            case PlayCard():
                return self._best(moves, self._card_values(moves))
            case Guess():
                guesses = _narrowed(moves, Guess)
                return self._best(moves, [self._worth(PLACE[guess.place]) for guess in guesses])
            case CallIn():
                return self._best(moves, [self._call_value(m) for m in _narrowed(moves, CallIn)])
            case _:
                return self._best(moves, [self._effect_value(move) for move in moves])

    def _best(self, moves: Sequence[Move], values: Sequence[float]) -> Move:
        most = max(values) - 1e-9
        equal = [move for move, value in zip(moves, values, strict=True) if value >= most]
        return self._chance.choice(equal)

    # --- guesses ---

    def _place_chance(self, rooms: int) -> float:
        return sum(chance for room, chance in enumerate(self._rooms) if rooms >> room & 1)

    def _worth(self, place: int) -> float:
        """The expected points of a detective on this place."""
        return (WORTH[place] + self._state.bonus[self._seat]) * self._places[place]

    def _best_worth(self, blocked: int) -> float:
        return max(self._worth(place) for place in range(len(PLACES)) if not blocked >> place & 1)

    def _free_worth(self) -> float:
        """The expected points of the best place open to this seat."""
        return self._best_worth(self._state.blocked(self._seat))

    # --- reinforcements ---

    def _call_value(self, move: CallIn) -> float:
        department = DEPARTMENTS.index(move.department)
        written = self._state.desk_table[department][len(self._state.desks[department])]
        match move.department:
            case "move":
                return self._walk_gain()
            case "exchange":
                return GIVEN_AWAY * self._knowledge_gain(written)
            case "look":
                return self._knowledge_gain(written)
            case "deputy":
                return self._deputy_gain()
            case "bonus":
                return self._bonus_gain(written)
            case _:
                assert_never(move.department)

    def _walk_gain(self) -> float:
        """The gain from sending the worst detective to the best free place."""
        mine = self._state.stands[self._seat]
        worths = [self._worth(place) for place in range(len(PLACES)) if mine >> place & 1]
        return max(0.0, self._free_worth() - min(worths)) if worths else 0.0

    def _knowledge_gain(self, cards: int) -> float:
        """The gain from seeing cards: each room left becomes more likely, for all guesses to
        come."""
        rooms = sum(chance > 0 for chance in self._rooms)
        share = min(cards / rooms, 0.5)
        return self._guesses_left() * self._free_worth() * share / (1 - share)

    def _deputy_gain(self) -> float:
        shared = self._best_worth(self._state.stands[self._seat])
        return self._guesses_left() * (shared - self._free_worth())

    def _bonus_gain(self, value: int) -> float:
        """The gain from a bonus: `value` points for each right guess, made or to come."""
        mine = self._state.stands[self._seat]
        made = sum(chance for place, chance in enumerate(self._places) if mine >> place & 1)
        to_come = self._guesses_left() * max(self._places)
        return max(0, value - self._state.bonus[self._seat]) * (made + to_come)

    def _guesses_left(self) -> float:
        return (TRICKS - 1 - self._state.tricks) * GUESSES_A_TRICK[self._state.seats]

    def _effect_value(self, move: Move) -> float:
        match move:
            case MoveDetective(origin=origin, to=to):
                return self._worth(PLACE[to]) - self._worth(PLACE[origin])
            case Look(whom=whom):
                return self._unknown_cards(whom)
            case Exchange(whom=whom, give=give):
                return self._unknown_cards(whom) - sum(self._tells(ROOM[card]) for card in give)
            case _:
                return 0.0  # decline

    def _unknown_cards(self, seat: Seat) -> float:
        """How many cards of a hand we could not name: the more, the more a look tells."""
        chances = self._belief.cards.solve().chances().values()
        return sum(min(places[seat], 1 - places[seat]) for places in chances) + 0.01

    def _tells(self, room: int) -> float:
        """What the other seat learns from a card of ours: less if its column is searched anyway."""
        column = WITHIN[FLOORS + room % COLUMNS]
        return 0.01 * (column & ~self._state.searched).bit_count()

    # --- cards ---

    def _card_values(self, moves: Sequence[Move]) -> list[float]:
        worlds = [imagine(self._belief, self._chance) for _ in range(WORLDS)]
        cards = [ROOM[move.card] for move in _narrowed(moves, PlayCard)]
        return card_values(worlds, self._seat, cards, self._gains(), self._chance)

    def _gains(self) -> list[float]:
        """How much more an end bay is worth than a middle one, in this trick and each later one. As
        rooms are searched, a guess gets better, and fewer guesses are left for a reinforcement to
        help."""
        seats, rooms = self._state.seats, sum(chance > 0 for chance in self._rooms)
        middle = self._reinforcement()
        gains = []
        for later in range(TRICKS - self._state.tricks):
            left = max(2, rooms - (later + 1) * (seats - 1))
            left_to_help = max(0, TRICKS - 1 - self._state.tricks - later)
            share = left_to_help / max(1, TRICKS - 1 - self._state.tricks)
            gains.append(self._free_worth() * rooms / left - middle * share)
        return gains

    def _reinforcement(self) -> float:
        """The value of the best free desk."""
        if self._state.options.beginners:
            return 0.0
        calls = (
            CallIn(department)
            for number, department in enumerate(DEPARTMENTS)
            if len(self._state.desks[number]) < len(self._state.desk_table[number])
        )
        return max((self._call_value(call) for call in calls), default=0.0)


def _narrowed(moves: Sequence[Move], kind: type[T]) -> list[T]:
    """The moves with their type narrowed; all moves of a choice are of one kind, except Decline."""
    assert all(isinstance(move, kind) for move in moves)
    return cast("list[T]", moves)
