"""Keeps the certificate of a running server current: new connections use files that changed."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog

from cluehouse.core.errors import Unavailable
from cluehouse.server.certificate import read_certificate, renew_if_due
from cluehouse.server.periodic import SECOND_S, run_periodically

RELOAD_CHECK_S: Final = SECOND_S
"""Between two looks at the files."""

RENEWAL_CHECK_S: Final = 3600.0
"""Between two looks at the end of a self-signed certificate."""

FileStamp = tuple[int, int, int]

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def certificate_kept_current(
    context: ssl.SSLContext, certificate: Path, key: Path, *, renew: bool
) -> AsyncIterator[None]:
    """For the duration of the block, load the files when they change; `renew` a self-signed
    certificate before it expires."""

    async def renew_in_time() -> None:
        if renew:
            await asyncio.to_thread(renew_if_due, certificate, key)

    reloader = CertificateReloader(context, certificate, key)
    jobs = ((RELOAD_CHECK_S, reloader.refresh), (RENEWAL_CHECK_S, renew_in_time))
    async with run_periodically(*jobs):
        yield


class CertificateReloader:
    """Loads changed files into the TLS context that new connections use."""

    def __init__(self, context: ssl.SSLContext, certificate: Path, key: Path) -> None:
        self._context = context
        self._files = certificate, key
        self._stamps = self._current_stamps()

    async def refresh(self) -> None:
        """Load the files if they changed. The old certificate stays if they cannot be used."""
        stamps = self._current_stamps()
        if stamps == self._stamps:
            return
        self._stamps = stamps
        try:
            read_certificate(*self._files)  # a failed load would leave the context without a key
            self._context.load_cert_chain(*self._files)
        except (Unavailable, OSError) as error:
            _log.error("certificate not loaded, the old one stays in use", detail=str(error))

    def _current_stamps(self) -> list[FileStamp | None]:
        return [_stamp(file) for file in self._files]


def _stamp(file: Path) -> FileStamp | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size
