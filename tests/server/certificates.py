"""Certificates with any names and dates."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)


def write_certificate(
    folder: Path, *names: str, issuer: str = "some authority", days: int = 90
) -> tuple[Path, Path]:
    """Write a certificate that ends in so many days, and its key, unless there is one."""
    certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
    if not key.exists():
        key.write_bytes(
            ec.generate_private_key(ec.SECP256R1()).private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
            )
        )
    certificate.write_bytes(_signed(key, names, issuer, days).public_bytes(Encoding.PEM))
    return certificate, key


def _signed(key: Path, names: tuple[str, ...], issuer: str, days: int) -> x509.Certificate:
    private = load_pem_private_key(key.read_bytes(), None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    end = datetime.now(UTC) + timedelta(days=days)
    made = (
        x509.CertificateBuilder()
        .subject_name(_name("cluehouse"))
        .issuer_name(_name(issuer))
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(end - timedelta(days=397))
        .not_valid_after(end)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(it) for it in names]), False)
    )
    return made.sign(private, hashes.SHA256())


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common)])
