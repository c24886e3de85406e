"""Forged records: each is verified or refused with a short text, and none breaks the process that
reads it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.games import GAMES
from cluehouse.study.desk import Verify, listen_record, verify_record, watch_record
from tests.abuse.clients import Guest, refusal
from tests.abuse.frames import EDITS, Edit, edited
from tests.abuse.fuzz_settings import examples

LOGS: Final = Path(__file__).parents[1] / "logs"

Document = dict[str, Any]

MAX_ENTRIES: Final = 12
"""Limits the entries of a record that is mutated and read again and again."""


def stored(game: str) -> Document:
    """The stored record of a real game, played by the rules of today."""
    log = LOGS / game / f"v{GAMES[game].version}.json"
    document: Document = json.loads(log.read_bytes())
    return document


def answered(desk: Any, **asked: Any) -> Document:
    """The worker's answer."""
    answer: Document = json.loads(desk(json.dumps(asked).encode()))
    return answer


def verified(document: Document) -> Document:
    """The worker's verdict."""
    sent = Verify(json.dumps(document).encode(), {})
    answer: Document = json.loads(verify_record(msgspec.msgpack.encode(sent)))
    return answer


@pytest.mark.parametrize("game", sorted(GAMES))
@examples(5)
@given(
    edits=st.lists(EDITS, min_size=1, max_size=3),
    deep=st.booleans(),
    elsewhere=st.booleans(),
    viewer=st.sampled_from([0, 1, "rail"]),
)
def test_a_mutated_record_is_verified_or_refused(
    game: str, edits: list[Edit], deep: bool, elsewhere: bool, viewer: Any
) -> None:
    """Also with falls that cannot be checked, because another machine simulated them."""
    document = stored(game)
    document["entries"] = document["entries"][:MAX_ENTRIES]
    for edit in edits:
        document = _edited_inside(document, edit) if deep else edited(document, edit)
    if elsewhere:
        document["machine"] = "elsewhere"
    assert verified(document)["type"] in ("Verified", "Denied")
    watched = answered(watch_record, record=document, viewer=viewer)
    assert watched["type"] in ("Watched", "Denied")
    for address in _addresses(watched):
        received = answered(listen_record, record=document, viewer=viewer, address=address)
        assert received["type"] in ("Heard", "Denied")


def _edited_inside(document: Document, edit: Edit) -> Document:
    """With an edit inside one of its entries."""
    entries = document["entries"]
    number = edit.place % len(entries) if entries else 0
    changed = [*entries[:number], *(edited(it, edit) for it in entries[number : number + 1])]
    return document | {"entries": [*changed, *entries[number + 1 :]]}


def _addresses(watched: Document) -> Iterator[str]:
    """The addresses of its first two sounds."""
    sights = [sight for update in watched.get("updates", ()) for sight in update["sights"]]
    return iter([sight["sound"] for sight in sights if "sound" in sight][:2])


HOSTILE: Final[dict[str, Document]] = {
    "a thousand million seats": {"seats": 10**9},
    "more seats than numbers": {"seats": 10**400},
    "fewer seats than none": {"seats": -1},
    "a format beyond numbers": {"format": 10**400},
    "a format before all": {"format": -(10**400)},
    "a version beyond numbers": {"version": 10**4000},
    "a key of half a byte": {"key": "a"},
    "a key beyond all": {"key": "00" * 100_000},
    "a game of a long name": {"game": "x" * 1_000_000},
    "a game from elsewhere": {"game": "../../etc/passwd"},
    "options of another game": {"options": {"type": "Options", "tower": "wooden"}},
    "an endless game": {"entries": [{"seat": 0, "move": {"type": "Ready"}, "events": []}] * 20_000},
    "a game without a deal": {"entries": []},
    "an entry that is none": {"entries": [None]},
    "an entry of everything": {
        "entries": [{"seat": None, "move": None, "events": [{"type": "DealBegun"}] * 100_000}]
    },
    "an outcome of nonsense": {"outcome": {"shares": [10**400], "points": [], "rule": "x" * 9999}},
    "a machine of a long name": {"machine": "x" * 1_000_000},
    "a field of its own": {"and": "more"},
}


@pytest.mark.parametrize("claims", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_record_with_hostile_values_is_verified_or_refused(ada: Guest, claims: Document) -> None:
    document = stored("keyhole") | claims
    asked = json.dumps(document)
    verdict = ada.http.post("/api/verify", content=asked)
    if verdict.status_code == 200:
        assert verdict.json()["answer"] != "true" or claims.keys() == {"machine"}
    else:
        assert refusal(verdict)[0] == 400
    watched = ada.http.post("/api/replay", content=f'{{"viewer":0,"record":{asked}}}')
    assert watched.status_code in (200, 400)


@pytest.mark.parametrize("path", ["/api/verify", "/api/replay", "/api/replay/blob", "/api/me"])
@pytest.mark.parametrize("sign", ["[", '{"a":'])
def test_a_body_nested_a_hundred_thousand_deep_is_refused(ada: Guest, path: str, sign: str) -> None:
    deep = sign * 100_000
    status, id = refusal(ada.http.post(path, content=deep))
    assert (status, id) in ((400, "HOUSE-BAD-REQUEST"), (413, "HOUSE-TOO-BIG"))


@pytest.mark.parametrize("where", ["options", "outcome", "seal", "move", "events"])
def test_deep_nesting_inside_a_record_is_verified_or_refused(ada: Guest, where: str) -> None:
    document = stored("keyhole")
    place = document if where in document else document["entries"][1]
    place[where] = "DEEP"
    asked = json.dumps(document).replace('"DEEP"', "[" * 900 + "]" * 900)
    assert ada.http.post("/api/verify", content=asked).status_code in (200, 400)
    watched = ada.http.post("/api/replay", content=f'{{"viewer":0,"record":{asked}}}')
    assert watched.status_code in (200, 400)


def test_an_invalid_viewer_is_refused(ada: Guest) -> None:
    asked = {"record": stored("keyhole")}
    for viewer in (-1, 3, 10**9, 10**400, "unknown", None, 0.5, [0]):
        assert ada.refused("/api/replay", viewer=viewer, **asked)[0] == 400
