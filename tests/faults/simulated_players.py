"""Simulated players at many tables, game after game, who reconnect whenever the server is up."""

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
from cluehouse.table.time_control import SPEED_FACTORS
from tests.faults.player_client import ErrorCounts, GameOver, PlayerClient
from tests.faults.transcript import ReceivedRoom, Transcript
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

Kind = Literal["people", "bots", "absent"]
"""Which seats have a player that connects: all; the first, with bots in the others; all but the
last."""

KINDS: Final[tuple[Kind, ...]] = ("people", "bots", "absent")

NAMES: Final = ("Ada", "Blaise", "Chloé", "Dmitri", "Edith", "Farid", "Grace", "Hugo")
SPECTATOR: Final = "Zoé"

Room = dict[str, Any]


@dataclass(frozen=True)
class TableSetup:
    """The game and kind of table that is played at one place, again and again."""

    game: str
    kind: Kind

    @property
    def seats(self) -> int:
        game = GAMES[self.game]
        return min(game.seats(game.types.options()))

    @property
    def grace(self) -> int:
        """Seconds until a bot plays for an absent player; 0: never."""
        return 1 if self.kind == "absent" else 0

    @property
    def people(self) -> range:
        """The seats of players, not bots."""
        return range(1 if self.kind == "bots" else self.seats)

    @property
    def connecting(self) -> range:
        """The seats whose players connect."""
        return range(len(self.people) - (self.kind == "absent"))


class SimulatedPlayers:
    def __init__(self, server: ServerProcess, setups: Sequence[TableSetup], luck: Random) -> None:
        self._server = server
        self._setups = setups
        self._luck = luck
        self._guests: dict[str, httpx.AsyncClient] = {}
        self._progress: Counter[int] = Counter()
        """Updates received at each place."""
        self._may_connect = asyncio.Event()
        self._connected = 0
        self._all_disconnected = asyncio.Event()
        self.transcripts: list[Transcript] = []
        self.errors = ErrorCounts()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play while the block runs, whenever connections are allowed."""
        async with AsyncExitStack() as stack:
            for name in (*NAMES, SPECTATOR):
                self._guests[name] = await stack.enter_async_context(self._signed_in(name))
            async with asyncio.TaskGroup() as group:
                places = [
                    group.create_task(self._keep_playing(place, setup))
                    for place, setup in enumerate(self._setups)
                ]
                yield
                for place in places:
                    place.cancel()

    @asynccontextmanager
    async def _signed_in(self, name: str) -> AsyncIterator[httpx.AsyncClient]:
        """An HTTP client with the session cookie of this guest."""
        no_certificates = False  # loading them takes longer than the request
        async with httpx.AsyncClient(verify=no_certificates, timeout=TEST_TIMEOUT_S) as http:
            answer = await http.post(f"http://{self._server.host}/api/me", json={"name": name})
            answer.raise_for_status()
            yield http

    def allow_connections(self) -> None:
        """Let clients connect, now that the server is up."""
        self._may_connect.set()

    async def end_server(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Send this signal to the server and wait until all clients are disconnected and have
        recorded what they received. Returns the exit status."""
        self._may_connect.clear()
        status = await asyncio.to_thread(self._server.end, how)
        await self._wait_for_disconnects()
        return status

    async def _wait_for_disconnects(self) -> None:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while self._connected:
                self._all_disconnected.clear()
                await self._all_disconnected.wait()

    async def stalled_tables(self, timeout_s: float) -> list[TableSetup]:
        """Wait until every table has sent an update; returns those that have not in time."""
        before = self._progress.copy()
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self._waiting(before):
                    await asyncio.sleep(0.02)
        return [self._setups[place] for place in self._waiting(before)]

    def _waiting(self, before: Counter[int]) -> list[int]:
        places = range(len(self._setups))
        return [place for place in places if self._progress[place] == before[place]]

    async def _keep_playing(self, place: int, setup: TableSetup) -> None:
        while True:
            table = None
            while table is None:
                table = await self._open_table(setup)
            transcript = Transcript(setup.game, table, stand_ins=setup.grace > 0)
            self.transcripts.append(transcript)
            while not await self._start_game(setup, transcript):
                pass
            await self._play(place, setup, transcript)

    async def _open_table(self, setup: TableSetup) -> str | None:
        wish = {"game": setup.game, "seats": setup.seats, "grace": setup.grace}
        room = await self._post(NAMES[0], "", **wish)
        return None if room is None else str(room["id"])

    async def _start_game(self, setup: TableSetup, transcript: Transcript) -> bool:
        """Do what is left to do before the game starts; True when it has started."""
        room = await self._ask(Seat(0), transcript, "")
        for seat in map(Seat, setup.people):
            if room and room["chairs"][seat]["type"] == "Nobody":
                room = await self._ask(seat, transcript, "/sit", seat=seat)
            if room and seat not in room["contributed"]:
                contribution = {"seat": seat, "value": self._luck.randbytes(32).hex()}
                room = await self._ask(seat, transcript, "/contribute", **contribution)
        if room and room["speed"] is None:
            speed = self._luck.choice(tuple(SPEED_FACTORS))
            room = await self._ask(Seat(0), transcript, "/speed", speed=speed)
        if room and not room["started"]:
            room = await self._ask(Seat(0), transcript, "/start", fill="novice")
        return bool(room and room["started"])

    async def _ask(self, by: Seat, transcript: Transcript, path: str, **body: Any) -> Room | None:
        """The room in the server's answer, recorded; None if the server is down."""
        room = await self._post(NAMES[by], f"/{transcript.table}{path}", **body)
        if room is not None:
            transcript.rooms.append(ReceivedRoom(by, room))
        return room

    async def _post(self, name: str, path: str, **body: Any) -> Room | None:
        await self._may_connect.wait()
        self._connected += 1
        try:
            method = "POST" if body else "GET"
            url = f"http://{self._server.host}/api/tables{path}"
            answer = await self._guests[name].request(method, url, json=body or None)
            return await self._room_in(answer)
        except httpx.TransportError:
            return None
        finally:
            self._disconnected()

    async def _room_in(self, answer: httpx.Response) -> Room | None:
        """Counts refusals: the server should refuse none of these requests."""
        if answer.status_code == 200:
            return dict(answer.json())
        self.errors.refusals[f"{answer.status_code} {answer.text}"] += 1
        await asyncio.sleep(0.1)
        return None

    async def _play(self, place: int, setup: TableSetup, transcript: Transcript) -> None:
        """Play this game to its end with all clients."""
        clients = [self._client(NAMES[seat], transcript, Seat(seat)) for seat in setup.connecting]
        clients.append(self._client(SPECTATOR, transcript, None))
        async with asyncio.TaskGroup() as group:
            for client in clients:
                group.create_task(self._keep_connected(place, client))

    def _client(self, name: str, transcript: Transcript, seat: Seat | None) -> PlayerClient:
        luck = Random(self._luck.random())
        return PlayerClient(self._guests[name].cookies, transcript, seat, luck, self.errors)

    async def _keep_connected(self, place: int, client: PlayerClient) -> None:
        while True:
            await self._may_connect.wait()
            self._connected += 1
            try:
                async for _ in client.play(self._server.host):
                    self._progress[place] += 1
            except GameOver:
                return
            finally:
                self._disconnected()

    def _disconnected(self) -> None:
        self._connected -= 1
        if not self._connected:
            self._all_disconnected.set()
