"""Rules: setup, legal moves, the events a move causes, and the outcome."""

from collections.abc import Sequence
from functools import cache
from typing import Final, assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.menu import Menu
from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    BourrelSeated,
    Claimed,
    Event,
    LotDrawn,
    Misremembered,
    SaidReady,
    TokensMoved,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.moves import (
    Accuse,
    Claim,
    DrawLots,
    GiveNumber,
    LeaveOut,
    Move,
    Place,
    Ready,
    Visit,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    FOUND,
    ROOM,
    ROOMS,
    Found,
    Options,
    Room,
    claim_of,
    in_the_lot,
    numbered,
)
from cluehouse.games.cinq_dernieres_minutes.preparation import (
    LOTS,
    PLACES,
    begin_round,
    draw_lots,
    give_numbers,
    leave_out,
    leavings,
    open_game,
    place,
    preparations,
)
from cluehouse.games.cinq_dernieres_minutes.refusals import refusal
from cluehouse.games.cinq_dernieres_minutes.state import (
    ACCUSING,
    BETWEEN,
    HIDING,
    INQUIRY,
    OVER,
    State,
    apply,
)
from cluehouse.games.cinq_dernieres_minutes.view import truth

_VISITS: Final[tuple[Move, ...]] = tuple(Visit(room) for room in ROOMS)
_CLAIMS: Final[Menu[Move]] = Menu(Claim(room, found) for room in ROOMS for found in FOUND)
_READY: Final = Ready()


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    players = numbered(options, seats)
    accusations = (*(Accuse(seat) for seat in seats_of(seats)), Accuse("nobody"))
    return (
        *(GiveNumber(seat) for seat in seats_of(seats)),
        *leavings(players),
        *PLACES,
        LOTS,
        *_VISITS,
        *_CLAIMS.items,
        *accusations,
        _READY,
    )


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    """CD-MAT-1: numbers are drawn at random, or a person is drawn to play Bourrel and begins by
    giving them."""
    if options.bourrel == "house":
        return open_game(State(options, seats), chance)
    among = in_the_lot(options, seats)
    seated = BourrelSeated(chance.choice(among))
    return [seated] if len(among) == 1 else [LotDrawn(among), seated]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    if not state.asked >> seat & 1:
        return ()
    phase = state.phase
    if phase == HIDING:
        return _visits(state, seat)
    if phase == INQUIRY:
        return _testimonies(state, seat)
    if phase == ACCUSING:
        return _accusations(state.seats, state.bourrel)[seat]
    return (_READY,) if phase == BETWEEN else preparations(state)


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in legal_moves(state, seat):
        raise refusal(state, seat, move)
    match move:
        case Visit(room=room):
            return [VisitMade(seat, room, FOUND[state.found(ROOM[room])], state.bourrel)]
        case Claim(room=room, found=found):
            return _testify(state, seat, room, found)
        case Accuse():
            return _accuse(state, Accused(seat, move.whom))
        case Ready():
            return _say_ready(state, seat, chance)
        case Place(item=item):
            return place(state, [item], chance)
        case GiveNumber(whom=whom):
            return give_numbers(state, [whom], chance)
        case LeaveOut(items=items):
            return leave_out(state, items, chance)
        case DrawLots():
            return draw_lots(state, chance)
        case _:
            assert_never(move)


def outcome(state: State) -> Outcome | None:
    """CD-GAM-2, CD-DEC-4: the players with the most tokens share the win."""
    if state.phase != OVER:
        return None
    most = max(state.tokens[seat] for seat in state.order)
    winners = [seat for seat in state.order if state.tokens[seat] == most]
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats))
    return Outcome(shares=shares, points=tuple(state.tokens), rule="CD-GAM-2")


# --- legal moves ------------------------------------------------------------------------------


def _visits(state: State, seat: Seat) -> Sequence[Move]:
    """CD-HID-1: the thief visits the room of the ring, a suspect any room."""
    if seat == state.thief:
        return _VISITS[state.ring : state.ring + 1]
    return _VISITS[: state.rooms]


def _testimonies(state: State, seat: Seat) -> Sequence[Move]:
    """CD-INQ-2, CD-DEC-2: a suspect's testimony is prepared, unless it testifies from memory."""
    if seat == state.thief or state.options.memory:
        return _CLAIMS.of(state.claims)
    visit = state.visits[seat]
    return _CLAIMS.items[visit : visit + 1]


@cache
def _accusations(seats: int, bourrel: Seat | None) -> tuple[tuple[Move, ...], ...]:
    """CD-ACC-1: for each seat, the accusations it may make."""
    accusations = [Accuse(seat) for seat in seats_of(seats)]
    return tuple(
        (*(move for move in accusations if move.whom not in (seat, bourrel)), Accuse("nobody"))
        for seat in seats_of(seats)
    )


# --- effects of a move ------------------------------------------------------------------------


def _testify(state: State, seat: Seat, room: Room, found: Found) -> list[Event]:
    said = Claimed(seat, room, found)
    if seat == state.thief or claim_of(room, found) == state.visits[seat]:
        return [said]
    penalty = tuple(-1 if other == seat else 0 for other in range(state.seats))  # CD-PEN-1
    return [said, Misremembered(seat), truth(state), TokensMoved(penalty)]


def _accuse(state: State, accused: Accused) -> list[Event]:
    if state.asked != 1 << accused.by:
        return [accused]
    draft = Draft(state, apply)
    draft.add(accused)
    for seat in state.order:
        draft.add(AccusationRevealed(seat, draft.state.accusations[seat]))
    draft.add(truth(state))
    draft.add(TokensMoved(_tokens(draft.state)))
    return draft.events


def _tokens(state: State) -> tuple[int, ...]:
    """CD-ACC-2, CD-ACC-3: the tokens won and lost; the thief's own accusation does not count
    (CD-DEC-3)."""
    changes = [0] * state.seats
    for seat in state.order:
        if seat != state.thief and (whom := state.accusations[seat]) != "nobody":
            changes[seat] = 1 if whom == state.thief else -1
    changes[state.thief] = 1 if changes.count(1) <= 1 else -1
    return tuple(changes)


def _say_ready(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """CD-GAM-1, CD-DEC-2: when all are ready, the next round begins, or a void one again."""
    said = SaidReady(seat)
    if state.asked != 1 << seat:
        return [said]
    draft = Draft(state, apply)
    draft.add(said)
    if state.counts:
        begin_round(draft, state.round + 1, (*state.order[1:], state.order[0]), chance)
    else:
        begin_round(draft, state.round, state.order, chance, again=True)
    return draft.events
