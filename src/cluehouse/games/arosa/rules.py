"""Rules: setup, legal moves, the events a move causes, and the outcome."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.menu import Menu
from cluehouse.games.arosa import search
from cluehouse.games.arosa.events import Dropped, Event, TookBack, TurnBegun
from cluehouse.games.arosa.moves import Drop, Erase, Move, Open, Suspect, TakeBack
from cluehouse.games.arosa.pieces import (
    COLOUR,
    COLOURS,
    CUBES,
    STOREYS,
    TOO_MANY,
    Colour,
    Options,
)
from cluehouse.games.arosa.refusals import refusal
from cluehouse.games.arosa.score import points_of, winners
from cluehouse.games.arosa.state import DROPPING, OVER, TAKING_BACK, State, apply
from cluehouse.games.arosa.tower import quick_tower
from cluehouse.games.arosa.tower.fall import SYNTHESIS, Fall
from cluehouse.games.arosa.turns import next_dropper, next_turn, with_forced_events

_DROPS: Final[Menu[Move]] = Menu(Drop(colour) for colour in COLOURS)
_OPENINGS: Final[tuple[Move, ...]] = tuple(Open(storey) for storey in STOREYS)
_ERASURES: Final[tuple[Move, ...]] = tuple(Erase(storey) for storey in STOREYS)
_TAKINGS: Final[tuple[Move, ...]] = tuple(TakeBack(count) for count in range(TOO_MANY))
"""The seat whose turn it is has fewer than ten traces on the search board."""


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    """All moves, including a suspicion of no seat or of oneself, which a rule refuses."""
    suspicions = _suspicions(seats_of(seats), fewest=0)
    return (*_DROPS.items, *_OPENINGS, *suspicions, *_ERASURES, *_TAKINGS)


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    """AR-PRO-1: a seat drawn at random begins."""
    return [TurnBegun("prologue", Seat(chance.below(seats)))]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    if seat != state.turn:
        return ()
    phase = state.phase
    if phase == DROPPING:
        return _drops(state)
    if phase == TAKING_BACK:
        return _TAKINGS[: state.back + 1]
    if phase == OVER:
        return ()
    if state.act == "one":
        return _OPENINGS
    return _act_two(state.seats, seat, erasing=any(state.board[seat]))


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in legal_moves(state, seat):
        raise refusal(state, seat, move)
    match move:
        case Drop(colour=colour):
            return _drop(state, seat, colour, chance)
        case Open(storey=storey):
            return with_forced_events(search.for_victims(state, storey))
        case Suspect(suspects=suspects, storey=storey):
            return with_forced_events(search.for_suspects(state, suspects, storey))
        case Erase(storey=storey):
            return with_forced_events(search.for_own_traces(state, storey))
        case TakeBack(count=count):
            assert state.opened is not None
            return [TookBack(seat, state.opened, count)]
        case _:
            assert_never(move)


def retrace(
    state: State, seat: Seat, move: Move, chance: Chance, told: Sequence[Event]
) -> list[Event]:
    """Like `decide`, but a cube falls as in `told`: the wooden tower of another machine may
    differ."""
    if not isinstance(move, Drop) or state.options.tower == "quick":
        return decide(state, seat, move, chance)
    fall = _told_fall(state, _next_cube(state, move.colour), told)
    return _landed(state, seat, move.colour, fall, _after_drop(state, chance))


def outcome(state: State) -> Outcome | None:
    """AR-SCO-2."""
    if state.hotel is None:
        return None
    points = points_of(state)
    best = winners(points)
    shares = tuple(1 / len(best) if seat in best else 0.0 for seat in range(state.seats))
    return Outcome(shares=shares, points=points, rule="AR-SCO-2")


# --- legal moves ------------------------------------------------------------------------------


def _drops(state: State) -> Sequence[Move]:
    """AR-DEC-1: any colour in hand; traces from the reserve when nothing else is left."""
    return _DROPS.of(state.hand or 1 << state.turn)


@cache
def _act_two(seats: int, seat: Seat, *, erasing: bool) -> tuple[Move, ...]:
    """AR-ACT2-1, AR-ERA-1: suspect other seats, or erase one's own traces if any are on the
    board."""
    others = tuple(other for other in seats_of(seats) if other != seat)
    suspicions = tuple(_suspicions(others, fewest=1))
    return suspicions + _ERASURES if erasing else suspicions


def _suspicions(seats: Sequence[Seat], fewest: int) -> Iterator[Move]:
    for size in range(fewest, len(seats) + 1):
        for suspects in combinations(seats, size):
            yield from (Suspect(suspects, storey) for storey in STOREYS)


# --- effects of a drop ------------------------------------------------------------------------


def _drop(state: State, seat: Seat, colour: Colour, chance: Chance) -> list[Event]:
    following = _after_drop(state, chance)  # before the fall, whose use of luck is secret
    return _landed(state, seat, colour, _fall(state, colour, chance), following)


def _landed(
    state: State, seat: Seat, colour: Colour, fall: Fall, following: Sequence[Event] | None
) -> list[Event]:
    dropped = Dropped(
        number=state.drops + 1,
        by=seat,
        colour=colour,
        hearing=state.options.hearing,
        storey=STOREYS[fall.storey],
        rest=fall.rest,
        contacts=fall.contacts,
        synthesis=SYNTHESIS,
    )
    if following is not None:
        return [dropped, *following]
    draft: Draft[State, Event] = Draft(state, apply)
    draft.add(dropped)
    return with_forced_events(draft)


def _after_drop(state: State, chance: Chance) -> Sequence[Event] | None:
    """The events after a drop, wherever the cube falls; None if the game may end with it."""
    if state.reserve[state.turn] == 1:
        return None
    if sum(state.left) + state.extra > 1:
        return ()
    if state.act == "prologue":
        return (next_dropper(state, Seat(chance.below(state.seats))),)
    turn = next_turn(state)
    return None if turn is None else (turn,)


def _fall(state: State, colour: Colour, chance: Chance) -> Fall:
    cube = _next_cube(state, colour)
    if state.options.tower == "quick":
        return quick_tower.drop(state.inside.values(), cube, chance, state.lying)
    from cluehouse.games.arosa.tower import tower  # imports pymunk, so only when needed

    return tower.drop(state.inside.values(), cube, chance)


def _next_cube(state: State, colour: Colour) -> int:
    """The first cube of this colour that is not in the hotel; cubes of a colour are
    interchangeable."""
    return next(cube for cube in CUBES[COLOUR[colour]] if cube not in state.inside)


def _told_fall(state: State, cube: int, told: Sequence[Event]) -> Fall:
    """The fall of this cube in `told`; it may move only cubes that are inside."""
    for event in told:
        if isinstance(event, Dropped):
            storeys = {rest.cube: rest.storey for rest in event.rest}
            known = storeys.keys() <= {cube, *state.inside}
            if cube in storeys and known and set(storeys.values()) <= set(STOREYS):
                return Fall(storeys[cube], event.rest, event.contacts)
    raise ValueError(f"cube {cube} does not fall")
