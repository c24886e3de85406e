"""Belief: what a viewer can work out about where every card is, and so where the murderer hides.

The model: all deals are equally likely; cards exchanged out of sight may have been any; the choice
of cards played, given or kept says nothing beyond the rules. Under it the chances are exact.
"""

from collections.abc import Mapping
from typing import assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Help, Level, Viewer
from cluehouse.core.marks import against, answer
from cluehouse.core.wire import Wire
from cluehouse.games.crime_hotel.events import (
    CardPlayed,
    Dealt,
    Exchanged,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
)
from cluehouse.games.crime_hotel.pieces import COLUMNS, ROOM, ROOMS, Options, Room
from cluehouse.games.crime_hotel.state import State, apply, mask_of, next_bay
from cluehouse.games.crime_hotel.view import Sight, SomeExchanged, SomeLooked
from cluehouse.games.crime_hotel.whereabouts import Trade, Whereabouts


class Belief:
    """The public state (its hidden parts mean nothing), and the facts known about the hidden
    parts."""

    __slots__ = ("cards", "found", "level", "open", "viewer", "voids", "why")

    def __init__(self, options: Options, seats: int, viewer: Viewer, level: Level) -> None:
        self.viewer = viewer
        self.level = level
        self.open = State(options, seats)
        self.cards = Whereabouts(seats, 0)
        self.why: dict[Room, Sight] = {}
        """For each room shown to be empty, the sight that showed it."""
        self.found: Room | None = None
        """Where the murderer was found."""
        self.voids: list[CardPlayed] = []
        """Cards played by seats that could not follow."""

    def chances(self) -> list[float]:
        """For each room, the chance that the murderer hides there."""
        chances = [0.0] * len(ROOMS)
        for card, places in self.cards.solve().chances().items():
            chances[card] = places[self.cards.murderer]
        return chances


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats, viewer, level)


def update(belief: Belief, sight: Sight) -> None:
    _learn(belief, sight)
    match sight:
        case SomeExchanged() | SomeLooked():
            next_bay(belief.open)
        case _:
            apply(belief.open, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """Draw a state that fits, each deal equally likely."""
    state = belief.open.copy()
    *hands, murderer = belief.cards.solve().draw(chance)
    state.hands = hands
    state.murderer = murderer.bit_length() - 1
    return state


class RoomNote(Wire, frozen=True):
    room: Room
    chance: float | None
    """The chance that the murderer hides there; None unless the table's help is "deducing"."""
    because: tuple[Sight, ...]
    """The sights that show the room to be empty, if any do."""


class Notes(Wire, frozen=True):
    rooms: tuple[RoomNote, ...]


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes(rooms=())
        case "seen":
            seen = (RoomNote(room, None, (sight,)) for room, sight in belief.why.items())
            return Notes(rooms=tuple(sorted(seen, key=lambda note: note.room)))
        case "deducing":
            chances = belief.chances()
            rooms = zip(ROOMS, chances, strict=True)
            return Notes(rooms=tuple(_deduced(belief, room, chance) for room, chance in rooms))
        case _:
            assert_never(help)


def contradicted(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """A cell is `investigation.room`, marked with whether the murderer hides there."""
    seen = {
        f"{belief.open.investigation}.{room}": answer(room == belief.found)
        for room in (ROOMS if belief.found else belief.why)
    }
    return against(seen, marks)


def _deduced(belief: Belief, room: Room, chance: float) -> RoomNote:
    """A room that was not seen can still be proved empty: too few cards are left for the others."""
    if room in belief.why:
        return RoomNote(room, 0.0, (belief.why[room],))
    return RoomNote(room, chance, () if chance else tuple(belief.voids))


def _learn(belief: Belief, sight: Sight) -> None:
    cards = belief.cards
    match sight:
        case CardPlayed(by=by, card=card):
            _learn_void(belief, sight)
            cards.is_played(ROOM[card], by)
            _saw(belief, sight, card)
        case InvestigationBegun(searched=searched):
            belief.cards = Whereabouts(belief.open.seats, mask_of(searched))
            belief.found = None
            belief.why.clear()
            belief.voids.clear()
            _saw(belief, sight, *searched)
        case Dealt(to=to, cards=hand):
            cards.is_at(mask_of(hand), to)
            cards.is_not_at(~mask_of(hand) & cards.hidden, to)
            _saw(belief, sight, *hand)
        case Looked(whom=whom, cards=seen):
            cards.is_at(mask_of(seen), whom)
            _saw(belief, sight, *seen)
        case Exchanged(by=by, whom=whom, given=given, taken=taken):
            cards.trade(Trade(by, whom, len(given), mask_of(given), mask_of(taken)))
            _saw(belief, sight, *given, *taken)
        case SomeExchanged(by=by, whom=whom, count=count):
            cards.trade(Trade(by, whom, count))
        case LastCardShown(by=by, card=card):
            cards.is_played(ROOM[card], by)
            _saw(belief, sight, card)
        case MurdererFound(room=room):
            cards.is_at(1 << ROOM[room], cards.murderer)
            belief.found = room
        case _:
            pass  # the other sights change only what lies open


def _learn_void(belief: Belief, played: CardPlayed) -> None:
    trick = belief.open.trick
    if belief.level != "plain" and trick and ROOM[played.card] // COLUMNS != trick[0] // COLUMNS:
        belief.cards.is_void(played.by, trick[0] // COLUMNS)
        belief.voids.append(played)


def _saw(belief: Belief, sight: Sight, *rooms: Room) -> None:
    for room in rooms:
        belief.why.setdefault(room, sight)
