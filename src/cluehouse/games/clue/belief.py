"""Belief: what a viewer can work out about where every card is. All deals that fit what it saw are
equally likely.

The choice of which card a player shows or names says nothing beyond the rules.
"""

from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Viewer
from cluehouse.games.clue.cards import ROOMS, SUSPECTS, WEAPONS, Card
from cluehouse.games.clue.events import (
    Accused,
    CardShown,
    CaseFileRead,
    CaseSolved,
    CaseUnsolved,
    Dealt,
    MustShow,
    Passed,
    Suggested,
    Unanswered,
)
from cluehouse.games.clue.evidence import (
    AccusedWrongly,
    CaseOpened,
    CaseRead,
    Fact,
    HandHeld,
    PassedOn,
    ShowedCard,
    ShowedOne,
    SizeKnown,
    condition,
    three,
)
from cluehouse.games.clue.pieces import Options
from cluehouse.games.clue.state import ANSWERING, ENDING, State, apply, cards_of, mask_of
from cluehouse.games.clue.view import (
    AccusationFailed,
    CaseSealed,
    HandDealt,
    Sight,
    SomeCardShown,
)
from cluehouse.reason.deals import Deals
from cluehouse.reason.deck import Cards, Condition, Deck

KINDS: Final = (len(SUSPECTS), len(WEAPONS), len(ROOMS))


class Belief:
    """The public state (its hidden parts mean nothing), and the facts known about the hidden
    parts."""

    __slots__ = (
        "_deals",
        "accusation",
        "conditions",
        "deck",
        "facts",
        "level",
        "marked",
        "open",
        "viewer",
    )

    def __init__(self, options: Options, seats: int, viewer: Viewer, level: Level) -> None:
        self.viewer = viewer
        self.level = level
        self.open = State(options, seats)
        self.deck = Deck(KINDS, seats)
        self.facts: list[Fact] = []
        self.conditions: list[Condition] = []
        """For each fact, what it says of the deal."""
        self.marked = 0
        """The cards this viewer holds or was shown, and those its own unanswered questions rule
        out."""
        self.accusation: Accused | None = None
        """The latest accusation."""
        self._deals: Deals | None = None

    def learn(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.conditions.append(condition(self.deck, fact))
        self._deals = None

    def forget(self) -> None:
        """Drop the last fact, because the next fact says the same more exactly."""
        self.facts.pop()
        self.conditions.pop()

    @property
    def deals(self) -> Deals:
        """All deals that fit the facts."""
        if self._deals is None:
            self._deals = Deals(self.deck, self.conditions)
        return self._deals


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats, viewer, level)


def update(belief: Belief, sight: Sight) -> None:
    match sight:
        case SomeCardShown():
            belief.open.phase = ENDING
        case AccusationFailed(by=by):
            belief.open.accused |= 1 << by
        case CaseSealed() | HandDealt():
            pass  # changes nothing that lies open
        case _:
            apply(belief.open, sight)
    _learn(belief, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """Draw a state that fits, each deal equally likely."""
    state = belief.open.copy()
    *state.hands, state.case = belief.deals.draw(chance)
    unseen = state.answerer is not None and state.phase != ANSWERING and state.shown is None
    if unseen:
        state.shown = _some_answer(state, chance)
    return state


def _learn(belief: Belief, sight: Sight) -> None:
    opened, turn = belief.open, sum(belief.open.turns)
    match sight:
        case Passed(by=by):
            belief.learn(PassedOn(turn, _question(opened), by))
        case MustShow(by=by):
            belief.learn(ShowedOne(turn, _question(opened), by))
        case CardShown(by=by, card=card):
            belief.forget()  # ShowedOne, which ShowedCard replaces
            belief.learn(ShowedCard(turn, _question(opened), by, card))
            belief.marked |= mask_of((card,))
        case Dealt(to=to, cards=cards):
            belief.learn(HandHeld(to, cards))
            belief.marked |= mask_of(cards)
        case Unanswered(by=by) if by == belief.viewer:
            belief.marked |= _ruled_out(belief, three(_question(opened)) & ~belief.marked)
        case HandDealt(to=to, count=count):
            belief.learn(SizeKnown(to, count))
        case Accused():
            belief.accusation = sight
        case AccusationFailed():
            assert belief.accusation is not None
            belief.learn(AccusedWrongly(turn, belief.accusation))
        case CaseFileRead(suspect=suspect, weapon=weapon, room=room):
            belief.learn(CaseRead(suspect, weapon, room))
        case CaseSolved() | CaseUnsolved():
            belief.learn(CaseOpened(sight.suspect, sight.weapon, sight.room))
        case _:
            pass  # the other sights change only what lies open


def _ruled_out(belief: Belief, found: Cards) -> Cards:
    """The other cards of the same kinds, if these lie in the case file."""
    return sum(kind & ~found for kind in belief.deck.kinds if kind & found)


def _question(state: State) -> Suggested:
    assert state.suggestion is not None
    return state.suggestion


def _some_answer(state: State, chance: Chance) -> Card:
    """Draw the card that was shown without this viewer seeing it."""
    assert state.answerer is not None
    return chance.choice(cards_of(state.hands[state.answerer] & three(_question(state))))
