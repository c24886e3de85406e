"""Web Push cryptography: message encryption (RFC 8291) and VAPID signatures (RFC 8292).

The only module that needs the package `cryptography`, which the extra `push` installs.
"""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PUBLIC_BYTES: Final = 65
AUTH_BYTES: Final = 16
SALT_BYTES: Final = 16

RECORD_BYTES: Final = 4096
"""The record size declared in a message; ours are one, much shorter record."""

_LAST_RECORD: Final = b"\2"
_CURVE: Final = ec.SECP256R1()


def new_private_key() -> str:
    return text_of(_scalar(ec.generate_private_key(_CURVE)))


class VapidSigner:
    """Signs requests to push services with the server's key and the operator's contact."""

    def __init__(self, private_key: str, contact: str) -> None:
        """Raises ValueError for an invalid key."""
        self._key = ec.derive_private_key(int.from_bytes(bytes_of(private_key)), _CURVE)
        self._contact = contact
        self.public_key = text_of(_point(self._key))
        """Browsers bind their subscriptions to this key, so that no other server can use them."""

    def authorization(self, service: str, expires: int) -> str:
        """The Authorization header for a service, which is named by its origin."""
        claims = {"aud": service, "exp": expires, "sub": self._contact}
        signed = f"{_jwt_part({'typ': 'JWT', 'alg': 'ES256'})}.{_jwt_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = text_of(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public_key}"


def is_public_key(point: bytes) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except ValueError:
        return False
    return len(point) == PUBLIC_BYTES


def encrypt(message: bytes, browser: bytes, auth: bytes) -> bytes:
    """Encrypt for the browser with this public key and secret, with a fresh key and salt."""
    key, salt = ec.generate_private_key(_CURVE), os.urandom(SALT_BYTES)
    return encrypt_with(key, salt, message, browser, auth)


def encrypt_with(
    key: ec.EllipticCurvePrivateKey, salt: bytes, message: bytes, browser: bytes, auth: bytes
) -> bytes:
    secret = shared_secret(key, browser, auth, browser, _point(key))
    header = salt + RECORD_BYTES.to_bytes(4) + bytes([PUBLIC_BYTES]) + _point(key)
    content_key, nonce = content_keys(secret, salt)
    return header + AESGCM(content_key).encrypt(nonce, message + _LAST_RECORD, None)


def shared_secret(
    own: ec.EllipticCurvePrivateKey, other: bytes, auth: bytes, browser: bytes, server: bytes
) -> bytes:
    """The secret that browser and server each derive from their own private key."""
    public = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, other)
    info = b"WebPush: info\0" + browser + server
    return _derive(own.exchange(ec.ECDH(), public), auth, info, 32)


def content_keys(secret: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The encryption key of the single record, and its nonce."""
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    return key, _derive(secret, salt, b"Content-Encoding: nonce\0", 12)


def text_of(data: bytes) -> str:
    """Encode as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Decode base64url with or without padding; raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _jwt_part(claims: dict[str, object]) -> str:
    return text_of(json.dumps(claims, separators=(",", ":")).encode())


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _scalar(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_numbers().private_value.to_bytes(32)
