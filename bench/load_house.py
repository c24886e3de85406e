"""The house that bench/server.py loads: the real server, with mini_clue on offer.

usage: python -m bench.load_house DATA_FOLDER [LIMIT_SCALE]      prints its port
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
from cluehouse.server.line import Line
from cluehouse.server.main import MAX_FRAME
from cluehouse.server.settings import Settings
from cluehouse.server.wicket import Wicket


async def main(data: Path, limit_scale: float = 1e9) -> None:
    journal.configure("warning")  # nobody reads what comes after the port
    settings = Settings(data=data, keyhole=True, limit_scale=limit_scale)
    games = {**GAMES, MINI_CLUE.name: MINI_CLUE}
    async with reception(settings, games, lobby=games) as house:
        listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        config = uvicorn.Config(
            application(house),
            lifespan="off",
            log_config=None,
            access_log=False,
            http=Wicket,
            ws=Line,
            ws_max_size=MAX_FRAME,
            ws_per_message_deflate=False,
        )
        print(listening.getsockname()[1], flush=True)
        await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(Path(sys.argv[1]), *map(float, sys.argv[2:])))
