"""Rules: setup, legal moves, the events a move causes, and the outcome."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.menu import Menu
from cluehouse.games.crime_hotel.events import (
    CalledIn,
    CardPlayed,
    Dealt,
    Declined,
    DetectiveMoved,
    Event,
    Exchanged,
    Guessed,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
    MurdererHidden,
    Parked,
    SaidReady,
    TookBack,
)
from cluehouse.games.crime_hotel.moves import (
    CallIn,
    Decline,
    Exchange,
    Guess,
    Look,
    Move,
    MoveDetective,
    PlayCard,
    Ready,
)
from cluehouse.games.crime_hotel.pieces import (
    COLUMNS,
    DEPARTMENTS,
    DESKS,
    FLOOR,
    HAND,
    PLACES,
    ROOM,
    ROOMS,
    ROOMS_OF,
    TRICKS,
    Desks,
    Options,
    Room,
)
from cluehouse.games.crime_hotel.refusals import refusal
from cluehouse.games.crime_hotel.score import points_of, winners
from cluehouse.games.crime_hotel.state import (
    ACTING,
    BETWEEN,
    EFFECT,
    LOOK,
    MOVE,
    PLAYING,
    State,
    apply,
)

_CARDS: Final[Menu[Move]] = Menu(PlayCard(room) for room in ROOMS)
_GUESSES: Final[Menu[Move]] = Menu(Guess(place) for place in PLACES)
_CALLS: Final[Menu[Move]] = Menu(CallIn(department) for department in DEPARTMENTS)
_WALKS: Final[tuple[Menu[Move], ...]] = tuple(
    Menu(MoveDetective(origin, to) for to in PLACES) for origin in PLACES
)
_DECLINE: Final = Decline()
_READY: Final = Ready()
_ALL_PLACES: Final = _GUESSES.full


def alphabet(options: Options, seats: int) -> Sequence[Move]:
    walks = (walk for menu in _WALKS for walk in menu.items if walk.origin != walk.to)  # type: ignore[union-attr]
    exchanges = (move for seat in seats_of(seats) for move in _exchanges(seat).values())
    looks = (Look(seat) for seat in seats_of(seats))
    return (
        *_CARDS.items,
        *_GUESSES.items,
        *_CALLS.items,
        *walks,
        *exchanges,
        *looks,
        _DECLINE,
        _READY,
    )


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    """CH-SET-4: a seat drawn at random gets the police car first."""
    desks = DESKS[options.desks, seats]
    return _investigation(1, Seat(chance.below(seats)), seats, desks, chance)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    phase = state.phase
    if phase == PLAYING:
        player = (state.car + len(state.trick)) % state.seats
        return _cards(state, seat) if seat == player else ()
    if phase == ACTING:
        return _actions(state, seat) if seat == state.bays[state.bay] else ()
    if phase == EFFECT:
        return _effects(state, seat) if seat == state.bays[state.bay] else ()
    waiting = phase == BETWEEN and not state.ready >> seat & 1
    return (_READY,) if waiting else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in legal_moves(state, seat):
        raise refusal(state, seat, move)
    match move:
        case PlayCard(card=card):
            return _play(state, seat, card)
        case Guess(place=place):
            return _with_forced_events(state, Guessed(seat, place))
        case CallIn(department=department):
            desk = len(state.desks[DEPARTMENTS.index(department)])
            return _with_forced_events(state, CalledIn(seat, department, desk))
        case MoveDetective(origin=origin, to=to):
            return _with_forced_events(state, DetectiveMoved(seat, origin, to))
        case Exchange(whom=whom, give=give):
            taken = _drawn(state, whom, len(give), chance)
            return _with_forced_events(state, Exchanged(seat, whom, give, taken))
        case Look(whom=whom):
            cards = _drawn(state, whom, _effect_size(state, whom), chance)
            return _with_forced_events(state, Looked(seat, whom, cards))
        case Decline():
            return _with_forced_events(state, Declined(seat))
        case Ready():
            return _say_ready(state, seat, chance)
        case _:
            assert_never(move)


def outcome(state: State) -> Outcome | None:
    """CH-WIN-1."""
    if state.phase != "over":
        return None
    totals = tuple(map(sum, zip(*state.points, strict=True)))
    best = winners(state, totals)
    shares = tuple(1 / len(best) if seat in best else 0.0 for seat in range(state.seats))
    return Outcome(shares=shares, points=totals, rule="CH-WIN-1")


# --- setting up -------------------------------------------------------------------------------


def _investigation(number: int, car: Seat, seats: int, desks: Desks, chance: Chance) -> list[Event]:
    """CH-SET-1 to CH-SET-3: deal, hide the murderer, lay the rest out."""
    deck = chance.shuffled(ROOMS)
    hands = [tuple(sorted(deck[i * HAND : (i + 1) * HAND])) for i in range(seats)]
    murderer, *searched = deck[seats * HAND :]
    return [
        InvestigationBegun(number, car, tuple(sorted(searched)), desks),
        MurdererHidden(murderer),
        *(Dealt(Seat(i), hand) for i, hand in enumerate(hands)),
    ]


# --- legal moves ------------------------------------------------------------------------------


def _cards(state: State, seat: Seat) -> Sequence[Move]:
    hand = state.hands[seat]
    if trick := state.trick:
        hand = hand & FLOOR[trick[0] // COLUMNS] or hand  # CH-TRK-2
    return _CARDS.of(hand)


def _actions(state: State, seat: Seat) -> Sequence[Move]:
    if state.must_guess(state.bay):
        return _GUESSES.of(_ALL_PLACES & ~state.blocked(seat))
    return _CALLS.of(state.free_desks)


def _effects(state: State, seat: Seat) -> Sequence[Move]:
    """CH-DEC-4: any effect may be declined."""
    if state.effect == MOVE:
        return (*_walks(state, seat), _DECLINE)
    others = [other for other in seats_of(state.seats) if other != seat]
    if state.effect == LOOK:
        return (*(_look(other) for other in others), _DECLINE)
    gifts = list(combinations(ROOMS_OF.of(state.hands[seat]), _effect_size(state, seat)))
    return (*(_exchanges(other)[gift] for other in others for gift in gifts), _DECLINE)


def _walks(state: State, seat: Seat) -> tuple[Move, ...]:
    """CH-MOV-1: move a detective to a free place."""
    free = _ALL_PLACES & ~state.blocked(seat)
    walks: tuple[Move, ...] = ()
    for origin in range(len(PLACES)):
        if state.stands[seat] >> origin & 1:
            walks += _WALKS[origin].of(free)
    return walks


def _effect_size(state: State, seat: Seat) -> int:
    """CH-DEC-2: exactly the number on the desk, or as many cards as there are."""
    return min(state.desk_value(state.effect), state.hand_size(seat))


@cache
def _look(seat: Seat) -> Move:
    return Look(seat)


@cache
def _exchanges(whom: Seat) -> dict[tuple[Room, ...], Move]:
    gifts = (gift for size in (1, 2) for gift in combinations(ROOMS, size))
    return {gift: Exchange(whom, gift) for gift in gifts}


# --- effects of a move ------------------------------------------------------------------------


def _play(state: State, seat: Seat, card: Room) -> list[Event]:
    played = CardPlayed(seat, card)
    if len(state.trick) + 1 < state.seats:
        return [played]
    cards = [*state.trick, ROOM[card]]
    order = sorted(range(state.seats), key=cards.__getitem__, reverse=True)  # CH-PRK-1
    return [played, Parked(tuple(Seat((state.car + turn) % state.seats) for turn in order))]


def _with_forced_events(state: State, event: Event) -> list[Event]:
    """The action of a bay, and the events that follow without any seat's choice."""
    bay, last = state.bay, state.seats - 1
    ends = bay == last and state.tricks == TRICKS - 1
    few_desks = bay + 1 < last and state.free_desks.bit_count() <= 2  # a call may be forced next
    if not (ends or few_desks or state.options.beginners):
        return [event]
    draft: Draft[State, Event] = Draft(state, apply)
    draft.add(event)
    while (forced := _forced(draft.state)) is not None:
        draft.add(forced)
    if draft.state.tricks == TRICKS:
        _end_investigation(draft)
    return draft.events


