"""The VAPID key that identifies this server to push services: `push.json` in the data folder.

Without the file, Web Push is off. Browsers subscribe to the key: if it is lost, every subscription
is void.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cluehouse.core.errors import Unavailable
from cluehouse.core.wire import Wire, decoder, encode
from cluehouse.server.storage.db_errors import translated_errors

if TYPE_CHECKING:
    from cluehouse.server.push.encryption import VapidSigner

_MISSING = "Web Push needs one more package: pip install 'cluehouse[push]'"


class PushKeys(Wire, frozen=True, tag=False):
    private_key: str
    contact: str


_KEYS = decoder(PushKeys)


def create_keys(file: Path, contact: str) -> None:
    """Write a new private key to the file; an existing file is never overwritten."""
    if not contact.startswith(("mailto:", "https://")) or not contact.isprintable():
        raise Unavailable("CONTACT must be mailto:ADDRESS or https://PAGE: push services need it")
    if file.exists():
        raise Unavailable(
            f"{file} exists already: remove it to make a new key; all guests then have to turn on "
            "notices again"
        )
    try:
        from cluehouse.server.push.encryption import new_private_key
    except ImportError:
        raise Unavailable(_MISSING) from None
    keys = encode(PushKeys(new_private_key(), contact))
    with translated_errors(str(file)), open(file, "xb", opener=_owner_only) as out:
        out.write(keys)


def _owner_only(file: str, flags: int) -> int:
    return os.open(file, flags, 0o600)


def signer_of(file: Path) -> "VapidSigner | None":
    """Load the signer; None if the operator has created no key."""
    with translated_errors(str(file)):
        if not file.exists():
            return None
        text = file.read_bytes()
    try:
        from cluehouse.server.push.encryption import VapidSigner
    except ImportError:
        raise Unavailable(_MISSING) from None
    try:
        keys: PushKeys = _KEYS.decode(text)
        return VapidSigner(keys.private_key, keys.contact)
    except (msgspec.MsgspecError, ValueError):
        raise Unavailable(
            f"{file} is damaged: restore it from a backup, or remove it and run "
            "`cluehouse push-keys`"
        ) from None
