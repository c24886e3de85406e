"""Pieces: six rooms with a box in each, six objects, the options and the numbers of players."""

from itertools import combinations
from typing import Final, Literal, get_args

from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.wire import Wire

Room = Literal["drawing-room", "dining-room", "study", "bedroom", "bathroom", "kitchen"]
Item = Literal["ring", "watch", "key", "pipe", "lighter", "pen"]  # CD-DEC-5
Found = Literal["ring", "watch", "key", "pipe", "lighter", "pen", "nothing"]
Nobody = Literal["nobody"]
Whom = Seat | Nobody
"""The seat that an accusation names, or "nobody"."""
Phase = Literal[
    "numbering", "leaving", "arranging", "hiding", "inquiry", "accusing", "between", "over"
]

ROOMS: Final[tuple[Room, ...]] = get_args(Room)
"""CD-MAT-2: the rooms. With fewer players the last rooms are closed (CD-MAT-3)."""
ITEMS: Final[tuple[Item, ...]] = get_args(Item)
FOUND: Final[tuple[Found, ...]] = get_args(Found)

ROOM: Final = {room: i for i, room in enumerate(ROOMS)}
ITEM: Final = {found: i for i, found in enumerate(FOUND)}
"""Rooms and objects are small numbers in a state; "nothing" comes after the objects."""
RING: Final = ITEM["ring"]
NOTHING: Final = ITEM["nothing"]

KINDS: Final = len(FOUND)
"""A claim is encoded as its room times this, plus what was found there."""

TOKENS: Final = 3  # CD-MAT-4
MAX_SEATS: Final = 9

Role = Literal["bourrel"]
"""The role that a player may want."""


class Options(Wire, frozen=True):
    bourrel: Literal["house", "person"] = "house"
    """Who plays Bourrel and runs the game: the server ("house") or a person (CD-DEC-1)."""
    memory: bool = False
    """Suspects testify from memory, and pay for a mistake (CD-DEC-2)."""
    candidates: tuple[Role | None, ...] = ()
    """For each seat, whether its player wants to be Bourrel, who is drawn by lot among those who do
    (CD-MAT-1)."""

    def __post_init__(self) -> None:
        if self.bourrel == "house" and any(self.candidates):
            raise ValueError("the house is Bourrel, so no player can be (CD-MAT-1)")
        if len(self.candidates) > MAX_SEATS:
            raise ValueError("there are no more than nine seats (CD-MAT-1)")


def seats(options: Options) -> range:
    if options.bourrel == "house":
        return range(4, MAX_SEATS)
    return range(max(5, len(options.candidates)), MAX_SEATS + 1)


def in_the_lot(options: Options, seats: int) -> tuple[Seat, ...]:
    """CD-MAT-1: the players who want to be Bourrel; all of them if none does."""
    wanting = tuple(Seat(i) for i, role in enumerate(options.candidates) if role == "bourrel")
    return wanting or seats_of(seats)


def numbered(options: Options, seats: int) -> int:
    """The number of players who play for tokens (CD-MAT-1)."""
    return seats if options.bourrel == "house" else seats - 1


def rooms_in_play(players: int) -> int:
    """CD-MAT-3: the number of rooms, and of objects."""
    return min(players, len(ROOMS))


def ways_to_leave_out(players: int) -> tuple[tuple[Item, ...], ...]:
    """All choices of objects to leave out; the ring is never left out (CD-MAT-3)."""
    return tuple(combinations(ITEMS[1:], len(ITEMS) - rooms_in_play(players)))


def claim_of(room: Room, found: Found) -> int:
    return ROOM[room] * KINDS + ITEM[found]


def room_of(claim: int) -> Room:
    return ROOMS[claim // KINDS]


def found_in(claim: int) -> Found:
    return FOUND[claim % KINDS]
