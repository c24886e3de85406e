"""Clue: the notebook: what may be recorded, what follows from it, and what is refused."""

from math import factorial
from typing import Any

import pytest

from cluehouse.games.clue import Contradiction, Notebook
from cluehouse.games.clue.cards import CARDS, CARDS_OF, NAMES, ROOMS, SUSPECTS, WEAPONS, Card
from cluehouse.games.clue.notebook.facts import (
    Accused,
    HandSize,
    MyHand,
    Noted,
    Passed,
    Showed,
    ShowedCard,
)
from tests.rules import rule

MINE: list[Card] = ["scarlet", "mustard", "rope", "knife", "hall", "study"]
THREE = ["p1", "p2", "p3"]
FIVE = ["p1", "p2", "p3", "p4", "p5"]


def three(**changes: Any) -> Notebook:
    arguments: dict[str, Any] = {"players": THREE, "hand_sizes": [6, 6, 6], "me": "p1"}
    return Notebook(**{**arguments, "my_cards": MINE, **changes})


def spectator(players: int = 3) -> Notebook:
    return Notebook(players=[f"p{number + 1}" for number in range(players)])


@rule("CL-MAT-1", "CL-MAT-4")
def test_there_is_a_card_for_each_suspect_weapon_and_room_with_two_names() -> None:
    assert (len(SUSPECTS), len(WEAPONS), len(ROOMS)) == (6, 6, 9)
    assert tuple(card for cards in CARDS_OF.values() for card in cards) == CARDS
    assert all(list(names) == list(CARDS) for names in NAMES.values())
    assert NAMES["en"]["lead_pipe"] == "Lead Pipe"
    assert NAMES["fr"]["lead_pipe"] == "tuyau de plomb"


class TestCounting:
    def test_before_anything_is_said_only_my_hand_is_known(self) -> None:
        book = three()
        assert book.count() == 4 * 4 * 7 * factorial(12) // factorial(6) ** 2
        assert book.certain() == dict.fromkeys(MINE, "p1")
        assert book.probability("plum", "envelope") == 1 / 4
        assert book.solution() is None

    def test_a_table_has_every_card_and_every_holder(self) -> None:
        table = three().table()
        assert list(table) == list(CARDS)
        for card, row in table.items():
            assert list(row) == ["p1", "p2", "p3", "envelope"]
            assert sum(row.values()) == pytest.approx(1)
            assert row["p1"] == (card in MINE)

    @pytest.mark.parametrize(
        ("players", "arrangements", "hands"),
        [
            (3, 1, factorial(6) ** 3),
            (4, 6, factorial(5) ** 2 * factorial(4) ** 2),
            (5, 10, factorial(4) ** 3 * factorial(3) ** 2),
            (6, 1, factorial(3) ** 6),
        ],
    )
    @rule("CL-SET-4")
    def test_a_spectator_counts_every_arrangement_of_the_sizes(
        self, players: int, arrangements: int, hands: int
    ) -> None:
        assert spectator(players).count() == 324 * arrangements * factorial(18) // hands

    def test_sizes_may_be_known_in_part(self) -> None:
        """Seven and eleven left: five and six, or six and five."""
        book = Notebook(players=THREE, hand_sizes=[7, None, None])
        hands = factorial(18) // (factorial(7) * factorial(5) * factorial(6))
        assert book.count() == 324 * 2 * hands

    def test_my_size_is_that_of_my_cards(self) -> None:
        assert three(hand_sizes=[None, 6, 6]).count() == three().count()
        assert three(hand_sizes=None).count() == three().count()

    def test_unusual_sizes_that_add_up_are_accepted(self) -> None:
        book = three(hand_sizes=[6, 2, 10])
        assert book.probability("plum", "p3") == 5 * book.probability("plum", "p2")

    def test_two_can_play(self) -> None:
        assert Notebook(players=["ann", "bob"]).count() == 324 * factorial(18) // factorial(9) ** 2


class TestSuggestion:
    @rule("CL-SUG-4")
    def test_all_between_suggester_and_shower_passed(self) -> None:
        book = Notebook(players=FIVE)
        book.suggestion(by="p4", suspect="plum", weapon="rope", room="hall", shown_by="p2")
        row = book.table()["plum"]
        assert row["p5"] == row["p1"] == 0
        assert row["p2"] > row["p3"] == row["p4"] > 0

    @rule("CL-SUG-4")
    def test_without_a_shower_all_others_passed(self) -> None:
        book = Notebook(players=FIVE)
        book.suggestion(by="p4", suspect="plum", weapon="rope", room="hall", shown_by=None)
        holders = {holder for holder, chance in book.table()["plum"].items() if chance}
        assert holders == {"p4", "envelope"}

    @rule("CL-SUG-3")
    def test_nothing_follows_about_the_suggester(self) -> None:
        book = three()
        book.suggestion(by="p2", suspect="scarlet", weapon="rope", room="hall", shown_by="p1")
        assert book.table() == three().table()

    def test_one_of_the_three_is_shown(self) -> None:
        book = three()
        book.suggestion(by="p1", suspect="plum", weapon="rope", room="hall", shown_by="p2")
        assert book.certain()["plum"] == "p2"

    @pytest.mark.parametrize(("by", "shown_by"), [("p1", "p2"), ("p3", "p1"), ("p2", "p3")])
    def test_the_card_need_not_be_seen_or_noted(self, by: str, shown_by: str) -> None:
        book = three()
        book.suggestion(by=by, suspect="scarlet", weapon="pistol", room="lounge", shown_by=shown_by)
        assert "pistol" not in book.certain()

    def test_a_card_seen_is_where_it_was_shown(self) -> None:
        book = three()
        book.suggestion("p1", "plum", "pistol", "lounge", shown_by="p3", card="pistol")
        assert book.certain()["pistol"] == "p3"
        assert book.probability("plum", "p2") == 0 < book.probability("plum", "p3") < 1


