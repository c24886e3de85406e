"""State: the whole truth of a game, and how each event changes it."""

from typing import Final, Self, assert_never

from cluehouse.core.ids import Seat
from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    BourrelSeated,
    CardsDrawn,
    Claimed,
    Event,
    ItemPlaced,
    ItemsLeftOut,
    LotDrawn,
    Misremembered,
    NumberGiven,
    RoundBegun,
    SaidReady,
    TokensMoved,
    TruthRevealed,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEM,
    ITEMS,
    KINDS,
    NOTHING,
    ROOM,
    TOKENS,
    Options,
    Phase,
    Whom,
    claim_of,
    numbered,
    rooms_in_play,
)

NUMBERING: Final[Phase] = "numbering"
LEAVING: Final[Phase] = "leaving"
ARRANGING: Final[Phase] = "arranging"
HIDING: Final[Phase] = "hiding"
INQUIRY: Final[Phase] = "inquiry"
ACCUSING: Final[Phase] = "accusing"
BETWEEN: Final[Phase] = "between"
OVER: Final[Phase] = "over"
DRAWN: Final = (HIDING, INQUIRY, ACCUSING, BETWEEN, OVER)
"""The phases in which all players have a card."""


class State:
    """Rooms and objects are indexes; visits and testimonies are encoded claims (`claim_of`); sets
    of seats and of claims are bit masks."""

    __slots__ = (
        "accusations",
        "accused",
        "again",
        "asked",
        "bourrel",
        "boxes",
        "changes",
        "claims",
        "items",
        "options",
        "order",
        "phase",
        "players",
        "ready",
        "ring",
        "rooms",
        "round",
        "said",
        "seats",
        "thief",
        "tokens",
        "visits",
        "void",
        "went",
    )

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.bourrel: Seat | None = None
        """The seat of the person who plays Bourrel, once it is drawn."""
        self.players = numbered(options, seats)
        self.rooms = rooms_in_play(self.players)
        self.phase: Phase = NUMBERING
        self.asked = 0
        """The seats that have a choice to make."""
        self.order: tuple[Seat, ...] = ()
        """The players by their numbers."""
        self.items: tuple[int, ...] = ()
        """The objects in play."""
        self.claims = 0
        """All testimonies possible with these objects."""
        self.round = 0
        self.again = False
        self.tokens = [TOKENS] * seats
        self.thief = 0
        self.ring = 0
        """The room where the ring is, or was."""
        self.visits = [0] * seats
        """For each seat, the box it opened and what was in it."""
        self.begin()
        self.use(tuple(range(len(ITEMS))))

    def begin(self) -> None:
        """Begin a round: clear all that was done and said."""
        self.boxes: list[int] = []
        """The contents of each room's box before the first visit."""
        self.went = 0
        """The number of players who have made their visit."""
        self.said: list[int] = []
        """The testimonies, from the last number back to number 1."""
        self.accusations: list[Whom] = ["nobody"] * self.seats
        self.accused = 0
        self.ready = 0
        self.void: Seat | None = None
        """The seat whose mistake made the round void."""
        self.changes: tuple[int, ...] = ()
        """The tokens that each seat won or lost in the round, once it is over."""

    def use(self, items: tuple[int, ...]) -> None:
        """Play with these objects."""
        self.items = items
        self.claims = 0
        for room in range(self.rooms):
            for found in (*items, NOTHING):
                self.claims |= 1 << room * KINDS + found

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.options = self.options
        twin.seats = self.seats
        twin.bourrel = self.bourrel
        twin.players = self.players
        twin.rooms = self.rooms
        twin.phase = self.phase
        twin.asked = self.asked
        twin.order = self.order
        twin.items = self.items
        twin.claims = self.claims
        twin.round = self.round
        twin.again = self.again
        twin.tokens = self.tokens[:]
        twin.thief = self.thief
        twin.ring = self.ring
        twin.boxes = self.boxes[:]
        twin.visits = self.visits[:]
        twin.accusations = self.accusations[:]
        twin.went = self.went
        twin.said = self.said[:]
        twin.accused = self.accused
        twin.ready = self.ready
        twin.void = self.void
        twin.changes = self.changes
        return twin

    @property
    def all_seats(self) -> int:
        return (1 << self.seats) - 1

    @property
    def gone(self) -> tuple[Seat, ...]:
        """The seats that have made their visit, in order (CD-HID-1)."""
        return self.order[: self.went]

    @property
    def witnesses(self) -> tuple[Seat, ...]:
        """The seats that have testified, from the last number back (CD-INQ-1)."""
        return self.order[::-1][: len(self.said)]

    @property
    def counts(self) -> bool:
        """Whether a round that has ended counts as played: not if it is void for the first time."""
        return self.void is None or self.again

    def found(self, room: int) -> int:
        """What the next visitor finds in this room (CD-HID-2, CD-DEC-6)."""
        if room == self.ring and self.thief in self.gone:
            return NOTHING
        return self.boxes[room]


