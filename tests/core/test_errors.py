"""The tree of errors, and the text of each."""

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
"""Errors with a `HOUSE-…` id; Rejected is never raised, Illegal has the game's texts."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_house_error_has_a_text(language: str) -> None:
    page = files("cluehouse.table") / f"texts.{language}.json"
    texts = json.loads(page.read_text(encoding="utf-8"))
    assert [error.id for error in HOUSE if not texts.get(error.id)] == []


def test_every_error_has_a_unique_id() -> None:
    ids = [error.id for error in HOUSE]
    assert len(set(ids)) == len(ids) > 0


def test_the_tree_is_drawn_at_the_top_of_its_module() -> None:
    drawn = errors.__doc__ or ""
    assert [error.__name__ for error in _tree(CluehouseError) if error.__name__ not in drawn] == []


def test_illegal_carries_its_rule_id() -> None:
    refusal = Illegal("KEY-3")
    assert (refusal.id, str(refusal)) == ("KEY-3", "KEY-3")
    assert isinstance(refusal, Rejected)


def test_an_error_may_carry_a_detail() -> None:
    taken = Taken("seq 4")
    assert (taken.id, taken.detail, str(taken)) == ("HOUSE-TAKEN", "seq 4", "HOUSE-TAKEN: seq 4")
    assert isinstance(taken, Unavailable)
    assert not isinstance(taken, Rejected)