class TestAccusation:
    def test_a_false_one_excludes_just_that_triple(self) -> None:
        book, before = three(), three().count()
        book.accusation(by="p2", suspect="plum", weapon="pistol", room="lounge", correct=False)
        assert book.count() == before - factorial(12) // factorial(6) ** 2
        assert book.probability("plum", "envelope") > 0

    def test_a_false_one_says_nothing_of_the_accusers_hand(self) -> None:
        book = three()
        book.accusation(by="p2", suspect="plum", weapon="pistol", room="lounge", correct=False)
        assert book.probability("plum", "p2") == book.probability("plum", "p3")

    def test_a_right_one_is_the_solution(self) -> None:
        book = three()
        book.accusation(by="p2", suspect="plum", weapon="pistol", room="lounge", correct=True)
        assert book.solution() == ("plum", "pistol", "lounge")
        assert {"plum", "pistol", "lounge"} <= {*book.certain()}

    def test_false_ones_leave_the_solution(self) -> None:
        book = three()
        book.fact("pistol", "envelope")
        book.fact("lounge", "envelope")
        for suspect in ("white", "green"):
            book.fact(suspect, "envelope", has=False)
        assert book.solution() is None
        book.accusation("p2", "peacock", "pistol", "lounge", correct=False)
        assert book.solution() == ("plum", "pistol", "lounge")


class TestFact:
    def test_a_card_can_be_seen_some_other_way(self) -> None:
        book = three()
        book.fact(card="lounge", holder="envelope")
        book.fact(card="plum", holder="p2", has=False)
        assert book.certain()["lounge"] == "envelope"
        assert book.probability("plum", "p2") == 0
        assert book.probability("kitchen", "envelope") == 0


class TestKnownThings:
    def test_repeating_them_is_accepted_and_changes_nothing(self) -> None:
        book = three()
        for _ in range(2):
            book.fact("scarlet", "p1")
            book.fact("scarlet", "envelope", has=False)
            book.suggestion("p1", "plum", "pistol", "lounge", shown_by="p2", card="plum")
            book.suggestion("p3", "plum", "rope", "hall", shown_by="p1")
            book.accusation("p2", "plum", "pistol", "lounge", correct=False)
        once = three()
        once.fact("plum", "p2")
        assert book.table() == once.table()

    def test_undo_takes_one_entry_back(self) -> None:
        book = three()
        book.fact("plum", "p2")
        before = book.table()
        book.suggestion("p2", "plum", "pistol", "lounge", shown_by=None)
        book.undo()
        assert book.table() == before
        book.undo()
        with pytest.raises(ValueError, match="nothing"):
            book.undo()


class TestRefusals:
    @pytest.mark.parametrize(
        "changes",
        [
            {"by": "p9"},
            {"shown_by": "p9"},
            {"shown_by": "p2"},
            {"shown_by": "envelope"},
            {"suspect": "rope"},
            {"weapon": "sword"},
            {"room": "plum"},
            {"card": "rope"},
            {"card": "gold"},
            {"card": "plum", "shown_by": None},
        ],
    )
    def test_an_impossible_suggestion_is_refused(self, changes: dict[str, Any]) -> None:
        made = {"by": "p2", "suspect": "plum", "weapon": "pistol", "room": "lounge"}
        book = three()
        with pytest.raises(ValueError, match=r"\w"):
            book.suggestion(**{**made, "shown_by": "p3", **changes})
        assert book.facts == three().facts

    @pytest.mark.parametrize(
        "arguments",
        [
            {"players": THREE, "hand_sizes": [6, 6, 5]},
            {"players": THREE, "hand_sizes": [6, 6]},
            {"players": THREE, "hand_sizes": [10, 9, None]},
            {"players": THREE, "hand_sizes": [-1, 10, 9]},
            {"players": THREE, "me": "p1", "my_cards": MINE, "hand_sizes": [5, 7, 6]},
            {"players": THREE, "me": "p9", "my_cards": MINE},
            {"players": THREE, "me": "p1"},
            {"players": THREE, "my_cards": MINE},
            {"players": THREE, "me": "p1", "my_cards": ["gold"]},
            {"players": THREE, "me": "p1", "my_cards": ["rope", "rope"]},
            {"players": ["p1", "p1", "p2"]},
            {"players": ["p1", "p2", "envelope"]},
            {"players": ["p1"]},
        ],
    )
    def test_an_impossible_table_is_refused(self, arguments: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match=r"\w"):
            Notebook(**arguments)

    @pytest.mark.parametrize(("card", "holder"), [("gold", "p1"), ("plum", "p9")])
    def test_an_unknown_card_or_holder_is_refused(self, card: Any, holder: str) -> None:
        book = three()
        for ask in (book.fact, book.probability, book.why):
            with pytest.raises(ValueError, match="there is no"):
                ask(card, holder)

    def test_an_accusation_with_a_wrong_category(self) -> None:
        with pytest.raises(ValueError, match="not a weapon"):
            three().accusation("p1", "plum", "plum", "hall", correct=False)  # type: ignore[arg-type]


