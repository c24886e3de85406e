"""Positions of Crime Hotel to test from."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.play import Play
from cluehouse.games.crime_hotel import GAME
from cluehouse.games.crime_hotel.events import (
    Dealt,
    Event,
    InvestigationBegun,
    MurdererFound,
    MurdererHidden,
    Parked,
)
from cluehouse.games.crime_hotel.moves import CallIn, Guess, Move
from cluehouse.games.crime_hotel.pieces import (
    DESKS,
    PLACE,
    ROOMS,
    Department,
    Options,
    Place,
    Room,
)
from cluehouse.games.crime_hotel.rules import decide, legal_moves
from cluehouse.games.crime_hotel.state import ACTING, State, apply
from tests.contract.facts import facts

ZERO, ONE, TWO, THREE = seats_of(4)

Hand = tuple[Room, ...]
FIVE_EACH: Final[tuple[Hand, ...]] = (
    (11, 12, 13, 14, 15),
    (21, 22, 23, 24, 25),
    (31, 32, 33, 34, 35),
)
"""Three hands after the first trick."""
FIVE_OF_FOUR: Final[tuple[Hand, ...]] = (*FIVE_EACH, (16, 17, 26, 27, 36))


def investigation(
    *hands: Hand,
    murderer: Room,
    car: Seat = ZERO,
    number: int = 1,
    layout: Literal["standard", "tight"] = "standard",
) -> list[Event]:
    """The setup; all rooms that are neither dealt nor the murderer's lie face up."""
    hidden = {murderer}.union(*hands)
    searched = tuple(room for room in ROOMS if room not in hidden)
    dealt = zip(seats_of(len(hands)), hands, strict=True)
    return [
        InvestigationBegun(number, car, searched, DESKS[layout, len(hands)]),
        MurdererHidden(murderer),
        *(Dealt(seat, hand) for seat, hand in dealt),
    ]


def playing(
    *hands: Hand, murderer: Room = 19, car: Seat = ZERO, options: Options | None = None
) -> State:
    """The position before a trick."""
    state = State(options or Options(), len(hands))
    layout = state.options.desks
    happen(state, investigation(*hands, murderer=murderer, car=car, layout=layout))
    return state


def acting(*hands: Hand, murderer: Room = 19, options: Options | None = None) -> State:
    """After a trick that parked the seats in their order: seat 0 is in bay 1."""
    state = playing(*hands or FIVE_EACH, murderer=murderer, options=options)
    happen(state, [Parked(seats_of(state.seats))])
    return state


def calling(state: State, seat: Seat) -> State:
    """This seat, in the second bay, is to call reinforcements."""
    first, *others = (other for other in seats_of(state.seats) if other != seat)
    happen(state, [Parked((first, seat, *others))])
    state.bay = 1
    return state


def called(state: State, seat: Seat, department: Department) -> State:
    """This seat has called."""
    play(calling(state, seat), seat, CallIn(department))
    return state


def last_guess(murderer: Room, *last_cards: Room, options: Options | None = None) -> State:
    """The last bay of the fifth trick is to guess; each seat has one card left."""
    hands = last_cards or (11, 21, 31)
    state = acting(*((card,) for card in hands), murderer=murderer, options=options)
    state.tricks, state.bay = 4, state.seats - 1
    return state


def scored(state: State, place: Place = "room-39") -> tuple[int, ...]:
    """The points of the investigation when the last bay has made its last guess."""
    state.tricks, state.bay, state.phase = 4, state.seats - 1, ACTING
    *_, found = play(state, state.bays[-1], Guess(place))
    assert isinstance(found, MurdererFound)
    return found.points


def stand(state: State, seat: Seat, *places: Place) -> State:
    """Put detectives of a seat on the hotel."""
    for place in places:
        state.stands[seat] |= 1 << PLACE[place]
        state.occupied |= 1 << PLACE[place]
    return state


def standing(state: State, seat: Seat) -> set[Place]:
    return {place for place, bit in PLACE.items() if state.stands[seat] >> bit & 1}


def rooms(mask: int) -> set[Room]:
    return {room for index, room in enumerate(ROOMS) if mask >> index & 1}


def hand(state: State, seat: Seat) -> set[Room]:
    return rooms(state.hands[seat])


def play(state: State, seat: Seat, move: Move, luck: int = 0) -> list[Event]:
    events = decide(state, seat, move, Chance(b"stage", luck))
    happen(state, events)
    return events


def happen(state: State, events: Sequence[Event]) -> None:
    for event in events:
        apply(state, event)


def refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    """Check that this rule refuses the move and that nothing has changed."""
    before = facts(state)
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, Chance(b"refused", 0))
    assert facts(state) == before


def asked(state: State) -> list[Seat]:
    return [seat for seat in seats_of(state.seats) if legal_moves(state, seat)]


def guesses(state: State, seat: Seat) -> set[Place]:
    return {move.place for move in legal_moves(state, seat) if isinstance(move, Guess)}


def random_game(seats: int, options: Options | None = None) -> Iterator[State]:
    """Every state of a game of random moves. It is updated in place: do not keep it."""
    game = Play(GAME, options or Options(), seats, b"random game")
    events = game.setup()
    while True:
        game.advance(events)
        yield game.state
        if not game.asked():
            return
        seat = game.asked()[0]
        move = Chance(b"random move", game.seq).choice(game.legal_moves(seat))
        events = game.decide(seat, move)
