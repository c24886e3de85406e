"""Moderation: bans, the word filter, and reports to the operator."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from cluehouse.cli import main
from cluehouse.core.errors import Unavailable
from cluehouse.server import app
from cluehouse.server.accounts.identity import Guest, Identity
from cluehouse.server.operator import bans
from cluehouse.server.operator.bans import Bans
from cluehouse.server.operator.watched_file import WatchedFile
from cluehouse.server.operator.word_filter import WordFilter
from cluehouse.server.wire.close_codes import BANNED
from cluehouse.server.ws.session import Session
from tests.server.running_server import Caller, run_server


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"limit_scale": 100}


@pytest.fixture(autouse=True)
def frequent_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server checks the operator's files for changes more often than usual."""
    monkeypatch.setattr(app, "SECOND_S", 0.05)


def guest_of(caller: Caller, data: Path) -> Guest:
    identity = Identity((data / "secret").read_bytes())
    visitor = identity.visitor_of(caller.http.cookies[identity.cookie_name])
    assert visitor is not None
    return visitor.guest


async def wait_for_status(caller: Caller, status: int) -> str:
    """Wait for a status, which changes when the server reloads bans; return the error id."""
    async with asyncio.timeout(20):
        while (answer := await caller.http.get("/api/me")).status_code != status:
            await asyncio.sleep(0.05)
    return str(answer.json().get("id", ""))


async def test_banned_guest_is_disconnected_and_rejected_everywhere(
    ada: Caller, blaise: Caller, tmp_path: Path
) -> None:
    whom, data = guest_of(ada, tmp_path).id, ["--data", str(tmp_path)]
    table = await ada.open_table()
    async with ada.visit(table) as hers, blaise.visit(table) as his:
        await hers.receive("Room")
        assert main(["ban", whom, "--reason", "shouts", *data]) == 0
        assert await hers.closed() == BANNED
        await his.receive("Room")
    assert await ada.refused(f"/api/tables/{table}/leave") == (403, "HOUSE-BANNED")
    async with ada.visit(table) as device:
        assert await device.closed() == BANNED
        assert device.heard == []
    assert (await blaise.get("/api/me"))["name"] == "Blaise"
    assert main(["unban", whom, *data]) == 0
    await wait_for_status(ada, 200)
    assert (await ada.get(f"/api/tables/{table}"))["you"] == 0, "the seat is kept"


