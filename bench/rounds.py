"""How long a round of three bots takes at each speed, on a real server, as ratios to normal speed.

usage: bench/run rounds [--rounds 4] [--games clue arosa]

One person plays with three detectives and answers at once. The speed changes with every round, so
that all speeds meet the same load and the same stages of the game. A round goes from the end of the
person's turn to its next beginning. Also counted: moves of bots that were not ready in time.
"""

import argparse
import asyncio
import re
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from cluehouse.core.chance import Chance
from cluehouse.core.offers import Offer, kinds_of, moves_of
from cluehouse.core.wire import encode
from cluehouse.games import GAMES
from cluehouse.table.time_control import SPEED_FACTORS, BotSpeed

SEATS: Final = 4
TOKEN: Final = "bench"


class Round(NamedTuple):
    seconds: float
    moves: int


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    """The address of `cluehouse serve` with its default pauses."""
    with TemporaryDirectory() as folder:
        flags = ("--no-browser", "--port", "0", "--data", folder, "--metrics-token", TOKEN)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "cluehouse.cli", "serve", *flags),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            while not (found := re.search(rb"http://(\S+)", await process.stdout.readline())):
                pass
            yield found[1].decode().rstrip("/")
        finally:
            process.terminate()
            await process.wait()


class Player:
    """The only person at a table, who moves at random as soon as they are asked."""

    def __init__(self, http: httpx.AsyncClient, socket: ClientConnection, path: str) -> None:
        self._http = http
        self._socket = socket
        self._path = path

    async def set_speed(self, speed: BotSpeed) -> None:
        (await self._http.post(f"{self._path}/speed", json={"speed": speed})).raise_for_status()

    async def next_update(self) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = msgspec.json.decode(await self._socket.recv())
            if message["type"] == "Update":
                return message

    async def answer(self, game: str, update: dict[str, Any]) -> None:
        offers = msgspec.convert(update["moves"], tuple[Offer, ...])
        moves = moves_of(offers, kinds_of(GAMES[game].types.move))
        lasting = [move for move in moves if type(move) not in GAMES[game].final]
        if lasting:
            move = msgspec.Raw(encode(Chance(b"bench", update["seq"]).choice(lasting)))
            frame = {"type": "Play", "move": move, "seen": update["seq"]}
            await self._socket.send(msgspec.json.encode(frame).decode())


@asynccontextmanager
async def table(host: str, game: str) -> AsyncIterator[Player]:
    async with httpx.AsyncClient(base_url=f"http://{host}") as http:
        await http.post("/api/me", json={"name": "Watson"})
        room = (await http.post("/api/tables", json={"game": game, "seats": SEATS})).json()
        path = f"/api/tables/{room['id']}"
        (await http.post(f"{path}/start", json={"fill": "detective"})).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        address = f"ws://{host}/ws/{room['id']}"
        async with connect(address, additional_headers={"Cookie": cookie}) as socket:
            yield Player(http, socket, path)


async def play(host: str, game: str, rounds: int) -> dict[BotSpeed, list[Round]]:
    """Play games until there are this many rounds at each speed."""
    found: dict[BotSpeed, list[Round]] = defaultdict(list)
    while min(len(found[speed]) for speed in SPEED_FACTORS) < rounds:
        async with table(host, game) as player:
            await _play_on(player, game, rounds, found)
    return found


async def _play_on(
    player: Player, game: str, rounds: int, found: dict[BotSpeed, list[Round]]
) -> None:
    """One game, as far as needed. Cubes of Arosa's prologue are no round."""
    begun: float | None = None
    before, first, speed = 0, 0, _next_speed(found)
    await player.set_speed(speed)
    while True:
        update = await player.next_update()
        now, turn = time.perf_counter(), update["view"]["open"]["turn"]
        if before == 0 and turn != 0 and begun is None and update["seq"] > 2 * SEATS:
            begun, first = now, update["seq"]
        if turn == 0 and begun is not None:
            found[speed].append(Round(now - begun, update["seq"] - first))
            begun, speed = None, _next_speed(found)
            await player.set_speed(speed)
        before = turn
        if update["outcome"] or min(len(found[each]) for each in SPEED_FACTORS) >= rounds:
            return
        await player.answer(game, update)


def _next_speed(found: dict[BotSpeed, list[Round]]) -> BotSpeed:
    return min(SPEED_FACTORS, key=lambda speed: len(found[speed]))


async def late_moves(host: str) -> int:
    async with httpx.AsyncClient(base_url=f"http://{host}") as http:
        page = await http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    counted = re.search(r"bot_stumbles\S* (\d+)$", page.text, re.MULTILINE)
    assert counted is not None, page.text
    return int(counted[1])


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=4, help="rounds at each speed")
    parser.add_argument("--games", nargs="+", default=["clue", "arosa"])
    wanted = parser.parse_args()
    for game in wanted.games:
        async with server() as host:
            found = await play(host, game, wanted.rounds)
            late = await late_moves(host)
        usual = median(each.seconds for each in found["normal"])
        moves = sum(each.moves for rounds in found.values() for each in rounds)
        print(f"{game}, three bots: {late} late of about {moves} moves")
        for speed, rounds in found.items():
            times = [each.seconds for each in rounds]
            print(
                f"  {speed:8} median {median(times):5.1f} s, longest {max(times):5.1f} s, "
                f"{median(each.moves for each in rounds):4.1f} moves, "
                f"{median(times) / usual:.2f} of normal",
                flush=True,
            )


if __name__ == "__main__":
    asyncio.run(main())
