"""Another device of a guest: passes that bring them there, and the list of their devices."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeTimedSerializer

from cluehouse.core.errors import DiskFull
from cluehouse.server.accounts.device_sessions import DeviceSessions
from cluehouse.server.accounts.identity import Identity
from cluehouse.server.net.rate_limits import TokenBucket
from cluehouse.server.push.vapid_keys import create_keys
from cluehouse.server.storage.backup import back_up, restore
from cluehouse.server.wire.close_codes import SIGNED_OUT
from tests.server.old_data import ADA, SECRET, write_old_data
from tests.server.running_server import Caller, run_server

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SUBSCRIPTION = {
    "endpoint": "https://push.example/abc",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SR"
    "pkNtoIAiw4",
    "language": "en",
}


async def pass_of(caller: Caller) -> tuple[str, str]:
    """A new pass: the secret of its link, and its code."""
    given = await caller.post("/api/resume-pass")
    return given["link"].partition("#")[2], given["code"]


@pytest.mark.parametrize("by", [0, 1])
async def test_a_pass_brings_the_seat_to_another_device(
    ada: Caller, blaise: Caller, by: int
) -> None:
    table = await ada.open_table()
    secret = (await pass_of(ada))[by]
    assert (await blaise.post("/api/resume", code=secret))["name"] == "Ada"
    room = await blaise.get(f"/api/tables/{table}")
    assert room["you"] == 0
    assert room["hosting"]
    assert await blaise.refused("/api/resume", code=secret) == (404, "HOUSE-BAD-CODE")


async def test_a_pass_counts_although_the_session_cannot_be_stored(
    ada: Caller, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pass is used up by then: without a cookie the guest would be left with nothing."""

    async def no_room(*_arguments: object) -> None:
        raise DiskFull("no room left")

    secret, _ = await pass_of(ada)
    async with Caller.nameless(host) as phone:
        with monkeypatch.context() as patched:
            patched.setattr(DeviceSessions, "open", no_room)
            assert await phone.post("/api/resume", code=secret) == {"name": "Ada"}
            assert await phone.get("/api/me") == {"name": "Ada"}
            assert len(await devices_of(ada)) == 1
        assert await phone.get("/api/me") == {"name": "Ada"}
        assert len(await devices_of(ada)) == 2, "stored with the next request"


