"""Place cards: where the place cards are that a viewer cannot see.

The model: cards are dealt at random; the choice of cards played or paid says nothing of the rest of
a hand.
"""

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat, Viewer
from cluehouse.games.secret_du_nil.cards import ONE_PLACE, place_count
from cluehouse.games.secret_du_nil.pieces import PLACE_COPIES, PLACE_HAND, PLACES


class PlaceCards:
    """What is known of the place cards of one game."""

    __slots__ = ("_dealt", "_taken", "_unseen", "_viewer")

    def __init__(self, seats: int, viewer: Viewer) -> None:
        self._viewer = viewer
        self._unseen = [PLACE_COPIES] * len(PLACES)
        self._dealt = [0 if seat == viewer else PLACE_HAND for seat in range(seats)]
        """For each seat, how many of the cards dealt to it have not been seen."""
        self._taken = [0] * seats
        """The cards each seat has openly taken and not spent yet."""

    def is_seen(self, place: int) -> None:
        self._unseen[place] -= 1

    def is_taken(self, by: Seat, place: int) -> None:
        self._taken[by] += ONE_PLACE[place]

    def is_spent(self, by: Seat, place: int) -> None:
        """A spent card that equals a taken one is assumed to be that one."""
        if by == self._viewer:
            return
        if place_count(self._taken[by], place):
            self._taken[by] -= ONE_PLACE[place]
        else:
            self._dealt[by] -= 1
            self.is_seen(place)

    def draw(self, face_down: int, chance: Chance) -> tuple[list[int], list[int]]:
        """Draw the others' hands and the cards that lie face down, each deal equally likely."""
        unseen = [place for place, count in enumerate(self._unseen) for _ in range(count)]
        deck = chance.shuffled(unseen)
        hands = [
            taken + sum(ONE_PLACE[deck.pop()] for _ in range(count))
            for taken, count in zip(self._taken, self._dealt, strict=True)
        ]
        return hands, [deck.pop() for _ in range(face_down)]
