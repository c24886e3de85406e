"""Records over HTTP: none before the end, and no uploaded file does harm."""

import asyncio
import hashlib
from typing import Any

import httpx
import msgspec
import pytest

from cluehouse.core.record import RECORD_FORMAT, read_record
from cluehouse.core.wire import encode, strictly
from cluehouse.server.http import dispatch
from cluehouse.server.http.routes.records import MAX_RECORD_BYTES
from cluehouse.study.verify import verify
from tests.server.running_server import GIFT, Caller, play_to_the_end
from tests.study.games import sealed

OTHER = "a5" * 32
DOCUMENT: dict[str, Any] = msgspec.json.decode(encode(sealed("keyhole", 2, deals=1)))


async def test_game_is_sealed_contributed_to_played_and_verified(ada: Caller) -> None:
    table = await ada.open_table(seats=2, options={"deals": 1})
    path = f"/api/tables/{table}"
    before = await ada.get(path)
    assert (len(before["commitment"]), before["contributed"]) == (64, [])
    after = await ada.post(f"{path}/contribute", seat=0, value=GIFT)
    assert (after["commitment"], after["contributed"]) == (before["commitment"], [0])
    assert GIFT not in str(after)
    await ada.post(f"{path}/start", fill="novice")
    refused = await ada.http.get(f"{path}/record")
    assert (refused.status_code, refused.json()["id"]) == (409, "HOUSE-NOT-OVER")
    async with ada.visit(table) as device:
        await play_to_the_end(device)
    answer = await ada.http.get(f"{path}/record")
    assert answer.headers["content-disposition"].startswith('attachment; filename="cluehouse-key')
    assert "Ada" not in answer.text
    record = read_record(answer.content)
    assert record.seal is not None
    assert record.seal.contributions == (GIFT, None)
    opened = hashlib.sha256(bytes.fromhex(record.seal.secret)).hexdigest()
    assert opened == before["commitment"]
    assert verify(record).answer == "true"
    verdict = await ada.post("/api/verify", **answer.json())
    assert verdict["answer"] == "true"
    assert "Yes" in verdict["says"]["en"]


async def test_secret_stays_hidden_while_the_game_runs(host: str, ada: Caller) -> None:
    table = await ada.open_table(seats=2)
    async with ada.visit(table) as device:
        await ada.post(f"/api/tables/{table}/contribute", seat=0, value=GIFT)
        while not (await device.receive("Room"))["contributed"]:
            pass
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        await device.receive("Update")
        told = str(device.heard)
    assert GIFT not in told
    assert "secret" not in told


async def test_seat_contributes_once_and_before_the_start(host: str, ada: Caller) -> None:
    table = await ada.open_table(seats=3)
    path = f"/api/tables/{table}/contribute"
    await ada.post(path, seat=0, value=GIFT)
    assert await ada.refused(path, seat=0, value=OTHER) == (409, "HOUSE-CONTRIBUTED")
    async with Caller.named(host, "Blaise") as blaise:
        assert await blaise.refused(path, seat=0, value=OTHER) == (403, "HOUSE-NOT-SEATED")
        assert await blaise.refused(path, seat=1, value=OTHER) == (403, "HOUSE-NOT-SEATED")
        await blaise.post(f"/api/tables/{table}/sit", seat=1)
        await blaise.post(path, seat=1, value=OTHER)
        room = await blaise.post(f"/api/tables/{table}/leave")
        assert room["contributed"] == [0]
    await ada.post(f"/api/tables/{table}/sit", seat=2, companion="Chloé")
    assert (await ada.post(path, seat=2, value=OTHER))["contributed"] == [0, 2]
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    assert await ada.refused(path, seat=0, value=OTHER) == (409, "HOUSE-STARTED")


async def test_contribution_must_be_32_bytes(ada: Caller) -> None:
    table = await ada.open_table()
    for value in ("", "5a", "5A" * 32, "zz" * 32, "5a" * 33, 7, None):
        refused = await ada.refused(f"/api/tables/{table}/contribute", seat=0, value=value)
        assert refused == (400, "HOUSE-BAD-REQUEST"), value


async def test_no_record_without_a_finished_game(ada: Caller) -> None:
    table = await ada.open_table()
    for path, refused in (
        (f"/api/tables/{table}/record", (409, "HOUSE-NOT-STARTED")),
        ("/api/tables/nowhere/record", (404, "HOUSE-NO-TABLE")),
    ):
        answer = await ada.http.get(path)
        assert (answer.status_code, answer.json()["id"]) == refused


