"""A seat at the table of stage.py: events update its belief as far as it may see them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Self

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.core.play import Play
from cluehouse.games.clue import GAME
from cluehouse.games.clue.belief import Belief, start, update
from cluehouse.games.clue.bot import choose
from cluehouse.games.clue.cards import (
    CARDS,
    CATEGORY,
    Card,
    Category,
    Room,
    Suspect,
    Weapon,
)
from cluehouse.games.clue.events import (
    CardShown,
    Event,
    MustShow,
    Passed,
    Suggested,
    TurnBegun,
    Unanswered,
)
from cluehouse.games.clue.moves import Move
from cluehouse.games.clue.pieces import Options
from cluehouse.games.clue.rules import legal_moves
from cluehouse.games.clue.state import State
from cluehouse.games.clue.view import see, view
from tests.games.clue.stage import ONE, TWO, ZERO, happen, opening

OWN: dict[Category, Card] = {"suspect": "scarlet", "weapon": "rope", "room": "kitchen"}
"""A card of each kind that seat 0 holds."""
NEXT = {ZERO: (ONE, TWO), ONE: (TWO, ZERO), TWO: (ZERO, ONE)}
"""For each seat, the seats it asks, in turn."""


class Seated:
    """Seat 0 of three, after the deal."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.state = State(Options(), 3)
        self.belief = start(Options(), 3, ZERO, level)
        self.see(*opening())

    def see(self, *events: Event) -> Self:
        for event in events:
            happen(self.state, [event])
            if (sight := see(event, ZERO)) is not None:
                update(self.belief, sight)
        return self

    def question(
        self,
        by: Seat,
        suspect: Suspect,
        weapon: Weapon,
        room: Room,
        shown_by: Seat | None = None,
        card: Card | None = None,
    ) -> Self:
        """A question of another turn and its answer; all pawns stay where they are."""
        pawns, carried = list(self.state.pawns), self.state.carried
        self.see(TurnBegun(by), Suggested(by, suspect, weapon, room))
        for other in NEXT[by]:
            if other == shown_by:
                assert card is not None
                self.see(MustShow(other), CardShown(other, by, card))
                break
            self.see(Passed(other))
        else:
            self.see(Unanswered(by))
        for state in (self.state, self.belief.open):
            state.pawns, state.carried = list(pawns), carried
        return self

    def shown(self, *cards: Card) -> Self:
        """Other seats that hold these cards show them to this seat, which named two of its own as
        well."""
        for card in cards:
            holder = ONE if self.state.hands[ONE] >> CARDS.index(card) & 1 else TWO
            named: Any = {**OWN, CATEGORY[card]: card}
            self.question(ZERO, **named, shown_by=holder, card=card)
        return self.on_turn()

    def on_turn(self) -> Self:
        return self.see(TurnBegun(ZERO))

    def choices(self, lucks: int = 200) -> set[Move]:
        """The moves it may choose, over this many lucks."""
        return {self.choose(luck) for luck in range(lucks)}

    def choose(self, luck: int) -> Move:
        moves, seen = legal_moves(self.state, ZERO), view(self.state, ZERO)
        return choose(self.belief, seen, moves, Chance(b"bot", luck), self.level)


class Decision(NamedTuple):
    """The belief is updated in place: use it before the next decision."""

    belief: Belief
    view: Any
    moves: Sequence[Move]
    move: Move
    key: bytes
    seq: int

    def luck(self) -> Chance:
        return Chance(self.key, self.seq)


def decisions(level: Level, seats: int, number: int = 0) -> Iterator[Decision]:
    """All choices of a whole game in which all seats are played at one level."""
    play = Play(GAME, Options(), seats, subkey(b"clue bots", number))
    beliefs = [start(Options(), seats, seat, level) for seat in seats_of(seats)]
    events = play.setup()
    while True:
        play.advance(events)
        for seat in seats_of(seats):
            for sight in play.sights(events, seat):
                update(beliefs[seat], sight)
        if not play.asked():
            return
        seat = play.asked()[0]
        yield (now := _decide(play, seat, beliefs[seat], level))
        events = play.decide(seat, now.move)


def _decide(play: Play, seat: Seat, belief: Belief, level: Level) -> Decision:
    seen, moves, key = play.view(seat), play.legal_moves(seat), subkey(play.key, "bot", seat)
    move = choose(belief, seen, moves, Chance(key, play.seq), level)
    return Decision(belief, seen, moves, move, key, play.seq)
