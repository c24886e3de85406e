"""The page quota of a table's book limits guests, but never stops a start, a leave or a resume."""

from pathlib import Path

import pytest

from cluehouse.server.lobby import book_quota, seating
from tests.server.running_server import company

FULL = (409, "HOUSE-BOOK-FULL")


@pytest.fixture(autouse=True)
def small_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_quota, "MAX_PAGES", 40)
    monkeypatch.setattr(book_quota, "RESERVED_PAGES", 20)


async def test_sitting_down_and_leaving_again_and_again_is_rejected_at_the_quota(
    tmp_path: Path,
) -> None:
    async with company(tmp_path, "Ada", "Blaise") as [ada, blaise]:
        path = f"/api/tables/{await ada.open_table(seats=3)}"
        answers = []
        for _ in range(20):
            answers.append(await blaise.http.post(f"{path}/sit", json={"seat": 1}))
            await blaise.http.post(f"{path}/leave", json={})
        assert answers[0].status_code == 200
        assert (answers[-1].status_code, answers[-1].json()["id"]) == FULL
        assert await ada.refused(f"{path}/rail", open=False) == FULL
        room = await ada.post(f"{path}/start", fill="novice")
        assert room["started"], "the last pages are reserved for this"


async def test_game_paused_on_the_last_page_can_be_resumed(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada") as [ada]:
        path = f"/api/tables/{await ada.open_table(seats=2)}"
        await ada.post(f"{path}/start", fill="novice")
        for _ in range(20):
            answer = await ada.http.post(f"{path}/pause", json={})
            if answer.status_code != 200:
                break
            await ada.post(f"{path}/resume")
        assert (answer.status_code, answer.json()["id"]) == FULL


async def test_undone_marks_count_towards_the_limit_of_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "MAX_MARKS", 3)
    async with company(tmp_path, "Ada") as [ada]:
        table = await ada.open_table(seats=2)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            for _ in range(3):
                await device.say("Mark", cell="twin", mark="no")
                await device.receive("Marks", undoable=True)
                await device.say("Undo")
                await device.receive("Marks", undoable=False)
            await device.say("Mark", cell="twin", mark="no")
            assert (await device.receive("Refused"))["id"] == FULL[1]
