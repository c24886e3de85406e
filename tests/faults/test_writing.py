"""A disk without room and a database that another program holds, seen from a socket: a refusal
that says so, nothing lost, and the same move made later."""

import resource
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.faults.house_process import HouseProcess
from tests.server.open_house import Caller, Device
from tests.server.samples import held

PAGE = 4096


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[HouseProcess]:
    house = HouseProcess(tmp_path / "house")
    await house.open()
    yield house
    await house.close()


@contextmanager
def no_room(house: HouseProcess) -> Iterator[None]:
    """No file of its process may grow."""
    before = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (PAGE, before[1]))
    try:
        yield
    finally:
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, before)


def another_program_writes(house: HouseProcess) -> AbstractContextManager[None]:
    return held(house.database)


@pytest.mark.parametrize(
    ("trouble", "answer"),
    [(no_room, "HOUSE-UNAVAILABLE"), (another_program_writes, "HOUSE-LOCKED")],
)
async def test_what_cannot_be_written_is_refused_and_can_be_done_later(
    house: HouseProcess,
    trouble: Callable[[HouseProcess], AbstractContextManager[None]],
    answer: str,
) -> None:
    async with Caller.named(house.address, "Ada") as ada, Caller.named(house.address, "Eve") as eve:
        table = await ada.open_table(seats=2, grace=0)
        await eve.post(f"/api/tables/{table}/sit", seat=1)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.visit(table) as device, eve.visit(table) as other:
            await other.hear("Update", seq=0)
            with trouble(house):
                await do_everything(device)
                for _ in range(3):
                    assert (await device.hear("Refused"))["id"] == answer
                async with eve.visit(table) as newcomer:
                    assert (await newcomer.hear("Update"))["seq"] == 0, "reading goes on"
            await do_everything(device)
            assert (await device.hear("Update"))["seq"] == 1
            assert (await device.hear("Marks"))["marks"] == {"twin": "no"}
            assert len((await device.hear("Talk"))["lines"]) == 1
            assert [(await other.hear("Update"))["seq"], len(heard(other, "Talk"))] == [1, 0]


async def do_everything(device: Device) -> None:
    """A move, a mark and a line."""
    await device.play("Ask", 0, whom=1)
    await device.say("Mark", cell="twin", mark="no")
    await device.say("Say", words={"type": "Phrase", "id": "hello"})


def heard(device: Device, kind: str) -> list[object]:
    return [message for message in device.heard if message["type"] == kind]
