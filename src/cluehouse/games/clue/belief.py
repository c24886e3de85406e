"""What a viewer can work out: where every card is. All deals that fit what it saw are as likely.

Which card somebody chose to show, and what they chose to name, tells nothing beyond the rules.
"""

from typing import Final, assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Help, Level, Seat, Viewer
from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import CARD, ROOMS, SUSPECTS, WEAPONS, Card
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
from cluehouse.reason.deck import (
    Condition,
    Deck,
    has,
    has_just,
    has_none_of,
    has_not_all_of,
    has_one_of,
    has_size,
)

KINDS: Final = (len(SUSPECTS), len(WEAPONS), len(ROOMS))


class Belief:
    """What lies open, as a state whose hidden parts mean nothing, and conditions on the rest."""

    __slots__ = ("_deals", "accusation", "deck", "facts", "level", "open", "viewer", "why")

    def __init__(self, options: Options, seats: int, viewer: Viewer, level: Level) -> None:
        self.viewer = viewer
        self.level = level
        self.open = State(options, seats)
        self.deck = Deck(KINDS, seats)
        self.facts: list[Condition] = []
        self.accusation = 0
        """The cards of the one made last."""
        self.why: dict[Card, Sight] = {}
        """The sight that showed where a card is."""
        self._deals: Deals | None = None

    def learn(self, fact: Condition) -> None:
        self.facts.append(fact)
        self._deals = None

    @property
    def deals(self) -> Deals:
        """All that fit."""
        if self._deals is None:
            self._deals = Deals(self.deck, self.facts)
        return self._deals

    @property
    def marked(self) -> int:
        """The cards this viewer holds or was shown."""
        return mask_of(tuple(self.why))


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats, viewer, level)


def update(belief: Belief, sight: Sight) -> None:
    match sight:
        case SomeCardShown():
            belief.open.phase = ENDING
        case AccusationFailed(by=by):
            belief.open.accused |= 1 << by
        case CaseSealed() | HandDealt():
            pass  # nothing to see yet
        case _:
            apply(belief.open, sight)
    _learn(belief, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """A truth that fits, each deal as likely."""
    state = belief.open.copy()
    *state.hands, state.case = belief.deals.draw(chance)
    unseen = state.answerer is not None and state.phase is not ANSWERING and state.shown is None
    if unseen:
        state.shown = _some_answer(state, chance)
    return state


class CardNote(Wire, frozen=True):
    """This card is in that hand, because of that sight."""

    card: Card
    holder: Seat
    because: Sight


class Notes(Wire, frozen=True):
    cards: tuple[CardNote, ...]


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes(cards=())
        case "seen" | "deducing":
            return Notes(tuple(_note(card, sight) for card, sight in belief.why.items()))
        case _:
            assert_never(help)


def _note(card: Card, sight: Sight) -> CardNote:
    assert isinstance(sight, Dealt | CardShown)
    return CardNote(card, sight.to if isinstance(sight, Dealt) else sight.by, sight)


def _learn(belief: Belief, sight: Sight) -> None:
    deck = belief.deck
    match sight:
        case Passed(by=by):
            belief.learn(has_none_of(deck, by, _named(belief.open)))
        case MustShow(by=by):
            belief.learn(has_one_of(deck, by, _named(belief.open)))
        case CardShown(by=by, card=card):
            belief.learn(has(deck, by, 1 << CARD[card]))
            belief.why.setdefault(card, sight)
        case Dealt(to=to, cards=cards):
            belief.learn(has_just(deck, to, mask_of(cards)))
            belief.why |= dict.fromkeys(cards, sight)
        case HandDealt(to=to, count=count):
            belief.learn(has_size(to, count))
        case Accused():
            belief.accusation = _cards(sight)
        case AccusationFailed():
            belief.learn(has_not_all_of(deck, deck.case, belief.accusation))
        case CaseFileRead() | CaseSolved() | CaseUnsolved():
            belief.learn(has(deck, deck.case, _cards(sight)))
        case _:
            pass  # everything else lies open


def _cards(crime: Suggested | Accused | CaseFileRead | CaseSolved | CaseUnsolved) -> int:
    return mask_of((crime.suspect, crime.weapon, crime.room))


def _named(state: State) -> int:
    assert state.suggestion is not None
    return _cards(state.suggestion)


def _some_answer(state: State, chance: Chance) -> Card:
    """What was shown out of this viewer's sight."""
    assert state.answerer is not None
    return chance.choice(cards_of(state.hands[state.answerer] & _named(state)))
