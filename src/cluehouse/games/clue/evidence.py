"""Evidence: the facts a viewer learns about the deal. Each fact carries what a sentence about it
needs; `condition` says what it means for the cards."""

from typing import assert_never

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import Card, Room, Suspect, Weapon
from cluehouse.games.clue.events import Accused, Suggested
from cluehouse.games.clue.state import mask_of
from cluehouse.reason.deck import (
    Condition,
    Deck,
    has,
    has_just,
    has_none_of,
    has_not_all_of,
    has_one_of,
    has_size,
)


class HandHeld(Wire, frozen=True):
    """The viewer holds exactly these cards."""

    by: Seat
    cards: tuple[Card, ...]


class SizeKnown(Wire, frozen=True):
    by: Seat
    count: int


class PassedOn(Wire, frozen=True):
    """This seat holds none of the three cards."""

    turn: int
    """The turn of the game, counted from 1."""
    question: Suggested
    by: Seat


class ShowedOne(Wire, frozen=True):
    """This seat holds at least one of the three cards."""

    turn: int
    question: Suggested
    by: Seat


class ShowedCard(Wire, frozen=True):
    """This seat holds the card, which the viewer saw."""

    turn: int
    question: Suggested
    by: Seat
    card: Card


class AccusedWrongly(Wire, frozen=True):
    """At least one of the three cards is not in the case file."""

    turn: int
    accusation: Accused


class CaseRead(Wire, frozen=True):
    """The viewer accused wrongly and read the case file."""

    suspect: Suspect
    weapon: Weapon
    room: Room


class CaseOpened(Wire, frozen=True):
    """The case file was opened to all at the end."""

    suspect: Suspect
    weapon: Weapon
    room: Room


Fact = (
    HandHeld
    | SizeKnown
    | PassedOn
    | ShowedOne
    | ShowedCard
    | AccusedWrongly
    | CaseRead
    | CaseOpened
)


def condition(deck: Deck, fact: Fact) -> Condition:
    """What the fact says of the deal."""
    match fact:
        case PassedOn(by=by, question=question):
            return has_none_of(deck, by, three(question))
        case ShowedOne(by=by, question=question):
            return has_one_of(deck, by, three(question))
        case ShowedCard(by=by, card=card):
            return has(deck, by, mask_of((card,)))
        case SizeKnown(by=by, count=count):
            return has_size(by, count)
        case HandHeld(by=by, cards=cards):
            return has_just(deck, by, mask_of(cards))
        case AccusedWrongly(accusation=accusation):
            return has_not_all_of(deck, deck.case, three(accusation))
        case CaseRead() | CaseOpened():
            return has(deck, deck.case, three(fact))
        case _:
            assert_never(fact)


def three(named: Suggested | Accused | CaseRead | CaseOpened) -> int:
    """The three named cards, as a mask."""
    return mask_of((named.suspect, named.weapon, named.room))
