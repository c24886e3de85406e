"""Meaning: the players and their hand sizes, and what each recorded fact says of the deal."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from cluehouse.games.clue.cards import CARD, CARDS, CARDS_OF, Card
from cluehouse.games.clue.notebook.facts import (
    ENVELOPE,
    Accused,
    Fact,
    HandSize,
    MyHand,
    Noted,
    Passed,
    Player,
    Showed,
    ShowedCard,
)
from cluehouse.games.clue.notebook.mistakes import Mistake
from cluehouse.reason import deck as deals
from cluehouse.reason.deck import Cards, Condition, Deck

SEATS = range(2, 7)
KINDS = tuple(len(cards) for cards in CARDS_OF.values())
DEALT = len(CARDS) - len(KINDS)


class Seating:
    """The players, their hand sizes and the owner's hand, before the first entry. Raises Mistake if
    they cannot be."""

    def __init__(
        self,
        players: Sequence[Player],
        hand_sizes: Sequence[int | None] | None,
        me: Player | None,
        my_cards: Iterable[Card] | None,
    ) -> None:
        self.players = _checked_players(players)
        self.holders = (*self.players, ENVELOPE)
        sizes = _checked_sizes(self.players, hand_sizes)
        self.facts: tuple[Fact, ...] = tuple(
            HandSize(player, size)
            for player, size in zip(self.players, sizes, strict=True)
            if size is not None
        )
        self.me = None if me is None else self.player(me)
        if (me is None) != (my_cards is None):
            raise Mistake("me")
        if me is not None and my_cards is not None:
            hand = MyHand(self.players[self.player(me)], _checked_hand(my_cards))
            sizes = self._with_mine(sizes, hand)
            self.facts = (hand, *self.facts)
        _check_sum(sizes)
        self.deck = Deck(
            KINDS, len(self.players), even=(i for i, size in enumerate(sizes) if size is None)
        )

    def player(self, name: Player) -> int:
        if name not in self.players:
            raise Mistake("player", player=name)
        return self.players.index(name)

    def holder(self, name: Player) -> int:
        """The number of a player, or of the envelope."""
        return len(self.players) if name == ENVELOPE else self.player(name)

    def asked(self, by: Player, shown_by: Player | None) -> tuple[Player, ...]:
        """The players who passed: clockwise from the suggester up to the player who showed."""
        suggester = self.player(by)
        others = self.players[suggester + 1 :] + self.players[:suggester]
        if shown_by is None:
            return others
        if self.player(shown_by) == suggester:
            raise Mistake("asker", player=by)
        return others[: others.index(shown_by)]

    def condition(self, fact: Fact) -> Condition:
        match fact:
            case Passed(player, question):
                hand = self.player(player)
                return deals.has_none_of(self.deck, hand, mask(question.cards))
            case Showed(player, question):
                hand = self.player(player)
                return deals.has_one_of(self.deck, hand, mask(question.cards))
            case ShowedCard(player, _, card):
                return self.placed(card, player, has=True)
            case Noted(_, card, holder, has):
                return self.placed(card, holder, has=has)
            case Accused(question, correct):
                says = deals.has if correct else deals.has_not_all_of
                return says(self.deck, self.deck.case, mask(question.cards))
            case HandSize(player, size):
                return deals.has_size(self.player(player), size)
            case MyHand(player, cards):
                return deals.has_just(self.deck, self.player(player), mask(cards))
            case _:
                assert_never(fact)

    def placed(self, card: Card, holder: Player, *, has: bool) -> Condition:
        says = deals.has if has else deals.has_none_of
        return says(self.deck, self.holder(holder), mask([card]))

    def _with_mine(self, sizes: Sequence[int | None], hand: MyHand) -> list[int | None]:
        seat = self.player(hand.player)
        if sizes[seat] not in (None, len(hand.cards)):
            raise Mistake("my size", player=hand.player, cards=len(hand.cards), size=sizes[seat])
        return [*sizes[:seat], len(hand.cards), *sizes[seat + 1 :]]


def mask(cards: Iterable[Card]) -> Cards:
    return sum(1 << CARD[card] for card in cards)


def _checked_players(players: Sequence[Player]) -> tuple[Player, ...]:
    if len(players) not in SEATS:
        raise Mistake("players", count=len(players), least=SEATS[0], most=SEATS[-1])
    if len({*players, ENVELOPE}) <= len(players):
        raise Mistake("names", envelope=ENVELOPE)
    return tuple(players)


def _checked_sizes(
    players: Sequence[Player], hand_sizes: Sequence[int | None] | None
) -> Sequence[int | None]:
    if hand_sizes is None:
        return [None] * len(players)
    if len(hand_sizes) != len(players):
        raise Mistake("sizes", count=len(hand_sizes), players=len(players))
    return hand_sizes


def _check_sum(sizes: Sequence[int | None]) -> None:
    known = [size for size in sizes if size is not None]
    total = sum(known)
    complete = len(known) == len(sizes)
    if any(size < 0 for size in known) or total > DEALT or (complete and total < DEALT):
        listed = ", ".join("?" if size is None else str(size) for size in sizes)
        raise Mistake("sum", sizes=listed, dealt=DEALT)


def _checked_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    hand = tuple(cards)
    unknown = [card for card in hand if card not in CARDS]
    if unknown or len(set(hand)) < len(hand):
        raise Mistake("hand", cards=", ".join(map(repr, hand)))
    return hand
