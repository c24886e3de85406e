"""Belief: what a viewer can work out about who is the thief, with chances; `worlds` states the
model.

What was said is kept apart from what was seen: a testimony is a statement that the thief may have
made up; the viewer's own visit is a fact.
"""

from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat, Viewer, seats_of
from cluehouse.games.cinq_dernieres_minutes.events import Claimed, RoundBegun, VisitMade
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEM,
    KINDS,
    NOTHING,
    ROOM,
    Options,
    Whom,
)
from cluehouse.games.cinq_dernieres_minutes.state import (
    ACCUSING,
    ARRANGING,
    DRAWN,
    State,
    apply,
    begin_hiding,
    has_accused,
    next_visit,
)
from cluehouse.games.cinq_dernieres_minutes.tales import TALES
from cluehouse.games.cinq_dernieres_minutes.view import (
    BoxFilled,
    CardsDealt,
    HasAccused,
    Sight,
    SuspectCard,
    ThiefCard,
    WentToHide,
)
from cluehouse.games.cinq_dernieres_minutes.worlds import Facts, Statement, Tale, Worlds, any_tale

TALE: Final[Tale] = TALES
"""The model of what thieves say."""


class Belief:
    """The public state (its hidden parts mean nothing), and what this viewer has seen and heard in
    this round."""

    __slots__ = ("_worlds", "card", "level", "open", "said", "viewer", "visit")

    def __init__(self, options: Options, seats: int, viewer: Viewer, level: Level) -> None:
        self.viewer = viewer
        self.level = level
        self.open = State(options, seats)
        self.forget_round()

    def forget_round(self) -> None:
        self.card: ThiefCard | SuspectCard | None = None
        self.visit: VisitMade | None = None
        """The viewer's own visit."""
        self.said: list[Claimed] = []
        self.forget_worlds()

    def forget_worlds(self) -> None:
        """Drop the cached worlds; they are computed again when needed."""
        self._worlds: dict[Tale, Worlds] = {}

    @property
    def worlds(self) -> Worlds:
        """All worlds that fit what was known before the truth, once the cards are drawn."""
        return self._weighed(TALE)

    @property
    def imaginable(self) -> Worlds:
        """The same worlds, weighed as if thieves said anything, so that the strangest lie is
        imagined too."""
        return self._weighed(any_tale)

    def _weighed(self, tale: Tale) -> Worlds:
        if tale not in self._worlds:
            self._worlds[tale] = Worlds(facts_of(self), tale)
        return self._worlds[tale]

    def thieves(self) -> list[float]:
        """For each player, by number, the chance of being the thief."""
        if self.knows_all:
            return [float(seat == self.open.thief) for seat in self.open.order]
        return self.worlds.thieves()

    @property
    def knows_all(self) -> bool:
        """Whether the viewer is Bourrel, who knows the round, or the truth is revealed."""
        return self.viewer == self.open.bourrel or bool(self.open.changes)


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats, viewer, level)


def update(belief: Belief, sight: Sight) -> None:
    opened = belief.open
    match sight:
        case WentToHide():
            next_visit(opened)
        case HasAccused(by=by):
            has_accused(opened, by)
        case BoxFilled():
            opened.boxes.append(NOTHING)
        case CardsDealt():
            begin_hiding(opened)
        case SuspectCard() | ThiefCard():
            begin_hiding(opened)
            belief.card = sight
        case _:
            apply(opened, sight)
    _learn(belief, sight)
    belief.forget_worlds()


def imagine(belief: Belief, chance: Chance) -> State:
    """Draw a state that fits, by its weight if thieves say anything; accusations still secret are
    drawn freely."""
    state = belief.open.copy()
    if not belief.knows_all:
        if state.phase == ARRANGING:
            state.boxes = chance.shuffled(state.items)[: len(state.boxes)]
        elif state.phase in DRAWN:
            _imagine_round(belief, state, chance)
    if state.phase == ACCUSING:
        _imagine_accusations(belief, state, chance)
    return state


def facts_of(belief: Belief) -> Facts:
    """What is known of the round, with players numbered by their place in the order."""
    opened = belief.open
    place = {seat: number for number, seat in enumerate(opened.order)}
    facts = Facts(opened.players, opened.rooms, opened.items, opened.went)
    facts.said = tuple(_statement(place, said) for said in belief.said)
    if isinstance(belief.card, ThiefCard):
        facts.thief, facts.ring = place[_seat(belief)], ROOM[belief.card.room]
    elif belief.card is not None:
        facts.suspect = place[_seat(belief)]
        facts.seen = None if belief.visit is None else _statement(place, belief.visit)
    return facts


def _learn(belief: Belief, sight: Sight) -> None:
    match sight:
        case RoundBegun():
            belief.forget_round()
        case VisitMade(by=by) if by == belief.viewer:
            belief.visit = sight
        case Claimed():
            belief.said.append(sight)
        case _:
            pass  # the other sights change only what lies open


def _seat(belief: Belief) -> Seat:
    assert belief.viewer != "rail"
    return belief.viewer


def _statement(place: dict[Seat, int], what: Claimed | VisitMade) -> Statement:
    return Statement(place[what.by], ROOM[what.room], ITEM[what.found])


def _imagine_round(belief: Belief, state: State, chance: Chance) -> None:
    case, state.boxes, rooms = belief.imaginable.draw(chance)
    state.thief, state.ring = state.order[case.thief], case.ring
    for number, room in enumerate(rooms):
        taken = room == case.ring and number > case.thief
        found = NOTHING if taken else state.boxes[room]
        state.visits[state.order[number]] = room * KINDS + found


def _imagine_accusations(belief: Belief, state: State, chance: Chance) -> None:
    for seat in seats_of(state.seats):
        if state.accused >> seat & 1 and seat != belief.viewer:
            state.accusations[seat] = _any_accusation(state, seat, chance)


def _any_accusation(state: State, by: Seat, chance: Chance) -> Whom:
    others: list[Whom] = [seat for seat in state.order if seat != by]
    return chance.choice([*others, "nobody"])