def apply(state: State, event: Event) -> None:
    match event:
        case VisitMade(by=by, room=room, found=found):
            state.visits[by] = claim_of(room, found)
            next_visit(state)
        case Claimed(room=room, found=found):
            state.said.append(claim_of(room, found))
            _next_witness(state)
        case Accused(by=by, whom=whom):
            state.accusations[by] = whom
            has_accused(state, by)
        case SaidReady(by=by):
            state.ready |= 1 << by
            state.asked &= ~(1 << by)
        case ItemPlaced(item=item):
            state.boxes.append(ITEM[item])
        case CardsDrawn(thief=thief, room=room):
            state.thief, state.ring = thief, ROOM[room]
            begin_hiding(state)
        case RoundBegun(round=number, again=again, order=order):
            state.begin()
            state.phase, state.asked = ARRANGING, _bourrel_mask(state)
            state.round, state.again, state.order = number, again, order
        case AccusationRevealed(by=by, whom=whom):
            state.accusations[by] = whom
        case TruthRevealed():
            _reveal(state, event)
        case TokensMoved(changes=changes):
            _pay(state, changes)
        case Misremembered(by=by):
            state.void = by
        case ItemsLeftOut(items=items):
            out = [ITEM[item] for item in items]
            state.use(tuple(item for item in range(len(ITEMS)) if item not in out))
        case NumberGiven(to=to):
            state.order = (*state.order, to)
            state.phase = NUMBERING if len(state.order) < state.players else LEAVING
        case BourrelSeated(bourrel=bourrel):
            state.bourrel, state.tokens[bourrel] = bourrel, 0
            state.asked = _bourrel_mask(state)
        case LotDrawn():
            pass  # the next event names the seat it fell on
        case _:
            assert_never(event)


def begin_hiding(state: State) -> None:
    state.phase = HIDING
    state.asked = 1 << state.order[0]


def next_visit(state: State) -> None:
    """CD-HID-1: the next player visits; after the last visit, the last player testifies first
    (CD-INQ-1)."""
    state.went += 1
    if state.went < state.players:
        state.asked = 1 << state.order[state.went]
    else:
        state.phase = INQUIRY
        state.asked = 1 << state.order[-1]


def has_accused(state: State, seat: Seat) -> None:
    state.accused |= 1 << seat
    state.asked &= ~(1 << seat)


def _next_witness(state: State) -> None:
    left = state.players - len(state.said)
    if left:
        state.asked = 1 << state.order[left - 1]
    else:
        state.phase = ACCUSING
        state.asked = state.all_seats & ~_bourrel_mask(state)


def _bourrel_mask(state: State) -> int:
    return 0 if state.bourrel is None else 1 << state.bourrel


def _reveal(state: State, truth: TruthRevealed) -> None:
    state.thief, state.ring = truth.thief, ROOM[truth.room]
    state.boxes = [ITEM[item] for item in truth.items]
    for visit in truth.visits:
        state.visits[visit.by] = claim_of(visit.room, visit.found)


def _pay(state: State, changes: tuple[int, ...]) -> None:
    """End the round; after the last round, end the game (CD-GAM-2)."""
    state.changes = changes
    for seat, change in enumerate(changes):
        state.tokens[seat] += change
    last = state.counts and state.round == state.players
    state.phase = OVER if last else BETWEEN
    state.asked = 0 if last else state.all_seats
