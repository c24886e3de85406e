"""The tree of answers, and the words for each."""

import json
from collections.abc import Iterator
from importlib.resources import files

import pytest

from cluehouse.core import errors
from cluehouse.core.errors import CluehouseError, Illegal, Rejected, Taken, Unavailable


def _tree(root: type[CluehouseError]) -> Iterator[type[CluehouseError]]:
    for child in root.__subclasses__():
        if child.__module__ == errors.__name__:
            yield child
            yield from _tree(child)


HOUSE = [error for error in _tree(CluehouseError) if error not in (Rejected, Illegal)]
"""What the house itself answers; Rejected is never raised, Illegal speaks with the game's words."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_answer_of_the_house_has_words(language: str) -> None:
    page = files("cluehouse.table") / f"texts.{language}.json"
    texts = json.loads(page.read_text(encoding="utf-8"))
    assert [error.id for error in HOUSE if not texts.get(error.id)] == []


def test_every_answer_has_an_id_of_its_own() -> None:
    ids = [error.id for error in HOUSE]
    assert len(set(ids)) == len(ids) > 0


def test_the_tree_is_drawn_at_the_top_of_its_module() -> None:
    drawn = errors.__doc__ or ""
    assert [error.__name__ for error in _tree(CluehouseError) if error.__name__ not in drawn] == []


def test_a_refusal_names_its_rule() -> None:
    refusal = Illegal("KEY-3")
    assert (refusal.id, str(refusal)) == ("KEY-3", "KEY-3")
    assert isinstance(refusal, Rejected)


def test_an_answer_may_say_more() -> None:
    taken = Taken("seq 4")
    assert (taken.id, taken.detail, str(taken)) == ("HOUSE-TAKEN", "seq 4", "HOUSE-TAKEN: seq 4")
    assert isinstance(taken, Unavailable)
    assert not isinstance(taken, Rejected)
