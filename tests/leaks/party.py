"""Everybody at one table: each seat, and whoever watches from the rail."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, Self

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Viewer
from cluehouse.core.seal import SEAL_BYTES
from cluehouse.core.wire import encode
from tests.contract.case import Case
from tests.leaks.ear import Ear, Heard, fetch, listening
from tests.leaks.stories import Page
from tests.server.running_server import Caller

REFUSED_MOVES: Final = 3
"""How many of those it may not make a viewer tries each time."""

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
}
"""What is asked of the endpoints of a table; of all others, nothing."""


FILES: Final = ("qr.svg", "blobs/fall-1", "blobs/nowhere")
"""What can be fetched from below a table and is no endpoint, or is not there."""


class Party:
    def __init__(
        self, case: Case, callers: Mapping[Viewer, Caller], table: str, late: Collection[Viewer]
    ) -> None:
        self.case = case
        self.table = table
        self.callers = callers
        self.ears: dict[Viewer, Ear] = {}
        self.heard: dict[Viewer, Heard] = {viewer: [] for viewer in callers}
        self._late = late

    @classmethod
    @asynccontextmanager
    async def meet(
        cls,
        case: Case,
        callers: Mapping[Viewer, Caller],
        late: Collection[Viewer] = (),
        **wish: Any,
    ) -> AsyncIterator[Self]:
        """Everybody has sat down, and the game has begun. Nobody waits for those who hear of it
        late."""
        party = cls(case, callers, await _start(case, callers, wish), late)
        async with AsyncExitStack() as stack:
            for viewer in callers:
                ear = await stack.enter_async_context(party.listening(viewer, "socket"))
                party.ears[viewer] = ear
                if viewer not in late:
                    await ear.until("Update")
            yield party

    @asynccontextmanager
    async def listening(self, viewer: Viewer, channel: str, since: int = -1) -> AsyncIterator[Ear]:
        caller, heard = self.callers[viewer], self.heard[viewer]
        async with listening(caller, self.table, channel, heard, since) as ear:
            yield ear

    async def turn(self, number: int, page: Page) -> None:
        """The next page: its move is made, and everybody hears of it."""
        if page.seat is None:
            return
        await self.ears[page.seat].say("Play", move=page.move, seen=number - 1)
        for viewer, ear in self.ears.items():
            if viewer not in self._late:
                await ear.until("Update", seq=number)

    async def pry(self, curious: Collection[Viewer], seq: int, coming: Sequence[Page]) -> None:
        """Whatever is tried, the story is not told by it."""
        told = [page.move for page in coming]
        for viewer in curious:
            await self._come_again(viewer, "late joiner", -1)
            await self._come_again(viewer, "resumed", max(0, seq - 3))
            await self._try_what_is_refused(viewer, seq, told)
            await self.ears[viewer].say("Say", words={"type": "Phrase", "id": "suspicious"})
            await self.ears[viewer].hush()

    async def _come_again(self, viewer: Viewer, channel: str, since: int) -> None:
        """With another device. That it came and went is told to everybody in the room."""
        async with self.listening(viewer, channel, since) as ear:
            await ear.until("Update")
            await ear.hush()
            await self.ears[viewer].until("Room")
        await self.ears[viewer].until("Room")

    async def _try_what_is_refused(self, viewer: Viewer, seq: int, told: list[Any]) -> None:
        ear, alphabet = self.ears[viewer], self._alphabet
        for move in self._illegal(viewer, seq, told):
            await ear.attempt(move, seq)
        await ear.attempt(alphabet[0], -1)
        await ear.attempt(alphabet[-1], seq + 1)

    def _illegal(self, viewer: Viewer, seq: int, told: list[Any]) -> list[Any]:
        """Moves that this viewer was not offered."""
        offered = self.ears[viewer].offered(self.case.game) + told
        moves = Chance(b"refused", seq).shuffled(self._alphabet)
        return [move for move in moves if move not in offered][:REFUSED_MOVES]

    @property
    def _alphabet(self) -> Sequence[Any]:
        return self.case.game.alphabet(self.case.options, self.case.seats)

    async def take_notes(self, viewer: Viewer) -> None:
        await self.ears[viewer].say("TakeNotes")
        await self.ears[viewer].until("NotesTaken")

    async def ask_everything(self, curious: Collection[Viewer]) -> None:
        for viewer in curious:
            await self.request_everything(viewer)
            await self.ears[viewer].say("Mark", cell="somebody", mark="?")
            await self.ears[viewer].hush()

    async def request_everything(self, viewer: Viewer) -> None:
        caller = self.callers[viewer]
        for method, path in await self._endpoints(caller, viewer):
            body = None if method == "GET" else BODIES.get(path.rpartition("/")[2], {})
            await fetch(caller, method, path, body, self.heard[viewer])

    async def _endpoints(self, caller: Caller, viewer: Viewer) -> list[tuple[str, str]]:
        """Everything that can be looked at, and everything that can be done to a table. What the
        host alone may do is asked by all others."""
        document = await caller.get("/api/openapi.json")
        known = [(method.upper(), path) for path, it in document["paths"].items() for method in it]
        looks = [it for it in known if it[0] == "GET"]
        deeds = [it for it in known if it[0] != "GET" and "{table}" in it[1] and viewer != 0]
        files = [f"blobs/{address}" for address in self.ears[viewer].addresses]
        about_table = "/api/tables/{table}"
        return [
            (method, path.replace("{table}", self.table))
            for method, path in (
                *sorted(looks),
                *(("GET", f"{about_table}/{file}") for file in (*files, *FILES)),
                *sorted(deeds),
            )
        ]


async def _start(case: Case, callers: Mapping[Viewer, Caller], wish: dict[str, Any]) -> str:
    """The host deals when everybody has sat down and added to the luck."""
    host, *others = (caller for viewer, caller in callers.items() if viewer != RAIL)
    options = {name: value for name, value in _plain(case.options).items() if name != "type"}
    usual = {"help": "deducing", "rail": {"speaks": True}}
    table = await host.open_table(
        game=case.game.name, seats=case.seats, options=options, **{**usual, **wish}
    )
    for seat, caller in enumerate(others, 1):
        await caller.post(f"/api/tables/{table}/sit", seat=seat)
        await caller.post(f"/api/tables/{table}/contribute", seat=seat, value=contribution(seat))
    await host.post(f"/api/tables/{table}/start")
    return table


def contribution(seat: int) -> str:
    """What a seat adds to the luck; the host adds nothing."""
    return f"canary given by seat {seat}".ljust(SEAL_BYTES).encode().hex()


def _plain(value: object) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(encode(value))
    return plain
