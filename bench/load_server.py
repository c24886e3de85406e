"""The server process that the load benchmarks run: the real server, with mini_clue on offer.

usage: python -m bench.load_server DATA_FOLDER [LIMIT_SCALE]      prints its port
"""

import socket
import sys
from pathlib import Path

from bench.mini_clue import MINI_CLUE
from cluehouse.games import GAMES
from cluehouse.server import logs
from cluehouse.server.app import open_context
from cluehouse.server.main import run, serve_at
from cluehouse.server.settings import Settings


async def main(data: Path, limit_scale: float = 1e9) -> None:
    logs.configure("warning")  # the benchmark reads only the port
    settings = Settings(data=data, keyhole=True, limit_scale=limit_scale)
    games = {**GAMES, MINI_CLUE.name: MINI_CLUE}
    async with open_context(settings, games, lobby=games) as context:
        listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        port = listening.getsockname()[1]
        await serve_at(listening, context, settings, lambda: print(port, flush=True))


if __name__ == "__main__":
    run(main(Path(sys.argv[1]), *map(float, sys.argv[2:])))
