"""The key by which push services know this house: a file of the data folder, if there is one.

Browsers subscribe to the key, so whoever loses it is told by no browser any more.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cluehouse.core.errors import Unavailable
from cluehouse.core.wire import Wire, decoder, encode
from cluehouse.server.storage.db_errors import answering

if TYPE_CHECKING:
    from cluehouse.server.push.encryption import VapidSigner

_MISSING = "Web Push needs one more package: pip install 'cluehouse[push]'"


class PushKeys(Wire, frozen=True, tag=False):
    private_key: str
    contact: str


_KEYS = decoder(PushKeys)


def make(file: Path, contact: str) -> None:
    """Never over another one."""
    if not contact.startswith(("mailto:", "https://")) or not contact.isprintable():
        raise Unavailable("push services want mailto:SOMEBODY or https://PAGE to write to")
    if file.exists():
        raise Unavailable(
            f"{file} is there already: remove it first, and everybody has to ask for notices again"
        )
    try:
        from cluehouse.server.push.encryption import new_private_key
    except ImportError:
        raise Unavailable(_MISSING) from None
    keys = encode(PushKeys(new_private_key(), contact))
    with answering(str(file)), open(file, "xb", opener=_private) as out:
        out.write(keys)


def _private(file: str, flags: int) -> int:
    return os.open(file, flags, 0o600)


def signer_of(file: Path) -> "VapidSigner | None":
    """None where the operator has not asked for it."""
    with answering(str(file)):
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
            f"{file} is damaged: put it back from a backup, or make new keys with "
            "`cluehouse push-keys`"
        ) from None
