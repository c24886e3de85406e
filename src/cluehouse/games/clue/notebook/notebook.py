"""Notebook: record what happens at any table, and ask what follows from it.

All deals that fit the recorded facts are equally likely, and all of them are counted.

    >>> mine = ["scarlet", "mustard", "rope", "knife", "hall", "study"]
    >>> book = Notebook(players=["ann", "bob", "cid"], me="ann", my_cards=mine)
    >>> book.suggestion(by="ann", suspect="plum", weapon="rope", room="hall", shown_by="bob",
    ...                 card="plum")
    >>> book.certain()["plum"]
    'bob'
    >>> for fact in book.why("plum", "envelope"):
    ...     print(fact.text["en"])
    1. ann suggests Professor Plum, Rope, Hall: bob shows Professor Plum.
"""

from collections.abc import Iterable, Sequence
from typing import NoReturn, cast

from cluehouse.games.clue.cards import (
    CARDS,
    CATEGORIES,
    CATEGORY,
    ROOMS,
    Card,
    Room,
    Suspect,
    Weapon,
)
from cluehouse.games.clue.notebook.advice import Advice, best_question
from cluehouse.games.clue.notebook.facts import (
    ENVELOPE,
    Accused,
    Fact,
    Noted,
    Passed,
    Player,
    Question,
    Showed,
    ShowedCard,
)
from cluehouse.games.clue.notebook.meaning import Seating
from cluehouse.games.clue.notebook.mistakes import Mistake
from cluehouse.reason.deals import Deals
from cluehouse.reason.deck import Condition
from cluehouse.reason.proofs import smallest_proof


