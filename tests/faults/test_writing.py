"""A full disk, a file that may not grow and a database that another program holds, seen from a
socket: a refusal that says so, nothing lost, and the same made later."""

import resource
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from tests.faults.rogue_server import NO_ROOM
from tests.server.running_server import Caller, Device
from tests.server.samples import held
from tests.server_process import ServerProcess

PAGE = 4096


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess.opened(tmp_path / "house") as server:
        yield server


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[ServerProcess]:
    program = ("tests.faults.rogue_server", "fill_its_disk")
    with ServerProcess.opened(tmp_path / "house", program=program) as server:
        yield server


@asynccontextmanager
async def two_devices(server: ServerProcess) -> AsyncIterator[tuple[Device, Device, Caller, str]]:
    """Ada, who is asked, and Eve."""
    async with Caller.named(server.host, "Ada") as ada, Caller.named(server.host, "Eve") as eve:
        table = await ada.open_table(seats=2, grace=0)
        await eve.post(f"/api/tables/{table}/sit", seat=1)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.visit(table) as device, eve.visit(table) as other:
            await other.receive("Update", seq=0)
            yield device, other, eve, table


@contextmanager
def no_growth(server: ServerProcess) -> Iterator[None]:
    """No file of its process may grow."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (PAGE, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


def another_program_writes(server: ServerProcess) -> AbstractContextManager[None]:
    return held(server.database)


@pytest.mark.parametrize(
    ("trouble", "answer"),
    [(no_growth, "HOUSE-UNAVAILABLE"), (another_program_writes, "HOUSE-LOCKED")],
)
async def test_what_cannot_be_written_is_refused_and_can_be_done_later(
    server: ServerProcess,
    trouble: Callable[[ServerProcess], AbstractContextManager[None]],
    answer: str,
) -> None:
    async with two_devices(server) as (device, other, eve, table):
        with trouble(server):
            await do_everything(device)
            for _ in range(3):
                assert (await device.receive("Refused"))["id"] == answer
            async with eve.visit(table) as newcomer:
                assert (await newcomer.receive("Update"))["seq"] == 0, "reading goes on"
        await do_everything(device)
        assert (await device.receive("Update"))["seq"] == 1
        assert (await device.receive("Marks"))["marks"] == {"twin": "no"}
        assert len((await device.receive("Talk"))["lines"]) == 1
        assert [(await other.receive("Update"))["seq"], len(heard(other, "Talk"))] == [1, 0]


async def test_a_full_disk_is_said_so_and_play_goes_on_when_there_is_room(
    cramped: ServerProcess,
) -> None:
    async with two_devices(cramped) as (device, other, eve, table):
        with no_room(cramped):
            written, refusal = await fill_the_last_page(device)
            assert refusal == "HOUSE-DISK-FULL"
            async with eve.visit(table) as newcomer:
                assert (await newcomer.receive("Update"))["seq"] == 0, "reading goes on"
        await device.say("Mark", cell="there", mark="is room")
        marks = (await device.receive("Marks"))["marks"]
        assert marks == {**written, "there": "is room"}, "what was refused is not there"
        await device.play("Ask", 0, whom=1)
        assert (
            (await device.receive("Update"))["seq"] == (await other.receive("Update"))["seq"] == 1
        )


@contextmanager
def no_room(cramped: ServerProcess) -> Iterator[None]:
    sign = cramped.folder / NO_ROOM
    sign.touch()
    try:
        yield
    finally:
        sign.unlink()


async def fill_the_last_page(device: Device) -> tuple[dict[str, str], str]:
    """What is in the notebook, and why there is no more."""
    written: dict[str, str] = {}
    for number in range(1000):
        await device.say("Mark", cell=f"{number:064}", mark="no")
        answer = await device.receive("Marks", "Refused")
        if answer["type"] == "Refused":
            return written, answer["id"]
        written = answer["marks"]
    raise AssertionError("there is always room")


async def do_everything(device: Device) -> None:
    """A move, a mark and a line."""
    await device.play("Ask", 0, whom=1)
    await device.say("Mark", cell="twin", mark="no")
    await device.say("Say", words={"type": "Phrase", "id": "hello"})


def heard(device: Device, kind: str) -> list[object]:
    return [message for message in device.heard if message["type"] == kind]
