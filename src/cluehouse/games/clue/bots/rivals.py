"""Rivals: what another player may know, as far as this seat can tell.

A rival knows what all players heard, its own hand and the cards it was shown. Where that is hidden
from us, a drawn deal fills it in.
"""

from collections.abc import Sequence
from typing import assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.evidence import (
    AccusedWrongly,
    CaseOpened,
    CaseRead,
    Fact,
    HandHeld,
    PassedOn,
    ShowedCard,
    ShowedOne,
    SizeKnown,
    condition,
    three,
)
from cluehouse.games.clue.state import State, cards_of, mask_of
from cluehouse.reason.deals import Deals
from cluehouse.reason.deck import (
    Cards,
    Condition,
    has,
    has_just,
    has_one_of,
    has_size,
)


def to_the_left(state: State, seat: Seat) -> list[Seat]:
    """The other seats, clockwise."""
    return [Seat((seat + step) % state.seats) for step in range(1, state.seats)]


def rivals_of(state: State, seat: Seat) -> list[Seat]:
    """The other seats that can still win."""
    return [other for other in to_the_left(state, seat) if not state.accused >> other & 1]


def shown_to(belief: Belief, seat: Seat, rival: Seat) -> Cards:
    """The cards that this seat has shown to a rival."""
    shown = (
        fact.card
        for fact in belief.facts
        if isinstance(fact, ShowedCard) and fact.by == seat and fact.question.by == rival
    )
    return mask_of(tuple(shown))


def possible_deals_of(belief: Belief, rival: Seat, chance: Chance) -> Deals:
    """All deals that fit what a rival may know."""
    deal = belief.deals.draw(chance)
    known = (_known(belief, fact, rival, deal, chance) for fact in belief.facts)
    return Deals(belief.deck, known)


def _known(
    belief: Belief, fact: Fact, rival: Seat, deal: Sequence[Cards], chance: Chance
) -> Condition:
    """What the rival knows of one of our facts."""
    deck = belief.deck
    match fact:
        case PassedOn() | AccusedWrongly():
            return condition(deck, fact)
        case ShowedCard(by=by, question=question):
            seen = rival in (by, question.by)
            return condition(deck, fact) if seen else has_one_of(deck, by, three(question))
        case ShowedOne(by=by, question=question):
            if question.by != rival or by == belief.viewer:  # our card is still to be shown
                return condition(deck, fact)
            card = chance.choice(cards_of(deal[by] & three(question)))
            return has(deck, by, mask_of((card,)))
        case HandHeld(by=by) | SizeKnown(by=by):
            if by == rival:
                return has_just(deck, by, deal[by])
            return has_size(by, deal[by].bit_count())
        case CaseRead() | CaseOpened():
            return Condition()  # a player who has read the case file tells no other
        case _:
            assert_never(fact)
