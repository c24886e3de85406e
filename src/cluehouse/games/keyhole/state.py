"""State: the whole truth of a game, and how each event changes it."""

from typing import Self, assert_never

from cluehouse.core.ids import Seat
from cluehouse.games.keyhole.events import (
    Accused,
    CardShown,
    CulpritHidden,
    Dealt,
    Event,
    Revealed,
    SaidReady,
)
from cluehouse.games.keyhole.pieces import DECK, Card, Options, Phase

INDEX = {card: i for i, card in enumerate(DECK)}


class State:
    """Cards are indexes into DECK; sets of seats are bit masks."""

    __slots__ = (
        "accusations",
        "accused",
        "asks",
        "culprit",
        "deal",
        "hands",
        "options",
        "points",
        "ready",
        "revealed",
        "seats",
    )

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.deal = 0
        self.culprit = 0
        self.hands = [0] * seats
        self.asks = 0
        self.accusations = [0] * seats
        self.accused = 0
        self.revealed = False
        self.ready = 0
        self.points = [0] * seats

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.options = self.options
        twin.seats = self.seats
        twin.deal = self.deal
        twin.culprit = self.culprit
        twin.hands = self.hands[:]
        twin.asks = self.asks
        twin.accusations = self.accusations[:]
        twin.accused = self.accused
        twin.revealed = self.revealed
        twin.ready = self.ready
        twin.points = self.points[:]
        return twin

    @property
    def phase(self) -> Phase:
        if self.asks < self.seats:
            return "asking"
        if not self.revealed:
            return "accusing"
        return "between" if self.deal < self.options.deals else "over"

    @property
    def asker(self) -> Seat:
        """The seat whose turn it is to ask (KEY-4)."""
        return Seat((self.deal - 1 + self.asks) % self.seats)

    @property
    def all_seats(self) -> int:
        return (1 << self.seats) - 1


def apply(state: State, event: Event) -> None:
    match event:
        case CardShown():
            state.asks += 1
        case Accused(by=by, card=card):
            state.accused |= 1 << by
            state.accusations[by] = INDEX[card]
        case SaidReady(by=by):
            state.ready |= 1 << by
        case Dealt(to=to, card=card):
            state.hands[to] = INDEX[card]
        case CulpritHidden(culprit=culprit):
            state.culprit = INDEX[culprit]
            begin_deal(state)
        case Revealed(culprit=culprit, accusations=accusations):
            _score(state, culprit, accusations)
        case _:
            assert_never(event)


def begin_deal(state: State) -> None:
    state.deal += 1
    state.asks = state.accused = state.ready = 0
    state.revealed = False


def _score(state: State, culprit: Card, accusations: tuple[Card, ...]) -> None:
    state.revealed = True
    for seat, card in enumerate(accusations):
        state.points[seat] += card == culprit
