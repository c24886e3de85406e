"""Clue: the notebook as an aid: it answers what the notebook answers, for a whole book at once."""

from typing import Any, get_args

import msgspec
import pytest

from cluehouse.core.errors import Malformed
from cluehouse.core.wire import decoder, encode, strictly
from cluehouse.games.clue import GAME, Notebook
from cluehouse.games.clue.cards import CARDS, SUSPECTS, Card, Room
from cluehouse.games.clue.notebook.aid import (
    HAND_TOO_FULL,
    Accusation,
    Book,
    Claim,
    Entry,
    Impossible,
    Invalid,
    Reading,
    Sighting,
    Standing,
    Suggestion,
    Told,
    read,
)
from cluehouse.games.clue.notebook.editions import Edition, names_in

MINE: tuple[Card, ...] = ("scarlet", "mustard", "rope", "knife", "hall", "study")
SHOWN = Suggestion("ann", "plum", "wrench", "library", shown_by="cid", card="library")
UNSEEN = Suggestion("cid", "plum", "pistol", "lounge", shown_by="bob", card=None)
DROPPED = Sighting("pistol", "cid", has=True)
WRONG = Accusation("bob", "green", "wrench", "kitchen", correct=False)
STORY = (UNSEEN, SHOWN, DROPPED, WRONG)


def book(*entries: Entry, **changes: Any) -> Book:
    whole = Book(("ann", "bob", "cid"), hand_sizes=None, me="ann", my_cards=MINE, entries=entries)
    return msgspec.structs.replace(whole, **changes)


def notebook() -> Notebook:
    """The same entries, recorded one by one."""
    written = Notebook(["ann", "bob", "cid"], me="ann", my_cards=MINE)
    written.suggestion("cid", "plum", "pistol", "lounge", shown_by="bob")
    written.suggestion("ann", "plum", "wrench", "library", shown_by="cid", card="library")
    written.fact("pistol", "cid")
    written.accusation("bob", "green", "wrench", "kitchen", correct=False)
    return written


def standing(asked: Book) -> Standing:
    reading = read(asked)
    assert decoder(Reading).decode(encode(reading)) == reading
    assert reading.standing is not None
    return reading.standing


def test_it_says_what_the_notebook_says() -> None:
    given, written = standing(book(*STORY)), notebook()
    assert given.count == written.count()
    assert given.holders == ("ann", "bob", "cid", "envelope")
    assert list(given.table) == list(CARDS)
    for card, row in written.table().items():
        assert given.table[card] == tuple(row.values())
    assert given.certain == written.certain()
    assert given.solution is None
    assert given.why is None
    assert given.best_question is None


def test_the_solution_is_given_once_it_is_proved() -> None:
    right = Accusation("bob", "plum", "pistol", "lounge", correct=True)
    assert standing(book(right)).solution == ("plum", "pistol", "lounge")


def test_why_is_given_in_both_languages_with_the_numbers_of_the_entries() -> None:
    given = standing(book(*STORY, why=Claim("lounge", "bob"))).why
    assert given is not None
    assert [fact.entry for fact in given] == [1, 2, 3]
    assert given[2].text.en == "3. Seen: cid has Pistol."
    assert given[2].text.fr == "3. Vu : cid a la carte « pistolet »."
    hand = standing(book(why=Claim("rope", "envelope"))).why
    assert hand is not None
    assert [fact.entry for fact in hand] == [None]
    assert standing(book(why=Claim("plum", "envelope"))).why is None, "it is open"


@pytest.mark.parametrize("edition", get_args(Edition))
def test_sentences_call_the_cards_as_the_box_on_the_table_does(edition: Edition) -> None:
    given = standing(book(*STORY, why=Claim("lounge", "bob"), best_question="any", edition=edition))
    names, advice = names_in(edition), given.best_question
    assert set(names["en"]) == set(names["fr"]) == set(CARDS)
    assert advice is not None
    assert names["en"][advice.suspect] in advice.text.en
    assert names["fr"][advice.weapon] in advice.text.fr
    assert given.why is not None
    assert given.why[2].text.en == f"3. Seen: cid has {names['en']['pistol']}."


