"""The clients at one table: one for each seat, and one on the rail."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, Self

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Viewer
from cluehouse.core.seal import SEAL_BYTES
from cluehouse.core.wire import encode
from tests.contract.case import Case
from tests.leaks.recorder import Received, RecordingSocket, fetch, recording
from tests.leaks.scripts import Step
from tests.server.running_server import Caller
from tests.server_process import TEST_TIMEOUT_S

ROOM: Final = b'{"type":"Room"'

REFUSED_MOVES: Final = 3
"""Moves not on offer that a viewer sends at each probe."""

MARKED_CELLS: Final = 40
"""Cells of a notebook that are marked before it is checked."""

BODIES: Final[dict[str, dict[str, Any]]] = {
    "sit": {"seat": 0},
    "wish": {"value": None},
    "bot": {"seat": 1, "level": "novice"},
    "free": {"seat": 1},
    "contribute": {"seat": 0, "value": "00" * 32},
    "report": {"seat": 0, "words": "sees through walls"},
    "remove": {"who": "0" * 16},
    "host": {"seat": 1},
    "replace": {"seat": 1, "level": "novice"},
    "speed": {"speed": "fast"},
    "step-out": {"seat": 0},
}
"""Request bodies for the endpoints of a table; all others get an empty one."""


FILES: Final = ("qr.svg", "blobs/fall-1", "blobs/nowhere")
"""Paths below a table that are no endpoint, or do not exist."""


class TableClients:
    def __init__(
        self, case: Case, callers: Mapping[Viewer, Caller], table: str, late: Collection[Viewer]
    ) -> None:
        self.case = case
        self.table = table
        self.callers = callers
        self.sockets: dict[Viewer, RecordingSocket] = {}
        self.received: dict[Viewer, Received] = {viewer: [] for viewer in callers}
        self._late = late

    @classmethod
    @asynccontextmanager
    async def start_game(
        cls,
        case: Case,
        callers: Mapping[Viewer, Caller],
        late: Collection[Viewer] = (),
        **wish: Any,
    ) -> AsyncIterator[Self]:
        """Seat all clients and start the game. Delayed viewers are not waited for."""
        clients = cls(case, callers, await _start(case, callers, wish), late)
        async with AsyncExitStack() as stack:
            for viewer in callers:
                socket = await stack.enter_async_context(clients.recording(viewer, "socket"))
                clients.sockets[viewer] = socket
                if viewer not in late:
                    await socket.until("Update")
            yield clients

    @asynccontextmanager
    async def recording(
        self, viewer: Viewer, channel: str, since: int = -1
    ) -> AsyncIterator[RecordingSocket]:
        caller, received = self.callers[viewer], self.received[viewer]
        async with recording(caller, self.table, channel, received, since) as socket:
            yield socket

    async def settle(self, apart: Collection[Viewer]) -> None:
        """Wait until the process of these viewers knows of all clients, and drop the rooms they
        were sent meanwhile: their number depends on when it polled."""
        for viewer in apart:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while not self._all_present(await self.callers[viewer].get(self._path)):
                    await asyncio.sleep(0.02)
        for viewer in apart:
            await self.sockets[viewer].drain()
            kept = [it for it in self.received[viewer] if not it[1].startswith(ROOM)]
            self.received[viewer][:] = kept

    def _all_present(self, room: dict[str, Any]) -> bool:
        seated = all(chair["here"] for chair in room["chairs"])
        return seated and room["watching"] == (RAIL in self.callers)

    @property
    def _path(self) -> str:
        return f"/api/tables/{self.table}"

    async def play_step(self, number: int, step: Step) -> None:
        """Send the move of the next step, and wait until all clients have its update."""
        if step.seat is None:
            return
        await self.sockets[step.seat].send("Play", move=step.move, seen=number - 1)
        for viewer, socket in self.sockets.items():
            if viewer not in self._late:
                await socket.until("Update", seq=number)

    async def probe(self, probing: Collection[Viewer], seq: int, coming: Sequence[Step]) -> None:
        """Reconnect, send refused moves and chat; none of it plays a step of the script."""
        scripted = [step.move for step in coming]
        for viewer in probing:
            await self._connect_again(viewer, "late joiner", -1)
            await self._connect_again(viewer, "resumed", max(0, seq - 3))
            await self._send_refused_moves(viewer, seq, scripted)
            await self.sockets[viewer].send("Say", words={"type": "Phrase", "id": "suspicious"})
            await self.sockets[viewer].drain()

    async def _connect_again(self, viewer: Viewer, channel: str, since: int) -> None:
        """With a second connection. The room is sent when it opens and when it closes."""
        async with self.recording(viewer, channel, since) as socket:
            await socket.until("Update")
            await socket.drain()
            await self.sockets[viewer].until("Room")
        await self.sockets[viewer].until("Room")

    async def _send_refused_moves(self, viewer: Viewer, seq: int, scripted: list[Any]) -> None:
        socket, alphabet = self.sockets[viewer], self._alphabet
        for move in self._illegal(viewer, seq, scripted):
            await socket.send_refused(move, seq)
        await socket.send_refused(alphabet[0], -1)
        await socket.send_refused(alphabet[-1], seq + 1)

    def _illegal(self, viewer: Viewer, seq: int, scripted: list[Any]) -> list[Any]:
        """Moves that this viewer was not offered."""
        offered = self.sockets[viewer].offered(self.case.game) + scripted
        moves = Chance(b"refused", seq).shuffled(self._alphabet)
        return [move for move in moves if move not in offered][:REFUSED_MOVES]

    @property
    def _alphabet(self) -> Sequence[Any]:
        return self.case.game.alphabet(self.case.options, self.case.seats)

    async def request_notes(self, viewer: Viewer) -> None:
        socket = self.sockets[viewer]
        await socket.send("TakeNotes")
        await socket.until("NotesTaken")
        for cell, mark in self._some_marks():
            await socket.send("Mark", cell=cell, mark=mark)
            await socket.until("Marks")
        await socket.send("CheckMarks")
        await socket.until("MarksChecked")

    def _some_marks(self) -> list[tuple[str, str]]:
        """Marks for many cells of the notebook, whether true or not: both runs make the same."""
        case = self.case
        play = case.play(b"marks")
        play.advance(play.setup())
        cells = case.sheet.true_marks(play.state)
        return [(cell, "✓✗"[number % 2]) for number, cell in enumerate(cells)][:MARKED_CELLS]

    async def request_everything_as(self, probing: Collection[Viewer]) -> None:
        for viewer in probing:
            await self.request_everything(viewer)
            await self.sockets[viewer].send("Mark", cell="cell", mark="?")
            await self.sockets[viewer].drain()

    async def request_everything(self, viewer: Viewer) -> None:
        caller = self.callers[viewer]
        for method, path in await self._endpoints(caller, viewer):
            body = None if method == "GET" else BODIES.get(path.rpartition("/")[2], {})
            await fetch(caller, method, path, body, self.received[viewer])

    async def _endpoints(self, caller: Caller, viewer: Viewer) -> list[tuple[str, str]]:
        """Every GET endpoint, every file, and for all viewers but the host every other endpoint of
        a table, including those for the host alone."""
        document = await caller.get("/api/openapi.json")
        known = [(method.upper(), path) for path, it in document["paths"].items() for method in it]
        reads = [it for it in known if it[0] == "GET"]
        writes = [it for it in known if it[0] != "GET" and "{table}" in it[1] and viewer != 0]
        files = [f"blobs/{address}" for address in self.sockets[viewer].addresses]
        about_table = "/api/tables/{table}"
        return [
            (method, path.replace("{table}", self.table))
            for method, path in (
                *sorted(reads),
                *(("GET", f"{about_table}/{file}") for file in (*files, *FILES)),
                *sorted(writes),
            )
        ]


async def _start(case: Case, callers: Mapping[Viewer, Caller], wish: dict[str, Any]) -> str:
    """Open a table and start it once all other seats are taken and have contributed."""
    host, *others = (caller for viewer, caller in callers.items() if viewer != RAIL)
    options = {name: value for name, value in _plain(case.options).items() if name != "type"}
    # without stand-ins, rooms do not count the seconds until one
    usual = {"help": "deducing", "rail": {"speaks": True}, "grace": 0}
    table = await host.open_table(
        game=case.game.name, seats=case.seats, options=options, **{**usual, **wish}
    )
    for seat, caller in enumerate(others, 1):
        await caller.post(f"/api/tables/{table}/sit", seat=seat)
        await caller.post(f"/api/tables/{table}/contribute", seat=seat, value=contribution(seat))
    await host.post(f"/api/tables/{table}/start")
    return table


def contribution(seat: int) -> str:
    """The contribution of a seat to the luck; the host sends none."""
    return f"canary given by seat {seat}".ljust(SEAL_BYTES).encode().hex()


def _plain(value: object) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(encode(value))
    return plain
