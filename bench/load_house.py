"""The house that bench/server.py loads: the real server, with mini_clue on offer.

usage: python -m bench.load_house DATA_FOLDER      prints its port
"""

import asyncio
import socket
import sys
from pathlib import Path

import uvicorn
import uvloop

from bench.mini_clue import MINI_CLUE
from cluehouse.games import GAMES
from cluehouse.server import journal
from cluehouse.server.app import application, reception
from cluehouse.server.settings import Settings


async def main(data: Path) -> None:
    journal.configure("warning")  # nobody reads what comes after the port
    settings = Settings(data=data, keyhole=True, limit_scale=1e9)
    games = {**GAMES, MINI_CLUE.name: MINI_CLUE}
    async with reception(settings, games, lobby=games) as house:
        listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        config = uvicorn.Config(
            application(house),
            lifespan="off",
            log_config=None,
            access_log=False,
            ws_per_message_deflate=False,
        )
        print(listening.getsockname()[1], flush=True)
        await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(Path(sys.argv[1])))
