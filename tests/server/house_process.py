"""A house as a process of its own, which can be killed, and a Redis of the tests' own."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest


class HouseProcess:
    def __init__(self, process: asyncio.subprocess.Process, host: str) -> None:
        self.host = host
        self._process = process

    @property
    def workers(self) -> set[int]:
        """The processes it has started to serve with it."""
        started = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return {int(pid) for pid in started.split() if b"spawn_main" in _command(pid)}

    async def close(self) -> int:
        """The status it ends with."""
        self._process.terminate()
        return await self._process.wait()

    async def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return b""


@asynccontextmanager
async def house_process(data: Path, *flags: str) -> AsyncIterator[HouseProcess]:
    """Killed at the end, if it was not before."""
    command = [sys.executable, "-m", "cluehouse.cli", "serve", "--no-browser", "--keyhole"]
    command += ["--port", "0", "--bot-workers", "1", "--bot-pause", "0.05", "--data", str(data)]
    process = await asyncio.create_subprocess_exec(*command, *flags, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    house = HouseProcess(process, line.rpartition("//")[2].strip())
    try:
        assert line.startswith("Cluehouse is open at "), line
        yield house
    finally:
        await house.kill()


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
