"""State: the whole truth of a game, and how each event changes it."""

from typing import Final, Self, assert_never

from cluehouse.core.ids import Seat
from cluehouse.games.clue.board import STARTS
from cluehouse.games.clue.cards import CARD, CARDS, ROOMS, SUSPECTS, WEAPONS, Card
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
from cluehouse.games.clue.pieces import SQUARES, Options, Phase, Verdict

MOVING: Final[Phase] = "moving"
ROLLED: Final[Phase] = "rolled"
ENTERED: Final[Phase] = "entered"
ANSWERING: Final[Phase] = "answering"
ENDING: Final[Phase] = "ending"
OVER: Final[Phase] = "over"

SUSPECT: Final = {suspect: i for i, suspect in enumerate(SUSPECTS)}
WEAPON: Final = {weapon: i for i, weapon in enumerate(WEAPONS)}
ROOM_PLACE: Final = {room: SQUARES + i for i, room in enumerate(ROOMS)}


class State:
    """Cards, suspects, weapons and places are small numbers; hands, the case file, squares and sets
    of seats or suspects are bit masks."""

    __slots__ = (
        "accused",
        "answerer",
        "carried",
        "case",
        "dice",
        "hands",
        "options",
        "passed",
        "pawns",
        "phase",
        "seats",
        "shown",
        "suggested_in",
        "suggestion",
        "suspects",
        "turn",
        "turns",
        "verdict",
        "weapons",
    )

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.suspects = tuple(range(seats))
        """The suspect of each seat."""
        self.pawns = list(STARTS)
        """The place of each suspect."""
        self.weapons = [0] * len(WEAPONS)
        """The room of each weapon."""
        self.case = 0
        self.hands = [0] * seats
        self.accused = 0
        """The seats that have accused wrongly."""
        self.carried = 0
        """The suspects whom another player has carried to where they stand (CL-DEC-6)."""
        self.turn = Seat(0)
        self.turns = [0] * seats
        """The number of turns each seat has begun."""
        self.suggested_in: list[int | None] = [None] * seats
        """The place where each seat suggested in its last turn, if it did (CL-SUG-6)."""
        self.phase: Phase = MOVING
        self.dice: tuple[int, int] | None = None
        self.suggestion: Suggested | None = None
        """The suggestion of this turn."""
        self.passed: tuple[Seat, ...] = ()
        self.answerer: Seat | None = None
        """The seat that has shown a card to the suggester, or is about to."""
        self.shown: Card | None = None
        self.verdict: Verdict | None = None

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.options = self.options
        twin.seats = self.seats
        twin.suspects = self.suspects
        twin.pawns = self.pawns[:]
        twin.weapons = self.weapons[:]
        twin.case = self.case
        twin.hands = self.hands[:]
        twin.accused = self.accused
        twin.carried = self.carried
        twin.turn = self.turn
        twin.turns = self.turns[:]
        twin.suggested_in = self.suggested_in[:]
        twin.phase = self.phase
        twin.dice = self.dice
        twin.suggestion = self.suggestion
        twin.passed = self.passed
        twin.answerer = self.answerer
        twin.shown = self.shown
        twin.verdict = self.verdict
        return twin

    @property
    def suspect(self) -> int:
        """The suspect of the seat whose turn it is."""
        return self.suspects[self.turn]

    @property
    def place(self) -> int:
        """The place of that suspect's pawn."""
        return self.pawns[self.suspects[self.turn]]

    @property
    def barred(self) -> int | None:
        """The room where that seat may not suggest this turn, as a place (CL-SUG-6): it suggested
        there in its last turn. Carried there meanwhile, it may (CL-DEC-6)."""
        return self.suggested_in[self.turn]

    def crowd(self, suspect: int) -> int:
        """The squares where other pawns block this suspect (CL-MOV-4)."""
        mask = 0
        for other, place in enumerate(self.pawns):
            if place < SQUARES and other != suspect:
                mask |= 1 << place
        return mask & ~self.idle

    @property
    def idle(self) -> int:
        """The squares of pawns that block no player, because theirs accused wrongly (CL-ACC-5)."""
        mask = 0
        if self.accused:
            for seat, suspect in enumerate(self.suspects):
                if self.accused >> seat & 1 and self.pawns[suspect] < SQUARES:
                    mask |= 1 << self.pawns[suspect]
        return mask


def apply(state: State, event: Event) -> None:
    match event:
        case TurnBegun(by=by):
            _begin_turn(state, by)
        case Rolled(dice=dice):
            state.dice = dice
            state.phase = ROLLED
        case Walked(path=path):
            _move(state, path[-1])
            state.phase = ENDING
        case Entered(room=room) | PassageTaken(room=room):
            _move(state, ROOM_PLACE[room])
            state.phase = ENTERED
        case CameBackTooSoon():
            state.phase = ENDING
        case Suggested():
            _suggest(state, event)
        case Passed(by=by):
            state.passed += (by,)
        case MustShow(by=by):
            state.answerer = by
        case CardShown(card=card):
            state.shown = card
            state.phase = ENDING
        case Unanswered():
            state.phase = ENDING
        case Accused():
            pass  # the next event says whether it is right
        case CaseFileRead(by=by):
            state.accused |= 1 << by
        case PawnSetAside(suspect=suspect, room=room):
            state.pawns[SUSPECT[suspect]] = ROOM_PLACE[room]
        case PawnSentBack(suspect=suspect):
            state.pawns[SUSPECT[suspect]] = STARTS[SUSPECT[suspect]]
        case Dealt(to=to, cards=cards):
            state.hands[to] = mask_of(cards)
        case CaseHidden(suspect=suspect, weapon=weapon, room=room):
            state.case = mask_of((suspect, weapon, room))
        case SuspectsTaken(suspects=suspects):
            state.suspects = tuple(SUSPECT[suspect] for suspect in suspects)
        case WeaponsPlaced(rooms=rooms):
            state.weapons = [ROOMS.index(room) for room in rooms]
        case CaseSolved(by=by):
            _close(state, "CL-ACC-3")
        case CaseUnsolved(rule=rule):
            _close(state, rule)
        case _:
            assert_never(event)


def mask_of(cards: tuple[Card, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << CARD[card]
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    return tuple(card for i, card in enumerate(CARDS) if mask >> i & 1)


def _begin_turn(state: State, by: Seat) -> None:
    state.carried &= ~(1 << state.suspect)
    said = state.suggestion
    state.suggested_in[state.turn] = None if said is None else ROOM_PLACE[said.room]
    state.turn = by
    state.turns[by] += 1
    state.phase = MOVING
    state.dice = state.suggestion = state.answerer = state.shown = None
    state.passed = ()


def _move(state: State, place: int) -> None:
    suspect = state.suspects[state.turn]
    state.pawns[suspect] = place
    state.carried &= ~(1 << suspect)  # CL-DEC-6


def _suggest(state: State, event: Suggested) -> None:
    """CL-SUG-2: move the pawn and the weapon, unless they are in the room already."""
    suspect, place = SUSPECT[event.suspect], ROOM_PLACE[event.room]
    if state.pawns[suspect] != place:
        state.pawns[suspect] = place
        state.carried |= 1 << suspect
    state.weapons[WEAPON[event.weapon]] = place - SQUARES
    state.suggestion = event
    state.phase = ANSWERING


def _close(state: State, rule: Verdict) -> None:
    state.verdict = rule
    state.phase = OVER
