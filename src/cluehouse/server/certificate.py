"""A self-signed certificate, for browser features that phones allow only over TLS."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from cluehouse.core.errors import Unavailable

CERTIFICATE_DAYS: Final = 397
"""Days that a certificate is valid: the most that browsers accept."""


def self_signed_certificate(folder: Path) -> tuple[Path, Path]:
    """Return certificate and key in this folder; create them with openssl if missing."""
    certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
    if not certificate.exists():
        _create(folder, certificate, key)
    return certificate, key


def _create(folder: Path, certificate: Path, key: Path) -> None:
    if shutil.which("openssl") is None:
        raise Unavailable("--tls without a certificate needs openssl, which is not installed")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", str(CERTIFICATE_DAYS), "-subj", "/CN=cluehouse"]
    command += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    key.chmod(0o600)
