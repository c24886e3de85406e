"""The notebook in a terminal, from the lines typed to the lines printed."""

import io
import sys

import pytest

from cluehouse.cli import main
from cluehouse.games.clue.cards import Language
from cluehouse.games.clue.notebook.notebook import Notebook
from cluehouse.games.clue.notebook.phrases import COMMANDS, PHRASES
from cluehouse.games.clue.notebook.terminal import answer, converse, open_book

CARDS = "scarlet,mustard,rope,knife,hall,study"


def book() -> Notebook:
    return open_book("ann,bob,cid", "6,6,6", "ann", CARDS)


def said(*lines: str, language: Language = "en") -> list[str]:
    return list(converse(book(), lines, language))


def test_entries_are_recorded_and_taken_back() -> None:
    assert said(
        "suggestion ann plum rope hall bob plum",
        "",
        "accusation bob plum wrench lounge wrong",
        "fact green bob not",
        "undo",
        "undo",
        "undo",
    ) == [
        "38,808 deals left.",
        "38,808 deals left.",
        "27,048 deals left.",
        "38,808 deals left.",
        "38,808 deals left.",
        "103,488 deals left.",
    ]


@pytest.mark.parametrize(("language", "words"), [("en", "help quit"), ("fr", "aide quitter")])
def test_it_helps_and_stops(language: Language, words: str) -> None:
    helping, stop = words.split()
    (text,) = said(helping, stop, helping, language=language)
    assert text == PHRASES[language]["help"]
    assert [word for word in COMMANDS[language] if word not in text] == []


def test_both_languages_say_and_hear_the_same() -> None:
    english, french = COMMANDS.values()
    assert sorted(english.values()) == sorted(french.values())
    assert PHRASES["en"].keys() == PHRASES["fr"].keys()


def test_the_solution_is_printed() -> None:
    assert said("accusation bob plum lead-pipe lounge right") == [
        "Solved: Professor Plum, Lead Pipe, Lounge."
    ]


def test_why_prints_the_facts_or_the_chance() -> None:
    lines = said(
        "suggestion ann plum rope hall bob", "why plum bob", "why plum cid", "why green bob"
    )
    showed = "  1. ann suggests Professor Plum, Rope, Hall: bob shows a card."
    hand = "  I am ann, and my hand is: Miss Scarlet, Colonel Mustard, Rope, Knife, Hall, Study."
    assert lines[1:] == [
        f"bob has Professor Plum, because:\n{hand}\n{showed}",
        f"cid does not have Professor Plum, because:\n{hand}\n{showed}",
        "Not certain: 30 %.",
    ]


def test_the_best_question_is_printed() -> None:
    anywhere, here, nowhere, _, solved = said(
        "question",
        "question lounge",
        "question plum",
        "accusation bob plum lead-pipe lounge right",
        "question",
    )
    assert anywhere.startswith("Suggest ")
    assert "Lounge: " in here
    assert nowhere == "'plum' is not a room"
    assert solved == "No question would tell anything new about the envelope."


def test_in_french_everything_is_french() -> None:
    lines = said(
        "hypothèse ann plum rope hall bob",
        "pourquoi plum bob",
        "pourquoi plum enveloppe",
        "pourquoi green bob",
        "hypothèse ann peacock pistol lounge personne",
        "accusation bob plum wrench lounge faux",
        "annuler",
        "fait white enveloppe pas",
        "accusation bob peacock pistol lounge juste",
        "question",
        language="fr",
    )
    mine = "Mlle Scarlet, Colonel Mustard, corde, couteau, hall, bureau"
    hand = f"  Je suis ann, et ma main est : {mine}."
    showed = "  1. ann émet l’hypothèse Professeur Plum, corde, hall : bob montre une carte."
    assert lines == [
        "Il reste 38 808 distributions.".replace("8 8", "8\u202f8"),
        f"bob a la carte « Professeur Plum », car :\n{hand}\n{showed}",
        f"L’enveloppe n’a pas la carte « Professeur Plum », car :\n{hand}\n{showed}",
        "Pas certain : 30 %.",
        "Affaire résolue : Mme Peacock, pistolet, salon.",
        "Affaire résolue : Mme Peacock, pistolet, salon.",
        "Affaire résolue : Mme Peacock, pistolet, salon.",
        "Affaire résolue : Mme Peacock, pistolet, salon.",
        "Affaire résolue : Mme Peacock, pistolet, salon.",
        "Aucune question n’apprendrait rien de nouveau sur l’enveloppe.",
    ]


