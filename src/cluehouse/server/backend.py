"""Where a house keeps what it keeps: in a folder of its own, or in a Postgres that several
processes share."""

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cluehouse.core.errors import Unavailable
from cluehouse.server.accounts.identity import Identity
from cluehouse.server.settings import Settings
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.data_folder import SECRET, DataFolder
from cluehouse.server.storage.db_errors import answering
from cluehouse.server.storage.sqlite import SqliteArchive

if TYPE_CHECKING:  # it needs packages that one process alone does not
    from cluehouse.server.cluster.membership import ClusterMembership

SECRET_BYTES: Final = 32

_MISSING = "DATABASE_URL needs packages that are not installed: pip install 'cluehouse[postgres]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    folder: Path
    """With what the host writes there."""
    archive: Archive
    identity: Identity
    membership: "ClusterMembership | None" = None
    """Other processes of the same house, if there may be any."""


def open_backend(settings: Settings) -> AbstractAsyncContextManager[Backend]:
    return _shared(settings) if settings.database_url else _alone(settings)


@asynccontextmanager
async def _alone(settings: Settings) -> AsyncIterator[Backend]:
    with DataFolder(settings.data) as folder:
        archive = SqliteArchive.open(folder.database)
        try:
            identity = Identity(_secret(folder.path / SECRET))
            yield Backend(folder=folder.path, archive=archive, identity=identity)
        finally:
            await archive.close()


@asynccontextmanager
async def _shared(settings: Settings) -> AsyncIterator[Backend]:
    """The folder is not locked: all processes of a machine may read what the host wrote there."""
    try:
        from cluehouse.server.cluster.backend import open_shared
    except ModuleNotFoundError as missing:
        raise Unavailable(_MISSING) from missing
    folder = settings.data.absolute()
    with answering(str(folder)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with open_shared(settings, _proposal(folder / SECRET)) as (archive, identity, others):
        yield Backend(folder=folder, archive=archive, identity=identity, membership=others)


def _proposal(file: Path) -> bytes:
    """A house that moves from its folder into Postgres takes its secret along: guests stay."""
    return _secret(file) if file.exists() else secrets.token_bytes(SECRET_BYTES)


def _secret(file: Path) -> bytes:
    """Signs cookies. Whoever has it can be anybody, so only its owner may read it."""
    with answering(str(file)):
        if not file.exists():
            _write_secret(file, secrets.token_bytes(SECRET_BYTES))
        secret = file.read_bytes()
    if len(secret) != SECRET_BYTES:
        raise Unavailable(
            f"{file} is damaged: put it back from a backup, or remove it, and every guest will be "
            "a newcomer"
        )
    return secret


def _write_secret(file: Path, secret: bytes) -> None:
    """Under its name all at once: half a secret would be taken for one."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    os.replace(fresh, file)
