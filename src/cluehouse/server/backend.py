"""Open the storage backend: a data folder with SQLite for one process, or a Postgres that several
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
from cluehouse.server.accounts.resume_passes import MemoryPasses, ResumePasses
from cluehouse.server.settings import Settings
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.data_folder import SECRET, DataFolder, sync
from cluehouse.server.storage.db_errors import translated_errors
from cluehouse.server.storage.set_aside import check_not_interrupted
from cluehouse.server.storage.sqlite import SqliteArchive

if TYPE_CHECKING:  # it needs optional packages
    from cluehouse.server.cluster.membership import ClusterMembership

SECRET_BYTES: Final = 32

_NO_DRIVER = "DATABASE_URL needs packages that are not installed: pip install 'cluehouse[postgres]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    folder: Path
    """Contains the files that the operator writes."""
    archive: Archive
    identity: Identity
    passes: ResumePasses
    membership: "ClusterMembership | None" = None
    """None with SQLite, where there is only one process."""


def open_backend(settings: Settings) -> AbstractAsyncContextManager[Backend]:
    return _open_postgres(settings) if settings.database_url else _open_sqlite(settings)


@asynccontextmanager
async def _open_sqlite(settings: Settings) -> AsyncIterator[Backend]:
    with DataFolder(settings.data) as folder:
        check_not_interrupted(folder.path)
        archive = SqliteArchive.open(folder.database)
        try:
            yield Backend(
                folder=folder.path,
                archive=archive,
                identity=Identity(_secret(folder.path / SECRET)),
                passes=ResumePasses(MemoryPasses()),
            )
        finally:
            await archive.close()


@asynccontextmanager
async def _open_postgres(settings: Settings) -> AsyncIterator[Backend]:
    """The folder is not locked: all processes of a machine read the operator's files there."""
    try:
        from cluehouse.server.cluster.backend import open_shared
    except ModuleNotFoundError as missing:
        raise Unavailable(_NO_DRIVER) from missing
    folder = settings.data.absolute()
    with translated_errors(str(folder)):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with open_shared(settings, _proposed_secret(folder / SECRET)) as opened:
        archive, identity, passes, membership = opened
        yield Backend(
            folder=folder, archive=archive, identity=identity, passes=passes, membership=membership
        )


def _proposed_secret(file: Path) -> bytes:
    """Reuse the secret of a data folder that moves to Postgres: guests keep their identity."""
    return _secret(file) if file.exists() else secrets.token_bytes(SECRET_BYTES)


def _secret(file: Path) -> bytes:
    """Read or create the secret that signs cookies. It lets its reader impersonate any guest, so
    only its owner may read the file."""
    with translated_errors(str(file)):
        if not file.exists():
            _write_secret(file, secrets.token_bytes(SECRET_BYTES))
        secret = file.read_bytes()
    if len(secret) != SECRET_BYTES:
        raise Unavailable(
            f"{file} is damaged: restore it from a backup, or delete it: then every guest loses "
            "their identity"
        )
    return secret


def _write_secret(file: Path, secret: bytes) -> None:
    """Write atomically: a partly written file could be taken for a secret."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(temporary, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    os.replace(temporary, file)
    sync(file.parent)
