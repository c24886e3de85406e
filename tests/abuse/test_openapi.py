"""Every operation of the OpenAPI document, by any guest, about any table, in any order: a response
that fits the document, never a server error, and a refusal of what the document forbids."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final, NamedTuple

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.games import GAMES
from tests.abuse.clients import Guest
from tests.abuse.frames import EDITS, JSON, edited
from tests.abuse.fuzz_settings import examples
from tests.abuse.schemas import Document, Schema
from tests.abuse.server import Server


class Operation(NamedTuple):
    method: str
    path: str
    takes: Schema | None
    gives: Schema
    refuses: Schema


class World(NamedTuple):
    """The guests that send requests, and the tables and ids in them."""

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
"""Valid values of fields: else most requests would be refused at once."""


@pytest.fixture
def world(lenient: Server, ada: Guest, ben: Guest) -> Iterator[World]:
    """A table that is waiting, one that is playing, one that does not exist."""
    found = ada.get("/api/openapi.json")
    waiting, playing = ada.open_table(seats=3), ada.open_table()
    for table in (waiting, playing):
        ben.post(f"/api/tables/{table}/sit", seat=1)
    ada.post(f"/api/tables/{playing}/start")
    chairs = ada.get(f"/api/tables/{playing}")["chairs"]
    with ExitStack() as stack:
        anonymous = stack.enter_context(Guest.anonymous(lenient))
        yield World(
            document=Document(found),
            operations=list(_operations(found)),
            guests=[ada, ben, anonymous],
            tables=[waiting, playing, "nowhere"],
            who=[chair["who"] for chair in chairs],
        )
    ada.post("/api/me", name="Ada")  # she may have been renamed or deleted


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
def test_requests_in_any_order_get_documented_responses(world: World, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 8), "requests")):
        _send(world, data.draw(st.sampled_from(world.operations)), data)


@examples(2)
@given(data=st.data())
def test_every_operation_gives_a_documented_response(world: World, data: st.DataObject) -> None:
    assert len(world.operations) > 30
    for operation in world.operations:
        _send(world, operation, data)


def _send(world: World, operation: Operation, data: st.DataObject) -> None:
    guest = data.draw(st.sampled_from(world.guests))
    path = operation.path.replace("{table}", data.draw(st.sampled_from(world.tables)))
    if operation.takes is None:
        return _check(world.document, operation, guest.http.request(operation.method, path))
    body = data.draw(_bodies(world, operation.takes))
    answer = guest.http.request(operation.method, path, content=json.dumps(body))
    _check(world.document, operation, answer)
    if not world.document.allows(operation.takes, body):
        assert 400 <= answer.status_code < 500, "a forbidden body is refused"
    return None


def _bodies(world: World, schema: Schema) -> st.SearchStrategy[Any]:
    allowed = world.document.values(schema)
    valid = allowed.flatmap(lambda body: _valid(world, body))
    return st.one_of(allowed, valid, valid, valid.flatmap(_bent), JSON)


def _valid(world: World, body: Any) -> st.SearchStrategy[Any]:
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
    documented = operation.gives if answer.status_code == 200 else operation.refuses
    assert document.allows(documented, answer.json()), answer.text
