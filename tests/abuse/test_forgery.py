"""Whoever pretends to be somebody else, or comes from somebody else's page, is nobody."""

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from cluehouse.server.accounts.identity import COOKIE_AGE_S, LINK_AGE_S, Guest, Identity
from cluehouse.server.wire.close_codes import WRONG_ORIGIN
from tests.abuse.guests import Guest as Caller
from tests.abuse.guests import refusal
from tests.abuse.server import Server, server

FOREIGN = ("http://elsewhere.example", "null", "https://{host}.elsewhere.example", "file://", "")


SIMPLE = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")
"""Kinds of body that any page may send."""


@pytest.fixture
def table(ada: Caller, ben: Caller) -> str:
    """Ada and Ben play; it is her turn."""
    table = ada.open_table(grace=0)
    ben.post(f"/api/tables/{table}/sit", seat=1)
    ada.post(f"/api/tables/{table}/start")
    return table


@pytest.fixture
def eve(lenient: Server) -> Iterator[Caller]:
    with Caller.nameless(lenient) as guest:
        yield guest


def is_nobody(eve: Caller, table: str, cookie: str) -> None:
    """To HTTP and to the socket: she watches, and plays for nobody."""
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
        return Identity(secret).cookie_of(guest)


def test_a_cookie_of_another_house_is_none(
    ada: Caller, eve: Caller, table: str, tmp_path: Path
) -> None:
    """Also under the name that this house gives to its own."""
    ((name, _),) = ada.http.cookies.items()
    with server(tmp_path) as other, Caller.named(other, "Ada") as her:
        ((_, theirs),) = her.http.cookies.items()
    is_nobody(eve, table, f"{name}={theirs}")


def test_a_pass_for_another_device_is_no_cookie(ada: Caller, eve: Caller, table: str) -> None:
    """Both are signed with one secret, and each for one purpose."""
    ((name, cookie),) = ada.http.cookies.items()
    token = ada.post("/api/resume-pass")["link"].rpartition("/")[2]
    is_nobody(eve, table, f"{name}={token}")
    assert eve.refused("/api/resume", code=cookie) == (404, "HOUSE-BAD-CODE")


def test_a_cookie_is_good_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, guest = b"s" * 32, Guest("ada", "Ada")
    young, old = (signed_ago(secret, guest, COOKIE_AGE_S + more, monkeypatch) for more in (-60, 60))
    assert Identity(secret).guest_of(young) == guest
    assert Identity(secret).guest_of(old) is None


async def test_a_link_is_good_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    identity, guest = Identity(b"s" * 32), Guest("ada", "Ada")
    then = int(time.time() - LINK_AGE_S - 60)
    with monkeypatch.context() as earlier:
        earlier.setattr(TimestampSigner, "get_timestamp", lambda _: then)
        old = identity.link_token(guest)
    assert await identity.resume(old) is None
    assert await identity.resume(identity.link_token(guest)) == guest


@pytest.mark.parametrize(
    "said", [["ada"], ["ada", "Ada", "host"], [1, 2], {"id": "ada"}, "ada", None, [["ada"], "Ada"]]
)
def test_what_we_signed_and_never_said_is_nobody(said: object) -> None:
    """Of another version of this house, say."""
    signer = URLSafeTimedSerializer(b"s" * 32, salt="cookie")
    assert Identity(b"s" * 32).guest_of(str(signer.dumps(said))) is None


def test_a_cookie_of_any_shape_is_nobody(ada: Caller, eve: Caller, table: str) -> None:
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


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_page_gets_no_socket(ada: Caller, table: str, origin: str) -> None:
    """A browser would let it come with her cookie."""
    origin = origin.format(host=ada.server.host) or " "
    with ada.visit(table, headers={"Origin": origin}) as device:
        assert device.closed() == WRONG_ORIGIN
        assert device.update == {}


def test_what_a_form_on_another_page_sends_is_refused(ada: Caller, table: str) -> None:
    """A browser asks nobody's leave to send these, and says where they come from."""
    before = ada.get(f"/api/tables/{table}")
    for origin, kind, path in product(FOREIGN, SIMPLE, ("pause", "give-up", "leave", "rematch")):
        headers = {"Origin": origin.format(host=ada.server.host), "Content-Type": kind}
        answer = ada.http.post(f"/api/tables/{table}/{path}", content=b"{}", headers=headers)
        assert refusal(answer) == (403, "HOUSE-ORIGIN")
    assert ada.get(f"/api/tables/{table}") == before


def test_nothing_is_changed_by_following_a_link(ada: Caller, table: str) -> None:
    """Whatever a page elsewhere may show as a picture is fetched with GET."""
    before = ada.get(f"/api/tables/{table}")
    document = ada.get("/api/openapi.json")
    for path, methods in document["paths"].items():
        if "get" not in methods:
            answer = ada.http.get(path.replace("{table}", table))
            assert refusal(answer) == (405, "HOUSE-WRONG-METHOD")
    assert ada.get(f"/api/tables/{table}") == before


def test_her_frame_from_his_socket_is_not_hers(ada: Caller, ben: Caller, table: str) -> None:
    """A frame says nothing about who sends it."""
    ask = '{"type":"Play","move":{"type":"Ask","whom":1},"seen":0}'
    with ada.visit(table) as hers, ben.visit(table, seat=1) as his:
        (refused,) = [it for it in his.answers_to(ask) or () if it["type"] == "Refused"]
        assert refused["id"].startswith("KEY-"), "for him it is no move"
        assert hers.receive("Update")["seq"] == 0
        assert {it["type"] for it in hers.unheard()} <= {"Room"}


def test_a_seat_that_is_not_hers_is_not_shown(ada: Caller, table: str) -> None:
    for seat in (1, 2, 10**9):
        with ada.visit(table, seat=seat) as device:
            assert device.receive("Update")["view"]["seat"] == 0


def test_a_frame_that_was_played_is_stale_on_every_socket(
    ada: Caller, ben: Caller, table: str
) -> None:
    ask = '{"type":"Play","move":{"type":"Ask","whom":1},"seen":0}'
    with ada.visit(table) as first, ada.visit(table) as second, ben.visit(table, seat=1) as his:
        for device in (first, second):
            device.receive("Update")
        first.answers_to(ask)
        for device in (first, second):
            answers = device.answers_to(ask) or ()
            assert answers[-1]["id"] == "HOUSE-STALE"
            assert device.update["seq"] == 1
        his.unheard()
        assert his.update["seq"] == 1, "played once"
