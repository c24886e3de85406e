"""A Postgres server for tests, with a temporary data folder and a Unix socket."""

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
_SCHEMA_NUMBERS = count(1)


class PostgresServer:
    """Can be stopped and started again."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder = folder
        self._programs = programs
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:  # Postgres will not run as root
            account = pwd.getpwnam("nobody")
            os.chown(folder, account.pw_uid, account.pw_gid)
            self._user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self._run(
            "initdb", "--username=house", "--auth=trust", "--no-sync", "--no-locale", "-EUTF8"
        )

    def start(self) -> None:
        settings = " ".join((*SETTINGS, "-c", f"unix_socket_directories={self._folder}"))
        self._run(
            "pg_ctl", "--wait", "--options", settings, "--log", f"{self._folder}/log", "start"
        )

    def stop(self) -> None:
        """Stop at once, without a shutdown checkpoint: connections are lost."""
        self._run("pg_ctl", "--wait", "--mode", "immediate", "stop")

    async def new_database(self) -> str:
        """Return the address of an empty database: a new schema, which is faster to create."""
        address = f"postgresql://house@/postgres?host={self._folder}"
        name = f"house_{next(_SCHEMA_NUMBERS)}"
        connection = await asyncpg.connect(address)
        await connection.execute(f"CREATE SCHEMA {name}")
        await connection.close()
        return f"{address}&search_path={name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "--pgdata", f"{self._folder}/data", *arguments]
        done = subprocess.run(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            **self._user,
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
    """Find the folder of the Postgres programs; on Debian they are not on the PATH."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    debian = sorted(versions, key=lambda it: int(it.parts[-3]))
    found = shutil.which("initdb") or (debian[-1] if debian else None)
    if found is None:
        pytest.skip("no Postgres here; to enable: sudo apt-get install postgresql")
    return Path(found).parent
