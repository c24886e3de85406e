"""Belief: what a viewer can work out. A card seen is not the culprit; all deals that fit are
equally likely."""

from collections.abc import Mapping
from typing import assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Help, Level, Seat, Viewer, seats_of
from cluehouse.core.marks import YesOrNo, against, answer
from cluehouse.core.wire import Wire
from cluehouse.games.keyhole.events import Accused, CardShown, Dealt, Revealed, SaidReady
from cluehouse.games.keyhole.pieces import DECK, Card, Options
from cluehouse.games.keyhole.state import INDEX, State, apply, begin_deal
from cluehouse.games.keyhole.view import DealBegun, HasAccused, Sight, SomeCardShown


class Belief:
    """The public state (its hidden parts mean nothing), and the hidden parts this viewer knows."""

    __slots__ = ("accusations", "culprit", "held", "level", "open", "why")

    def __init__(self, options: Options, seats: int, level: Level) -> None:
        self.level = level
        self.open = State(options, seats)
        self.culprit: Card | None = None
        self.held: dict[Seat, Card] = {}
        self.accusations: dict[Seat, Card] = {}
        self.why: dict[Card, Sight] = {}
        """For each cleared card, the sight that cleared it."""

    @property
    def suspects(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card not in self.why)


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats, level)


def update(belief: Belief, sight: Sight) -> None:
    match sight:
        case DealBegun():
            _forget_deal(belief)
        case Dealt(to=to, card=card):
            _learn(belief, to, card, sight)
        case CardShown(by=by, card=card):
            belief.open.asks += 1
            if belief.level != "novice":  # a novice forgets at once
                _learn(belief, by, card, sight)
        case SomeCardShown():
            belief.open.asks += 1
        case Accused(by=by, card=card):
            belief.accusations[by] = card
            belief.open.accused |= 1 << by
        case HasAccused(by=by):
            belief.open.accused |= 1 << by
        case Revealed(culprit=culprit, accusations=accusations):
            belief.culprit = culprit
            belief.accusations = dict(zip(seats_of(len(accusations)), accusations, strict=True))
            apply(belief.open, sight)
        case SaidReady():
            apply(belief.open, sight)
        case _:
            assert_never(sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """Draw a state that fits, each deal equally likely; accusations still secret are drawn
    freely."""
    state = belief.open.copy()
    known = {belief.culprit, *belief.held.values()}
    unseen = chance.shuffled([card for card in DECK if card not in known])
    culprit = unseen.pop() if belief.culprit is None else belief.culprit
    state.culprit = INDEX[culprit]
    for seat in seats_of(state.seats):
        state.hands[seat] = INDEX[belief.held.get(seat) or unseen.pop()]
        drawn = chance.choice(DECK)
        state.accusations[seat] = INDEX[belief.accusations.get(seat, drawn)]
    return state


class Cleared(Wire, frozen=True):
    """This card is not the culprit, because of this sight."""

    card: Card
    because: Sight


class Notes(Wire, frozen=True):
    cleared: tuple[Cleared, ...]
    suspects: tuple[Card, ...]
    """The cards not cleared, all equally likely."""


def notes(belief: Belief, help: Help) -> Notes:
    cleared = tuple(Cleared(card, sight) for card, sight in belief.why.items())
    match help:
        case "paper":
            return Notes(cleared=(), suspects=())
        case "seen":
            return Notes(cleared=cleared, suspects=())
        case "deducing":
            return Notes(cleared=cleared, suspects=belief.suspects)
        case _:
            assert_never(help)


def contradicted(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """A cell is `deal.card.place`; the place is a seat or `culprit`."""
    return against(_seen_marks(belief), marks)


def _seen_marks(belief: Belief) -> dict[str, YesOrNo]:
    """A card that was seen is in that place and in no other, and nothing else is there."""
    seen: dict[str, YesOrNo] = {}
    places = (*map(str, seats_of(belief.open.seats)), "culprit")
    known = {str(seat): card for seat, card in belief.held.items()}
    if belief.culprit:
        known["culprit"] = belief.culprit
    for card in DECK:
        for place in places:
            if place in known or card in known.values():
                seen[f"{belief.open.deal}.{card}.{place}"] = answer(known.get(place) == card)
    return seen


def _forget_deal(belief: Belief) -> None:
    belief.culprit = None
    belief.held.clear()
    belief.accusations.clear()
    belief.why.clear()
    begin_deal(belief.open)


def _learn(belief: Belief, seat: Seat, card: Card, sight: Sight) -> None:
    belief.held[seat] = card
    belief.why.setdefault(card, sight)
