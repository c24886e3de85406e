"""Where the place cards are that a viewer cannot see.

The model: cards are dealt by chance, and which of them are played or paid tells nothing of the
rest of a hand.
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
        """Of the cards dealt to each seat, how many have not been seen."""
        self._taken = [0] * seats
        """The cards each seat has openly taken and not spent yet."""

    def is_seen(self, place: int) -> None:
        self._unseen[place] -= 1

    def is_taken(self, by: Seat, place: int) -> None:
        self._taken[by] += ONE_PLACE[place]

    def is_spent(self, by: Seat, place: int) -> None:
        """A card like one that was taken is thought to be that one."""
        if by == self._viewer:
            return
        if place_count(self._taken[by], place):
            self._taken[by] -= ONE_PLACE[place]
        else:
            self._dealt[by] -= 1
            self.is_seen(place)

    def draw(self, face_down: int, chance: Chance) -> tuple[list[int], list[int]]:
        """The others' hands, and so many cards that lie face down, each deal as likely."""
        unseen = [place for place, count in enumerate(self._unseen) for _ in range(count)]
        deck = chance.shuffled(unseen)
        hands = [
            taken + sum(ONE_PLACE[deck.pop()] for _ in range(count))
            for taken, count in zip(self._taken, self._dealt, strict=True)
        ]
        return hands, [deck.pop() for _ in range(face_down)]
