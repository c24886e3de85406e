"""Rules: setup, legal moves, the events a move causes, and the outcome."""

from collections.abc import Sequence
from functools import cache
from typing import assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.errors import Illegal
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.menu import Menu
from cluehouse.games.keyhole.events import (
    Accused,
    CardShown,
    CulpritHidden,
    Dealt,
    Event,
    SaidReady,
)
from cluehouse.games.keyhole.moves import Accuse, Ask, Move, Ready
from cluehouse.games.keyhole.pieces import DECK, Options
from cluehouse.games.keyhole.state import State, apply
from cluehouse.games.keyhole.view import revelation


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    return (*(Ask(seat) for seat in seats_of(seats)), *_ACCUSATIONS, _READY)


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    return _deal(seats, chance)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    if state.asks < state.seats:
        return _asks(state.seats).of(_all_but(state, seat)) if seat == state.asker else ()
    if not state.revealed:
        return () if state.accused >> seat & 1 else _ACCUSATIONS
    waiting = state.deal < state.options.deals and not state.ready >> seat & 1
    return (_READY,) if waiting else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in legal_moves(state, seat):
        raise _refusal(state, seat, move)
    match move:
        case Ask(whom=whom):
            return [CardShown(by=whom, to=seat, card=DECK[state.hands[whom]])]
        case Accuse():
            return _accuse(state, seat, move)
        case Ready():
            return _say_ready(state, seat, chance)
        case _:
            assert_never(move)


def outcome(state: State) -> Outcome | None:
    """KEY-9: the seats with the most points share the win."""
    if state.phase != "over":
        return None
    best = max(state.points)
    winners = state.points.count(best)
    shares = tuple(1 / winners if points == best else 0.0 for points in state.points)
    return Outcome(shares=shares, points=tuple(state.points), rule="KEY-9")


_ACCUSATIONS: tuple[Move, ...] = tuple(Accuse(card) for card in DECK)
_READY = Ready()


@cache
def _asks(seats: int) -> Menu[Move]:
    return Menu(Ask(seat) for seat in seats_of(seats))


def _all_but(state: State, seat: Seat) -> int:
    return state.all_seats & ~(1 << seat)


def _deal(seats: int, chance: Chance) -> list[Event]:
    """KEY-2: hide a culprit and deal one card to each seat."""
    culprit, *cards = chance.shuffled(DECK)
    hands = zip(seats_of(seats), cards, strict=False)  # the cards left over stay in the box
    return [CulpritHidden(culprit), *(Dealt(seat, card) for seat, card in hands)]


def _accuse(state: State, seat: Seat, move: Accuse) -> list[Event]:
    accused = Accused(by=seat, card=move.card)
    if state.accused | 1 << seat != state.all_seats:
        return [accused]
    draft: Draft[State, Event] = Draft(state, apply)
    draft.add(accused)
    draft.add(revelation(draft.state))
    return draft.events


def _say_ready(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """KEY-8: when all seats are ready, the next deal begins."""
    said = SaidReady(by=seat)
    all_ready = state.ready | 1 << seat == state.all_seats
    return [said, *_deal(state.seats, chance)] if all_ready else [said]


def _refusal(state: State, seat: Seat, move: Move) -> Illegal:
    match move:
        case Ask(whom=whom):
            return Illegal("KEY-3" if whom == seat == state.asker else "KEY-4")
        case Accuse():
            return Illegal("KEY-6")
        case Ready():
            return Illegal("KEY-8")
        case _:
            assert_never(move)
