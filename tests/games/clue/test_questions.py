"""Clue: what questions are expected to tell, compared with asking in every deal, one after
another."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import log2
from random import Random

import pytest

from bench.clue_logs import random_log
from cluehouse.games.clue import Notebook
from cluehouse.games.clue.cards import CARD, CARDS, CARDS_OF, ROOMS, SUSPECTS, WEAPONS, Card
from cluehouse.games.clue.notebook.questions import Inquiry
from tests.games.clue.test_notebook_logs import deals_listed

Hands = list[set[Card]]
"""The hands of the seats, then the case file."""

ALL = (1 << len(CARDS)) - 1
LATE = random_log(4, 12, Random(4))
KINDS = [sum(1 << CARD[card] for card in cards) for cards in CARDS_OF.values()]


def late() -> Notebook:
    return LATE.notebook("p1")


def answers(hands: Hands, asker: int, named: set[Card]) -> Iterator[tuple[object, float]]:
    """The possible answers, each with its probability."""
    seats = len(hands) - 1
    for step in range(1, seats):
        seat = (asker + step) % seats
        if held := hands[seat] & named:
            yield from (((seat, card), 1 / len(held)) for card in held)
            return
    yield "nobody", 1.0


def entropy(weights: Iterable[float]) -> float:
    """The entropy in bits of a choice with these weights."""
    parts = list(weights)
    return -sum(part / sum(parts) * log2(part / sum(parts)) for part in parts)


def information(
    deals: Sequence[Hands], asker: int, named: set[Card], sought: Iterable[Card]
) -> float:
    """The information in bits about which of the cards sought are in the case file."""
    case: Counter[frozenset[Card]] = Counter()
    by_answer: dict[object, Counter[frozenset[Card]]] = defaultdict(Counter)
    for hands in deals:
        truth = frozenset(hands[-1].intersection(sought))
        case[truth] += 1
        for answer, chance in answers(hands, asker, named):
            by_answer[answer][truth] += chance  # type: ignore[assignment]
    left = sum(after.total() * entropy(after.values()) for after in by_answer.values())
    return entropy(case.values()) - left / len(deals)


def dealt(seats: int, rng: Random) -> Hands:
    case = {rng.choice(cards) for cards in CARDS_OF.values()}
    rest = [card for card in CARDS if card not in case]
    rng.shuffle(rest)
    return [*(set(rest[seat::seats]) for seat in range(seats)), case]


def masks(hands: Hands) -> list[int]:
    return [sum(1 << CARD[card] for card in cards) for cards in hands]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_bits_are_those_of_asking_in_every_deal(seats: int) -> None:
    rng = Random(seats)
    deals = [dealt(seats, rng) for _ in range(60)]
    whole, apart = (Inquiry([*map(masks, deals)], parts) for parts in ([ALL], KINDS))
    for _ in range(12):
        three: set[Card] = {rng.choice(cards) for cards in CARDS_OF.values()}
        (named,), asker = masks([three]), rng.randrange(seats)
        expected = information(deals, asker, three, CARDS)
        assert whole.expected_bits(asker, named) == pytest.approx(expected)
        by_kind = [information(deals, asker, three, cards) for cards in CARDS_OF.values()]
        assert apart.expected_bits(asker, named) == pytest.approx(sum(by_kind))


def test_what_is_known_tells_nothing() -> None:
    deal = dealt(4, Random(1))
    assert Inquiry([masks(deal)] * 3, [ALL]).expected_bits(0, 0b100000100000100000) == 0


class TestAdvice:
    def test_it_is_the_best_of_all_questions_while_all_deals_can_be_listed(self) -> None:
        book = late()
        deals = [
            [{card for card in CARDS if deal[card] == holder} for holder in book.holders]
            for deal in deals_listed(book)
        ]
        assert 20 < len(deals) < 200
        advice, here = book.best_question(), book.best_question("hall")
        assert advice is not None
        assert here is not None
        every = {
            three: information(deals, 0, set(three), CARDS)
            for three in product(SUSPECTS, WEAPONS, ROOMS)
        }
        assert advice.bits == pytest.approx(max(every.values()), abs=1e-6)
        assert every[advice.suspect, advice.weapon, advice.room] == pytest.approx(advice.bits)
        in_the_hall = (bits for (_, _, room), bits in every.items() if room == "hall")
        assert here.bits == pytest.approx(max(in_the_hall), abs=1e-6)

    def test_it_is_the_same_again_where_deals_are_drawn(self) -> None:
        book = random_log(6, 6, Random(6)).notebook("p1")
        assert book.count() > 1_000_000
        advice = book.best_question()
        assert advice is not None
        assert advice.bits > 0.5
        assert book.best_question() == advice

    def test_there_is_none_when_the_case_is_known(self) -> None:
        book = late()
        for card in LATE.case:
            book.fact(card, "envelope")
        assert book.best_question() is None

    def test_a_spectator_asks_nothing(self) -> None:
        with pytest.raises(ValueError, match="spectator"):
            Notebook(players=["p1", "p2", "p3"]).best_question()

    @pytest.mark.parametrize("room", ["plum", "cellar"])
    def test_it_is_asked_in_a_room(self, room: str) -> None:
        with pytest.raises(ValueError, match=room):
            late().best_question(room)  # type: ignore[arg-type]

    def test_it_has_words_in_both_languages(self) -> None:
        advice = late().best_question("hall")
        assert advice is not None
        assert advice.text["en"].startswith("Suggest ")
        assert f"Hall: {advice.bits:.2f} bits" in advice.text["en"]
        assert ", hall : " in advice.text["fr"]
