"""Positions of Keyhole to test from."""

from collections.abc import Sequence
from typing import Final, Literal

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.keyhole.events import CulpritHidden, Dealt, Event
from cluehouse.games.keyhole.moves import Accuse, Ask, Move
from cluehouse.games.keyhole.pieces import Card, Options
from cluehouse.games.keyhole.rules import decide
from cluehouse.games.keyhole.state import State, apply

Deals = Literal[1, 2, 3]

NO_LUCK: Final = Chance(b"", 0)
"""For moves that need none."""

ZERO, ONE, TWO = seats_of(3)


def deal(culprit: Card, *hands: Card) -> list[Event]:
    dealt = zip(seats_of(len(hands)), hands, strict=True)
    return [CulpritHidden(culprit), *(Dealt(seat, card) for seat, card in dealt)]


def asking(culprit: Card, *hands: Card, deals: Deals = 2) -> State:
    """A first deal, before any seat has asked."""
    state = State(Options(deals=deals), len(hands))
    happen(state, deal(culprit, *hands))
    return state


def accusing(culprit: Card, *hands: Card, deals: Deals = 2) -> State:
    """A first deal in which each seat has asked the next one."""
    state = asking(culprit, *hands, deals=deals)
    for seat in seats_of(state.seats):
        play(state, seat, Ask(Seat((seat + 1) % state.seats)))
    return state


def between(culprit: Card, accusations: Sequence[Card], *hands: Card, deals: Deals = 2) -> State:
    """After a first deal, in which each seat has accused a card."""
    state = accusing(culprit, *hands, deals=deals)
    accuse(state, *accusations)
    return state


def accuse(state: State, *cards: Card) -> list[Event]:
    """Every seat accuses; the events of the last accusation."""
    for seat, card in enumerate(cards):
        events = play(state, Seat(seat), Accuse(card))
    return events


def play(state: State, seat: Seat, move: Move) -> list[Event]:
    events = decide(state, seat, move, Chance(b"stage", state.deal))
    happen(state, events)
    return events


def happen(state: State, events: Sequence[Event]) -> None:
    for event in events:
        apply(state, event)
