"""A Redis server for tests, which can be killed and started again."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest


class RedisServer:
    def __init__(self, folder: Path) -> None:
        self.address = f"unix://{folder}/redis.sock"
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("no Redis here; to enable: sudo apt-get install redis-server")
        command = [program, "--port", "0", "--unixsocket", "redis.sock", "--save", ""]
        quiet = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            *command, cwd=self._folder, stdout=quiet
        )

    async def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
            self._process = None


@asynccontextmanager
async def running_redis(folder: Path) -> AsyncIterator[RedisServer]:
    server = RedisServer(folder)
    await server.start()
    try:
        yield server
    finally:
        await server.kill()
