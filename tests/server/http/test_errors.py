"""Refusals of the server have ids, statuses and texts."""

import json
from importlib.resources import files

import pytest

from cluehouse.core.errors import Rejected
from cluehouse.server import errors

REFUSALS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, Rejected) and hasattr(kind, "status")
]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_has_a_text_in_each_language(language: str) -> None:
    page = files("cluehouse.table") / f"texts.{language}.json"
    words = json.loads(page.read_text("utf-8"))
    assert len(REFUSALS) > 10
    assert [kind.id for kind in REFUSALS if not words.get(kind.id, "").strip()] == []


def test_every_refusal_has_a_unique_id() -> None:
    ids = [kind.id for kind in REFUSALS]
    assert sorted(set(ids)) == sorted(ids)
