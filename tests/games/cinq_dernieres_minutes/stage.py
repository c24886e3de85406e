"""Positions of Les Cinq Dernières Minutes to test from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pytest

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Level, Seat, Viewer, seats_of
from cluehouse.core.play import Play
from cluehouse.games.cinq_dernieres_minutes import GAME
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, start, update
from cluehouse.games.cinq_dernieres_minutes.events import (
    BourrelSeated,
    CardsDrawn,
    Event,
    ItemPlaced,
    ItemsLeftOut,
    RoundBegun,
    TokensMoved,
)
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim, DrawLots, Move, Ready, Visit
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEMS,
    ROOMS,
    Found,
    Item,
    Options,
    Room,
    Whom,
    found_in,
    room_of,
)
from cluehouse.games.cinq_dernieres_minutes.rules import decide, legal_moves, setup
from cluehouse.games.cinq_dernieres_minutes.state import State, apply
from cluehouse.games.cinq_dernieres_minutes.view import see
from tests.contract.facts import facts

ZERO, ONE, TWO, THREE, FOUR = seats_of(5)

PERSON: Final = Options(bourrel="person", candidates=("bourrel",))
"""The player in seat 0 wants to be Bourrel, and no other does."""
MEMORY: Final = Options(memory=True)
BOXES: Final[tuple[Item, ...]] = ("watch", "ring", "key", "pipe")
"""The objects from the drawing room on: the ring is in the dining room."""

RoomAndFind = tuple[Room, Found]


def set_up(players: int, luck: int = 0) -> list[Event]:
    return setup(Options(), players, Chance(b"set up", luck))


def opened(players: int, luck: int = 0) -> State:
    state = State(Options(), players)
    happen(state, set_up(players, luck))
    return state


def chair(players: int = 4) -> State:
    """A game with a person as Bourrel, before the first move."""
    state = State(PERSON, players + 1)
    happen(state, setup(PERSON, players + 1, Chance(b"chair", 0)))
    return state


def arranging(players: int = 4) -> State:
    """All numbers are given and objects left out; the boxes are to be filled."""
    state = chair(players)
    while state.phase != "arranging":
        play(state, ZERO, DrawLots())
    return state


def drawn(
    thief: Seat,
    boxes: Sequence[Item] = BOXES,
    options: Options | None = None,
    order: tuple[Seat, ...] | None = None,
) -> list[Event]:
    """The events that begin a round: as many players as boxes unless `order` lists more, by their
    seats."""
    bourrel = ZERO if options == PERSON else None
    first = 0 if bourrel is None else 1
    order = order or seats_of(first + len(boxes))[first:]
    left_out = tuple(item for item in ITEMS if item not in boxes)
    rooms = zip(ROOMS, boxes, strict=False)
    return [
        *([] if bourrel is None else [BourrelSeated(bourrel)]),
        *([ItemsLeftOut(left_out)] if left_out else []),
        RoundBegun(1, False, order),
        *(ItemPlaced(room, item, bourrel) for room, item in rooms),
        CardsDrawn(thief, ROOMS[boxes.index("ring")], bourrel),
    ]


def hiding(
    thief: Seat,
    boxes: Sequence[Item] = BOXES,
    options: Options | None = None,
    order: tuple[Seat, ...] | None = None,
) -> State:
    """The cards are drawn, and number 1 is to go."""
    events = drawn(thief, boxes, options, order)
    players = order or seats_of(len(boxes))
    state = State(options or Options(), len(players) + (options == PERSON))
    happen(state, events)
    return state


def hide(state: State, *rooms: Room) -> State:
    """All players make their visit; the thief to the ring, whatever room is given here."""
    for seat, room in zip(state.order, rooms, strict=True):
        play(state, seat, Visit(ROOMS[state.ring] if seat == state.thief else room))
    return state


def inquiry(thief: Seat, *rooms: Room, options: Options | None = None) -> State:
    """Four players have visited these rooms, by their numbers; the last is to testify."""
    return hide(hiding(thief, options=options), *rooms)


def tell(state: State, lie: RoomAndFind, upto: int | None = None) -> State:
    """Witnesses testify in order, the suspects truthfully; all of them, or `upto`."""
    witnesses = state.order[::-1][len(state.said) : upto]
    for seat in witnesses:
        play(state, seat, Claim(*(lie if seat == state.thief else truth(state, seat))))
    return state


def accusing(thief: Seat, options: Options | None = None) -> State:
    """Four players have testified."""
    rooms: tuple[Room, ...] = ("drawing-room", "study", "bedroom", "study")
    return tell(inquiry(thief, *rooms, options=options), ("study", "key"))


def accuse(state: State, accusations: Mapping[Seat, Whom]) -> tuple[int, ...]:
    """All players accuse, those not named "nobody". Returns the tokens won and lost."""
    for seat in state.order:
        events = play(state, seat, Accuse(accusations.get(seat, "nobody")))
    moved = events[-1]
    assert isinstance(moved, TokensMoved)
    return moved.changes


def all_ready(state: State, luck: int = 0) -> list[Event]:
    """All seats say Ready; the events of the last one."""
    for seat in seats_of(state.seats):
        events = play(state, seat, Ready(), luck)
    return events


def truth(state: State, seat: Seat) -> RoomAndFind:
    return room_of(state.visits[seat]), found_in(state.visits[seat])


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


def believing(
    events: Sequence[Event], viewer: Viewer, seats: int = 4, options: Options | None = None
) -> Belief:
    belief = start(options or Options(), seats, viewer, "detective")
    for event in events:
        if (sight := see(event, viewer)) is not None:
            update(belief, sight)
    return belief


def novices(
    seats: int, options: Options | None = None, game: int = 0
) -> Iterator[tuple[Play, list[Event]]]:
    """A game of novices after the deal and after each move. It is updated in place: do not keep
    it."""
    options = options or Options()
    for play, events, _ in bots(["novice"] * seats, options, game):
        yield play, events


def bots(
    levels: Sequence[Level], options: Options, game: int = 0
) -> Iterator[tuple[Play, list[Event], list[Belief]]]:
    """A game of bots of these levels, and the belief of each, after the deal and each move."""
    seats = len(levels)
    play = Play(GAME, options, seats, subkey(b"novices", seats, game))
    beliefs = [start(options, seats, seat, levels[seat]) for seat in seats_of(seats)]
    events = play.setup()
    while True:
        play.advance(events)
        for seat in seats_of(seats):
            for sight in play.sights(events, seat):
                update(beliefs[seat], sight)
        yield play, events, beliefs
        if not play.asked():
            return
        seat = play.asked()[0]
        luck = Chance(subkey(play.key, "novice"), play.seq)
        moves = play.legal_moves(seat)
        move = GAME.choose(beliefs[seat], play.view(seat), moves, luck, levels[seat])
        events = play.decide(seat, move)
