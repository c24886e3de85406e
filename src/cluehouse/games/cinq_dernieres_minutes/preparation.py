"""Preparation: what comes before the first visit: numbers, objects left out, boxes, cards.

Without a Bourrel in person all of it is drawn at random at once; a person does it step by step, or
leaves it to chance too.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.cinq_dernieres_minutes.events import (
    CardsDrawn,
    Event,
    ItemPlaced,
    ItemsLeftOut,
    NumberGiven,
    RoundBegun,
)
from cluehouse.games.cinq_dernieres_minutes.moves import DrawLots, GiveNumber, LeaveOut, Move, Place
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEMS,
    RING,
    ROOMS,
    Item,
    ways_to_leave_out,
)
from cluehouse.games.cinq_dernieres_minutes.state import ARRANGING, LEAVING, NUMBERING, State, apply

EventDraft = Draft[State, Event]

PLACES: Final[tuple[Move, ...]] = tuple(Place(item) for item in ITEMS)
LOTS: Final = DrawLots()


def preparations(state: State) -> Sequence[Move]:
    """The moves of a person who plays Bourrel (CD-DEC-1)."""
    if state.phase == ARRANGING:
        return (*(PLACES[item] for item in _to_place(state)), LOTS)
    if state.phase == LEAVING:
        return (*leavings(state.players), LOTS)
    return (*(GiveNumber(seat) for seat in _to_number(state)), LOTS)


@cache
def leavings(players: int) -> tuple[Move, ...]:
    """All choices of objects to leave out; empty if none is to be left out."""
    return tuple(LeaveOut(items) for items in ways_to_leave_out(players) if items)


def draw_lots(state: State, chance: Chance) -> list[Event]:
    if state.phase == NUMBERING:
        return give_numbers(state, chance.shuffled(_to_number(state)), chance)
    if state.phase == LEAVING:
        return leave_out(state, _drawn_out(state.players, chance), chance)
    return place(state, [ITEMS[item] for item in chance.shuffled(_to_place(state))], chance)


def give_numbers(state: State, seats: Sequence[Seat], chance: Chance) -> list[Event]:
    """CD-MAT-1: the last number goes to the last player automatically."""
    draft = Draft(state, apply)
    for seat in seats:
        draft.add(NumberGiven(seat, len(draft.state.order) + 1))
    if len(left := _to_number(draft.state)) == 1:
        draft.add(NumberGiven(left[0], state.players))
    if draft.state.phase == LEAVING and not leavings(state.players):
        begin_round(draft, 1, draft.state.order, chance)
    return draft.events


def leave_out(state: State, items: tuple[Item, ...], chance: Chance) -> list[Event]:
    draft = Draft(state, apply)
    draft.add(ItemsLeftOut(items))
    begin_round(draft, 1, state.order, chance)
    return draft.events


def place(state: State, items: Iterable[Item], chance: Chance) -> list[Event]:
    """CD-SET-1: the last object goes into the last box automatically."""
    draft = Draft(state, apply)
    for item in items:
        _fill(draft, item)
    if len(left := _to_place(draft.state)) == 1:
        _fill(draft, ITEMS[left[0]])
    if len(draft.state.boxes) == state.rooms:
        _draw_cards(draft, chance)
    return draft.events


def open_game(state: State, chance: Chance) -> list[Event]:
    """Begin a game that has no Bourrel in person."""
    draft = Draft(state, apply)
    if leavings(state.players):
        draft.add(ItemsLeftOut(_drawn_out(state.players, chance)))
    begin_round(draft, 1, chance.shuffled(seats_of(state.seats)), chance)
    return draft.events


def begin_round(
    draft: EventDraft, number: int, order: Iterable[Seat], chance: Chance, *, again: bool = False
) -> None:
    draft.add(RoundBegun(number, again, tuple(order)))
    if draft.state.bourrel is None:
        for item in chance.shuffled(draft.state.items):
            _fill(draft, ITEMS[item])
        _draw_cards(draft, chance)


def _to_number(state: State) -> list[Seat]:
    return [seat for seat in seats_of(state.seats) if seat not in (*state.order, state.bourrel)]


def _to_place(state: State) -> list[int]:
    return [item for item in state.items if item not in state.boxes]


def _drawn_out(players: int, chance: Chance) -> tuple[Item, ...]:
    """CD-DEC-5: objects drawn at random to be left out."""
    return chance.choice(ways_to_leave_out(players))


def _fill(draft: EventDraft, item: Item) -> None:
    room = ROOMS[len(draft.state.boxes)]
    draft.add(ItemPlaced(room, item, draft.state.bourrel))


def _draw_cards(draft: EventDraft, chance: Chance) -> None:
    """CD-SET-2: each player draws a card; one is the thief's."""
    ring = ROOMS[draft.state.boxes.index(RING)]
    draft.add(CardsDrawn(chance.choice(draft.state.order), ring, draft.state.bourrel))
