"""Clue: whole logs of random tables: nothing false is certain, and nothing provable is missed."""

from collections.abc import Iterator
from random import Random

import pytest

from bench.clue_logs import Log, random_log
from cluehouse.games.clue import Notebook
from cluehouse.games.clue.cards import CARDS, CATEGORY, Card
from cluehouse.games.clue.notebook.facts import (
    ENVELOPE,
    Accused,
    Fact,
    HandSize,
    MyHand,
    Noted,
    Passed,
    Showed,
    ShowedCard,
)

Deal = dict[Card, str]


def holds(fact: Fact, deal: Deal) -> bool:
    """Whether a fact holds in a whole deal."""
    match fact:
        case MyHand(player, cards):
            return {card for card, holder in deal.items() if holder == player} == set(cards)
        case HandSize(player, size):
            return list(deal.values()).count(player) == size
        case Passed(player, question):
            return all(deal[card] != player for card in question.cards)
        case Showed(player, question):
            return any(deal[card] == player for card in question.cards)
        case ShowedCard(player, _, card):
            return deal[card] == player
        case Accused(question, correct):
            return all(deal[card] == ENVELOPE for card in question.cards) == correct
        case Noted(_, card, holder, has):
            return (deal[card] == holder) == has


def deals_listed(book: Notebook) -> list[Deal]:
    """All deals, by giving one card after another to a player who has not denied it."""
    denied: set[tuple[Card, str]] = set()
    known: Deal = {}
    room: dict[str, int] = {}
    for fact in book.facts:
        match fact:
            case Passed(player, question):
                denied |= {(card, player) for card in question.cards}
            case ShowedCard(player, _, card):
                known[card] = player
            case MyHand(player, cards):
                known |= dict.fromkeys(cards, player)
            case HandSize(player, size):
                room[player] = size
            case _:
                pass

    def give(cards: tuple[Card, ...], deal: Deal) -> Iterator[Deal]:
        if not cards:
            yield deal
            return
        card, *rest = cards
        for holder in [known[card]] if card in known else book.holders:
            taken = [other for other, owner in deal.items() if owner == holder]
            if holder == ENVELOPE:
                full = CATEGORY[card] in {CATEGORY[other] for other in taken}
            else:
                full = len(taken) == room[holder] or (card, holder) in denied
            if not full:
                yield from give(tuple(rest), {**deal, card: holder})

    return [
        deal
        for deal in give(tuple(sorted(CARDS, key=lambda card: card not in known)), {})
        if all(holds(fact, deal) for fact in book.facts)
    ]


def logs(turns_each: int) -> list[Log]:
    rng = Random(2)
    return [random_log(n, turns_each * n, rng) for n in (3, 4, 5, 6) for _ in range(3)]


@pytest.mark.parametrize("me", ["p1", None])
@pytest.mark.parametrize("sizes", [True, False])
def test_nothing_certain_is_false(me: str | None, sizes: bool) -> None:
    for log in logs(turns_each=4):
        book, truth = log.notebook(me, sizes=sizes), log.holders
        assert all(truth[card] == holder for card, holder in book.certain().items())
        assert all(book.probability(card, truth[card]) > 0 for card in CARDS)
        assert book.solution() in (None, log.case)


def test_late_tables_match_listing_all_deals() -> None:
    compared = 0
    for log in logs(turns_each=7):
        book = log.notebook("p1")
        if book.count() <= 200:
            deals = deals_listed(book)
            assert book.count() == len(deals)
            for card, row in book.table().items():
                for holder, chance in row.items():
                    assert chance == sum(deal[card] == holder for deal in deals) / len(deals)
            compared += 1
    assert compared >= 5


def test_every_certain_cell_has_a_proof_and_no_open_one() -> None:
    proved = 0
    for log in logs(turns_each=5)[::3]:
        book = log.notebook("p1")
        for card, row in book.table().items():
            for holder, chance in row.items():
                proof = book.why(card, holder)
                assert (proof is None) == (0 < chance < 1)
                proved += proof is not None and len(proof) > 1
    assert proved > 20


def test_a_proof_is_sufficient() -> None:
    """Its facts alone, recorded in a new notebook, make the cell certain."""
    log = logs(turns_each=5)[3]
    book = log.notebook("p1")
    for card in book.certain():
        proof = book.why(card, book.certain()[card])
        assert proof is not None
        assert _alone(log, proof).probability(card, book.certain()[card]) == 1


def _alone(log: Log, proof: tuple[Fact, ...]) -> Notebook:
    """A notebook with these facts, the hand and the sizes, which each player's notebook has."""
    book = log.notebook("p1", entries=0)
    for fact in proof:
        match fact:
            case Passed(player, question):
                for card in question.cards:
                    book.fact(card, player, has=False)
            case ShowedCard(player, _, card):
                book.fact(card, player)
            case Showed(player, question):
                before = book.players[book.players.index(player) - 1]
                book.suggestion(before, question.suspect, question.weapon, question.room, player)
            case Accused(question, correct):
                book.accusation(
                    question.by, question.suspect, question.weapon, question.room, correct
                )
            case Noted(_, card, holder, has):
                book.fact(card, holder, has=has)
            case MyHand() | HandSize():
                pass
    return book
