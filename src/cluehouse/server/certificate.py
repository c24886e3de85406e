"""TLS certificates: read what one says; make a self-signed one, and renew it before it expires.

A self-signed one is for browser features that phones allow only over TLS.
"""

import shutil
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import structlog

from cluehouse.core.errors import Unavailable

CERTIFICATE_DAYS: Final = 397
"""Days that a certificate is valid: the most that browsers accept."""

RENEW_BEFORE_DAYS: Final = 30
"""Days before its end at which a self-signed certificate is renewed."""

DAY_LENGTH_S: Final = 24 * 3600

_log = structlog.get_logger(__name__)

_SUBJECT: Final = "cluehouse"
_NO_CHECK_TIME: Final = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL: an expired certificate can be read."""


def self_signed_certificate(folder: Path) -> tuple[Path, Path]:
    """Return certificate and key in this folder; create what is missing with openssl."""
    certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
    if certificate.exists() and key.exists():
        renew_if_due(certificate, key)
    else:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _create(certificate, key)
    return certificate, key


def renew_if_due(certificate: Path, key: Path) -> bool:
    """Sign a new certificate with the same key, if this one ends soon. Only one that this server
    has made is replaced; the operator's own is left alone."""
    said = read_certificate(certificate, key)
    is_due = _is_our_own(said) and _seconds_left(said) < RENEW_BEFORE_DAYS * DAY_LENGTH_S
    if not is_due:
        return False
    try:
        _create(certificate, key)
    except Unavailable as error:
        if _seconds_left(said) < 0:
            raise
        _log.warning("cannot renew the certificate", detail=error.detail)
        return False
    return True


def certificate_names(certificate: Path | None, key: Path | None) -> tuple[str, ...]:
    """The host names that a certificate is for."""
    if certificate is None or key is None:
        return ()
    names = read_certificate(certificate, key).get("subjectAltName", ())
    return tuple(str(name).lower() for kind, name in names if kind == "DNS")


def read_certificate(certificate: Path, key: Path) -> dict[str, Any]:
    """What a certificate says, as `ssl.SSLSocket.getpeercert` tells it: here, a client in memory.

    Raises Unavailable if it cannot be read or does not belong to the key. One that is replaced
    meanwhile is read again.
    """
    while True:
        before = _content(certificate)
        try:
            return _read(certificate, key)
        except (OSError, ValueError) as error:
            if _content(certificate) == before:
                why = f"cannot use the certificate {certificate} with {key}: {error}"
                raise Unavailable(why) from None


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _read(certificate: Path, key: Path) -> dict[str, Any]:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key, password="")  # else OpenSSL asks the terminal
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | _NO_CHECK_TIME
    client.load_verify_locations(certificate)
    return _shown(server, client)


def _shown(server: ssl.SSLContext, client: ssl.SSLContext) -> dict[str, Any]:
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    for end in (asking, answering):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
    asking.do_handshake()
    return asking.getpeercert() or {}


def _is_our_own(said: dict[str, Any]) -> bool:
    own = ((("commonName", _SUBJECT),),)
    return said.get("issuer") == said.get("subject") == own


def _seconds_left(said: dict[str, Any]) -> float:
    return ssl.cert_time_to_seconds(said["notAfter"]) - time.time()


def _create(certificate: Path, key: Path) -> None:
    """Write a certificate, in place of an earlier one at once; and a key, unless there is one."""
    if shutil.which("openssl") is None:
        raise Unavailable("--tls without a certificate needs openssl, which is not installed")
    new = certificate.with_name(f"{certificate.name}.new")
    if not key.exists():
        _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
        key.chmod(0o600)
    _openssl(
        *("req", "-x509", "-key", key, "-days", str(CERTIFICATE_DAYS), "-subj", f"/CN={_SUBJECT}"),
        *("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", new),
    )
    new.replace(certificate)


def _openssl(*arguments: str | Path) -> None:
    result = subprocess.run(["openssl", *arguments], capture_output=True, text=True)
    if result.returncode:
        raise Unavailable(f"openssl {arguments[0]} failed: {result.stderr.strip()}")