@pytest.mark.parametrize(("where", "room"), [("any", None), ("kitchen", "kitchen")])
def test_the_best_question_is_that_of_the_notebook(where: str, room: Room | None) -> None:
    given = standing(book(*STORY, best_question=where)).best_question
    advice = notebook().best_question(room)
    assert given is not None
    assert advice is not None
    named = given.suspect, given.weapon, given.room, given.bits
    assert named == (advice.suspect, advice.weapon, advice.room, advice.bits)
    assert (given.text.en, given.text.fr) == (advice.text["en"], advice.text["fr"])


def test_of_a_solved_case_there_is_nothing_to_ask() -> None:
    right = Accusation("bob", "plum", "pistol", "lounge", correct=True)
    assert standing(book(right, best_question="any")).best_question is None


def test_a_contradiction_is_an_answer_beside_what_was_known_before_it() -> None:
    reading = read(book(UNSEEN, SHOWN, Sighting("library", "bob", has=True), DROPPED))
    assert isinstance(reading.trouble, Impossible)
    assert reading.trouble.entry == 3
    (fact,) = reading.trouble.facts
    assert isinstance(fact, Told)
    assert fact.entry == 2
    assert reading.standing == standing(book(UNSEEN, SHOWN))


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Sighting("plum", "dan", has=True), "there is no player 'dan'"),
        (Suggestion("bob", "plum", "rope", "hall", "bob", None), "'bob' asked, and does not"),
        (Suggestion("bob", "plum", "rope", "hall", "cid", "lounge"), "was not among the cards"),
    ],
)
def test_an_invalid_entry_is_named_by_its_number_in_both_languages(
    entry: Entry, words: str
) -> None:
    reading = read(book(SHOWN, entry, DROPPED))
    assert isinstance(reading.trouble, Invalid)
    assert reading.trouble.entry == 2
    assert words in reading.trouble.text.en
    assert reading.trouble.text.fr not in ("", reading.trouble.text.en)
    assert reading.standing == standing(book(SHOWN))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hand_sizes": (6, 6, 5)}, "hand sizes 6, 6, 5 do not add up to 18"),
        ({"hand_sizes": (6, 6)}, "2 hand sizes for 3 players"),
        ({"players": ("ann", "ann", "bob")}, "different names"),
        ({"me": "dan"}, "there is no player 'dan'"),
        ({"my_cards": None}, "go together"),
        ({"my_cards": ("rope", "rope")}, "not a hand of different cards"),
        ({"my_cards": SUSPECTS}, HAND_TOO_FULL.en),
    ],
)
def test_an_impossible_table_has_no_standing(changes: dict[str, Any], words: str) -> None:
    reading = read(book(SHOWN, **changes))
    assert reading.standing is None
    assert isinstance(reading.trouble, Invalid)
    assert reading.trouble.entry is None
    assert words in reading.trouble.text.en


def test_an_impossible_question_is_a_value_error_with_an_explanation() -> None:
    with pytest.raises(ValueError, match="there is no player 'dan'"):
        read(book(why=Claim("plum", "dan")))
    with pytest.raises(ValueError, match="a spectator asks nothing"):
        read(book(me=None, my_cards=None, best_question="any"))


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ["ann"]},
        {"players": ["ann", "bob", "x" * 41]},
        {"players": ["ann", "bob", ""]},
        {"players": [f"p{number}" for number in range(7)]},
        {"hand_sizes": [19, None, None]},
        {"my_cards": ["gold"]},
        {"entries": [msgspec.to_builtins(DROPPED)] * 201},
        {"entries": [{"type": "Suggestion", "by": "ann"}]},
        {"entries": [msgspec.to_builtins(WRONG) | {"weapon": "plum"}]},
        {"why": {"card": "plum", "holder": "bob", "since": 1}},
        {"best_question": "garden"},
    ],
)
def test_a_book_is_read_strictly_and_is_not_too_long(changes: dict[str, Any]) -> None:
    wire = decoder(GAME.aids["notebook"].takes)
    whole = msgspec.to_builtins(book(*STORY))
    assert strictly(wire, encode(whole)) == book(*STORY)
    with pytest.raises(Malformed):
        strictly(wire, encode(whole | changes))