async def test_ban_during_the_setup_of_a_connection_closes_it(
    ada: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection in setup is not in Presence yet, so it checks bans again at the end."""

    async def wait_until_banned(_visit: Session) -> int | None:
        assert main(["ban", guest_of(ada, tmp_path).id, "--data", str(tmp_path)]) == 0
        await wait_for_status(ada, 403)
        return None

    table = await ada.open_table()
    monkeypatch.setattr(Session, "sights_before", wait_until_banned)
    async with ada.visit(table) as device:
        assert await device.closed() == BANNED
        assert device.heard == []


async def test_banned_network_is_rejected_whatever_the_guest(ada: Caller, tmp_path: Path) -> None:
    assert main(["ban", "127.0.0.0/8", "--data", str(tmp_path)]) == 0
    assert await wait_for_status(ada, 403) == "HOUSE-BANNED"
    assert (await ada.http.get("/healthz")).status_code == 200


async def test_stored_bans_apply_when_the_server_starts(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text("# neighbours\n127.0.0.1  # loud\n\n")
    async with run_server(tmp_path) as host, httpx.AsyncClient() as http:
        answer = await http.post(f"http://{host}/api/me", json={"name": "Ada"})
        assert (answer.status_code, answer.json()["id"]) == (403, "HOUSE-BANNED")
        assert not answer.cookies


async def test_server_does_not_start_with_an_invalid_ban_file(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text("127.0.0.1\n127.0.0.0/99\n")
    with pytest.raises(Unavailable, match=r"bans.txt: line 2: '127.0.0.0/99' is neither"):
        async with run_server(tmp_path):
            pass


def test_running_server_keeps_the_last_valid_bans(tmp_path: Path) -> None:
    file = tmp_path / "bans.txt"
    file.write_text("192.0.2.7")
    bans = WatchedFile(file, Bans.parse)
    file.write_text("192.0.2.7\nthat man again!")
    assert not bans.refresh()
    assert bans.value.is_banned("", "192.0.2.7")
    file.write_bytes(b"\xff")
    assert not bans.refresh()
    assert bans.value.is_banned("", "192.0.2.7")
    file.unlink()
    assert bans.refresh()
    assert not bans.value.is_banned("", "192.0.2.7")


@pytest.mark.parametrize(
    ("address", "banned"),
    [
        ("192.0.2.7", True),
        ("::ffff:192.0.2.7", True),
        ("192.0.2.8", False),
        ("2001:db8:1::9", True),
        ("2001:db8:2::9", False),
        ("", False),
        ("no address", False),
    ],
)
def test_address_in_a_banned_network_is_banned(address: str, banned: bool) -> None:
    bans = Bans.parse("192.0.2.7\n2001:db8:1::/48\n")
    assert bans.is_banned("guest", address) == banned


def test_ban_and_unban_commands_list_add_and_remove_bans(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        status = main([*arguments, "--data", str(tmp_path)])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    status, words = run("ban", "192.0.2.7")
    assert (status, "no Cluehouse database in" in words) == (1, True)
    (tmp_path / "cluehouse.db").touch()
    assert run("ban") == (0, "there are no bans\n")
    assert run("ban", "192.0.2.7", "--reason", "loud,\nand late")[0] == 0
    assert run("ban", "192.0.2.7/32") == (0, "192.0.2.7/32 was banned already\n")
    assert run("ban") == (0, "192.0.2.7  # loud, and late\n")
    status, words = run("ban", "the neighbour")
    assert (status, "neither an address" in words) == (1, True)
    assert run("unban", "192.0.2.8")[0] == 1
    assert run("unban", "192.0.2.7")[0] == 0
    assert run("ban") == (0, "there are no bans\n")
    assert (tmp_path / "bans.txt").stat().st_mode & 0o077 == 0


async def test_forbidden_words_are_rejected_in_names(ada: Caller, tmp_path: Path) -> None:
    table = await ada.open_table()
    (tmp_path / "words.txt").write_text("# never here\nmoron\n*idiot*\nAda\n")
    async with asyncio.timeout(20):
        while (await ada.http.post("/api/me", json={"name": "Moron"})).status_code == 200:
            await asyncio.sleep(0.05)
    refused = (400, "HOUSE-WORD")
    for name in ("mörön", "M0R0N!", "an i d i o t", "ＩＤＩＯＴ", "idi\u0308otic"):
        assert await ada.refused("/api/me", name=name) == refused
    assert (await ada.post("/api/me", name="Oxymoron"))["name"] == "Oxymoron"
    sit = f"/api/tables/{table}/sit"
    assert await ada.refused(sit, seat=1, companion="moron") == refused


async def test_guest_with_a_name_forbidden_later_cannot_open_a_table(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Moron") as caller:
        cookies = caller.http.cookies
    (tmp_path / "words.txt").write_text("moron")
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as caller:
        caller.http.cookies = cookies
        refused = await caller.refused("/api/tables", game="keyhole", seats=3)
        assert refused == (400, "HOUSE-WORD")


@pytest.mark.parametrize("line", ["**", "...", "*.*"])
def test_filter_line_without_a_letter_is_rejected(line: str) -> None:
    with pytest.raises(ValueError, match="needs a letter"):
        WordFilter.parse(f"moron\n{line}")


async def test_reports_command_prints_reports_without_control_characters(
    ada: Caller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await ada.open_table()
    async with Caller.named(ada.host, "Blaise\u00a0X") as blaise, blaise.visit(table) as device:
        await blaise.post(f"/api/tables/{table}/sit", seat=1)
        await device.receive("Room")
        who = await who_sits(ada, table, seat=1)
        await ada.post(f"/api/tables/{table}/report", who=who, words="He\nshouts \x1b[2J at me")
        him = guest_of(blaise, tmp_path).id
    capsys.readouterr()
    assert main(["reports", "--data", str(tmp_path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(f"Blaise X  guest {him}  127.0.0.1")
    assert second == f"    by guest {guest_of(ada, tmp_path).id}: He shouts  [2J at me"
    assert table not in first + second


async def who_sits(caller: Caller, table: str, seat: int) -> str:
    return str((await caller.get(f"/api/tables/{table}"))["chairs"][seat]["who"])


async def test_report_names_the_guest_who_spoke_even_after_they_left(
    ada: Caller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blaise shouts and leaves; Cleo takes his seat."""
    table = await ada.open_table()
    path = f"/api/tables/{table}"
    async with ada.visit(table) as hers, Caller.named(ada.host, "Blaise") as blaise:
        async with blaise.visit(table) as his:
            await blaise.post(f"{path}/sit", seat=1)
            await his.say("Say", words={"type": "Text", "text": "HA!"})
            (line,) = (await hers.receive("Talk"))["lines"]
        await blaise.post(f"{path}/leave")
        async with Caller.named(ada.host, "Cleo") as cleo:
            await cleo.post(f"{path}/sit", seat=1)
        while any(
            chair.get("name") == "Blaise" for chair in (await hers.receive("Room"))["chairs"]
        ):
            pass
        await ada.post(f"{path}/report", who=line["who"], words="He shouts")
        him = guest_of(blaise, tmp_path).id
    capsys.readouterr()
    assert main(["reports", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith(f"Blaise  guest {him}  127.0.0.1")


async def test_reported_guest_cannot_remove_the_report_by_erasure(
    ada: Caller, eve: Caller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The address stays, for the operator to ban; name and id are erased."""
    table = await ada.open_table()
    async with ada.visit(table) as hers:
        await hers.receive("Room")
        who = await who_sits(eve, table, seat=0)
        await eve.post(f"/api/tables/{table}/report", who=who, words="She shouts")
    await ada.post("/api/me/forget")
    reporter = guest_of(eve, tmp_path).id
    capsys.readouterr()
    assert main(["reports", "--data", str(tmp_path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("  an erased guest  127.0.0.1")
    assert second == f"    by guest {reporter}: She shouts"


async def test_report_about_oneself_or_an_unknown_guest_is_rejected(
    ada: Caller, eve: Caller
) -> None:
    table = await ada.open_table()
    path = f"/api/tables/{table}/report"
    ada_herself = await who_sits(ada, table, seat=0)
    for caller, body in (
        (ada, {"who": ada_herself, "words": "me"}),
        (eve, {"who": "0123456789abcdef", "words": "unknown"}),
        (eve, {"who": "", "words": "a bot"}),
        (eve, {"who": "x" * 41, "words": "too long"}),
        (eve, {"seat": 0, "words": "an old field"}),
        (eve, {"who": ada_herself, "words": ""}),
        (eve, {"who": ada_herself, "words": " "}),
        (eve, {"who": ada_herself, "words": "x" * 501}),
        (eve, {"who": ada_herself}),
        (eve, {}),
    ):
        assert await caller.refused(path, **body) == (400, "HOUSE-BAD-REQUEST")
    nowhere = await eve.refused("/api/tables/nowhere/report", who=ada_herself, words="who?")
    assert nowhere == (404, "HOUSE-NO-TABLE")


@pytest.mark.usefixtures("no_penalty")
async def test_reports_are_rate_limited(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path) as host,
        Caller.named(host, "Ada") as ada,
        Caller.named(host, "Eve") as eve,
    ):
        table = await ada.open_table()
        path, who = f"/api/tables/{table}/report", await who_sits(eve, table, seat=0)
        for _ in range(5):
            await eve.post(path, who=who, words="again")
        assert await eve.refused(path, who=who, words="again") == (429, "HOUSE-TOO-FAST")


def test_address_as_printed_in_reports_can_be_banned_and_comments_stay(
    tmp_path: Path,
) -> None:
    file = tmp_path / "bans.txt"
    before = "# neighbours\n\n198.51.100.1  # loud\n"
    file.write_text(before)
    assert bans.add(file, "::ffff:192.0.2.7", "")
    assert Bans.parse(file.read_text()).is_banned("", "192.0.2.7")
    assert file.read_text() == f"{before}::ffff:192.0.2.7\n"
    assert bans.remove(file, "192.0.2.7")
    assert file.read_text() == before