def _forced(state: State) -> Event | None:
    """The event of a middle bay that has no choice; all viewers can see that it has none."""
    if state.phase != ACTING or state.must_guess(state.bay):
        return None
    seat = state.bays[state.bay]
    if state.options.beginners:
        return TookBack(seat)  # CH-BEG-1
    if state.free_desks.bit_count() > 1:
        return None
    department = state.free_desks.bit_length() - 1
    return CalledIn(seat, DEPARTMENTS[department], len(state.desks[department]))  # CH-DEC-4


def _end_investigation(draft: Draft[State, Event]) -> None:
    """CH-END-1, CH-SCO-1: show the last cards, find the murderer, score."""
    for turn in range(draft.state.seats):
        seat = Seat((draft.state.car + turn) % draft.state.seats)
        draft.add(LastCardShown(seat, ROOMS_OF.of(draft.state.hands[seat])[0]))
    points = tuple(points_of(draft.state, seat) for seat in seats_of(draft.state.seats))
    draft.add(MurdererFound(ROOMS[draft.state.murderer], points))


def _drawn(state: State, whom: Seat, count: int, chance: Chance) -> tuple[Room, ...]:
    """Cards drawn from a hand at random (CH-EXC-1, CH-LOO-1)."""
    return tuple(sorted(chance.shuffled(ROOMS_OF.of(state.hands[whom]))[:count]))


def _say_ready(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """CH-END-2: when all seats are ready, the next investigation begins."""
    said = SaidReady(seat)
    if state.ready | 1 << seat != state.all_seats:
        return [said]
    number, car = state.investigation + 1, Seat(state.car)
    return [said, *_investigation(number, car, state.seats, state.desk_table, chance)]
