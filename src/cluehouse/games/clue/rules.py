"""Rules: setup, legal moves, the events a move causes, and the outcome."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.menu import Menu
from cluehouse.games.clue.board import PASSAGE, ROOM_BEHIND
from cluehouse.games.clue.cards import CARDS, ROOMS, SUSPECTS, WEAPONS, Room
from cluehouse.games.clue.events import (
    Accused,
    CameBackTooSoon,
    CardShown,
    CaseFileRead,
    CaseHidden,
    CaseSolved,
    CaseUnsolved,
    Dealt,
    Entered,
    Event,
    MustShow,
    PassageTaken,
    Passed,
    PawnSetAside,
    Rolled,
    Suggested,
    SuspectsTaken,
    TurnBegun,
    Unanswered,
    Walked,
    WeaponsPlaced,
)
from cluehouse.games.clue.moves import (
    Accuse,
    EndTurn,
    Enter,
    Move,
    Roll,
    Show,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import (
    MOST_TURNS,
    SQUARES,
    Options,
    Square,
    Verdict,
    seatings,
)
from cluehouse.games.clue.refusals import refusal
from cluehouse.games.clue.state import (
    ANSWERING,
    ENDING,
    ENTERED,
    MOVING,
    ROLLED,
    ROOM_PLACE,
    State,
    apply,
    mask_of,
)
from cluehouse.games.clue.view import crime
from cluehouse.games.clue.walks import can_step, reach, way

_ROLL: Final = Roll()
_PASSAGE: Final = TakePassage()
_END: Final = EndTurn()
_GOALS: Final[Menu[Move]] = Menu(
    (*(Walk(Square(square)) for square in range(SQUARES)), *(Enter(room) for room in ROOMS))
)
_SUGGESTIONS: Final[tuple[Move, ...]] = tuple(
    Suggest(*named) for named in product(SUSPECTS, WEAPONS)
)
_SHOWS: Final[Menu[Move]] = Menu(Show(card) for card in CARDS)
_ACCUSATIONS: Final[tuple[Move, ...]] = tuple(
    Accuse(*named) for named in product(SUSPECTS, WEAPONS, ROOMS)
)
_AFTER_ENTERING: Final = (*_SUGGESTIONS, *_ACCUSATIONS)
_AT_THE_END: Final = (_END, *_ACCUSATIONS)


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    return (
        _ROLL,
        _PASSAGE,
        *_GOALS.items,
        *_SUGGESTIONS,
        *_SHOWS.items,
        _END,
        *_ACCUSATIONS,
    )


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    """CL-SET-1 to CL-SET-5."""
    suspects = chance.choice(seatings(options.suspects, seats))
    weapons = WeaponsPlaced(tuple(chance.shuffled(ROOMS)[: len(WEAPONS)]))
    case = CaseHidden(chance.choice(SUSPECTS), chance.choice(WEAPONS), chance.choice(ROOMS))
    first = Seat(min(seats_of(seats), key=lambda seat: SUSPECTS.index(suspects[seat])))
    dealt = _deal(case, seats, chance)
    return [SuspectsTaken(suspects), weapons, case, *dealt, TurnBegun(first)]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """CL-TUR-1."""
    phase = state.phase
    if phase == ANSWERING:
        return _answers(state, seat) if seat == state.answerer else ()
    if seat != state.turn:
        return ()
    if phase == MOVING:
        return _openings(state)
    if phase == ROLLED:
        return (*_GOALS.of(_goals(state)), *_ACCUSATIONS)
    if phase == ENTERED:
        return _AFTER_ENTERING
    return _AT_THE_END if phase == ENDING else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in legal_moves(state, seat):
        raise refusal(state, seat, move)
    match move:
        case Roll():
            return [Rolled(seat, (1 + chance.below(6), 1 + chance.below(6)))]
        case Walk(to=square):
            return [Walked(seat, _way(state, square))]
        case Enter(room=room):
            return _arrive(state, Entered(seat, _way(state, ROOM_PLACE[room]), room))
        case Suggest():
            return _suggest(state, seat, move)
        case Show(card=card):
            return [CardShown(seat, state.turn, card)]
        case EndTurn():
            return [_next_turn_or_end(state)]
        case TakePassage():
            return _arrive(state, PassageTaken(seat, _passage(state.place)))
        case Accuse():
            return _accuse(state, seat, move)
        case _:
            assert_never(move)


def outcome(state: State) -> Outcome | None:
    if state.verdict is None:
        return None
    won = [int(state.verdict == "CL-ACC-3" and seat == state.turn) for seat in range(state.seats)]
    return Outcome(shares=tuple(map(float, won)), points=tuple(won), rule=state.verdict)


# --- setting up -------------------------------------------------------------------------------


def _deal(case: CaseHidden, seats: int, chance: Chance) -> list[Dealt]:
    """CL-SET-4: deal card by card, clockwise from a seat drawn at random."""
    hidden = (case.suspect, case.weapon, case.room)
    deck = chance.shuffled([card for card in CARDS if card not in hidden])
    first = chance.below(seats)
    hands = {(first + turn) % seats: deck[turn::seats] for turn in range(seats)}
    return [Dealt(seat, tuple(sorted(hands[seat], key=CARDS.index))) for seat in seats_of(seats)]


# --- legal moves ------------------------------------------------------------------------------


def _openings(state: State) -> Sequence[Move]:
    """The moves at the beginning of a turn."""
    place = state.place
    steps = can_step(place, state.crowd(state.suspect))
    tunnel = place >= SQUARES and PASSAGE[place - SQUARES] is not None
    carried = bool(state.carried >> state.suspect & 1)
    return _opening_moves(steps, tunnel, carried)


@cache
def _opening_moves(steps: bool, tunnel: bool, carried: bool) -> Sequence[Move]:
    """CL-MOV-1, CL-MOV-8: roll, take the passage, or end the turn if neither is possible."""
    return (
        *((_ROLL,) if steps else ()),
        *((_PASSAGE,) if tunnel else ()),
        *(_SUGGESTIONS if carried else ()),
        *(() if steps or tunnel else (_END,)),
        *_ACCUSATIONS,
    )


def _goals(state: State) -> int:
    assert state.dice is not None
    return reach(state.place, sum(state.dice), state.crowd(state.suspect), state.idle)


def _answers(state: State, seat: Seat) -> Sequence[Move]:
    """CL-SUG-4: show one of the named cards."""
    assert state.suggestion is not None
    named = state.suggestion
    return _SHOWS.of(state.hands[seat] & mask_of((named.suspect, named.weapon, named.room)))


# --- moving and suggesting --------------------------------------------------------------------


def _way(state: State, goal: int) -> tuple[Square, ...]:
    assert state.dice is not None
    return way(state.place, sum(state.dice), state.crowd(state.suspect), goal)  # type: ignore[return-value]


def _arrive(state: State, entering: Entered | PassageTaken) -> list[Event]:
    """CL-SUG-1, or CL-SUG-6 for one who suggested there in the turn before."""
    if ROOM_PLACE[entering.room] != state.barred:
        return [entering]
    return [entering, CameBackTooSoon(entering.by, entering.room)]


def _passage(place: int) -> Room:
    """CL-MOV-9: the room at the other end of the passage."""
    opposite = PASSAGE[place - SQUARES]
    assert opposite is not None
    return ROOMS[opposite]


def _suggest(state: State, seat: Seat, move: Suggest) -> list[Event]:
    """CL-SUG-4: the other seats are asked in turn, from the left, until one can show a card."""
    room = ROOMS[state.place - SQUARES]
    named = mask_of((move.suspect, move.weapon, room))
    events: list[Event] = [Suggested(seat, move.suspect, move.weapon, room)]
    for other in _to_the_left(seat, state.seats):
        if state.hands[other] & named:
            return [*events, MustShow(other)]
        events.append(Passed(other))
    return [*events, Unanswered(seat)]


@cache
def _to_the_left(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """The other seats, clockwise."""
    return (*seats_of(seats)[seat + 1 :], *seats_of(seats)[:seat])


# --- accusing, and the end --------------------------------------------------------------------


def _accuse(state: State, seat: Seat, move: Accuse) -> list[Event]:
    """CL-ACC-3, CL-ACC-4: solve the case, or read the case file and be out."""
    accused = Accused(seat, move.suspect, move.weapon, move.room)
    true = crime(state)
    if state.case == mask_of((move.suspect, move.weapon, move.room)):
        return [accused, CaseSolved(seat, true.suspect, true.weapon, true.room)]
    draft: Draft[State, Event] = Draft(state, apply)
    draft.add(accused)
    draft.add(CaseFileRead(seat, true.suspect, true.weapon, true.room))
    if state.place in ROOM_BEHIND:  # CL-ACC-5
        draft.add(PawnSetAside(SUSPECTS[state.suspect], ROOMS[ROOM_BEHIND[state.place]]))
    draft.add(_next_turn_or_end(draft.state))
    return draft.events


def _next_turn_or_end(state: State) -> Event:
    """The next turn, clockwise among the seats that have not accused; or the end of the game."""
    order = (*_to_the_left(state.turn, state.seats), state.turn)
    left = [seat for seat in order if not state.accused >> seat & 1]
    if not left:
        return _unsolved(state, "CL-DEC-3")
    if all(state.turns[seat] >= MOST_TURNS for seat in left):
        return _unsolved(state, "CL-DEC-9")
    return TurnBegun(left[0])


def _unsolved(state: State, rule: Verdict) -> CaseUnsolved:
    true = crime(state)
    return CaseUnsolved(true.suspect, true.weapon, true.room, rule)