async def test_uploaded_record_is_replayed_from_any_seat(ada: Caller) -> None:
    for viewer in (0, 1, "rail"):
        watched = await ada.post("/api/replay", record=DOCUMENT, viewer=viewer)
        assert len(watched["updates"]) == len(DOCUMENT["entries"])
        last = watched["updates"][-1]
        assert last["outcome"] == DOCUMENT["outcome"]
        assert last["view"]["type"] == ("RailView" if viewer == "rail" else "SeatView")
        assert all(update["moves"] == [] for update in watched["updates"])
        assert watched["truths"] == []
    watched = await ada.post("/api/replay", record=DOCUMENT, viewer="rail", reveal=True)
    assert len(watched["truths"]) == len(DOCUMENT["entries"])
    assert watched["truths"][0]["type"] == "Truth"


async def test_bad_record_is_refused_and_the_next_is_replayed(
    ada: Caller,
) -> None:
    changes: list[tuple[dict[str, Any], str]] = [
        ({"format": RECORD_FORMAT + 1}, "HOUSE-NEWER-RECORD"),
        ({"format": None}, "HOUSE-NOT-A-RECORD"),
        ({"stars": 5}, "HOUSE-NOT-A-RECORD"),
        ({"game": "chess"}, "HOUSE-UNKNOWN-GAME"),
        ({"game": "clue"}, "HOUSE-NOT-A-RECORD"),
        ({"entries": [{"seat": None, "move": None, "events": [7]}]}, "HOUSE-RECORD-ASTRAY"),
    ]
    for change, id in changes:
        assert await ada.refused("/api/replay", record=DOCUMENT | change, viewer=0) == (400, id)
    for viewer in (2, -1, "all", None):
        assert (await ada.refused("/api/replay", record=DOCUMENT, viewer=viewer))[0] == 400
    await ada.post("/api/replay", record=DOCUMENT, viewer=0)


async def test_verification_says_where_an_edited_record_differs(ada: Caller) -> None:
    verdict = await ada.post("/api/verify", **(DOCUMENT | {"key": OTHER}))
    assert (verdict["answer"], verdict["at"]) == ("differs", None)
    assert verdict["says"]["fr"].startswith("Non")


async def test_oversized_record_is_not_read_to_its_end(host: str) -> None:
    async with httpx.AsyncClient(base_url=f"http://{host}") as http:
        answer = await http.post("/api/verify", content=b" " * (MAX_RECORD_BYTES + 1))
        assert (answer.status_code, answer.json()["id"]) == (413, "HOUSE-TOO-BIG")
        answer = await http.post("/api/verify", content=b"{")
        assert (answer.status_code, answer.json()["id"]) == (400, "HOUSE-BAD-REQUEST")


LARGE_BYTES = 256 * 1024
LARGE: dict[str, Any] = DOCUMENT | {"machine": "x" * LARGE_BYTES}


async def test_large_document_is_not_decoded_on_the_event_loop(
    ada: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other clients would wait: decoding holds the interpreter, also in a thread."""
    decoded = list[int]()

    def strictly_noted(wire: Any, data: bytes) -> Any:
        decoded.append(len(data))
        return strictly(wire, data)

    monkeypatch.setattr(dispatch, "strictly", strictly_noted)
    verdict = await ada.post("/api/verify", **LARGE)
    watched = await ada.post("/api/replay", record=LARGE, viewer=0)
    await ada.refused("/api/replay/blob", record=LARGE, viewer=0, address="x")
    assert verdict["answer"] == (await ada.post("/api/verify", **DOCUMENT))["answer"]
    assert watched == await ada.post("/api/replay", record=DOCUMENT, viewer=0)
    assert decoded == []


@pytest.mark.parametrize("length", [1, LARGE_BYTES])
async def test_malformed_document_of_any_length_is_a_bad_request(ada: Caller, length: int) -> None:
    for start, end in (
        (b"{", b""),
        (b"[" * length, b""),
        (b'{"a":"', b""),
        (b'{"a":"', b'"}}'),
        (b"{}{}", b""),
        (b"", b""),
    ):
        body = start + b" " * length + end
        for path in ("/api/verify", "/api/replay", "/api/replay/blob"):
            answer = await ada.http.post(path, content=body)
            assert (answer.status_code, answer.json()["id"]) == (400, "HOUSE-BAD-REQUEST"), body[:9]


async def test_document_cannot_add_to_the_message_that_carries_it(ada: Caller) -> None:
    names = b',"names":{"keyhole":{"en":{"title":"Forged"}}}'
    for body in (encode(DOCUMENT) + names, encode(DOCUMENT)[:-1] + names + b"}"):
        answer = await ada.http.post("/api/verify", content=body)
        assert answer.status_code == 400
        assert "Forged" not in answer.text


async def test_many_records_at_once_are_all_answered(ada: Caller) -> None:
    answers = await asyncio.gather(
        *(ada.post("/api/replay", record=DOCUMENT, viewer="rail") for _ in range(8))
    )
    assert len({str(answer) for answer in answers}) == 1
