"""The follower reads what other processes wrote; a failure is logged unless the server closes."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from cluehouse.core.errors import Closed, Unavailable
from cluehouse.server.cluster.follower import Follower
from cluehouse.table.ports import TableId

TABLE = TableId("t")


class FailingRegistry:
    """A registry with a table that is behind the database and cannot be read."""

    in_memory = (TABLE,)

    def __init__(self, error: Exception) -> None:
        self._error = error

    def position(self, _table: TableId) -> tuple[int, int]:
        return 0, 0

    async def catch_up(self, _table: TableId) -> None:
        raise self._error

    async def reload(self, _table: TableId) -> set[str]:
        raise self._error


class Database:
    async def fetch(self, _sql: str, _tables: Any) -> list[dict[str, Any]]:
        return [{"id": TABLE, "page": 7, "seq": 7, "times": 7}]


@pytest.mark.parametrize(
    ("error", "events"),
    [
        (Unavailable("no connection"), {"cannot catch up with a table", "cannot reload a table"}),
        (Closed("the server is shutting down"), set()),
    ],
)
async def test_a_failure_is_logged_unless_the_server_is_closing(
    error: Exception, events: set[str]
) -> None:
    registry: Any = FailingRegistry(error)
    with capture_logs() as logs:
        await Follower(registry, lambda _guests: None).poll(Database())
        for _ in range(5):
            await asyncio.sleep(0)
    assert {line["event"] for line in logs} == events
