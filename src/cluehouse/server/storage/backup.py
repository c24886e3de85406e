"""Back up a data folder to one file, and restore it. A failed backup or restore loses no data.

A backup is a ZIP archive, so its checksums reveal every damaged byte. It contains the random keys
of all games and the secret that signs cookies (guests keep their identity): only its owner may read
it.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.metadata import version
from lzma import LZMAError
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile
from zlib import error as BadDeflate  # noqa: N812

from cluehouse.core.errors import Damaged, DiskFull, Malformed, Unavailable
from cluehouse.core.wire import Wire, decoder, encode, strictly
from cluehouse.server.storage.data_folder import DATABASE, DataFolder, sync
from cluehouse.server.storage.db_errors import translated_errors
from cluehouse.server.storage.migrate import migrate, migrations, version_of
from cluehouse.server.storage.set_aside import (
    SMALL_FILES,
    check_not_interrupted,
    replace_data,
)
from cluehouse.server.storage.sqlite_connection import check_integrity, open_read_only

BACKUP_FORMAT: Final = 1
BACKED_UP_FILES: Final = (DATABASE, *SMALL_FILES)
_UNPACKING: Final = ".restoring-"
_LABEL: Final = "backup.json"
_MAX_LABEL_BYTES: Final = 1024
# ZipFile raises RuntimeError, NotImplementedError (a subclass) or ValueError when damaged bytes
# read as encryption, an unknown compression method, or an offset before the start of the file.
_DAMAGE_ERRORS: Final = (
    *(BadZipFile, BadDeflate, EOFError, KeyError, LZMAError, RuntimeError, ValueError),
    Malformed,
)
_REQUIRED_TABLES: Final = {"tables", "log", "book"}


class BackupLabel(Wire, frozen=True, tag=False):
    """Identifies a file as a backup, and gives its format."""

    format: int
    cluehouse: str


def back_up(data: Path, file: Path) -> None:
    """Write a consistent snapshot, also while the server runs; never overwrite a file."""
    check_data_exists(data)
    if file.exists():
        raise Unavailable(f"{file} exists already: choose another name for the backup")
    with (
        translated_errors(str(file)),
        TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder,
    ):
        _copy(data, Path(folder))
        packed = Path(folder) / "packed"
        _pack(Path(folder), packed)
        _publish(packed, file)


def restore(source: Path, data: Path) -> Path | None:
    """Restore a backup, or a folder that an earlier restore set aside. Return the folder that now
    holds the data from before, if there was any."""
    with translated_errors(str(source)):
        return _restore_copy(source, data) if source.is_dir() else _restore_backup(source, data)


def check_data_exists(data: Path) -> None:
    check_not_interrupted(data)
    if not (data / DATABASE).exists():
        raise Unavailable(f"there is no Cluehouse database in {data}")


def _restore_backup(file: Path, data: Path) -> Path | None:
    with _open_checked(file) as archive, _unpacking(data) as (folder, unpacked):
        _check_disk_space(archive, file, folder)
        _unpack(archive, unpacked)
        return _replace(unpacked, folder, file)


def _restore_copy(source: Path, data: Path) -> Path | None:
    check_data_exists(source)
    with _unpacking(data) as (folder, unpacked):
        _copy(source, unpacked)
        aside = _replace(unpacked, folder, source)
        return None if aside == source.absolute() else aside


@contextmanager
def _unpacking(data: Path) -> Iterator[tuple[Path, Path]]:
    """Lock the data folder, and yield it with a temporary folder on the same disk."""
    with DataFolder(data) as folder:
        for leftover in folder.path.glob(f"{_UNPACKING}*"):  # of a restore that was killed
            shutil.rmtree(leftover)
        with TemporaryDirectory(dir=folder.path, prefix=_UNPACKING) as unpacked:
            yield folder.path, Path(unpacked)


def _replace(unpacked: Path, folder: Path, source: Path) -> Path | None:
    _check_database(unpacked / DATABASE, source)
    for name in BACKED_UP_FILES:
        if (unpacked / name).exists():
            (unpacked / name).chmod(0o600)
            sync(unpacked / name)
    return replace_data(unpacked, folder)


def _copy(data: Path, folder: Path) -> None:
    with (
        closing(open_read_only(data / DATABASE)) as source,
        closing(sqlite3.connect(folder / DATABASE)) as copy,
    ):
        source.backup(copy)  # all pages in one read transaction: writers need not wait
        check_integrity(copy, str(data / DATABASE))
    for name in BACKED_UP_FILES:
        if name != DATABASE and (data / name).exists():
            shutil.copyfile(data / name, folder / name)


def _pack(folder: Path, packed: Path) -> None:
    names = [name for name in BACKED_UP_FILES if (folder / name).exists()]
    with open(os.open(packed, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        with ZipFile(out, "w", ZIP_DEFLATED) as archive:
            archive.writestr(_LABEL, encode(BackupLabel(BACKUP_FORMAT, version("cluehouse"))))
            for name in names:
                archive.write(folder / name, name)
        out.flush()
        os.fsync(out.fileno())


def _publish(packed: Path, file: Path) -> None:
    """Rename atomically. The name is created first: of two backups, only one can get it."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    os.replace(packed, file)
    sync(file.absolute().parent)


