"""Where the clue cards are: what a viewer knows of them, exactly.

A swap leaves everybody as many cards of a category as before. So once it is settled how many each
was dealt of every category, the categories have nothing to do with one another: each is a strand
of its own. `Solution` sums over the ways to settle it.

The model: every deal is as likely; for swaps out of sight see `strand`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from cluehouse.core.ids import Seat, Viewer
from cluehouse.games.secret_du_nil.deduction.arrangements import LEFT_OVER, bunch_in
from cluehouse.games.secret_du_nil.deduction.category import Strand
from cluehouse.games.secret_du_nil.deduction.solution import Solution
from cluehouse.games.secret_du_nil.pieces import CATEGORIES, CLUE_HAND, SUSPECTS


class Clues:
    """What is known of the clue cards of one game. Pairs have the numbers they have in a state.

    Facts are noted down, and worked out when somebody asks for the solution: many never ask."""

    __slots__ = ("_facts", "_rooms", "_solution", "_strands")

    def __init__(self, seats: int, viewer: Viewer) -> None:
        size = CLUE_HAND[seats]
        in_the_box = len(CATEGORIES) * LEFT_OVER - seats * size
        self._rooms = [0 if seat == viewer else size for seat in range(seats)] + [in_the_box]
        """How many cards that the viewer was not dealt each seat has, and the box."""
        self._strands = [Strand(self._rooms) for _ in CATEGORIES]
        self._facts: deque[Callable[[], None]] = deque()
        self._solution: Solution | None = None

    def are_dealt(self, hand: int) -> None:
        """To the viewer."""
        for category, strand in enumerate(self._strands):
            self._learn(partial(strand.is_dealt, bunch_in(hand, category)))

    def is_seen(self, pair: int, code: int) -> None:
        category, suspect = divmod(pair, len(SUSPECTS))
        self._learn(partial(self._strands[category].is_seen, suspect, code))

    def is_swapped(self, pair: int, out: int, put: int) -> None:
        """By the viewer, one colour for another."""
        category, suspect = divmod(pair, len(SUSPECTS))
        self._learn(partial(self._strands[category].is_swapped, suspect, out, put))

    def is_swapped_unseen(self, pair: int, by: Seat) -> None:
        category, suspect = divmod(pair, len(SUSPECTS))
        self._learn(partial(self._strands[category].is_swapped_unseen, suspect, by))

    def are_revealed(self, pairs: Sequence[int]) -> None:
        """At Cairo."""
        for pair, code in enumerate(pairs):
            self.is_seen(pair, code)

    def solve(self) -> Solution:
        """Raises Contradiction if nothing fits."""
        while self._facts:
            self._facts[0]()
            self._facts.popleft()
        if self._solution is None:
            self._solution = Solution(self._rooms, self._strands)
        return self._solution

    def _learn(self, fact: Callable[[], None]) -> None:
        self._facts.append(fact)
        self._solution = None
