"""People who play at many tables, game after game, and come back whenever the house is open."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal

import httpx

from cluehouse.core.ids import Seat
from cluehouse.games import GAMES
from tests.faults.device import Device, Hearsay, Over
from tests.faults.witness import Shown, Witness
from tests.server_process import PATIENCE, ServerProcess

Kind = Literal["people", "bots", "absent"]
"""All seats are people's; all but the first are bots'; the last one's person never comes."""

KINDS: Final[tuple[Kind, ...]] = ("people", "bots", "absent")

NAMES: Final = ("Ada", "Blaise", "Chloé", "Dmitri", "Edith", "Farid", "Grace", "Hugo")
SPECTATOR: Final = "Zoé"

Room = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """What is played at one place of the house."""

    game: str
    kind: Kind

    @property
    def seats(self) -> int:
        game = GAMES[self.game]
        return min(game.seats(game.types.options()))

    @property
    def grace(self) -> int:
        """Seconds until a bot stands in; 0: nobody is played for."""
        return 1 if self.kind == "absent" else 0

    @property
    def people(self) -> range:
        """The seats that people take."""
        return range(1 if self.kind == "bots" else self.seats)

    @property
    def comers(self) -> range:
        """The seats whose people come."""
        return range(len(self.people) - (self.kind == "absent"))


class Crowd:
    def __init__(self, server: ServerProcess, settings: Sequence[Setting], luck: Random) -> None:
        self._server = server
        self._settings = settings
        self._luck = luck
        self._guests: dict[str, httpx.AsyncClient] = {}
        self._progress: Counter[int] = Counter()
        """How much people were told at each place."""
        self._may_come = asyncio.Event()
        self._inside = 0
        self._scattered = asyncio.Event()
        self.witnesses: list[Witness] = []
        self.hearsay = Hearsay()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """While the block lasts, they play whenever they are let in."""
        async with AsyncExitStack() as stack:
            for name in (*NAMES, SPECTATOR):
                self._guests[name] = await stack.enter_async_context(self._introduced(name))
            async with asyncio.TaskGroup() as group:
                places = [
                    group.create_task(self._keep_playing(place, setting))
                    for place, setting in enumerate(self._settings)
                ]
                yield
                for place in places:
                    place.cancel()

    @asynccontextmanager
    async def _introduced(self, name: str) -> AsyncIterator[httpx.AsyncClient]:
        """With the cookie that they will keep."""
        no_certificates = False  # to load them takes longer than to be introduced
        async with httpx.AsyncClient(verify=no_certificates, timeout=PATIENCE) as http:
            answer = await http.post(f"http://{self._server.host}/api/me", json={"name": name})
            answer.raise_for_status()
            yield http

    def let_in(self) -> None:
        """Whoever waits for the house to open may come."""
        self._may_come.set()

    async def outlive(self, how: signal.Signals = signal.SIGKILL) -> int:
        """The house is ended; its exit status, when everybody knows that it is gone and has noted
        all they heard."""
        self._may_come.clear()
        status = await asyncio.to_thread(self._server.end, how)
        await self._scatter()
        return status

    async def _scatter(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while self._inside:
                self._scattered.clear()
                await self._scattered.wait()

    async def goes_on(self, patience: float) -> list[Setting]:
        """Waits until something has happened in every game; those where nothing does."""
        before = self._progress.copy()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._waiting(before):
                    await asyncio.sleep(0.02)
        return [self._settings[place] for place in self._waiting(before)]

    def _waiting(self, before: Counter[int]) -> list[int]:
        places = range(len(self._settings))
        return [place for place in places if self._progress[place] == before[place]]

    async def _keep_playing(self, place: int, setting: Setting) -> None:
        while True:
            table = None
            while table is None:
                table = await self._open_table(setting)
            witness = Witness(setting.game, table, stand_ins=setting.grace > 0)
            self.witnesses.append(witness)
            while not await self._gather(setting, witness):
                pass
            await self._play(place, setting, witness)

    async def _open_table(self, setting: Setting) -> str | None:
        wish = {"game": setting.game, "seats": setting.seats, "grace": setting.grace}
        room = await self._post(NAMES[0], "", **wish)
        return None if room is None else str(room["id"])

    async def _gather(self, setting: Setting, witness: Witness) -> bool:
        """Whatever is still to be done before the game starts; True when it has."""
        room = await self._ask(Seat(0), witness, "")
        for seat in map(Seat, setting.people):
            if room and room["chairs"][seat]["type"] == "Nobody":
                room = await self._ask(seat, witness, "/sit", seat=seat)
            if room and seat not in room["contributed"]:
                gift = {"seat": seat, "value": self._luck.randbytes(32).hex()}
                room = await self._ask(seat, witness, "/contribute", **gift)
        if room and not room["started"]:
            room = await self._ask(Seat(0), witness, "/start", fill="novice")
        return bool(room and room["started"])

    async def _ask(self, by: Seat, witness: Witness, path: str, **body: Any) -> Room | None:
        """The room that the house answers with, noted; None if it is gone before."""
        room = await self._post(NAMES[by], f"/{witness.table}{path}", **body)
        if room is not None:
            witness.rooms.append(Shown(by, room))
        return room

    async def _post(self, name: str, path: str, **body: Any) -> Room | None:
        await self._may_come.wait()
        self._inside += 1
        try:
            method = "POST" if body else "GET"
            url = f"http://{self._server.host}/api/tables{path}"
            answer = await self._guests[name].request(method, url, json=body or None)
            return await self._understood(answer)
        except httpx.TransportError:
            return None
        finally:
            self._leave()

    async def _understood(self, answer: httpx.Response) -> Room | None:
        """Nothing that is asked here should be refused."""
        if answer.status_code == 200:
            return dict(answer.json())
        self.hearsay.refusals[f"{answer.status_code} {answer.text}"] += 1
        await asyncio.sleep(0.1)
        return None

    async def _play(self, place: int, setting: Setting, witness: Witness) -> None:
        """To the end of the game, all of them together."""
        devices = [self._device(NAMES[seat], witness, Seat(seat)) for seat in setting.comers]
        devices.append(self._device(SPECTATOR, witness, None))
        async with asyncio.TaskGroup() as group:
            for device in devices:
                group.create_task(self._attend(place, device))

    def _device(self, name: str, witness: Witness, seat: Seat | None) -> Device:
        luck = Random(self._luck.random())
        return Device(self._guests[name].cookies, witness, seat, luck, self.hearsay)

    async def _attend(self, place: int, device: Device) -> None:
        while True:
            await self._may_come.wait()
            self._inside += 1
            try:
                async for _ in device.attend(self._server.host):
                    self._progress[place] += 1
            except Over:
                return
            finally:
                self._leave()

    def _leave(self) -> None:
        self._inside -= 1
        if not self._inside:
            self._scattered.set()
