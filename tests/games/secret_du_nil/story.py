"""A game of Le Secret du Nil from a given opening on, and the beliefs of its viewers."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat, Viewer, viewers_of
from cluehouse.games.secret_du_nil.belief import imagine, start, update
from cluehouse.games.secret_du_nil.bot import choose
from cluehouse.games.secret_du_nil.cards import PAIRS
from cluehouse.games.secret_du_nil.events import Event
from cluehouse.games.secret_du_nil.moves import Look, Move, PutBack
from cluehouse.games.secret_du_nil.pieces import Options, Pair
from cluehouse.games.secret_du_nil.rules import decide, legal_moves
from cluehouse.games.secret_du_nil.state import State, apply
from cluehouse.games.secret_du_nil.view import see, view
from tests.games.secret_du_nil.stage import JOKER, ONE, ZERO, opening

WORLDS = 60

Turn = tuple[Seat, Move]


class Story:
    def __init__(
        self,
        seats: int = 2,
        *,
        options: Options | None = None,
        level: Level = "detective",
        **moment: Any,
    ) -> None:
        chosen = options or Options()
        self.level = level
        self.state = State(chosen, seats)
        self.beliefs = {v: start(chosen, seats, v, level) for v in viewers_of(seats)}
        self._tell(opening(seats, options=chosen, **moment))

    def choice(self, seat: Seat, luck: int = 0) -> Move:
        """The move a bot chooses in this seat now."""
        moves = legal_moves(self.state, seat)
        seen = view(self.state, seat)
        return choose(self.beliefs[seat], seen, moves, Chance(b"choice", luck), self.level)

    def play(self, *turns: Turn) -> None:
        for seat, move in turns:
            self._tell(decide(self.state, seat, move, Chance(b"story", 0)))

    def worlds(self, viewer: Viewer, count: int = WORLDS) -> Iterator[State]:
        for number in range(count):
            yield imagine(self.beliefs[viewer], Chance(b"worlds", number))

    def pairs(self, viewer: Viewer, count: int = WORLDS) -> Counter[Pair]:
        """Mr Marpel's fingerprints as they are imagined; in truth green and yellow at first."""
        return Counter(PAIRS[world.pairs[3]] for world in self.worlds(viewer, count))

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            apply(self.state, event)
            for viewer, belief in self.beliefs.items():
                if (sight := see(event, viewer)) is not None:
                    update(belief, sight)


LOOK: Move = Look("joker", "marpel", "fingerprint")
LOOKED: tuple[Turn, ...] = ((ZERO, JOKER), (ONE, JOKER), (ZERO, LOOK), (ZERO, PutBack()))
"""Seat 0 has looked at Mr Marpel's fingerprints; seat 1 is to look."""
