"""The self-signed certificate is renewed before it expires, also while the server runs, and a
running server loads changed files."""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from cluehouse.core.errors import Unavailable
from cluehouse.server import certificate as certificates
from cluehouse.server.certificate import (
    CERTIFICATE_DAYS,
    RENEW_BEFORE_DAYS,
    read_certificate,
    self_signed_certificate,
)
from cluehouse.server.net import certificate_reload
from cluehouse.server.net.certificate_reload import certificate_kept_current
from tests.server.certificates import write_certificate
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

OWN = "cluehouse"


def days_left(files: tuple[Path, Path]) -> float:
    return certificates._seconds_left(read_certificate(*files)) / certificates.DAY_LENGTH_S


@pytest.mark.parametrize("days", [RENEW_BEFORE_DAYS - 1, 1, 0, -500])
def test_certificate_that_ends_soon_is_renewed_with_the_same_key(tmp_path: Path, days: int) -> None:
    old = write_certificate(tmp_path, "localhost", issuer=OWN, days=days)
    key = old[1].read_bytes()
    files = self_signed_certificate(tmp_path)
    assert files == old
    assert days_left(files) > CERTIFICATE_DAYS - 1
    assert files[1].read_bytes() == key
    assert set(tmp_path.iterdir()) == set(files)


def test_certificate_with_time_left_stays(tmp_path: Path) -> None:
    certificate, _ = write_certificate(
        tmp_path, "localhost", issuer=OWN, days=RENEW_BEFORE_DAYS + 1
    )
    before = certificate.read_bytes()
    self_signed_certificate(tmp_path)
    assert certificate.read_bytes() == before


def test_certificate_of_an_authority_is_never_replaced(tmp_path: Path) -> None:
    certificate, _ = write_certificate(tmp_path, "house.example.org", days=1)
    before = certificate.read_bytes()
    self_signed_certificate(tmp_path)
    assert certificate.read_bytes() == before


@pytest.mark.parametrize("lost", [0, 1])
def test_lost_file_of_the_pair_is_made_again(tmp_path: Path, lost: int) -> None:
    files = self_signed_certificate(tmp_path)
    kept = files[1 - lost].read_bytes()
    files[lost].unlink()
    assert days_left(self_signed_certificate(tmp_path)) > CERTIFICATE_DAYS - 1
    assert (files[1].read_bytes() == kept) == (lost == 0), "a key is kept, a certificate is not"


def test_broken_file_is_reported_and_left_alone(tmp_path: Path) -> None:
    certificate, _ = self_signed_certificate(tmp_path)
    certificate.write_text("not a certificate")
    with pytest.raises(Unavailable, match=r"cannot use the certificate .*certificate\.pem"):
        self_signed_certificate(tmp_path)
    assert certificate.read_text() == "not a certificate"


def test_without_openssl_the_old_certificate_is_served_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_certificate(tmp_path, "localhost", issuer=OWN, days=1)
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert self_signed_certificate(tmp_path) == files
    with pytest.raises(Unavailable, match="openssl"):
        self_signed_certificate(tmp_path / "new")


def test_failing_openssl_stops_no_server_whose_certificate_is_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_certificate(tmp_path, "localhost", issuer=OWN, days=1)
    before = files[0].read_bytes()
    broken = tmp_path / "bin" / "openssl"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho no luck >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    assert self_signed_certificate(tmp_path) == files
    assert files[0].read_bytes() == before
    expired = tmp_path / "expired"
    expired.mkdir()
    write_certificate(expired, "localhost", issuer=OWN, days=-1)
    with pytest.raises(Unavailable, match="no luck"):
        self_signed_certificate(expired)


def test_certificate_replaced_while_it_is_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_certificate(tmp_path, "localhost", issuer=OWN, days=1)
    load, days = ssl.SSLContext.load_verify_locations, iter([50])

    def replace_first(context: ssl.SSLContext, file: Path) -> None:
        for ends in days:
            write_certificate(tmp_path, "localhost", issuer=OWN, days=ends)
        load(context, file)

    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", replace_first)
    assert days_left(files) > 49


@asynccontextmanager
async def tls_server(files: tuple[Path, Path], *, renew: bool) -> AsyncIterator[int]:
    """A TLS server whose certificate is kept current; yields its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)

    async def hang_up(_: Any, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0, ssl=context)
    async with server, certificate_kept_current(context, *files, renew=renew):
        yield server.sockets[0].getsockname()[1]


async def served_by(port: int) -> bytes | None:
    """The certificate that a new client is shown."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    shown: bytes | None = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return shown


def bytes_of(certificate: Path) -> bytes:
    return ssl.PEM_cert_to_DER_cert(certificate.read_text())


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate_reload, "RENEWAL_CHECK_S", 0.02)
    monkeypatch.setattr(certificate_reload, "RELOAD_CHECK_S", 0.02)


@pytest.mark.usefixtures("often")
async def test_running_server_renews_its_certificate_without_a_restart(tmp_path: Path) -> None:
    files = write_certificate(tmp_path, "localhost", issuer=OWN, days=RENEW_BEFORE_DAYS + 1)
    first = bytes_of(files[0])
    async with asyncio.timeout(TEST_TIMEOUT_S), tls_server(files, renew=True) as port:
        assert await served_by(port) == first
        write_certificate(tmp_path, "localhost", issuer=OWN, days=RENEW_BEFORE_DAYS - 1)
        while days_left(files) < CERTIFICATE_DAYS - 1:
            await asyncio.sleep(0.01)
        while await served_by(port) != bytes_of(files[0]):
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("often")
async def test_certificate_of_the_operator_is_reloaded_but_never_renewed(tmp_path: Path) -> None:
    files = write_certificate(tmp_path, "house.example.org", issuer=OWN, days=1)
    async with asyncio.timeout(TEST_TIMEOUT_S), tls_server(files, renew=False) as port:
        write_certificate(tmp_path, "house.example.org", issuer=OWN, days=2)
        renewed = bytes_of(files[0])
        while await served_by(port) != renewed:
            await asyncio.sleep(0.01)
        assert bytes_of(files[0]) == renewed


@pytest.mark.usefixtures("often")
async def test_unusable_files_are_logged_once_and_the_old_certificate_is_served_on(
    tmp_path: Path,
) -> None:
    """As while an operator copies the certificate first and its key next."""
    files = write_certificate(tmp_path / ".", "house.example.org")
    first = bytes_of(files[0])
    (tmp_path / "next").mkdir()
    following = write_certificate(tmp_path / "next", "house.example.org")
    async with asyncio.timeout(TEST_TIMEOUT_S), tls_server(files, renew=False) as port:
        with capture_logs() as log:
            for broken in (b"", b"not a certificate", following[0].read_bytes()):
                known = len(log)
                files[0].write_bytes(broken)
                while len(log) == known:
                    await asyncio.sleep(0.01)
                for _ in range(5):
                    await asyncio.sleep(0.02)
                assert await served_by(port) == first
            files[0].unlink()
            files[0].write_bytes(following[0].read_bytes())
            files[1].write_bytes(following[1].read_bytes())
            while await served_by(port) != bytes_of(following[0]):
                await asyncio.sleep(0.01)
        assert {line["log_level"] for line in log} == {"error"}


async def test_server_process_loads_a_changed_certificate(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with ServerProcess.opened(folder, "--tls") as server:
        _, port = server.address
        first = await served_by(port)
        write_certificate(folder, "localhost", issuer=OWN, days=RENEW_BEFORE_DAYS + 1)
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while await served_by(port) == first:
                await asyncio.sleep(0.05)
            assert await served_by(port) == bytes_of(folder / "certificate.pem")
