"""Everything the OpenAPI document offers, asked by anybody about any table in any order: an answer
that the document promises, never a failure of the house, and a refusal for what it forbids."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final, NamedTuple

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.games import GAMES
from tests.abuse.effort import examples
from tests.abuse.frames import EDITS, JSON, edited
from tests.abuse.guests import Guest
from tests.abuse.schemas import Document, Schema
from tests.abuse.server import Server


class Operation(NamedTuple):
    method: str
    path: str
    takes: Schema | None
    gives: Schema
    refuses: Schema


class World(NamedTuple):
    """Who may ask, and about what."""

    document: Document
    operations: list[Operation]
    guests: list[Guest]
    tables: list[str]
    who: list[str]


LIKELY: Final = {
    "game": st.sampled_from(sorted(GAMES)),
    "seat": st.integers(0, 3),
    "seats": st.integers(2, 6),
    "options": st.just({}),
    "viewer": st.sampled_from([0, 1, "rail"]),
}
"""What fields hold when somebody means it: else most requests would be refused at once."""


@pytest.fixture
def world(lenient: Server, ada: Guest, ben: Guest) -> Iterator[World]:
    """A table where people sit, one where they play, one that was never opened."""
    found = ada.get("/api/openapi.json")
    waiting, playing = ada.open_table(seats=3), ada.open_table()
    for table in (waiting, playing):
        ben.post(f"/api/tables/{table}/sit", seat=1)
    ada.post(f"/api/tables/{playing}/start")
    chairs = ada.get(f"/api/tables/{playing}")["chairs"]
    with ExitStack() as stack:
        stranger = stack.enter_context(Guest.nameless(lenient))
        yield World(
            document=Document(found),
            operations=list(_operations(found)),
            guests=[ada, ben, stranger],
            tables=[waiting, playing, "nowhere"],
            who=[chair["who"] for chair in chairs],
        )
    ada.post("/api/me", name="Ada")  # she may have been renamed, or forgotten


def _operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            takes = _schema(operation["requestBody"]) if "requestBody" in operation else None
            answers = operation["responses"]
            yield Operation(
                method, path, takes, _schema(answers["200"]), _schema(answers["default"])
            )


def _schema(described: dict[str, Any]) -> Schema:
    schema: Schema = described["content"]["application/json"]["schema"]
    return schema


@examples(60)
@given(data=st.data())
def test_anything_asked_in_any_order_is_answered_as_promised(
    world: World, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 8), "requests")):
        _ask(world, data.draw(st.sampled_from(world.operations)), data)


@examples(2)
@given(data=st.data())
def test_every_operation_is_answered_as_promised(world: World, data: st.DataObject) -> None:
    assert len(world.operations) > 30
    for operation in world.operations:
        _ask(world, operation, data)


def _ask(world: World, operation: Operation, data: st.DataObject) -> None:
    guest = data.draw(st.sampled_from(world.guests))
    path = operation.path.replace("{table}", data.draw(st.sampled_from(world.tables)))
    if operation.takes is None:
        return _check(world.document, operation, guest.http.request(operation.method, path))
    body = data.draw(_bodies(world, operation.takes))
    answer = guest.http.request(operation.method, path, content=json.dumps(body))
    _check(world.document, operation, answer)
    if not world.document.allows(operation.takes, body):
        assert 400 <= answer.status_code < 500, "what it forbids is refused"
    return None


def _bodies(world: World, schema: Schema) -> st.SearchStrategy[Any]:
    allowed = world.document.values(schema)
    meant = allowed.flatmap(lambda body: _meant(world, body))
    return st.one_of(allowed, meant, meant, meant.flatmap(_bent), JSON)


def _meant(world: World, body: Any) -> st.SearchStrategy[Any]:
    if not isinstance(body, dict):
        return st.just(body)
    likely = {**LIKELY, "who": st.sampled_from(world.who)}
    fields = {name: likely.get(name, st.just(value)) for name, value in body.items()}
    return st.fixed_dictionaries(fields)


def _bent(body: Any) -> st.SearchStrategy[Any]:
    return EDITS.map(lambda edit: edited(body, edit)) if isinstance(body, dict) else JSON


def _check(document: Document, operation: Operation, answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == "application/json"
    promised = operation.gives if answer.status_code == 200 else operation.refuses
    assert document.allows(promised, answer.json()), answer.text