class TestContradiction:
    def test_it_names_the_facts_and_changes_nothing(self) -> None:
        book = three()
        book.suggestion("p1", "plum", "pistol", "lounge", shown_by="p2", card="plum")
        book.suggestion("p1", "green", "pistol", "lounge", shown_by="p3", card="green")
        before = book.table(), book.facts
        with pytest.raises(Contradiction) as refusal:
            book.suggestion("p3", "plum", "wrench", "study", shown_by=None)
        assert refusal.value.facts == (MyHand("p1", tuple(MINE)),)
        with pytest.raises(Contradiction) as refusal:
            book.fact("plum", "p3")
        (fact,) = refusal.value.facts
        assert isinstance(fact, ShowedCard)
        assert (book.table(), book.facts) == before

    def test_it_may_take_several_facts(self) -> None:
        book = three()
        for card in ("plum", "pistol", "lounge", "green", "wrench", "library"):
            book.fact(card, "p2")
        with pytest.raises(Contradiction) as refusal:
            book.fact("kitchen", "p2")
        assert len(refusal.value.facts) == 7
        assert HandSize("p2", 6) in refusal.value.facts

    def test_a_hand_that_leaves_no_suspect_contradicts_the_rules(self) -> None:
        with pytest.raises(Contradiction) as refusal:
            three(my_cards=SUSPECTS)
        assert refusal.value.facts == ()


class TestWhy:
    def test_what_is_open_has_no_reason(self) -> None:
        assert three().why("plum", "p2") is None

    def test_my_hand_proves_that_a_card_is_mine_alone(self) -> None:
        hand = (MyHand("p1", tuple(MINE)),)
        assert three().why("rope", "p1") == hand
        assert three().why("rope", "envelope") == hand
        assert three().why("plum", "p1") == hand

    def test_a_card_shown_unseen_is_known_by_elimination(self) -> None:
        book = three()
        book.suggestion("p3", "plum", "pistol", "lounge", shown_by="p2")
        book.suggestion("p1", "green", "pistol", "library", shown_by="p3", card="pistol")
        book.fact("lounge", "envelope")
        proof = book.why("plum", "p2")
        assert proof is not None
        assert [type(fact) for fact in proof] == [Showed, Passed, Noted]

    def test_the_smallest_is_found_where_a_longer_one_came_first(self) -> None:
        book = three()
        for card in ("white", "green", "peacock"):
            book.fact(card, "p2")
        long = book.why("plum", "envelope")
        book.accusation("p2", "plum", "pistol", "lounge", correct=True)
        short = book.why("plum", "envelope")
        assert long is not None
        assert len(long) == 4
        assert short is not None
        assert [type(fact) for fact in short] == [Accused]

    def test_even_sizes_follow_from_the_rules(self) -> None:
        """No entry says that p2 has six cards."""
        book = Notebook(players=THREE)
        for card in ("plum", "pistol", "lounge", "green", "wrench", "library"):
            book.fact(card, "p2")
        proof = book.why("kitchen", "p2")
        assert proof is not None
        assert all(isinstance(fact, Noted) for fact in proof)

    def test_facts_have_texts_in_both_languages(self) -> None:
        book = three()
        book.suggestion("p3", "plum", "pistol", "lounge", shown_by="p2")
        book.suggestion("p1", "plum", "wrench", "lounge", shown_by="p3", card="wrench")
        book.accusation("p2", "plum", "pistol", "lounge", correct=False)
        book.fact("green", "envelope", has=False)
        assert [fact.text["fr"] for fact in book.facts[3:]] == [
            "p3 a 6 cartes.",
            "1. p3 émet l’hypothèse Professeur Plum, pistolet, salon : p1 n’en a aucune.",
            "1. p3 émet l’hypothèse Professeur Plum, pistolet, salon : p2 montre une carte.",
            "2. p1 émet l’hypothèse Professeur Plum, clé anglaise, salon : p2 n’en a aucune.",
            "2. p1 émet l’hypothèse Professeur Plum, clé anglaise, salon : "
            "p3 montre « clé anglaise ».",
            "3. p2 accuse Professeur Plum, pistolet, salon : c’est faux.",
            "4. Vu : l’enveloppe n’a pas la carte « M. Green ».",
        ]
        assert book.facts[0].text["en"].startswith("I am p1, and my hand is: Miss Scarlet, ")
        assert str(book.facts[-1]) == "4. Seen: the envelope does not have Mr. Green."
