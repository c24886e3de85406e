"""What another process wrote is read on; that one cannot is told to whoever hosts the house, unless
the house is closing."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from cluehouse.core.errors import Closed, Unavailable
from cluehouse.server.cluster.follower import Follower
from cluehouse.table.ports import TableId

TABLE = TableId("t")


class Hall:
    """A table in memory, behind what stands in the database, which cannot be read."""

    in_memory = (TABLE,)

    def __init__(self, trouble: Exception) -> None:
        self._trouble = trouble

    def standing(self, _table: TableId) -> tuple[int, int]:
        return 0, 0

    async def catch_up(self, _table: TableId) -> None:
        raise self._trouble

    async def reload(self, _table: TableId) -> set[str]:
        raise self._trouble


class Database:
    async def fetch(self, _sql: str, _tables: Any) -> list[dict[str, Any]]:
        return [{"id": TABLE, "page": 7, "seq": 7, "times": 7}]


@pytest.mark.parametrize(
    ("trouble", "events"),
    [
        (Unavailable("no line"), {"cannot read on", "cannot read again"}),
        (Closed("the house is shutting down"), set()),
    ],
)
async def test_a_house_that_closes_does_not_complain_that_it_cannot_read(
    trouble: Exception, events: set[str]
) -> None:
    registry: Any = Hall(trouble)
    with capture_logs() as told:
        await Follower(registry, lambda _guests: None).poll(Database())
        for _ in range(5):
            await asyncio.sleep(0)
    assert {line["event"] for line in told} == events
