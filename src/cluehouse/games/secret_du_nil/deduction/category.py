"""One category of clue cards, tracked exactly through a game: its deal, looks and swaps.

The weight of an arrangement is the number of deals that lead to it, times the weights of the swaps
on the way. Cards that no player has touched stay in the pool until they matter: as long as only the
viewer looks and swaps there is a single arrangement, and chances are plain counting.

The model of a swap that the viewer cannot see: any card out and any card in are equally likely, but
PURPOSE times as likely if the two cards become equal. A pair being put back says nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from cluehouse.games.secret_du_nil.cards import colours_of
from cluehouse.games.secret_du_nil.deduction.arrangements import (
    ALL_COLOURS,
    BUNCH,
    CODE_OF,
    LEFT_OVER,
    MIXED,
    Arrangement,
    Bunch,
    Weights,
    bunch_of,
    colours_in,
    count_of,
    draws,
    hand_at,
    hands_among,
    pair_at,
    swaps,
)
from cluehouse.games.secret_du_nil.deduction.symmetry import Symmetry, renamed
from cluehouse.games.secret_du_nil.deduction.tally import Sizes, Tally
from cluehouse.games.secret_du_nil.pieces import CLUE_COPIES

PURPOSE: Final = 2
"""How much likelier a swap is that makes the two cards equal: a player who swaps tends to want
that."""


class Contradiction(Exception):
    """No deal fits what was seen."""


class CategoryClues:
    """What is known of a category. Only the ratios of the weights matter."""

    __slots__ = (
        "_arrangements",
        "_capacities",
        "_colours",
        "_left_over",
        "_tally",
        "_tracked",
        "hands",
    )

    def __init__(self, capacities: Sequence[int]) -> None:
        self._capacities = capacities
        """For each holder, how many cards of all categories it may have: 0 for the viewer."""
        self._left_over = LEFT_OVER
        """The number of cards in hands other than the viewer's."""
        self._colours = Symmetry([tuple(ALL_COLOURS)])
        self._tracked = 0
        """The suspects whose pairs are no longer in the pool, as a mask."""
        self.hands: tuple[int, ...] = ()
        """The holders whose cards are no longer in the pool, in the order of their hands in an
        arrangement."""
        self._arrangements: Weights = {BUNCH: 1}
        self._tally: Tally | None = None

    def copy(self) -> "CategoryClues":
        twin = CategoryClues(self._capacities)
        twin._left_over = self._left_over
        twin._colours = self._colours
        twin._tracked = self._tracked
        twin.hands = self.hands
        twin._keep(self._arrangements)
        return twin

    @property
    def tally(self) -> Tally:
        """The weights of the arrangements as they stand now."""
        if self._tally is None:
            self._tally = Tally(
                self._arrangements, self._colours, self._tracked, self.hands, self._left_over
            )
        return self._tally

    # --- sights ---

    def is_dealt(self, cards: Bunch) -> None:
        """The viewer was dealt these cards; comes before all else."""
        self._left_over -= len(colours_in(cards))
        counts = range(CLUE_COPIES + 1)
        self._colours = Symmetry(
            tuple(colour for colour in ALL_COLOURS if count_of(cards, colour) == count)
            for count in counts
        )
        self._keep({BUNCH - cards: 1})

    def is_seen(self, suspect: int, code: int) -> None:
        at, namings = pair_at(suspect), self._colours.namings(code)
        if not self._tracked >> suspect & 1:
            self._draw(suspect, tuple(CODE_OF[cards] for cards in namings))
        self._colours = self._colours.without(*colours_of(code))
        self._gather(
            (renamed(arrangement, namings[cards]), ways)
            for arrangement, ways in self._arrangements.items()
            if (cards := arrangement >> at & BUNCH) in namings
        )

    def is_swapped(self, suspect: int, out: int, put: int) -> None:
        """The viewer swapped one colour for another in a pair it has just seen."""
        self._tell_apart(out)
        self._tell_apart(put)
        change = bunch_of([put]) - bunch_of([out]) << pair_at(suspect)
        self._gather(
            (arrangement + change, ways) for arrangement, ways in self._arrangements.items()
        )

    def is_swapped_unseen(self, suspect: int, by: int) -> None:
        """NI-OBS-3, NI-OBS-4: the pair had two colours, and the seat that swapped had a card."""
        if not self._tracked >> suspect & 1:
            self._draw(suspect, MIXED)
        self.track(by, at_least=1)
        pair, hand = pair_at(suspect), hand_at(self.hands.index(by))
        both = BUNCH << pair | BUNCH << hand
        held_cards = {arrangement & both for arrangement in self._arrangements}
        changes = {held: _changes(held, pair, hand) for held in held_cards}
        self._gather(
            (arrangement + change, ways * weight)
            for arrangement, ways in self._arrangements.items()
            for change, weight in changes[arrangement & both]
        )

    def track(self, holder: int, *, at_least: int) -> None:
        """Track this hand from now on, apart from the pool."""
        if holder in self.hands:
            return
        tracked = (*self.hands, holder)
        others = sum(room for other, room in enumerate(self._capacities) if other not in tracked)
        place = (1 << hand_at(len(self.hands))) - 1
        self._gather(
            (arrangement + hand * place, self._arrangements[arrangement] * among)
            for sizes, arrangements in self.tally.by_sizes.items()
            for size in self._sizes_left(holder, sizes, others)
            if size >= at_least
            for arrangement in arrangements
            for hand, among in hands_among(arrangement & BUNCH, size)
        )
        self.hands = (*self.hands, holder)

    def _sizes_left(self, holder: int, sizes: Sizes, others: int) -> range:
        """How many cards a holder may have, given the sizes of the tracked hands and the room in
        the others."""
        left = self._left_over - sum(sizes)
        return range(max(0, left - others), min(self._capacities[holder], left) + 1)

    def _draw(self, suspect: int, codes: tuple[int, ...]) -> None:
        """Draw the suspect's pair from the pool: one of these."""
        place = (1 << pair_at(suspect)) - 1
        self._gather(
            (arrangement + cards * place, ways * among)
            for arrangement, ways in self._arrangements.items()
            for cards, among in draws(arrangement & BUNCH, codes)
        )
        self._tracked |= 1 << suspect

    def _tell_apart(self, colour: int) -> None:
        alike = self._colours.of(colour)
        self._colours = self._colours.without(colour)
        self._gather(
            (renamed(arrangement, [(colour, other)]), ways)
            for arrangement, ways in self._arrangements.items()
            for other in alike
        )

    def _gather(self, found: Iterable[tuple[Arrangement, int]]) -> None:
        self._keep(self._colours.gathered(found))

    def _keep(self, arrangements: Weights) -> None:
        if not arrangements:
            raise Contradiction("no deal fits what was seen")
        self._arrangements = arrangements
        self._tally = None


def _changes(held: Arrangement, pair: int, hand: int) -> list[tuple[int, int]]:
    """For each swap, what it adds to an arrangement with this pair and this hand, and its
    weight."""
    found: Weights = {}
    for change, weight in swaps(held >> pair & BUNCH, held >> hand & BUNCH, PURPOSE):
        shift = (change << pair) - (change << hand)
        found[shift] = found.get(shift, 0) + weight
    return list(found.items())
