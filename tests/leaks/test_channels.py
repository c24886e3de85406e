"""Every channel is listened to: a leak by any one of them is caught there."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.errors import Illegal
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Seq, Viewer
from cluehouse.core.record import Entry
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.pieces import Options
from cluehouse.server.metrics import MeteredLog
from cluehouse.table.ports import TableId
from tests.contract import broken
from tests.contract.case import Case, sheet_of
from tests.leaks.ear import Leak
from tests.leaks.evening import Curiosity, Telling, compare_evenings, spend
from tests.leaks.stories import true_story, twin

THREE_DEALS = Case(game=KEYHOLE, sheet=sheet_of(KEYHOLE), options=Options(deals=3), seats=3)
FIRST = Seat(0)

LISTENING = Curiosity()
PRYING = Curiosity(moments=1)
ASKING = Curiosity(requests=True)


async def check_twins(
    data: Path, game: AnyGame, curiosity: Curiosity = LISTENING, viewer: Viewer = RAIL
) -> None:
    story = true_story(THREE_DEALS, b"channels")
    true, other = [
        await spend(data / name, [Telling(game, it, [viewer])], curiosity)
        for name, it in (("true", story), ("twin", twin(story, viewer)))
    ]
    compare_evenings(true, other, {game.name: viewer})


@pytest.mark.parametrize(
    ("name", "viewer"),
    [
        ("SEE_TELLS_NOTHING_FOR_SOME_CARDS", RAIL),
        ("A_QUESTION_IS_SKIPPED", RAIL),
        ("OFFERS_DEPEND_ON_THE_CULPRIT", FIRST),
    ],
)
async def test_a_broken_game_is_heard_on_the_socket(
    name: str, viewer: Viewer, tmp_path: Path
) -> None:
    with pytest.raises(Leak, match="by socket"):
        await check_twins(tmp_path, getattr(broken, name), viewer=viewer)


@pytest.mark.parametrize("name", ["A_BLOB_TELLS_THE_CARD", "BLOBS_HAVE_MANY_LENGTHS"])
async def test_a_sound_that_tells_is_heard(name: str, tmp_path: Path) -> None:
    with pytest.raises(Leak, match=r"by GET /api/tables/.*/blobs/"):
        await check_twins(tmp_path, getattr(broken, name), ASKING)


async def test_a_refusal_that_tells_is_heard(tmp_path: Path) -> None:
    def decide(state: Any, seat: Seat, move: Any, chance: Chance) -> list[Any]:
        try:
            return KEYHOLE.decide(state, seat, move, chance)
        except Illegal as trouble:
            raise Illegal(f"{trouble.id}-{state.culprit}") from None

    with pytest.raises(Leak, match=r"by socket.*\n.*Refused"):
        await check_twins(tmp_path, replace(KEYHOLE, decide=decide), PRYING, FIRST)


async def test_a_line_in_the_journal_that_tells_is_read(tmp_path: Path) -> None:
    def see(event: Any, viewer: Viewer) -> Any:
        logging.getLogger("cluehouse.games").debug("%s sees %s", viewer, event)
        return KEYHOLE.see(event, viewer)

    with pytest.raises(Leak, match="by journal"):
        await check_twins(tmp_path, replace(KEYHOLE, see=see))


async def test_a_number_for_the_host_that_tells_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = MeteredLog.append

    async def weigh(self: MeteredLog, table: TableId, seq: Seq, entry: Entry) -> None:
        await append(self, table, seq, entry)
        self._metrics.appended(len(bytes(entry.events)))

    monkeypatch.setattr(MeteredLog, "append", weigh)
    with pytest.raises(Leak, match="by metrics"):
        await check_twins(tmp_path, KEYHOLE)
