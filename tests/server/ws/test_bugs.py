"""After a bug the client is told to reconnect, and receives everything."""

import sqlite3
from pathlib import Path

import pytest

from cluehouse.core.ids import Seq
from cluehouse.server.wire.close_codes import COME_BACK, TRY_AGAIN
from cluehouse.server.ws.subscription import Subscription
from tests.leaks.logs import capture_logs
from tests.server.running_server import Caller, choose, company


async def test_client_whose_subscription_failed_is_told_to_reconnect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stumble(self: Subscription, since: Seq) -> None:
        raise RuntimeError("nobody thought of this")

    with capture_logs() as log:
        async with company(tmp_path, "Ada") as [ada]:
            table = await ada.open_table(seats=2)
            async with ada.visit(table) as device:
                with monkeypatch.context() as patched:
                    patched.setattr(Subscription, "open", stumble)
                    await ada.post(f"/api/tables/{table}/start", fill="novice")
                    assert await device.closed() == TRY_AGAIN
            async with ada.visit(table) as device:
                assert (await device.receive("Update"))["seq"] == 0
    errors = [line for line in log.lines if b'"level": "error"' in line]
    assert len(errors) == 1
    assert b"nobody thought of this" in errors[0]
    assert table.encode() not in errors[0]


async def test_clients_reconnect_when_the_log_lost_entries_they_received(
    tmp_path: Path, ada: Caller, blaise: Caller
) -> None:
    table = await ada.open_table(seats=2, grace=0)
    await blaise.post(f"/api/tables/{table}/sit", seat=1)
    await ada.post(f"/api/tables/{table}/start")
    async with ada.visit(table) as hers, blaise.visit(table) as his:
        await hers.play("Ask", 0, whom=1)
        await his.receive("Update", seq=1)
        await his.play("Ask", 1, whom=0)
        told = await hers.receive("Update", seq=2)
        with sqlite3.connect(tmp_path / "cluehouse.db") as db:
            db.execute("DELETE FROM log WHERE seq = 2")
        db.close()
        await choose(hers, told)
        assert await hers.closed() == COME_BACK
        assert await his.closed() == COME_BACK
    async with ada.visit(table, since=2) as hers, blaise.visit(table, since=2) as his:
        update = await his.receive("Update")
        assert (update["seq"], update["asked"]) == (1, [1])
        await choose(his, update)
        assert (await hers.receive("Update", seq=2))["asked"] == told["asked"]
