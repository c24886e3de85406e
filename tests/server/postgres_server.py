"""A Postgres of the tests' own: a temporary folder, a unix socket, nobody else's data."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import asyncpg
import pytest

SETTINGS: Final = (
    *("-c", "listen_addresses="),
    *("-c", "fsync=off"),
    *("-c", "max_connections=60"),
    *("-c", "shared_buffers=16MB"),
)
_NUMBERS = count(1)


class PostgresServer:
    """Runs until it is stopped, and can be started again."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder = folder
        self._programs = programs
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # Postgres will not run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._do("initdb", "--username=house", "--auth=trust", "--no-sync", "--no-locale", "-EUTF8")

    def start(self) -> None:
        settings = " ".join((*SETTINGS, "-c", f"unix_socket_directories={self._folder}"))
        self._do("pg_ctl", "--wait", "--options", settings, "--log", f"{self._folder}/log", "start")

    def stop(self) -> None:
        """At once: whoever is connected hears of it the hard way."""
        self._do("pg_ctl", "--wait", "--mode", "immediate", "stop")

    async def new_database(self) -> str:
        """The address of an empty one: a schema, which is as good and quicker made."""
        address = f"postgresql://house@/postgres?host={self._folder}"
        name = f"house_{next(_NUMBERS)}"
        connection = await asyncpg.connect(address)
        await connection.execute(f"CREATE SCHEMA {name}")
        await connection.close()
        return f"{address}&search_path={name}"

    def _do(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "--pgdata", f"{self._folder}/data", *arguments]
        done = subprocess.run(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            **self._as,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    folder = Path(mkdtemp(prefix="cluehouse-postgres-"))
    try:
        server = PostgresServer(folder, _programs())
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _programs() -> Path:
    """Debian keeps them off the path."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    debian = sorted(versions, key=lambda it: int(it.parts[-3]))
    found = shutil.which("initdb") or (debian[-1] if debian else None)
    if found is None:
        pytest.skip("no Postgres here; to enable: sudo apt-get install postgresql")
    return Path(found).parent
