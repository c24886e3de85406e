"""Forged cookies and requests from other sites give no access."""

import json
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from cluehouse.server.accounts.identity import COOKIE_AGE_S, Guest, Identity, Visitor
from cluehouse.server.wire.close_codes import SIGNED_OUT, WRONG_ORIGIN
from tests.abuse.clients import Guest as Caller
from tests.abuse.clients import refusal
from tests.abuse.server import Server, server

FOREIGN = ("http://elsewhere.example", "null", "https://{host}.elsewhere.example", "file://", "")


SIMPLE = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")
"""Content types that any site may send without a preflight request."""


@pytest.fixture
def table(ada: Caller, ben: Caller) -> str:
    """Ada and Ben play; it is Ada's turn."""
    table = ada.open_table(grace=0)
    ben.post(f"/api/tables/{table}/sit", seat=1)
    ada.post(f"/api/tables/{table}/start")
    return table


@pytest.fixture
def eve(lenient: Server) -> Iterator[Caller]:
    with Caller.anonymous(lenient) as guest:
        yield guest


def check_no_seat(eve: Caller, table: str, cookie: str) -> None:
    """With this cookie HTTP and WebSocket treat the client as a spectator."""
    room = eve.http.get(f"/api/tables/{table}", headers={"Cookie": cookie}).json()
    assert room["you"] is None
    with eve.visit(table, headers={"Cookie": cookie}) as device:
        assert device.receive("Update")["view"]["type"] == "RailView"
        device.say(type="Play", move={"type": "Ask", "whom": 1}, seen=0)
        assert device.receive("Refused")["id"] == "HOUSE-NOT-SEATED"


def signed_ago(secret: bytes, guest: Guest, seconds: float, monkeypatch: pytest.MonkeyPatch) -> str:
    then = int(time.time() - seconds)
    with monkeypatch.context() as earlier:
        earlier.setattr(TimestampSigner, "get_timestamp", lambda _: then)
        return Identity(secret).cookie_of(Visitor(guest, "session", then))


def test_a_cookie_of_another_server_is_rejected(
    ada: Caller, eve: Caller, table: str, tmp_path: Path
) -> None:
    """Also under the name of this server's own cookie."""
    ((name, _),) = ada.http.cookies.items()
    with server(tmp_path) as other, Caller.named(other, "Ada") as her:
        ((_, theirs),) = her.http.cookies.items()
    check_no_seat(eve, table, f"{name}={theirs}")


def test_a_resume_link_is_not_a_cookie(ada: Caller, eve: Caller, table: str) -> None:
    ((name, cookie),) = ada.http.cookies.items()
    secret = ada.post("/api/resume-pass")["link"].partition("#")[2]
    check_no_seat(eve, table, f"{name}={secret}")
    assert eve.refused("/api/resume", code=cookie) == (404, "HOUSE-BAD-CODE")


def test_a_link_of_an_earlier_version_gives_no_access(tmp_path: Path) -> None:
    """Such links were signed, could be used again and again, and stood in request lines."""
    with server(tmp_path) as opened, Caller.anonymous(opened) as eve:
        signer = URLSafeTimedSerializer(
            (tmp_path / "data" / "secret").read_bytes(), salt="resume link"
        )
        token = str(signer.dumps(["ada", "Ada"]))
        for path in ("/api/resume", "/api/resume/look"):
            assert eve.refused(path, code=token) == (404, "HOUSE-BAD-CODE")


def test_a_replayed_link_gives_no_access(ada: Caller, eve: Caller) -> None:
    secret = ada.post("/api/resume-pass")["link"].partition("#")[2]
    with Caller.anonymous(ada.server) as phone:
        assert phone.post("/api/resume", code=secret) == {"name": "Ada"}
    for path in ("/api/resume", "/api/resume/look"):
        assert eve.refused(path, code=secret) == (404, "HOUSE-BAD-CODE")
    assert eve.get("/api/me") == {"name": ""}


@pytest.mark.parametrize(
    "code", ["", " ", "A" * 8, "a" * 22, "\0", "\ud800", "é" * 8, "#", "x" * 1000, "ABCD EFGH"]
)
def test_a_malformed_pass_is_refused(eve: Caller, code: str) -> None:
    for path in ("/api/resume", "/api/resume/look"):
        assert eve.refused(path, code=code)[0] in (400, 404)
    assert eve.get("/api/me") == {"name": ""}


