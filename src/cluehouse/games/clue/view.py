"""Views and sights: what each viewer sees of the state (`view`) and of an event (`see`). No other
module shows hidden information."""

from typing import Final, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire
from cluehouse.games.clue.board import place_of
from cluehouse.games.clue.cards import CARDS, ROOMS, SUSPECTS, Card, Room, Suspect
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
    PawnSentBack,
    PawnSetAside,
    Rolled,
    Suggested,
    SuspectsTaken,
    TurnBegun,
    Unanswered,
    Walked,
    WeaponsPlaced,
)
from cluehouse.games.clue.pieces import PLACES, SQUARES, Crime, Phase, Place
from cluehouse.games.clue.state import OVER, State

_SEATS: Final = Menu(seats_of(6))
_CARDS: Final = Menu(CARDS)
_PLACES: Final = tuple(place_of(number) for number in range(PLACES))


class CaseSealed(Wire, frozen=True):
    """Three cards lie in the case file."""


class HandDealt(Wire, frozen=True):
    to: Seat
    count: int


class SomeCardShown(Wire, frozen=True):
    by: Seat
    to: Seat


class AccusationFailed(Wire, frozen=True):
    by: Seat


Sight = (
    SuspectsTaken
    | WeaponsPlaced
    | CaseSealed
    | Dealt
    | HandDealt
    | TurnBegun
    | Rolled
    | Walked
    | Entered
    | PassageTaken
    | CameBackTooSoon
    | Suggested
    | Passed
    | MustShow
    | Unanswered
    | CardShown
    | SomeCardShown
    | Accused
    | CaseFileRead
    | AccusationFailed
    | PawnSetAside
    | PawnSentBack
    | CaseSolved
    | CaseUnsolved
)


def see(event: Event, viewer: Viewer) -> Sight | None:
    match event:
        case CardShown(by=by, to=to):
            return event if viewer in (by, to) else SomeCardShown(by, to)  # CL-SUG-5
        case CaseFileRead(by=by):
            return event if viewer == by else AccusationFailed(by)  # CL-DEC-4
        case Dealt(to=to, cards=cards):
            return event if viewer == to else HandDealt(to, len(cards))  # CL-SET-4
        case CaseHidden():
            return CaseSealed()
        case (
            TurnBegun()
            | Rolled()
            | Walked()
            | Entered()
            | PassageTaken()
            | CameBackTooSoon()
            | Suggested()
            | Passed()
            | MustShow()
            | Unanswered()
            | Accused()
            | PawnSetAside()
            | PawnSentBack()
            | SuspectsTaken()
            | WeaponsPlaced()
            | CaseSolved()
            | CaseUnsolved()
        ):
            return event
        case _:
            assert_never(event)


class RailView(Wire, frozen=True):
    """What lies open on the table."""

    suspects: tuple[Suspect, ...]
    """The suspect of each seat."""
    pawns: tuple[Place, ...]
    """The place of each suspect, in the order of the cards."""
    weapons: tuple[Room, ...]
    """The room of each weapon."""
    hand_sizes: tuple[int, ...]
    turn: Seat
    turns: tuple[int, ...]
    """The number of turns each seat has begun."""
    barred: Room | None
    """The room where the player on turn may not suggest after entering it (CL-SUG-6)."""
    phase: Phase
    dice: tuple[int, int] | None
    suggestion: Suggested | None
    """The suggestion of this turn."""
    passed: tuple[Seat, ...]
    answerer: Seat | None
    """The seat that has shown a card to the suggester, or is about to."""
    accused: tuple[Seat, ...]
    """The seats that have accused wrongly."""
    case: Crime | None
    """The case file, once it is opened."""


class SeatView(Wire, frozen=True):
    seat: Seat
    hand: tuple[Card, ...]
    shown: Card | None
    """The card shown this turn, for the two seats that saw it."""
    case: Crime | None
    """The case file, if this seat has read it or it is open."""
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    if viewer == RAIL:
        return opened
    return SeatView(
        seat=viewer,
        hand=_CARDS.of(state.hands[viewer]),
        shown=state.shown if viewer in (state.turn, state.answerer) else None,
        case=crime(state) if state.accused >> viewer & 1 else opened.case,
        open=opened,
    )


class Truth(Wire, frozen=True):
    """What is hidden: the cards of each seat, and the case file."""

    hands: tuple[tuple[Card, ...], ...]
    case: Crime
    shown: Card | None
    """The card shown this turn."""


def reveal(state: State) -> Truth:
    return Truth(tuple([_CARDS.of(hand) for hand in state.hands]), crime(state), state.shown)


def crime(state: State) -> Crime:
    """What lies in the case file."""
    suspect, weapon, room = _CARDS.of(state.case)
    return Crime(suspect, weapon, room)  # type: ignore[arg-type]


def _open(state: State) -> RailView:
    return RailView(
        suspects=tuple([SUSPECTS[suspect] for suspect in state.suspects]),
        pawns=tuple([_PLACES[place] for place in state.pawns]),
        weapons=tuple([ROOMS[room] for room in state.weapons]),
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        turn=state.turn,
        turns=tuple(state.turns),
        barred=None if state.barred is None else ROOMS[state.barred - SQUARES],
        phase=state.phase,
        dice=state.dice,
        suggestion=state.suggestion,
        passed=state.passed,
        answerer=state.answerer,
        accused=_SEATS.of(state.accused),
        case=crime(state) if state.phase == OVER else None,
    )
