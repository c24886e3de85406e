"""Bot: chooses a move. It has no memory of its own: all it knows is in its arguments.

A novice marks the cards it holds or was shown, and knows where a card lies that it named itself and
no player could show. A plain player also crosses out the named cards for every player who passes,
and sees when a hand is full or a card has one place left; it draws no conclusion from a player
having shown one of three cards. Both walk to the nearest room that helps them, name cards they
have not marked, and accuse when the marks leave one suspect, one weapon and one room. The
detective is in bots/detective.py.
"""

from collections.abc import Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.board import PASSAGE
from cluehouse.games.clue.bots.detective import detect
from cluehouse.games.clue.bots.rivals import shown_to
from cluehouse.games.clue.cards import CARD, ROOMS, SUSPECTS, WEAPONS, Card
from cluehouse.games.clue.moves import (
    Accuse,
    Enter,
    Move,
    Show,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.view import SeatView, View
from cluehouse.games.clue.walks import distances
from cluehouse.reason.ledger import Ledger

_FAR: Final = 99
"""A number of steps greater than any walk to a room."""


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    assert isinstance(view, SeatView)
    if level == "detective":
        return detect(belief, view.seat, moves, chance)
    player = _Plain(belief, view.seat) if level == "plain" else _Novice(belief, belief.marked)
    if (solution := player.solution) is not None and solution in moves:
        return solution
    likings = [(player.liking(move), move) for move in moves if not isinstance(move, Accuse)]
    most = max(liking for liking, _ in likings)
    return chance.choice([move for liking, move in likings if liking == most])


class _Novice:
    """A single decision, and the marks it is based on."""

    def __init__(self, belief: Belief, marked: int) -> None:
        self._marked = marked
        self._place = belief.open.place
        self._barred = belief.open.barred
        self._rooms = [room for room in range(len(ROOMS)) if not self._knows(ROOMS[room])]
        """The rooms it wants to go to."""

    @property
    def solution(self) -> Accuse | None:
        """The accusation left by elimination, if only one is left."""
        suspects = [card for card in SUSPECTS if not self._knows(card)]
        weapons = [card for card in WEAPONS if not self._knows(card)]
        rooms = [card for card in ROOMS if not self._knows(card)]
        if len(suspects) == len(weapons) == len(rooms) == 1:
            return Accuse(suspects[0], weapons[0], rooms[0])
        return None

    def liking(self, move: Move) -> int:
        """How much it likes a move, compared with the other moves of the same choice."""
        match move:
            case Suggest(suspect=suspect, weapon=weapon):
                here = 1 if self._place - SQUARES in self._rooms else -_FAR
                return here - self._knows(suspect) - self._knows(weapon)
            case Enter(room=room):
                return 0 if self._can_ask_in(ROOMS.index(room)) else -_FAR
            case Walk(to=square):
                return -min(
                    (distances(SQUARES + room)[square] for room in self._rooms), default=_FAR
                )
            case TakePassage():
                return 1 if self._can_ask_in(PASSAGE[self._place - SQUARES]) else -1
            case _:
                return 0

    def _can_ask_in(self, room: int | None) -> bool:
        """Whether it wants to enter this room now, to make a suggestion there (CL-SUG-6)."""
        return room in self._rooms and self._barred != SQUARES + room

    def _knows(self, card: Card) -> bool:
        """Whether the card is known not to be in the case file."""
        return bool(self._marked >> CARD[card] & 1)


class _Plain(_Novice):
    def __init__(self, belief: Belief, seat: Seat) -> None:
        deck = belief.deck
        sheet = Ledger(deck, (said for said in belief.conditions if not said.one_of))
        sheet.settle()
        super().__init__(belief, deck.cards & ~deck.held(sheet.open, deck.case))
        if len(self._rooms) == 1:
            mine = deck.held(sheet.open, seat)
            self._rooms += [room for room in range(len(ROOMS)) if mine >> CARD[ROOMS[room]] & 1]
        self._shown = shown_to(belief, seat, belief.open.turn)

    def liking(self, move: Move) -> int:
        if isinstance(move, Show):
            return self._shown >> CARD[move.card] & 1
        return super().liking(move)
