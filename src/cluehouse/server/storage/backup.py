"""A whole house in one file, and back. Whatever goes wrong, nothing that was there is lost.

A backup is a ZIP archive, so that every damaged byte shows. It holds the keys of all luck and the
secret that signs cookies (guests stay who they are): only its owner may read it.
"""

import errno
import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from importlib.metadata import version
from lzma import LZMAError
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile
from zlib import error as BadDeflate  # noqa: N812

from cluehouse.core.errors import Damaged, DiskFull, Malformed, Unavailable
from cluehouse.core.wire import Wire, decoder, encode, strictly
from cluehouse.server.storage.data_folder import (
    BANS,
    DATABASE,
    NAMES,
    PUSH,
    SECRET,
    WORDS,
    DataFolder,
)
from cluehouse.server.storage.db_errors import answering
from cluehouse.server.storage.migrate import migrate, migrations, version_of
from cluehouse.server.storage.sqlite_connection import check_whole, open_to_copy

BACKUP_FORMAT: Final = 1
BACKED_UP_FILES: Final = (DATABASE, SECRET, BANS, WORDS, NAMES, PUSH)
_BESIDE: Final = (f"{DATABASE}-wal", f"{DATABASE}-shm")
_LABEL: Final = "backup.json"
_LABEL_SIZE: Final = 1024
"""Bytes."""
# ZipFile says RuntimeError, NotImplementedError (its kind) or ValueError where bytes that changed
# read as a password, as a method nobody knows, or as a place before the file.
_SPOILT: Final = (
    *(BadZipFile, BadDeflate, EOFError, KeyError, LZMAError, RuntimeError, ValueError),
    Malformed,
)
_TABLES: Final = {"tables", "log", "book"}


class BackupLabel(Wire, frozen=True, tag=False):
    """Says that this is a backup, and of what kind."""

    format: int
    cluehouse: str


def back_up(data: Path, file: Path) -> None:
    """All of it as it was at one moment, also while the house is open; never over another file."""
    check_there(data)
    if file.exists():
        raise Unavailable(f"{file} is there already: choose another name for the backup")
    with answering(str(file)), TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        _copy(data, Path(folder))
        packed = Path(folder) / "packed"
        _pack(Path(folder), packed)
        _publish(packed, file)


def restore(file: Path, data: Path) -> Path | None:
    """The house as it was backed up; where that which was there is now, if anything was."""
    with (
        answering(str(file)),
        _opened(file) as archive,
        DataFolder(data) as folder,
        TemporaryDirectory(dir=folder.path, prefix=".restoring-") as fresh,
    ):
        _check_room(archive, file, folder.path)
        _unpack(archive, Path(fresh))
        _check(Path(fresh) / DATABASE, file)
        aside = _set_aside(folder.path)
        _move(Path(fresh), folder.path)
    return aside


def check_there(data: Path) -> None:
    if not (data / DATABASE).exists():
        raise Unavailable(f"there is no house in {data}")


def _copy(data: Path, folder: Path) -> None:
    with (
        closing(open_to_copy(data / DATABASE)) as source,
        closing(sqlite3.connect(folder / DATABASE)) as copy,
    ):
        source.backup(copy)  # all pages in one reading: whoever writes need not wait
        check_whole(copy, str(data / DATABASE))
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
    """Under its name all at once. The name is claimed first: two backups cannot both have it."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    os.replace(packed, file)
    _sync(file.absolute().parent)


def _opened(file: Path) -> ZipFile:
    """Found whole, and of a kind we know, before anything is touched."""
    try:
        with ExitStack() as unless_whole:
            archive = unless_whole.enter_context(ZipFile(file))
            _check_whole(archive, file)
            unless_whole.pop_all()
            return archive
    except _SPOILT as trouble:
        raise _spoilt(file) from trouble
    except OSError as trouble:
        if trouble.errno == errno.EINVAL:  # bytes that changed read as a place that no file has
            raise _spoilt(file) from trouble
        raise


def _check_whole(archive: ZipFile, file: Path) -> None:
    label = _label(archive)
    if label.format > BACKUP_FORMAT:
        raise Unavailable(
            f"{file} was made by a newer Cluehouse ({label.cluehouse}): install that one"
        )
    names = archive.namelist()
    if DATABASE not in names or sorted(names) != sorted({_LABEL, *BACKED_UP_FILES} & {*names}):
        raise _spoilt(file)  # a thousand entries more could unpack for days
    if archive.testzip() is not None:
        raise _spoilt(file)


def _label(archive: ZipFile) -> BackupLabel:
    """However much it unpacks to, no more is read than a label has."""
    with archive.open(_LABEL) as packed:
        label: BackupLabel = strictly(decoder(BackupLabel), packed.read(_LABEL_SIZE))
    return label


def _check_room(archive: ZipFile, file: Path, folder: Path) -> None:
    """A small archive can be a huge house. Every entry has been found as long as it says."""
    needed = sum(entry.file_size for entry in archive.infolist())
    if needed > shutil.disk_usage(folder).free:
        raise DiskFull(f"{file} unpacks to {needed:,} bytes, for which {folder} has no room")


def _unpack(archive: ZipFile, folder: Path) -> None:
    for name in BACKED_UP_FILES:
        if name in archive.namelist():
            (folder / name).touch(mode=0o600)
            with archive.open(name) as packed, (folder / name).open("r+b") as out:
                shutil.copyfileobj(packed, out)
                out.flush()
                os.fsync(out.fileno())


def _check(database: Path, file: Path) -> None:
    """A house that we can open, and not only a file that is whole."""
    known = migrations("sqlite")
    try:
        with closing(open_to_copy(database)) as db:
            whole = db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
            if version_of(db) > len(known):
                migrate(db, known)  # refuses, in its own words
    except (sqlite3.DatabaseError, Damaged) as trouble:
        raise _spoilt(file) from trouble
    if not whole or not tables >= _TABLES:
        raise _spoilt(file)


def _set_aside(folder: Path) -> Path | None:
    """A restored house has nothing of the one before; what that was stays beside it."""
    there = [name for name in (*BACKED_UP_FILES, *_BESIDE) if (folder / name).exists()]
    if not there:
        return None
    now = datetime.now(UTC).strftime("%Y-%m-%d")
    aside = Path(mkdtemp(dir=folder, prefix=f"set-aside-{now}-"))
    for name in there:
        os.replace(folder / name, aside / name)
    _sync(aside)
    return aside


def _move(fresh: Path, folder: Path) -> None:
    for name in BACKED_UP_FILES:
        if (fresh / name).exists():
            os.replace(fresh / name, folder / name)
    _sync(folder)


def _sync(folder: Path) -> None:
    """Names are on disk, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _spoilt(file: Path) -> Damaged:
    return Damaged(
        f"{file} is damaged, or no backup of a house: nothing has been changed; "
        "try an earlier backup"
    )
