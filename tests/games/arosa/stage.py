"""Positions of Arosa to test from. Falls are quick ones; the contents of the hotel are set up by
hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import RAIL, Seat, seats_of
from cluehouse.core.play import Play
from cluehouse.games.arosa import GAME
from cluehouse.games.arosa.belief import Belief, update
from cluehouse.games.arosa.events import Event, Placed, TurnBegun
from cluehouse.games.arosa.moves import Drop, Move
from cluehouse.games.arosa.pieces import (
    COLOUR,
    COLOURS,
    CUBES,
    STOREYS,
    TRACES,
    Act,
    Colour,
    Options,
    Storey,
)
from cluehouse.games.arosa.rules import decide, legal_moves
from cluehouse.games.arosa.state import DROPPING, State, apply, settle
from cluehouse.games.arosa.tower.fall import Resting
from cluehouse.games.arosa.view import see
from tests.contract.facts import facts

YELLOW, BLUE, BROWN, GREY, BLACK, WHITE = seats_of(6)
QUICK: Final = Options(tower="quick")

Hotel = Mapping[Storey, Sequence[Colour]]
E = TypeVar("E")


def searching(
    hotel: Hotel,
    *,
    act: Act = "two",
    by: Seat = YELLOW,
    seats: int = 4,
    victims: tuple[Storey, ...] | None = None,
) -> State:
    """A seat is about to search this hotel; all other traces are in the reserves."""
    state = State(QUICK, seats)
    state.victims = ((3, 5) if act == "two" else ()) if victims is None else victims
    for storey, colours in hotel.items():
        put(state, storey, *colours)
    happen(state, [TurnBegun(act, by)])
    return state


def put(state: State, storey: Storey, *colours: Colour) -> None:
    """Put cubes into the hotel."""
    for colour in colours:
        cube = next(cube for cube in CUBES[COLOUR[colour]] if cube not in state.inside)
        settle(state, Resting(cube, 0, 0, 0, storey))
        if colour != "red":
            state.reserve[COLOUR[colour]] -= 1
        state.drops += 1


def pin(state: State, seat: Seat, storey: Storey, count: int) -> State:
    """Move traces from the reserve onto the search board."""
    happen(state, [Placed(seat, storey, count)])
    return state


def keep(state: State, seat: Seat, count: int) -> State:
    """Leave this many traces in the reserve; the others go into the hotel, storey 7."""
    put(state, 7, *[COLOURS[seat]] * (state.reserve[seat] - count))
    return state


def lying(state: State, storey: Storey) -> list[Colour]:
    found = (cube for cube, rest in state.inside.items() if rest.storey == storey)
    return [COLOURS[cube // TRACES] for cube in sorted(found)]


def inside(state: State) -> list[Colour]:
    return [colour for storey in STOREYS for colour in lying(state, storey)]


def in_hand(state: State) -> dict[Colour, int]:
    """The cubes that have to be dropped before any from the reserve."""
    return {colour: state.left[i] for i, colour in enumerate(COLOURS) if state.left[i]}


def play(state: State, seat: Seat, move: Move, luck: int = 0) -> list[Event]:
    events = decide(state, seat, move, Chance(b"stage", luck))
    happen(state, events)
    return events


def drop_all(state: State, luck: int = 0) -> list[Event]:
    """The seat whose turn it is drops all it has to drop, the first colour first."""
    seat, events = state.turn, list[Event]()
    while state.turn == seat and state.phase == DROPPING:
        move = legal_moves(state, seat)[0]
        assert isinstance(move, Drop)
        events += play(state, seat, move, luck + len(events))
    return events


def happen(state: State, events: Sequence[Event]) -> None:
    for event in events:
        apply(state, event)


def hear(belief: Belief, events: Sequence[Event]) -> None:
    """Update the belief with the sights of these events."""
    for event in events:
        sight = see(event, RAIL)
        assert sight is not None
        update(belief, sight)


def only(things: Sequence[object], kind: type[E]) -> list[E]:
    return [thing for thing in things if isinstance(thing, kind)]


def refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    """Check that this rule refuses the move and that nothing has changed."""
    before = facts(state)
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, Chance(b"refused", 0))
    assert facts(state) == before


def random_game(seats: int, key: bytes = b"random game") -> Iterator[tuple[State, list[Event]]]:
    """Every state of a game of random moves, and the events that led to it. The state is updated in
    place: do not keep it."""
    game = Play(GAME, QUICK, seats, key)
    events = game.setup()
    while True:
        game.advance(events)
        yield game.state, events
        if not game.asked():
            return
        (seat,) = game.asked()
        move = Chance(b"random move", game.seq).choice(game.legal_moves(seat))
        events = game.decide(seat, move)
