"""Web Push as bytes: what RFC 8291 encrypts for one browser, what RFC 8292 signs for its service.

Only here is `cryptography` needed, the extra `push`.
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
"""As the message says; ours is far shorter, and one record."""

_LAST_RECORD: Final = b"\2"
_CURVE: Final = ec.SECP256R1()


def new_private_key() -> str:
    return text_of(_scalar(ec.generate_private_key(_CURVE)))


class VapidSigner:
    """The house, as push services know it: by its key, and whom to write to about it."""

    def __init__(self, private_key: str, contact: str) -> None:
        """ValueError if that is no key."""
        self._key = ec.derive_private_key(int.from_bytes(bytes_of(private_key)), _CURVE)
        self._contact = contact
        self.public_key = text_of(_point(self._key))
        """For browsers, which subscribe to this house alone."""

    def authorization(self, service: str, expires: int) -> str:
        """A header for this service, told by its origin."""
        claims = {"aud": service, "exp": expires, "sub": self._contact}
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = text_of(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public_key}"


def is_public_key(point: bytes) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except ValueError:
        return False
    return len(point) == PUBLIC_BYTES


def encrypted(words: bytes, browser: bytes, auth: bytes) -> bytes:
    """For the browser with this public key and secret alone, with a key and a salt of their own."""
    return sealed(words, browser, auth, ec.generate_private_key(_CURVE), os.urandom(SALT_BYTES))


def sealed(
    words: bytes, browser: bytes, auth: bytes, key: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    secret = shared_secret(key, browser, auth, browser, _point(key))
    head = salt + RECORD_BYTES.to_bytes(4) + bytes([PUBLIC_BYTES]) + _point(key)
    content_key, nonce = content_keys(secret, salt)
    return head + AESGCM(content_key).encrypt(nonce, words + _LAST_RECORD, None)


def shared_secret(
    own: ec.EllipticCurvePrivateKey, other: bytes, auth: bytes, browser: bytes, house: bytes
) -> bytes:
    """What only the browser and the house can work out, each from its own key."""
    public = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, other)
    info = b"WebPush: info\0" + browser + house
    return _derived(own.exchange(ec.ECDH(), public), auth, info, 32)


def content_keys(secret: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key of the one record, and its nonce."""
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    return key, _derived(secret, salt, b"Content-Encoding: nonce\0", 12)


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """ValueError if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _part(claims: dict[str, object]) -> str:
    return text_of(json.dumps(claims, separators=(",", ":")).encode())


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _scalar(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_numbers().private_value.to_bytes(32)
