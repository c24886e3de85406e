"""Bots on a real server, with worker processes, play exactly what `choose` says."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.codec import codec
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.mind import Mind
from cluehouse.core.record import Record, opening
from cluehouse.games import find
from tests.server.running_server import Caller, record_of, run_server
from tests.server_process import TEST_TIMEOUT_S


async def game_between_detectives(data: Path, game: str) -> Record:
    """A whole game between three detectives on a server whose bots take no pause."""
    async with run_server(data, bot_pause=0.0) as host, Caller.named(host, "Ada") as ada:
        table = await ada.open_table(game=game)
        await ada.post(f"/api/tables/{table}/leave")
        async with ada.visit(table) as device:
            await ada.post(f"/api/tables/{table}/start", fill="detective")
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while not (await device.receive("Update"))["outcome"]:
                    pass
        return await record_of(ada, table)


def choices_of_detectives(record: Record) -> Iterator[tuple[int, Seat, Any, list[Any]]]:
    """For each move: its number, its seat, the move, and what `choose` says to the seat's sights,
    view and luck at each moment since it was asked."""
    game = find(record.game)
    wire, play = codec(game), opening(game, record)
    seats, key = seats_of(record.seats), play.key
    minds = {seat: Mind(game, play.options, record.seats, seat, "detective") for seat in seats}
    open_choices: dict[Seat, list[Any]] = {}
    for number, entry in enumerate(record.entries):
        if entry.seat is not None:
            yield number, entry.seat, wire.move.decode(entry.move), open_choices.pop(entry.seat)
        events = wire.events.decode(entry.events)
        play.advance(events)
        for seat, mind in minds.items():
            mind.hear(play.sights(events, seat))
            if moves := play.legal_moves(seat):
                luck = Chance(subkey(key, "bot", seat), play.seq)
                chosen = mind.choose(play.view(seat), moves, luck)
                open_choices.setdefault(seat, []).append(chosen)


@pytest.mark.parametrize("game", ["keyhole", "clue"])
async def test_detective_without_a_pause_plays_its_own_moves(tmp_path: Path, game: str) -> None:
    record = await game_between_detectives(tmp_path, game)
    choices = list(choices_of_detectives(record))
    assert len(choices) == len(record.entries) - 1 > 0
    for number, seat, played, chosen in choices:
        assert played in chosen, f"move {number} of seat {seat}"
    if game == "clue":  # one seat is asked at a time
        assert all(len(chosen) == 1 for *_, chosen in choices)
