"""A full disk, a file size limit and a database locked by another program: the client gets a
refusal with the reason, nothing is lost, and the same request succeeds later."""

import resource
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from tests.faults.faulty_server import DISK_FULL
from tests.server.running_server import Caller, Device
from tests.server.samples import held
from tests.server_process import ServerProcess

PAGE = 4096


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess.opened(tmp_path / "house") as server:
        yield server


@pytest.fixture
def full_disk_server(tmp_path: Path) -> Iterator[ServerProcess]:
    program = ("tests.faults.faulty_server", "fill_the_disk")
    with ServerProcess.opened(tmp_path / "house", program=program) as server:
        yield server


@asynccontextmanager
async def two_devices(server: ServerProcess) -> AsyncIterator[tuple[Device, Device, Caller, str]]:
    """The clients of Ada, who is asked, and of Eve."""
    async with Caller.named(server.host, "Ada") as ada, Caller.named(server.host, "Eve") as eve:
        table = await ada.open_table(seats=2, grace=0)
        await eve.post(f"/api/tables/{table}/sit", seat=1)
        await ada.post(f"/api/tables/{table}/start")
        async with ada.visit(table) as device, eve.visit(table) as other:
            for client in (device, other):
                await client.receive("Update", seq=0)  # the opening Marks come before it
            yield device, other, eve, table


@contextmanager
def no_growth(server: ServerProcess) -> Iterator[None]:
    """No file of the server process can grow."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (PAGE, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


def another_program_writes(server: ServerProcess) -> AbstractContextManager[None]:
    return held(server.database)


@pytest.mark.parametrize(
    ("failure", "answer"),
    [(no_growth, "HOUSE-UNAVAILABLE"), (another_program_writes, "HOUSE-LOCKED")],
)
async def test_a_request_that_cannot_be_written_is_refused_and_succeeds_later(
    server: ServerProcess,
    failure: Callable[[ServerProcess], AbstractContextManager[None]],
    answer: str,
) -> None:
    async with two_devices(server) as (device, other, eve, table):
        with failure(server):
            await send_move_mark_and_line(device)
            for _ in range(3):
                assert (await device.receive("Refused"))["id"] == answer
            async with eve.visit(table) as newcomer:
                assert (await newcomer.receive("Update"))["seq"] == 0, "reading goes on"
        await send_move_mark_and_line(device)
        assert (await device.receive("Update"))["seq"] == 1
        assert (await device.receive("Marks"))["marks"] == {"twin": "no"}
        assert len((await device.receive("Talk"))["lines"]) == 1
        assert [(await other.receive("Update"))["seq"], len(received(other, "Talk"))] == [1, 0]


@pytest.mark.parametrize(
    ("failure", "answer"),
    [(no_growth, "HOUSE-UNAVAILABLE"), (another_program_writes, "HOUSE-LOCKED")],
)
async def test_a_command_that_cannot_be_written_changes_nothing_and_then_survives_a_kill(
    server: ServerProcess,
    failure: Callable[[ServerProcess], AbstractContextManager[None]],
    answer: str,
) -> None:
    async with two_devices(server) as (_, _, eve, table):
        path = f"/api/tables/{table}"
        with failure(server):
            assert (await eve.refused(f"{path}/step-out"))[1] == answer
            assert not (await eve.get(path))["chairs"][1]["standing_in"]
        await eve.post(f"{path}/step-out")
        server.end(signal.SIGKILL)
        server.open()
        eve.http.base_url = f"http://{server.host}"
        assert (await eve.get(path))["chairs"][1]["standing_in"]
        await eve.post(f"{path}/come-back")
        assert not (await eve.get(path))["chairs"][1]["standing_in"]


async def test_a_full_disk_is_reported_and_play_continues_when_there_is_space(
    full_disk_server: ServerProcess,
) -> None:
    async with two_devices(full_disk_server) as (device, other, eve, table):
        with disk_full(full_disk_server):
            written, refusal = await fill_the_last_page(device)
            assert refusal == "HOUSE-DISK-FULL"
            async with eve.visit(table) as newcomer:
                assert (await newcomer.receive("Update"))["seq"] == 0, "reading goes on"
        await device.say("Mark", cell="there", mark="is room")
        marks = (await device.receive("Marks"))["marks"]
        assert marks == {**written, "there": "is room"}, "refused marks are not stored"
        await device.play("Ask", 0, whom=1)
        assert (
            (await device.receive("Update"))["seq"] == (await other.receive("Update"))["seq"] == 1
        )


@contextmanager
def disk_full(full_disk_server: ServerProcess) -> Iterator[None]:
    sign = full_disk_server.folder / DISK_FULL
    sign.touch()
    try:
        yield
    finally:
        sign.unlink()


async def fill_the_last_page(device: Device) -> tuple[dict[str, str], str]:
    """Mark until a refusal: the marks stored, and the id of the refusal."""
    written: dict[str, str] = {}
    for number in range(1000):
        await device.say("Mark", cell=f"{number:064}", mark="no")
        answer = await device.receive("Marks", "Refused")
        if answer["type"] == "Refused":
            return written, answer["id"]
        written = answer["marks"]
    raise AssertionError("the disk never filled up")


async def send_move_mark_and_line(device: Device) -> None:
    await device.play("Ask", 0, whom=1)
    await device.say("Mark", cell="twin", mark="no")
    await device.say("Say", words={"type": "Phrase", "id": "hello"})


def received(device: Device, kind: str) -> list[object]:
    return [message for message in device.heard if message["type"] == kind]
