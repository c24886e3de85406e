"""Positions of Clue to test from.

Seat 0 plays Scarlet, seat 1 Mustard, seat 2 White; the case file holds Plum, the Pistol and the
Study; the hands are dealt in order.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.clue.board import CELLS, number_of
from cluehouse.games.clue.cards import CARDS, SUSPECTS, Card, Room, Suspect
from cluehouse.games.clue.events import (
    CaseHidden,
    Dealt,
    Event,
    Rolled,
    SuspectsTaken,
    TurnBegun,
    WeaponsPlaced,
)
from cluehouse.games.clue.moves import Accuse, Move
from cluehouse.games.clue.pieces import Options, Place, Square
from cluehouse.games.clue.rules import decide, legal_moves
from cluehouse.games.clue.state import SUSPECT, State, apply

NO_LUCK: Final = Chance(b"", 0)
"""For moves that need none."""

ZERO, ONE, TWO = seats_of(3)

CASE: Final = CaseHidden("plum", "pistol", "study")
RIGHT: Final = Accuse("plum", "pistol", "study")
WRONG: Final = Accuse("scarlet", "rope", "hall")

HANDS: Final[tuple[tuple[Card, ...], ...]] = (
    ("scarlet", "mustard", "rope", "lead_pipe", "kitchen", "ballroom"),
    ("white", "green", "knife", "wrench", "conservatory", "dining_room"),
    ("peacock", "candlestick", "billiard_room", "library", "lounge", "hall"),
)
WEAPON_ROOMS: Final[tuple[Room, ...]] = (
    "kitchen",
    "ballroom",
    "conservatory",
    "dining_room",
    "billiard_room",
    "library",
)


def opening(seats: int = 3, suspects: Sequence[Suspect] = SUSPECTS) -> list[Event]:
    rest = [card for card in CARDS if card not in (CASE.suspect, CASE.weapon, CASE.room)]
    hands = HANDS if seats == 3 else [tuple(rest[seat::seats]) for seat in range(seats)]
    return [
        SuspectsTaken(tuple(suspects[:seats])),
        WeaponsPlaced(WEAPON_ROOMS),
        CASE,
        *(Dealt(seat, hand) for seat, hand in zip(seats_of(seats), hands, strict=True)),
        TurnBegun(ZERO),
    ]


def scene(
    pawns: Mapping[Suspect, Place] | None = None,
    *,
    seats: int = 3,
    roll: int | None = None,
    turn: Seat = ZERO,
) -> State:
    """The first turn, with these pawns elsewhere than on START; optionally after a roll."""
    state = State(Options(), seats)
    happen(state, opening(seats))
    for suspect, place in (pawns or {}).items():
        state.pawns[SUSPECT[suspect]] = number_of(place)
    if turn != ZERO:
        happen(state, [TurnBegun(turn)])
    if roll is not None:
        happen(state, [Rolled(turn, (roll // 2, roll - roll // 2))])
    return state


def at(row: int, column: int) -> Square:
    """The square in this row and column of the map."""
    return Square(CELLS.index((row, column)))


def play(state: State, seat: Seat, *moves: Move, luck: bytes = b"stage") -> list[Event]:
    """Play these moves; the events of the last one."""
    for move in moves:
        events = decide(state, seat, move, Chance(luck, 1))
        happen(state, events)
    return events


def happen(state: State, events: Sequence[Event]) -> None:
    for event in events:
        apply(state, event)


def kinds(state: State, seat: Seat) -> set[type[Move]]:
    """The kinds of move a seat is offered."""
    return {type(move) for move in legal_moves(state, seat)}


def place_of_pawn(state: State, suspect: Suspect) -> int:
    return state.pawns[SUSPECT[suspect]]
