"""What a spectator with a delayed rail receives, whatever happens at the table meanwhile."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

from cluehouse.core.ids import RAIL, Seat, seats_of
from tests.leaks.logs import capture_logs
from tests.leaks.marked_secrets import marked_secrets_in
from tests.leaks.recorder import Received
from tests.leaks.scripts import Script
from tests.leaks.server_run import ScriptedTable, server
from tests.leaks.table_clients import TableClients

FIRST: Final = Seat(0)
SOON, LATE = 1, 300
"""Delays of the rail in seconds."""

Activity = Callable[[TableClients, Script], Coroutine[Any, Any, None]]

SINCE: Final = (-1, 0, 1, 99, 99)
"""Values of `since` that a reconnecting spectator may send."""


async def received_by_delayed_rail(
    data: Path, script: Script, activity: Activity, *, shown: bool
) -> Received:
    """What a spectator with a delay of five minutes receives, with the deal shown before or not."""
    table = ScriptedTable(script.case.game, script)
    with marked_secrets_in(data), capture_logs():
        async with server(data, [table]) as callers:
            rail = {"delay": SOON if shown else LATE}
            async with TableClients.start_game(
                script.case, callers, late=[RAIL], rail=rail
            ) as clients:
                if shown:
                    await _show_the_deal(clients)
                await activity(clients, script)
                await _connect_again(clients)
                await clients.request_everything(RAIL)
                await clients.sockets[RAIL].drain()
    return clients.received[RAIL]


async def _show_the_deal(clients: TableClients) -> None:
    """Wait until the rail has the deal, then raise the delay."""
    await clients.sockets[RAIL].until("Update")
    await clients.callers[FIRST].post(f"/api/tables/{clients.table}/rail", delay=LATE)
    await clients.sockets[RAIL].until("Update")


async def do_nothing(clients: TableClients, script: Script) -> None:
    pass


async def play_all(clients: TableClients, script: Script) -> None:
    """Play the script, chat, and ask for a rematch."""
    for number, step in enumerate(script.steps):
        await clients.play_step(number, step)
    await clients.sockets[FIRST].send("Say", words={"type": "Phrase", "id": "bye"})
    await clients.callers[FIRST].http.post(f"/api/tables/{clients.table}/rematch")


async def all_abandon(clients: TableClients, script: Script) -> None:
    for seat in seats_of(script.case.seats):
        await clients.callers[seat].post(f"/api/tables/{clients.table}/give-up")


async def _connect_again(clients: TableClients) -> None:
    """Players get the room whenever a spectator connects or disconnects."""
    await clients.sockets[FIRST].drain()
    for since in SINCE:
        async with clients.recording(RAIL, "reconnected", since) as socket:
            await socket.drain()
            await clients.sockets[FIRST].until("Room")
        await clients.sockets[FIRST].until("Room")