def test_a_cookie_expires_after_its_maximum_age(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, guest = b"s" * 32, Guest("ada", "Ada")
    young, old = (signed_ago(secret, guest, COOKIE_AGE_S + more, monkeypatch) for more in (-60, 60))
    visitor = Identity(secret).visitor_of(young)
    assert visitor is not None
    assert visitor.guest == guest
    assert Identity(secret).visitor_of(old) is None


@pytest.mark.parametrize(
    "said",
    [
        ["ada"],
        ["ada", "Ada", "session", "host"],
        [],
        [1, 2],
        {"id": "ada"},
        "ada",
        None,
        [["ada"], "Ada"],
    ],
)
def test_a_signed_cookie_of_unknown_content_is_rejected(said: object) -> None:
    """As from another version of the server."""
    signer = URLSafeTimedSerializer(b"s" * 32, salt="cookie")
    assert Identity(b"s" * 32).visitor_of(str(signer.dumps(said))) is None


def test_a_malformed_cookie_is_rejected(ada: Caller, eve: Caller, table: str) -> None:
    ((name, _),) = ada.http.cookies.items()
    for shape in (
        "",
        "a",
        ".",
        "..",
        "a.b.c",
        "=" * 99,
        "A" * 9000,
        "\xff.\xff",
        ".eJw.x.y",
        "%00",
    ):
        headers = [(b"Cookie", f"{name}={shape}".encode("latin-1"))]
        assert eve.http.get(f"/api/tables/{table}", headers=headers).json()["you"] is None


def test_the_cookie_of_an_ended_device_gives_no_seat(ada: Caller, eve: Caller, table: str) -> None:
    """However often it is sent again, and while its connections were open."""
    code = ada.post("/api/resume-pass")["code"]
    eve.post("/api/resume", code=code)
    stolen = eve.cookie
    with eve.visit(table) as device:
        assert device.receive("Update")["view"]["type"] != "RailView"
        ada.post("/api/me/devices/end-others")
        assert device.closed() == SIGNED_OUT
    for _ in range(3):
        answer = eve.http.get(f"/api/tables/{table}", headers={"Cookie": stolen})
        assert refusal(answer) == (401, "HOUSE-SIGNED-OUT")
        with eve.visit(table, headers={"Cookie": stolen}) as device:
            assert device.closed() == SIGNED_OUT
            assert device.update == {}


@pytest.mark.parametrize("id", ["", "\0", "%", "*", "0" * 16, "x" * 100, "s' OR ended = 0 --"])
def test_a_foreign_or_malformed_device_cannot_be_ended(ada: Caller, eve: Caller, id: str) -> None:
    before = ada.get("/api/me/devices")
    assert eve.refused("/api/me/devices/end", id=id) == (404, "HOUSE-NO-DEVICE")
    eve.post("/api/me/devices/end-others")
    assert ada.get("/api/me/devices") == before


def test_another_site_can_neither_end_devices_nor_use_a_pass(ada: Caller, ben: Caller) -> None:
    """A link that turns the browser without a question would let its maker watch the victim."""
    code = ben.post("/api/resume-pass")["code"]
    before = ada.get("/api/me/devices")
    for origin, kind in product(FOREIGN, SIMPLE):
        headers = {"Origin": origin.format(host=ada.server.host), "Content-Type": kind}
        for path in ("resume", "resume/look", "me/devices/end-others", "resume-pass/cancel"):
            content = json.dumps({"code": code} if path.startswith("resume/") else {})
            answer = ada.http.post(f"/api/{path}", content=content, headers=headers)
            assert refusal(answer) == (403, "HOUSE-ORIGIN")
    assert ada.get("/api/me/devices") == before
    assert ada.post("/api/resume/look", code=code)["name"] == "Ben"


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_websocket_from_another_origin_is_closed(ada: Caller, table: str, origin: str) -> None:
    """A browser would send her cookie with it."""
    origin = origin.format(host=ada.server.host) or " "
    with ada.visit(table, headers={"Origin": origin}) as device:
        assert device.closed() == WRONG_ORIGIN
        assert device.update == {}


def test_a_form_post_from_another_origin_is_refused(ada: Caller, table: str) -> None:
    """A browser sends these without a preflight request, with their origin."""
    before = ada.get(f"/api/tables/{table}")
    for origin, kind, path in product(FOREIGN, SIMPLE, ("pause", "give-up", "leave", "rematch")):
        headers = {"Origin": origin.format(host=ada.server.host), "Content-Type": kind}
        answer = ada.http.post(f"/api/tables/{table}/{path}", content=b"{}", headers=headers)
        assert refusal(answer) == (403, "HOUSE-ORIGIN")
    assert ada.get(f"/api/tables/{table}") == before


def test_a_get_request_changes_nothing(ada: Caller, table: str) -> None:
    """Another site can cause GET requests, as with an image."""
    before = ada.get(f"/api/tables/{table}")
    document = ada.get("/api/openapi.json")
    for path, methods in document["paths"].items():
        if "get" not in methods:
            answer = ada.http.get(path.replace("{table}", table))
            assert refusal(answer) == (405, "HOUSE-WRONG-METHOD")
    assert ada.get(f"/api/tables/{table}") == before


def test_a_frame_counts_for_the_socket_it_came_by(ada: Caller, ben: Caller, table: str) -> None:
    """A frame does not name its sender."""
    ask = '{"type":"Play","move":{"type":"Ask","whom":1},"seen":0}'
    with ada.visit(table) as hers, ben.visit(table, seat=1) as his:
        (refused,) = [it for it in his.answers_to(ask) or () if it["type"] == "Refused"]
        assert refused["id"].startswith("KEY-"), "for him it is no move"
        assert hers.receive("Update")["seq"] == 0
        assert {it["type"] for it in hers.receive_pending()} <= {"Room"}


def test_the_view_of_another_seat_is_not_sent(ada: Caller, table: str) -> None:
    for seat in (1, 2, 10**9):
        with ada.visit(table, seat=seat) as device:
            assert device.receive("Update")["view"]["seat"] == 0


def test_a_replayed_frame_is_stale_on_every_socket(ada: Caller, ben: Caller, table: str) -> None:
    ask = '{"type":"Play","move":{"type":"Ask","whom":1},"seen":0}'
    with ada.visit(table) as first, ada.visit(table) as second, ben.visit(table, seat=1) as his:
        for device in (first, second):
            device.receive("Update")
        first.answers_to(ask)
        for device in (first, second):
            answers = device.answers_to(ask) or ()
            assert answers[-1]["id"] == "HOUSE-STALE"
            assert device.update["seq"] == 1
        his.receive_pending()
        assert his.update["seq"] == 1, "played once"