class Contradiction(Exception):
    """No deal fits the new entry with the recorded facts; the notebook stays as it was."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        super().__init__("this cannot be, after: " + " ".join(map(str, facts)))
        self.facts = tuple(facts)
        """A smallest set of recorded facts that the entry contradicts."""


class Notebook:
    """A notebook of one game. `players`: clockwise. `hand_sizes`: in the same order, None where
    unknown. `me` and `my_cards`: left out for a spectator."""

    def __init__(
        self,
        players: Sequence[Player],
        hand_sizes: Sequence[int | None] | None = None,
        me: Player | None = None,
        my_cards: Iterable[Card] | None = None,
    ) -> None:
        self._seating = Seating(players, hand_sizes, me, my_cards)
        self._entries: list[tuple[Fact, ...]] = []
        self._deals = Deals(self._seating.deck, self._conditions(self.facts))
        if not self._deals.count:
            raise Contradiction(())

    @property
    def players(self) -> tuple[Player, ...]:
        return self._seating.players

    @property
    def holders(self) -> tuple[Player, ...]:
        """The players, then the envelope."""
        return self._seating.holders

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All recorded facts, in order."""
        return (*self._seating.facts, *(fact for entry in self._entries for fact in entry))

    def suggestion(
        self,
        by: Player,
        suspect: Suspect,
        weapon: Weapon,
        room: Room,
        shown_by: Player | None = None,
        card: Card | None = None,
    ) -> None:
        """Record a suggestion. All players asked before `shown_by` passed; None: all passed.
        `card`: the card shown, if it was seen."""
        question = self._question(by, suspect, weapon, room)
        if card is not None and (shown_by is None or card not in question.cards):
            raise Mistake("not shown", card=card)
        facts: list[Fact] = [
            Passed(player, question) for player in self._seating.asked(by, shown_by)
        ]
        if shown_by is not None and card is not None:
            facts.append(ShowedCard(shown_by, question, card))
        elif shown_by is not None:
            facts.append(Showed(shown_by, question))
        self._write(facts)

    def accusation(
        self, by: Player, suspect: Suspect, weapon: Weapon, room: Room, correct: bool
    ) -> None:
        """Record an accusation. A wrong one says that not all three are in the envelope, and no
        more."""
        self._write([Accused(self._question(by, suspect, weapon, room), correct)])

    def fact(self, card: Card, holder: Player, has: bool = True) -> None:
        """Record that a holder has a card, or has it not, known some other way."""
        self._seating.holder(holder)
        self._write([Noted(self._next_entry(), _card(card), holder, has)])

    def undo(self) -> None:
        """Take the last entry back; raise Mistake if there is none."""
        if not self._entries:
            raise Mistake("nothing")
        self._entries.pop()
        self._deals = Deals(self._seating.deck, self._conditions(self.facts))

    def count(self) -> int:
        """The number of deals that fit."""
        return self._deals.count

    def probability(self, card: Card, holder: Player) -> float:
        row = self._deals.cells[CARDS.index(_card(card))]
        return row[self._seating.holder(holder)] / self._deals.count

    def table(self) -> dict[Card, dict[Player, float]]:
        count = self._deals.count
        return {
            card: {holder: n / count for holder, n in zip(self.holders, row, strict=True)}
            for card, row in zip(CARDS, self._deals.cells, strict=True)
        }

    def certain(self) -> dict[Card, Player]:
        """The holder of each card that can only be in one place."""
        return {
            card: self.holders[row.index(self._deals.count)]
            for card, row in zip(CARDS, self._deals.cells, strict=True)
            if self._deals.count in row
        }

    def solution(self) -> tuple[Suspect, Weapon, Room] | None:
        found = [card for card, holder in self.certain().items() if holder == ENVELOPE]
        if len(found) < len(CATEGORIES):
            return None
        return cast(tuple[Suspect, Weapon, Room], tuple(found))

    def why(self, card: Card, holder: Player) -> tuple[Fact, ...] | None:
        """The fewest facts that prove that the holder has the card, or has it not; None if it is
        open."""
        place = self._seating.holder(holder)
        deals = self._deals.cells[CARDS.index(_card(card))][place]
        if 0 < deals < self._deals.count:
            return None
        otherwise = self._seating.placed(card, holder, has=not deals)
        return self._smallest([otherwise])

    def best_question(self, room: Room | None = None) -> Advice | None:
        """The question of `me`, in this room or in any, that is expected to tell most about the
        envelope; None if no question tells anything. Raises Mistake for a spectator."""
        if self._seating.me is None:
            raise Mistake("spectator")
        if room is not None and CATEGORY[_card(room)] != "room":
            raise Mistake("room", card=room)
        rooms = ROOMS if room is None else (room,)
        return best_question(self._seating.deck, self._deals, self._seating.me, rooms)

    def _write(self, facts: Sequence[Fact]) -> None:
        deals = Deals(self._seating.deck, self._conditions([*self.facts, *facts]))
        if not deals.count:
            self._contradict(facts)
        self._entries.append(tuple(facts))
        self._deals = deals

    def _contradict(self, facts: Sequence[Fact]) -> NoReturn:
        raise Contradiction(self._smallest(self._conditions(facts)))

    def _smallest(self, given: Sequence[Condition]) -> tuple[Fact, ...]:
        """The fewest facts that contradict the given conditions."""
        facts = self.facts
        proof = smallest_proof(self._seating.deck, given, self._conditions(facts))
        assert proof is not None, "no deal fits all facts and what is given"
        return tuple(facts[number] for number in proof)

    def _conditions(self, facts: Iterable[Fact]) -> list[Condition]:
        return [self._seating.condition(fact) for fact in facts]

    def _question(self, by: Player, suspect: Suspect, weapon: Weapon, room: Room) -> Question:
        self._seating.player(by)
        for card, category in zip((suspect, weapon, room), CATEGORIES, strict=True):
            if CATEGORY[_card(card)] != category:
                raise Mistake(category, card=card)
        return Question(self._next_entry(), by, suspect, weapon, room)

    def _next_entry(self) -> int:
        return len(self._entries) + 1


def _card(card: Card) -> Card:
    if card not in CARDS:
        raise Mistake("card", card=card)
    return card