async def test_one_address_stores_no_end_of_sessions(
    host: str, no_penalty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each browser that gets a name is stored for more than a year."""
    async with Caller.nameless(host) as caller:
        monkeypatch.setattr(TokenBucket, "_refill", lambda _bucket: None)  # time stands still
        for _ in range(60):
            await caller.post("/api/me", name="Ada")
            caller.http.cookies.clear()
        assert await caller.refused("/api/me", name="Ada") == (429, "HOUSE-TOO-FAST")
        assert await caller.get("/api/me") == {"name": ""}, "other requests are answered"


async def test_the_secret_of_a_link_is_in_its_fragment(ada: Caller) -> None:
    """Browsers send no fragment, so it is in no request line, Referer or log."""
    given = await ada.post("/api/resume-pass")
    page, _, secret = given["link"].partition("#")
    assert page == f"http://{ada.host}/resume"
    assert len(secret) >= 22, "128 bits"
    assert given["left"] == 600
    assert "<svg" in given["qr"]


async def test_a_pass_says_who_it_is_for_before_it_is_used(ada: Caller, blaise: Caller) -> None:
    for secret in await pass_of(ada):
        for _ in range(2):
            assert await blaise.post("/api/resume/look", code=secret) == {
                "name": "Ada",
                "you": False,
            }
        assert (await ada.post("/api/resume/look", code=secret))["you"]
    assert (await blaise.get("/api/me"))["name"] == "Blaise", "looking changes nothing"


async def test_a_pass_can_be_cancelled(ada: Caller, blaise: Caller) -> None:
    secrets = await pass_of(ada)
    await blaise.post("/api/resume-pass/cancel")
    assert (await blaise.post("/api/resume/look", code=secrets[0]))["name"] == "Ada", "only by her"
    await ada.post("/api/resume-pass/cancel")
    for secret in secrets:
        assert await blaise.refused("/api/resume/look", code=secret) == (404, "HOUSE-BAD-CODE")
        assert await blaise.refused("/api/resume", code=secret) == (404, "HOUSE-BAD-CODE")


async def test_looking_at_passes_counts_as_guessing(ada: Caller, no_penalty: None) -> None:
    """Looking and using share one rate limit."""
    paths = ("/api/resume/look", "/api/resume")
    answers = [await ada.refused(paths[n % 2], code=f"AAAA{n:04}") for n in range(12)]
    assert answers[0] == (404, "HOUSE-BAD-CODE")
    assert answers[-1] == (429, "HOUSE-TOO-FAST")


async def test_a_guest_without_a_name_gets_no_pass(host: str) -> None:
    async with Caller.nameless(host) as nameless:
        assert await nameless.refused("/api/resume-pass") == (400, "HOUSE-BAD-REQUEST")


@asynccontextmanager
async def phone_of(caller: Caller) -> AsyncIterator[Caller]:
    """Another device of this guest: Firefox on Android."""
    async with Caller.nameless(caller.host) as phone:
        phone.http.headers["user-agent"] = FIREFOX
        await phone.post("/api/resume", code=(await pass_of(caller))[0])
        yield phone


def set_cookies(caller: Caller, cookies: dict[str, str]) -> None:
    caller.http.cookies.clear()
    caller.http.cookies.update(cookies)


async def devices_of(caller: Caller) -> list[dict[str, Any]]:
    return list((await caller.get("/api/me/devices"))["devices"])


async def test_a_guest_sees_their_devices(ada: Caller) -> None:
    before = int(time.time()) - 1
    async with phone_of(ada) as phone:
        hers = await devices_of(ada)
        assert {it["id"] for it in hers} == {it["id"] for it in await devices_of(phone)}
        (this,) = (it for it in hers if it["this"])
        (other,) = (it for it in hers if not it["this"])
    assert (this["browser"], this["system"]) == ("", ""), "a program and no browser"
    assert (other["browser"], other["system"]) == ("Firefox", "Android")
    assert before <= other["first_seen"] <= other["last_seen"] <= time.time() + 1


async def test_newcomers_have_no_devices(host: str) -> None:
    async with Caller.nameless(host) as nameless:
        assert await nameless.get("/api/me/devices") == {"devices": [], "pass_left": None}


async def test_a_pass_that_was_not_used_yet_is_shown_and_can_be_cancelled(ada: Caller) -> None:
    await pass_of(ada)
    assert 500 < (await ada.get("/api/me/devices"))["pass_left"] <= 600
    assert (await ada.post("/api/resume-pass/cancel"))["pass_left"] is None
    assert (await ada.get("/api/me/devices"))["pass_left"] is None


async def test_an_ended_device_is_refused_and_its_connections_are_closed(ada: Caller) -> None:
    table = await ada.open_table()
    async with phone_of(ada) as phone, phone.visit(table) as its, ada.visit(table) as hers:
        await its.receive("Room", you=0)
        (id,) = (it["id"] for it in await devices_of(ada) if not it["this"])
        left = await ada.post("/api/me/devices/end", id=id)
        assert [it["this"] for it in left["devices"]] == [True]
        assert await its.closed() == SIGNED_OUT
        cookies = dict(phone.http.cookies)
        assert await phone.refused(f"/api/tables/{table}/leave") == (401, "HOUSE-SIGNED-OUT")
        assert dict(phone.http.cookies) == cookies, "else a late refusal could delete a new one"
        async with phone.visit(table) as again:
            assert await again.closed() == SIGNED_OUT
        blob = await phone.http.get(f"/api/tables/{table}/blobs/x")
        assert (blob.status_code, blob.json()["id"]) == (401, "HOUSE-SIGNED-OUT")
        assert await phone.post("/api/me/afresh") == {"name": ""}
        assert (await phone.get(f"/api/tables/{table}"))["you"] is None, "a newcomer"
        await hers.receive("Room", you=0)
    assert (await ada.get(f"/api/tables/{table}"))["you"] == 0


async def test_all_other_devices_end_at_once(ada: Caller) -> None:
    async with phone_of(ada) as one, phone_of(ada) as two:
        assert len(await devices_of(two)) == 3
        left = await two.post("/api/me/devices/end-others")
        assert [it["this"] for it in left["devices"]] == [True]
        for ended in (ada, one):
            assert (await ended.http.get("/api/me")).status_code == 401
        assert await two.get("/api/me") == {"name": "Ada"}


async def test_a_device_signs_itself_out(ada: Caller) -> None:
    cookies = dict(ada.http.cookies)
    (this,) = await devices_of(ada)
    assert (await ada.post("/api/me/devices/end", id=this["id"]))["devices"] == []
    assert not ada.http.cookies
    set_cookies(ada, cookies)
    assert (await ada.http.get("/api/me")).status_code == 401


async def test_a_guest_cannot_end_a_device_of_another_guest(ada: Caller, blaise: Caller) -> None:
    ((_, cookie),) = ada.http.cookies.items()
    (hers,) = await devices_of(ada)
    for id in (hers["id"], cookie[:100], "", "\0", "' OR 1=1 --", "é"):
        answer = await blaise.refused("/api/me/devices/end", id=id)
        assert answer == (404, "HOUSE-NO-DEVICE")
    assert (await blaise.refused("/api/me/devices/end", id="x" * 101))[0] == 400
    assert (await blaise.refused("/api/me/devices/end", id=7))[0] == 400
    assert await devices_of(ada) == [hers]


async def test_ending_a_device_cancels_the_pass_it_may_have_made(ada: Caller) -> None:
    async with phone_of(ada) as phone, Caller.nameless(ada.host) as thief:
        secret, _ = await pass_of(phone)
        (id,) = (it["id"] for it in await devices_of(ada) if not it["this"])
        await ada.post("/api/me/devices/end", id=id)
        assert await thief.refused("/api/resume", code=secret) == (404, "HOUSE-BAD-CODE")


async def test_a_browser_that_becomes_another_guest_leaves_its_session(
    ada: Caller, blaise: Caller
) -> None:
    async with phone_of(blaise) as other:
        assert len(await devices_of(other)) == 2
        await blaise.post("/api/resume", code=(await pass_of(ada))[0])
        assert [it["this"] for it in await devices_of(other)] == [True]
        assert len(await devices_of(blaise)) == 2, "now of Ada"


async def test_an_erased_guest_is_signed_out_on_every_device(ada: Caller, tmp_path: Path) -> None:
    table = await ada.open_table()
    async with phone_of(ada) as phone, phone.visit(table) as its:
        await ada.post("/api/me/forget")
        assert await its.closed() in (SIGNED_OUT, 1012)
        assert (await phone.http.get("/api/me")).status_code == 401


async def test_a_cookie_of_an_earlier_version_keeps_its_seats_and_gets_a_session(
    tmp_path: Path,
) -> None:
    old = str(URLSafeTimedSerializer(SECRET, salt="cookie").dumps([ADA.id, ADA.name]))
    async with run_server(write_old_data(tmp_path)) as host, Caller.nameless(host) as ada:
        ((name, _),) = ada.http.cookies.items()
        ada.http.cookies.clear()
        async with asyncio.TaskGroup() as together:  # as a page does when it is opened
            for path in ("/api/me", "/api/house", "/api/me/games"):
                together.create_task(ada.http.get(path, headers={"Cookie": f"{name}={old}"}))
        assert ada.http.cookies[name] != old, "it is replaced by one that names the session"
        assert (await ada.get("/api/tables/running-table"))["you"] == 0
        (this,) = await devices_of(ada)
        async with phone_of(ada) as phone:
            await phone.post("/api/me/devices/end", id=this["id"])
        for cookie in (old, ada.http.cookies[name]):
            async with Caller.nameless(host) as thief:
                answer = await thief.http.get("/api/me", headers={"Cookie": f"{name}={cookie}"})
                assert answer.status_code == 401


async def test_a_restored_backup_breaks_no_cookie(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.zip"
    async with run_server(data) as host, Caller.named(host, "Ada") as ada:
        await asyncio.to_thread(back_up, data, file)
        async with phone_of(ada) as phone, Caller.named(host, "Ben") as ben:
            cookies = [dict(it.http.cookies) for it in (ada, phone, ben)]
    restore(file, data)
    async with run_server(data) as host:
        for cookie, name in zip(cookies, ("Ada", "Ada", "Ben"), strict=True):
            async with Caller.nameless(host) as caller:
                set_cookies(caller, cookie)
                assert await caller.get("/api/me") == {"name": name}
                assert any(it["this"] for it in await devices_of(caller))


async def test_a_cookie_in_use_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        before = dict(ada.http.cookies)
        await ada.get("/api/me")
        assert dict(ada.http.cookies) == before
        monkeypatch.setattr("cluehouse.server.accounts.identity.COOKIE_RENEWAL_S", -60)
        answer = await ada.http.get("/api/me")
        assert "set-cookie" in answer.headers
        identity = Identity((tmp_path / "secret").read_bytes())
        old, new = (
            identity.visitor_of(it[identity.cookie_name]) for it in (before, dict(ada.http.cookies))
        )
        assert old is not None
        assert new is not None
        assert (old.guest, old.session) == (new.guest, new.session)


async def test_an_ended_device_gets_no_more_push_notices(tmp_path: Path) -> None:
    create_keys(tmp_path / "push.json", "mailto:ada@cluehouse.example")
    async with (
        run_server(tmp_path) as host,
        Caller.named(host, "Ada") as ada,
        phone_of(ada) as phone,
    ):
        await phone.post("/api/me/push", **SUBSCRIPTION)
        await ada.post("/api/me/push", **SUBSCRIPTION | {"endpoint": "https://push.example/2"})
        (id,) = (it["id"] for it in await devices_of(ada) if not it["this"])
        await ada.post("/api/me/devices/end", id=id)
    assert b"push.example/2" in (tmp_path / "cluehouse.db").read_bytes()
    assert b"push.example/abc" not in (tmp_path / "cluehouse.db").read_bytes()