def test_the_table_has_a_line_for_each_card() -> None:
    (table,) = said("table")
    heading, *rows, standing = table.splitlines()
    assert heading.split() == ["ann", "bob", "cid", "envelope"]
    assert len(rows) == 21
    assert rows[0].split() == ["Miss", "Scarlet", "yes", "-", "-", "-"]
    assert rows[5].split() == ["Professor", "Plum", "-", "38", "38", "25"]
    assert standing == "103,488 deals left."


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("sing", "sing? Try: help"),
        ("suggestion ann plum rope", "suggestion BY SUSPECT WEAPON ROOM SHOWN_BY [CARD]"),
        ("accusation ann plum rope hall maybe", "accusation BY SUSPECT WEAPON ROOM right|wrong"),
        ("fact plum", "fact CARD HOLDER [not]"),
        ("why plum", "why CARD HOLDER"),
        ("question in hall", "question [ROOM]"),
        ("suggestion ann plum rope hall dan", "there is no player 'dan'"),
        ("suggestion ann rope rope hall bob", "'rope' is not a suspect"),
        ("fact gold bob", "there is no card 'gold'"),
        ("undo", "nothing is written down yet"),
    ],
)
def test_a_mistake_is_explained_in_english(line: str, text: str) -> None:
    assert answer(book(), line.split()) == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("chanter", "chanter ? Essayez : aide"),
        ("fait plum", "fait CARTE LIEU [pas]"),
        ("fait gold bob", "il n’y a pas de carte 'gold'"),
    ],
)
def test_a_mistake_is_explained_in_french(line: str, text: str) -> None:
    assert answer(book(), line.split(), "fr") == text


def test_a_contradiction_names_the_facts() -> None:
    assert answer(book(), ["fait", "rope", "bob"], "fr") == (
        "C’est impossible, car cela contredit :\n  Je suis ann, et ma main est : Mlle Scarlet, "
        "Colonel Mustard, corde, couteau, hall, bureau."
    )


def test_the_command_opens_a_notebook(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["fait plum bob", "pourquoi plum enveloppe", "quitter", ""]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    names = ["--players", "ann,bob,cid,dan", "--sizes", "5,?,?,4"]
    assert main(["notebook", *names, "--language", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("« aide » donne la liste des commandes.")
    assert lines[-1] == "  1. Vu : bob a la carte « Professeur Plum »."


@pytest.mark.parametrize(
    "arguments",
    [
        ["--players", "ann"],
        ["--players", "ann,bob,cid", "--sizes", "six,6,6"],
        ["--players", "ann,bob,cid", "--me", "ann", "--cards", "gold"],
        ["--players", "ann,bob,cid", "--me", "ann", "--cards", "rope,knife,wrench,pistol,"
         "candlestick,lead_pipe"],
    ],
)  # fmt: skip
def test_an_impossible_table_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["notebook", *arguments]) == 2
    assert capsys.readouterr().err.startswith("cluehouse: ")


@pytest.mark.parametrize(
    ("variables", "text"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "2 joueurs"),
        ({"LANG": "de_AT.UTF-8"}, "2 players"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "2 players"),
        ({}, "2 players"),
    ],
)
def test_it_speaks_the_language_of_the_terminal(
    variables: dict[str, str],
    text: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["notebook", "--players", "ann,bob", "--sizes", "1,2,3"]) == 2
    assert text in capsys.readouterr().err