def _open_checked(file: Path) -> ZipFile:
    """Open a backup and check that it is undamaged and of a known format."""
    try:
        with ExitStack() as closing_on_error:
            archive = closing_on_error.enter_context(ZipFile(file))
            _check_archive(archive, file)
            closing_on_error.pop_all()
            return archive
    except _DAMAGE_ERRORS as error:
        raise _damaged_backup(file) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # damaged bytes read as an impossible file offset
            raise _damaged_backup(file) from error
        raise


def _check_archive(archive: ZipFile, file: Path) -> None:
    label = _read_label(archive)
    if label.format > BACKUP_FORMAT:
        raise Unavailable(
            f"{file} was made by a newer Cluehouse ({label.cluehouse}): install that version"
        )
    names = archive.namelist()
    if DATABASE not in names or sorted(names) != sorted({_LABEL, *BACKED_UP_FILES} & {*names}):
        raise _damaged_backup(file)  # a thousand extra entries could take days to unpack
    if archive.testzip() is not None:
        raise _damaged_backup(file)


def _read_label(archive: ZipFile) -> BackupLabel:
    """Read at most _MAX_LABEL_BYTES, however much the entry unpacks to."""
    with archive.open(_LABEL) as packed:
        label: BackupLabel = strictly(decoder(BackupLabel), packed.read(_MAX_LABEL_BYTES))
    return label


def _check_disk_space(archive: ZipFile, file: Path, folder: Path) -> None:
    """A small archive can unpack to a huge one. `testzip` has verified the sizes it declares."""
    needed = sum(entry.file_size for entry in archive.infolist())
    if needed > shutil.disk_usage(folder).free:
        raise DiskFull(f"{file} unpacks to {needed:,} bytes, for which {folder} has no room")


def _unpack(archive: ZipFile, folder: Path) -> None:
    for name in BACKED_UP_FILES:
        if name in archive.namelist():
            with archive.open(name) as packed, (folder / name).open("wb") as out:
                shutil.copyfileobj(packed, out)


def _check_database(database: Path, file: Path) -> None:
    """Check that the database can be opened, and not only that the file is undamaged."""
    known = migrations("sqlite")
    try:
        with closing(open_read_only(database)) as db:
            intact = db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
            if version_of(db) > len(known):
                migrate(db, known)  # raises the error for a newer database
    except (sqlite3.DatabaseError, Damaged) as error:
        raise _damaged_backup(file) from error
    if not intact or not tables >= _REQUIRED_TABLES:
        raise _damaged_backup(file)


def _damaged_backup(file: Path) -> Damaged:
    return Damaged(
        f"{file} is damaged, or not a Cluehouse backup: nothing has been changed; "
        "try an earlier backup"
    )
