"""Where the clue cards are and have been: what a viewer knows of them, and truths that fit it.

A swap leaves everybody as many cards of a category as before. So once it is settled how many each
seat was dealt of every category, the categories have nothing to do with one another.

The model: every deal is as likely, and why somebody swapped, or did not, tells nothing. A truth is
found by trying: it can be any that fits, but where others have swapped not each as likely.
"""

from collections.abc import Sequence

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat, Viewer
from cluehouse.games.secret_du_nil.pieces import CATEGORIES, CLUE_HAND, SUSPECTS
from cluehouse.games.secret_du_nil.strand import (
    HAND_BITS,
    LEFT_OVER,
    Column,
    OwnSwap,
    Seen,
    Strand,
    UnseenSwap,
    World,
)


class Clues:
    """What is known of the clue cards of one game. Pairs have the numbers they have in a state."""

    __slots__ = ("_rooms", "_strands")

    def __init__(self, seats: int, viewer: Viewer) -> None:
        size = CLUE_HAND[seats]
        in_the_box = len(CATEGORIES) * LEFT_OVER - seats * size
        self._rooms = [0 if seat == viewer else size for seat in range(seats)] + [in_the_box]
        """How many cards that the viewer was not dealt each seat has, and the box."""
        self._strands = [Strand(seats + 1) for _ in CATEGORIES]

    def are_dealt(self, to: Seat, hand: int) -> None:
        """To the viewer."""
        for category, strand in enumerate(self._strands):
            strand.is_dealt(to, hand >> HAND_BITS * category & (1 << HAND_BITS) - 1)

    def is_seen(self, pair: int, code: int) -> None:
        category, suspect = divmod(pair, len(SUSPECTS))
        self._strands[category].learn(Seen(suspect, code))

    def is_swapped(self, pair: int, by: Seat, out: int, put: int) -> None:
        """By the viewer, one colour for another."""
        category, suspect = divmod(pair, len(SUSPECTS))
        self._strands[category].learn(OwnSwap(suspect, by, out, put))

    def is_swapped_unseen(self, pair: int, by: Seat) -> None:
        category, suspect = divmod(pair, len(SUSPECTS))
        self._strands[category].learn(UnseenSwap(suspect, by))

    def are_revealed(self, pairs: Sequence[int]) -> None:
        """At Cairo; how it came to this does not matter any more."""
        for strand in self._strands:
            strand.forget()
        for pair, code in enumerate(pairs):
            self.is_seen(pair, code)

    def draw(self, chance: Chance) -> tuple[list[int], list[int]]:
        """A truth that fits: every pair, and the hand of every seat."""
        while (worlds := self._worlds(chance)) is None:
            pass  # these numbers cannot have been dealt
        pairs = [code for world in worlds for code in world.pairs]
        hands = [
            sum(world.hands[seat] << HAND_BITS * kind for kind, world in enumerate(worlds))
            for seat in range(len(self._rooms) - 1)
        ]
        return pairs, hands

    def _worlds(self, chance: Chance) -> list[World] | None:
        """For each category one that fits."""
        worlds = []
        for strand, column in zip(self._strands, self._columns(chance), strict=True):
            world = strand.draw(column, chance)
            if world is None:
                return None
            worlds.append(world)
        return worlds

    def _columns(self, chance: Chance) -> list[Column]:
        """How many cards of each category were dealt to each of the others: anything, but whoever
        has swapped in a category had one of it."""
        rooms = self._rooms[:]
        columns = []
        for strand in self._strands:
            column = [int(holder in strand.swappers) for holder in range(len(rooms))]
            rooms = [room - given for room, given in zip(rooms, column, strict=True)]
            columns.append(column)
        cards = [
            category
            for category, (strand, column) in enumerate(zip(self._strands, columns, strict=True))
            for _ in range(strand.left_over - sum(column))
        ]
        holders = [holder for holder, room in enumerate(rooms) for _ in range(room)]
        for holder, category in zip(holders, chance.shuffled(cards), strict=True):
            columns[category][holder] += 1
        return [tuple(column) for column in columns]
