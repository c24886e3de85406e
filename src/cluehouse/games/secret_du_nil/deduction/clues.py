"""Clues: what a viewer knows of the clue cards, exactly.

A swap leaves each player with as many cards of a category as before. So once it is fixed how many
cards of every category each player was dealt, the categories are independent of one another.
`Solution` sums over the ways to fix these numbers.

The model: all deals are equally likely; for swaps out of sight see `category`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from cluehouse.core.ids import Seat, Viewer
from cluehouse.games.secret_du_nil.deduction.arrangements import LEFT_OVER, bunch_in
from cluehouse.games.secret_du_nil.deduction.category import CategoryClues
from cluehouse.games.secret_du_nil.deduction.solution import Solution
from cluehouse.games.secret_du_nil.pieces import CATEGORIES, CLUE_HAND, SUSPECTS


class Clues:
    """What is known of the clue cards of one game. Pairs are numbered as in a state.

    Facts are queued, and processed when the solution is asked for: many viewers never ask.
    """

    __slots__ = ("_capacities", "_categories", "_facts", "_solution")

    def __init__(self, seats: int, viewer: Viewer) -> None:
        size = CLUE_HAND[seats]
        in_the_box = len(CATEGORIES) * LEFT_OVER - seats * size
        self._capacities = [0 if seat == viewer else size for seat in range(seats)] + [in_the_box]
        """For each seat and the box, how many cards not dealt to the viewer it holds."""
        self._categories = [CategoryClues(self._capacities) for _ in CATEGORIES]
        self._facts: deque[Callable[[], None]] = deque()
        self._solution: Solution | None = None

    def are_dealt(self, hand: int) -> None:
        """The viewer was dealt this hand."""
        for number, category in enumerate(self._categories):
            self._learn(partial(category.is_dealt, bunch_in(hand, number)))

    def is_seen(self, pair: int, code: int) -> None:
        category, suspect = divmod(pair, len(SUSPECTS))
        self._learn(partial(self._categories[category].is_seen, suspect, code))

    def is_swapped(self, pair: int, out: int, put: int) -> None:
        """The viewer swapped one colour for another."""
        category, suspect = divmod(pair, len(SUSPECTS))
        self._learn(partial(self._categories[category].is_swapped, suspect, out, put))

    def is_swapped_unseen(self, pair: int, by: Seat) -> None:
        category, suspect = divmod(pair, len(SUSPECTS))
        self._learn(partial(self._categories[category].is_swapped_unseen, suspect, by))

    def are_revealed(self, pairs: Sequence[int]) -> None:
        """All pairs are revealed at Cairo."""
        for pair, code in enumerate(pairs):
            self.is_seen(pair, code)

    def solve(self) -> Solution:
        """Process the queued facts and return the solution; raises Contradiction if nothing
        fits."""
        while self._facts:
            self._facts[0]()
            self._facts.popleft()
        if self._solution is None:
            self._solution = Solution(self._capacities, self._categories)
        return self._solution

    def _learn(self, fact: Callable[[], None]) -> None:
        self._facts.append(fact)
        self._solution = None
