"""Detective: the strongest bot. It knows all that can be deduced, and weighs what its rivals may
know.

The value of a question is what its answer tells of the case file, less what it gives away to the
rivals who hear it. The value of a step is that of the questions it leads to. An accusation is
weighed against what may happen before the next turn.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import product
from statistics import fmean
from typing import Final, TypeVar

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.board import PASSAGE
from cluehouse.games.clue.bots.rivals import possible_deals_of, rivals_of, shown_to, to_the_left
from cluehouse.games.clue.bots.travel_value import TravelValue
from cluehouse.games.clue.bots.worlds import Named, Worlds
from cluehouse.games.clue.cards import CARD, ROOMS, SUSPECTS, WEAPONS
from cluehouse.games.clue.moves import (
    Accuse,
    EndTurn,
    Enter,
    Move,
    Roll,
    Show,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import MOST_TURNS, SQUARES
from cluehouse.games.clue.state import cards_of
from cluehouse.reason.deck import Cards

DISCRETION: Final = 0.3
"""The cost of a rival learning something, relative to the value of learning it oneself."""
CURIOSITY: Final = 0.1
"""The value of learning about the hands, relative to learning about the case file."""
HASTE: Final = 0.6
"""How often a rival solves the case in one more turn, relative to its chance of guessing it now."""

_MIN_ACCUSING_CHANCE: Final = 0.2
"""The least chance of being right at which an uncertain accusation is considered."""
_MODELS_PER_DECISION: Final = 3
"""How many models of what rivals know are drawn for one decision."""
_DEALS_PER_MODEL: Final = 80
"""How many deals are drawn for each model."""

T = TypeVar("T")


def detect(
    belief: Belief,
    seat: Seat,
    moves: Sequence[Move],
    chance: Chance,
    *,
    discretion: float = DISCRETION,
) -> Move:
    detective = _Detective(belief, seat, chance, discretion)
    shows = [move for move in moves if isinstance(move, Show)]
    if shows:
        return detective.show(shows)
    accusation = detective.accusation(last_word=EndTurn() in moves)
    if accusation is not None and accusation in moves:
        return accusation
    return detective.go_on([move for move in moves if not isinstance(move, Accuse)])


class _Detective:
    """A single decision, and all that it takes into account."""

    def __init__(self, belief: Belief, seat: Seat, chance: Chance, discretion: float) -> None:
        self._belief = belief
        self._open = belief.open
        self._seat = seat
        self._chance = chance
        self._discretion = discretion
        self._asked = to_the_left(belief.open, seat)

    # --- showing ---

    def show(self, shows: Sequence[Show]) -> Show:
        """A card that the asker has seen before; otherwise the card that tells it least."""
        asker = self._open.turn
        seen = shown_to(self._belief, self._seat, asker)
        again = [show for show in shows if seen >> CARD[show.card] & 1]
        if again or len(shows) == 1:
            return self._chance.choice(again or shows)
        models = [self._model_of(asker) for _ in range(_MODELS_PER_DECISION)]
        return self._best(shows, lambda show: self._entropy_left(models, CARD[show.card]))

    def _entropy_left(self, models: Sequence[Worlds], card: int) -> float:
        """How uncertain the case file stays in these models once this card of ours is shown."""
        return sum(model.entropy(model.held[self._seat][card]) for model in models)

    # --- accusing ---

    def accusation(self, *, last_word: bool) -> Accuse | None:
        """The accusation to make: if it is certain, or as the last move of a turn if waiting is
        worse."""
        if (case := self._solution()) is not None:
            return _accusation(case)
        if not last_word:
            return None
        case, chance = self._worlds.likeliest()
        if self._on_last_turn():
            return _accusation(case)
        if chance >= _MIN_ACCUSING_CHANCE and chance > self._chance_after_question():
            return _accusation(case)
        return None

    def _solution(self) -> Cards | None:
        deals, case = self._belief.deals, self._belief.deck.case
        proved = [card for card, row in enumerate(deals.cells) if row[case] == deals.count]
        kinds = len(self._belief.deck.kinds)
        return sum(1 << card for card in proved) if len(proved) == kinds else None

    def _on_last_turn(self) -> bool:
        """Whether the game allows this seat no further turn (CL-DEC-9)."""
        return self._open.turns[self._seat] >= MOST_TURNS

    def _chance_after_question(self) -> float:
        """The chance of being right after one more question, provided no rival is quicker."""
        ways = (self._worlds.answers(self._asked, named) for named in self._questions)
        return (1 - self._threat()) * max(map(self._worlds.chance_to_solve, ways))

    def _threat(self) -> float:
        """The chance that the rival who knows most solves the case before our next turn."""
        models = (self._model_of(rival) for rival in rivals_of(self._open, self._seat))
        return HASTE * max((model.likeliest()[1] for model in models), default=0.0)

    # --- moving and asking ---

    def go_on(self, moves: Sequence[Move]) -> Move:
        questions = [move for move in moves if isinstance(move, Suggest)]
        if len(questions) == len(moves):
            return self._best(questions, self._question_value)
        others = [move for move in moves if not isinstance(move, Suggest)]
        best = self._best(others, self._step_value)
        if questions and self._travel.entering(self._room) >= self._step_value(best):
            return self._best(questions, self._question_value)  # CL-SUG-7
        return best

    @property
    def _room(self) -> int:
        """The room where its pawn stands."""
        return self._open.place - SQUARES

    @property
    def _barred(self) -> int | None:
        """The room where it may not suggest this turn after entering it."""
        return None if self._open.barred is None else self._open.barred - SQUARES

    def _step_value(self, move: Move) -> float:
        match move:
            case Roll():
                return self._travel.rolling(self._open.place, self._barred)
            case TakePassage():
                return self._arriving(PASSAGE[self._room])
            case Enter(room=room):
                return self._arriving(ROOMS.index(room))
            case Walk(to=square):
                return self._travel.stopping(square)
            case _:
                return self._travel.stopping(self._open.place)

    def _arriving(self, room: int | None) -> float:
        """The value of entering a room; less where no suggestion is allowed (CL-SUG-6)."""
        assert room is not None
        if room == self._barred:
            return self._travel.stopping(SQUARES + room)
        return self._travel.entering(room)

    def _question_value(self, question: Suggest) -> float:
        """What the answer tells us, less what it tells our rivals."""
        named = (CARD[question.suspect], CARD[question.weapon], CARD[ROOMS[self._room]])
        tells = self._tells(named)
        if not self._discretion or not self._models:
            return tells
        gives = fmean(model.belief_gain(self._worlds, self._asked, named) for model in self._models)
        return tells - self._discretion * gives

    def _tells(self, named: Named) -> float:
        answers = self._worlds.answers(self._asked, named)
        return self._worlds.information(answers) + CURIOSITY * self._worlds.answer_entropy(answers)

    def _best(self, items: Sequence[T], value: Callable[[T], float]) -> T:
        """The item of the greatest value; drawn at random among equals."""
        if len(items) == 1:
            return items[0]
        values = [value(item) for item in items]
        most = max(values) - 1e-9
        equal = [item for item, value in zip(items, values, strict=True) if value >= most]
        return self._chance.choice(equal)

    # --- lazily computed, at most once per decision ---

    @cached_property
    def _worlds(self) -> Worlds:
        return Worlds(self._belief.deck, self._belief.deals, self._chance)

    @cached_property
    def _questions(self) -> list[Named]:
        """For each room, the question that tells most."""
        return [max(_questions_in(room), key=self._tells) for room in range(len(ROOMS))]

    @cached_property
    def _travel(self) -> TravelValue:
        return TravelValue([self._tells(named) for named in self._questions])

    @cached_property
    def _models(self) -> list[Worlds]:
        """Models of what randomly chosen rivals may know; empty if no rival is left."""
        rivals = rivals_of(self._open, self._seat)
        models = range(_MODELS_PER_DECISION if rivals else 0)
        return [self._model_of(self._chance.choice(rivals)) for _ in models]

    def _model_of(self, rival: Seat) -> Worlds:
        deals = possible_deals_of(self._belief, rival, self._chance)
        return Worlds(self._belief.deck, deals, self._chance, _DEALS_PER_MODEL)


def _questions_in(room: int) -> list[Named]:
    return [
        (CARD[suspect], CARD[weapon], CARD[ROOMS[room]])
        for suspect, weapon in product(SUSPECTS, WEAPONS)
    ]


def _accusation(case: Cards) -> Accuse:
    suspect, weapon, room = cards_of(case)
    return Accuse(suspect, weapon, room)  # type: ignore[arg-type]
