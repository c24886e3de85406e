"""Turn: one turn of the boat: the announcements, the plays, the looks and the takes."""

from typing import Self

from cluehouse.core.ids import Seat
from cluehouse.games.secret_du_nil.cards import LOOK_CARDS, PASS
from cluehouse.games.secret_du_nil.pieces import CHOOSING, LOOKING, TAKING, Phase, Speed


class Turn:
    """Cards are numbers, plays are indexes into PLAYS, sets of seats are bit masks."""

    __slots__ = ("at", "first", "look", "plays", "said", "seats", "shown", "takers", "to_use")

    def __init__(self, first: Seat, seats: int) -> None:
        self.seats = seats
        self.first = first
        """The seat with the first-player card."""
        self.said: tuple[Speed, ...] = ()
        """The announcements, from the first player on."""
        self.plays = [PASS] * seats
        self.shown = 0
        """The seats whose cards lie open; what the others have chosen is still secret."""
        self.at = 0
        """The number of seats that have had their turn to play and look."""
        self.to_use: tuple[int, ...] = ()
        """The cards that the looker has still to use."""
        self.look = 0
        """The pair in the looker's hand."""
        self.takers: tuple[Seat, ...] = ()
        """The seats that are to take a place card from beside the boat."""

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.first = self.first
        twin.said = self.said
        twin.plays = self.plays[:]
        twin.shown = self.shown
        twin.at = self.at
        twin.to_use = self.to_use
        twin.look = self.look
        twin.takers = self.takers
        return twin

    @property
    def speaker(self) -> Seat:
        """The seat whose turn it is to announce."""
        return Seat((self.first + len(self.said)) % self.seats)

    @property
    def player(self) -> Seat:
        """The seat whose turn it is to play and look."""
        return Seat((self.first + self.at) % self.seats)

    @property
    def is_last(self) -> bool:
        """Whether no seat after the player has a card to look with, or has still to choose."""
        later = [(self.first + turn) % self.seats for turn in range(self.at + 1, self.seats)]
        return all(self.shown >> seat & 1 and self.plays[seat] == PASS for seat in later)

    def show(self, by: Seat, play: int) -> None:
        self.plays[by] = play
        self.shown |= 1 << by

    def lift(self, card: int, pair: int) -> None:
        """Use this card to look at this pair."""
        cards = list(self.to_use)
        cards.remove(card)
        self.to_use = tuple(cards)
        self.look = pair

    def lay_down(self) -> Phase:
        """Lay the pair back in its place; return the next phase."""
        if self.to_use:
            return LOOKING
        self.at += 1
        return self.go_on()

    def go_on(self) -> Phase:
        """Move on to the next seat with a card to look with, or with cards to choose; at the end,
        to the first two seats that had no idea (NI-IDE-1). Return the next phase."""
        while self.at < self.seats:
            player = self.player
            if not self.shown >> player & 1:
                return CHOOSING
            self.to_use = LOOK_CARDS[self.plays[player]]
            if self.to_use:
                return LOOKING
            self.at += 1
        order = [Seat((self.first + turn) % self.seats) for turn in range(self.seats)]
        self.takers = tuple([seat for seat in order if self.plays[seat] == PASS][:2])
        return TAKING
