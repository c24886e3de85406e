"""An endless hidden-card game for load tests: Clue's suggestions, without board and accusations.

Three of 21 cards are hidden: a suspect, a weapon, a room. The others are dealt to three seats,
six each. In turn each seat names a suspect, a weapon and a room; the next seat clockwise that
holds one of them shows it to the mover, chance picking one of several. The game never ends.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, NewType, Self, assert_never

from bench.dealing import Holdings
from cluehouse.core.chance import Chance
from cluehouse.core.errors import Illegal
from cluehouse.core.game import Game, Outcome, Types
from cluehouse.core.ids import RAIL, Help, Level, Seat, Viewer, seats_of
from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire

Card = NewType("Card", int)
CARDS: Final = Menu(Card(card) for card in range(21))
KINDS: Final = (CARDS.items[:6], CARDS.items[6:12], CARDS.items[12:])
"""Suspects, weapons, rooms."""
SEATS: Final = seats_of(3)
CLOCKWISE: Final = tuple(SEATS[seat + 1 :] + SEATS[:seat] for seat in SEATS)
"""For each seat, the others in the order they are asked."""
HAND: Final = 6
MAX_HISTORY: Final = 30


class Options(Wire, frozen=True):
    pass


def seats(options: Options) -> range:
    return range(len(SEATS), len(SEATS) + 1)


class Suggest(Wire, frozen=True):
    suspect: Card
    weapon: Card
    room: Card


Move = Suggest


class CaseHidden(Wire, frozen=True):
    cards: tuple[Card, ...]


class Dealt(Wire, frozen=True):
    to: Seat
    cards: tuple[Card, ...]


class Suggested(Wire, frozen=True):
    by: Seat
    suspect: Card
    weapon: Card
    room: Card
    shown_by: Seat | None
    """The seat that had one of the three; None if no seat had."""


class CardShown(Wire, frozen=True):
    by: Seat
    to: Seat
    card: Card


Event = CaseHidden | Dealt | Suggested | CardShown


class Line(Wire, frozen=True, tag=False, array_like=True):
    """A suggestion as history keeps it, short on the wire."""

    by: Seat
    suspect: Card
    weapon: Card
    room: Card
    shown_by: Seat | None


class State:
    """Sets of cards are bit masks."""

    __slots__ = ("hands", "hidden", "history", "turn")

    def __init__(self, _: Options, seats: int) -> None:
        self.turn = SEATS[0]
        self.hidden = 0
        self.hands = [0] * seats
        self.history: tuple[Line, ...] = ()

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.turn = self.turn
        twin.hidden = self.hidden
        twin.hands = self.hands[:]
        twin.history = self.history
        return twin


def apply(state: State, event: Event) -> None:
    match event:
        case Suggested(by=by):
            line = Line(by, event.suspect, event.weapon, event.room, event.shown_by)
            state.history = (*state.history[1 - MAX_HISTORY :], line)
            state.turn = CLOCKWISE[by][0]
        case CardShown():
            pass  # public state is unchanged
        case Dealt(to=to, cards=cards):
            state.hands[to] = mask_of(*cards)
        case CaseHidden(cards=cards):
            state.hidden = mask_of(*cards)
        case _:
            assert_never(event)


def mask_of(*cards: Card) -> int:
    return sum(1 << card for card in cards)


MOVES: Final = tuple(Suggest(*cards) for cards in product(*KINDS))
_KNOWN: Final = frozenset(MOVES)


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    return MOVES


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    hidden = tuple(chance.choice(kind) for kind in KINDS)
    rest = chance.shuffled([card for card in CARDS.items if card not in hidden])
    hands = [tuple(sorted(rest[first : first + HAND])) for first in range(0, len(rest), HAND)]
    dealt = [Dealt(seat, hand) for seat, hand in zip(SEATS, hands, strict=True)]
    return [CaseHidden(hidden), *dealt]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    return MOVES if seat == state.turn else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if seat != state.turn or move not in _KNOWN:  # a set: MOVES is long to search
        raise Illegal("MINI-1")
    named = 1 << move.suspect | 1 << move.weapon | 1 << move.room
    for shower in CLOCKWISE[seat]:
        if held := CARDS.of(state.hands[shower] & named):
            shown = CardShown(by=shower, to=seat, card=chance.choice(held))
            return [_suggested(seat, move, shower), shown]
    return [_suggested(seat, move, None)]


def outcome(state: State) -> Outcome | None:
    return None


def _suggested(by: Seat, move: Move, shower: Seat | None) -> Suggested:
    return Suggested(by, move.suspect, move.weapon, move.room, shower)


Sight = Dealt | Suggested | CardShown


def see(event: Event, viewer: Viewer) -> Sight | None:
    match event:
        case Suggested():
            return event
        case CardShown(by=by, to=to):
            return event if viewer in (by, to) else None
        case Dealt(to=to):
            return event if viewer == to else None
        case CaseHidden():
            return None
        case _:
            assert_never(event)


class RailView(Wire, frozen=True):
    turn: Seat
    history: tuple[Line, ...]


class SeatView(Wire, frozen=True):
    seat: Seat
    hand: tuple[Card, ...]
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = RailView(state.turn, state.history)
    if viewer == RAIL:
        return opened
    return SeatView(viewer, CARDS.of(state.hands[viewer]), opened)


class Truth(Wire, frozen=True):
    hands: tuple[tuple[Card, ...], ...]
    hidden: tuple[Card, ...]


def reveal(state: State) -> Truth:
    return Truth(tuple(map(CARDS.of, state.hands)), CARDS.of(state.hidden))


class Belief:
    """The public state, and constraints on the hands and the three hidden cards."""

    __slots__ = ("cards", "open")

    def __init__(self, options: Options, seats: int) -> None:
        self.open = State(options, seats)
        hands, hidden = [CARDS.full] * seats, [mask_of(*kind) for kind in KINDS]
        self.cards = Holdings(hands + hidden, sizes=[HAND] * seats + [1] * len(KINDS))


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats)


def update(belief: Belief, sight: Sight) -> None:
    match sight:
        case Suggested():
            apply(belief.open, sight)
            _hear_answers(belief, sight)
        case CardShown(by=by, card=card):
            belief.cards.has(by, 1 << card)
        case Dealt(to=to, cards=cards):
            belief.cards.has(to, mask_of(*cards))
        case _:
            assert_never(sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """A deal that fits everything seen."""
    dealt = belief.cards.deal(chance)
    state = belief.open.copy()
    state.hands = dealt[: len(SEATS)]
    state.hidden = sum(dealt[len(SEATS) :])
    return state


class Notes(Wire, frozen=True):
    suspects: tuple[Card, ...]
    """Every card that may be hidden."""


def notes(belief: Belief, help: Help) -> Notes:
    return Notes(CARDS.of(sum(belief.cards.may[len(SEATS) :])))


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    return chance.choice(moves)


def _hear_answers(belief: Belief, said: Suggested) -> None:
    """The seats asked had none of the cards, up to the one that showed."""
    named = mask_of(said.suspect, said.weapon, said.room)
    for seat in CLOCKWISE[said.by]:
        if seat == said.shown_by:
            belief.cards.has_one_of(seat, named)
            return
        belief.cards.has_none_of(seat, named)


MINI_CLUE: Game[Options, State, Move, Event, Sight, View, Belief] = Game(
    name="mini_clue",
    version=1,
    types=Types(
        options=Options,
        move=Move,
        event=Event,
        sight=Sight,
        view=View,
        notes=Notes,
        truth=Truth,
    ),
    seats=seats,
    alphabet=alphabet,
    blank=State,
    setup=setup,
    legal_moves=legal_moves,
    decide=decide,
    apply=apply,
    outcome=outcome,
    see=see,
    view=view,
    reveal=reveal,
    start=start,
    update=update,
    imagine=imagine,
    notes=notes,
    contradicted=lambda _belief, _marks: (),  # its players have no notebook
    choose=choose,
    final=(),
)
