"""The notebook in a terminal, from the lines typed to the lines printed."""

import io
import sys

import pytest

from cluehouse.cli import main
from cluehouse.games.clue.notebook import Notebook
from cluehouse.games.clue.terminal import HELP, answer, converse, open_book

CARDS = "scarlet,mustard,rope,knife,hall,study"


def book() -> Notebook:
    return open_book("ann,bob,cid", "6,6,6", "ann", CARDS)


def said(*lines: str) -> list[str]:
    return list(converse(book(), lines))


def test_what_happens_is_written_down_and_taken_back() -> None:
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


def test_it_stops_at_quit() -> None:
    assert said("help", "quit", "help") == [HELP]


def test_the_solution_is_told() -> None:
    assert said("accusation bob plum lead-pipe lounge right") == [
        "Solved: Professor Plum, Lead Pipe, Lounge."
    ]


def test_why_tells_the_facts_or_the_chance() -> None:
    lines = said(
        "suggestion ann plum rope hall bob", "why plum bob", "why plum cid", "why green bob"
    )
    showed = "  1. ann suggests Professor Plum, Rope, Hall: bob shows a card."
    hand = "  I am ann, and my hand is: Miss Scarlet, Colonel Mustard, Rope, Knife, Hall, Study."
    assert lines[1:] == [
        f"bob has Professor Plum, because:\n{hand}\n{showed}",
        f"cid does not have Professor Plum, because:\n{hand}\n{showed}",
        "That is open: 30 %.",
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
    ("line", "told"),
    [
        ("sing", "sing? Try: help"),
        ("suggestion ann plum rope", "suggestion BY SUSPECT WEAPON ROOM SHOWN_BY [CARD]"),
        ("accusation ann plum rope hall maybe", "accusation BY SUSPECT WEAPON ROOM right|wrong"),
        ("fact plum", "fact CARD HOLDER [not]"),
        ("why plum", "why CARD HOLDER"),
        ("suggestion ann plum rope hall dan", "there is no player 'dan'"),
        ("suggestion ann rope rope hall bob", "'rope' is not a suspect"),
        ("fact gold bob", "there is no card 'gold'"),
        ("undo", "nothing is written down yet"),
    ],
)
def test_a_mistake_is_told_in_plain_words(line: str, told: str) -> None:
    assert answer(book(), line.split()) == told


def test_a_contradiction_names_the_facts() -> None:
    assert answer(book(), ["fact", "rope", "bob"], "fr") == (
        "That cannot be. It contradicts:\n  Je suis ann, et ma main est : Mlle Scarlet, "
        "Colonel Mustard, corde, couteau, hall, bureau."
    )


def test_the_command_opens_a_notebook(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("fact plum bob\nwhy plum envelope\nquit\n"))
    names = ["--players", "ann,bob,cid,dan", "--sizes", "5,?,?,4"]
    assert main(["notebook", *names, "--language", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
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
def test_a_table_that_cannot_be_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["notebook", *arguments]) == 2
    assert capsys.readouterr().err.startswith("cluehouse: ")
