"""The base of everything stored or sent, and the one way to turn it into bytes."""

import hashlib
from typing import Any

import msgspec

from cluehouse.core.errors import Malformed

MAX_INTEGER = 2**53
"""JSON numbers beyond this are not exact in a browser."""


class Wire(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A frozen value tagged with its type name: `{"type": "Ask", "whom": 1}`.

    Unknown fields are refused. Carries ids, text, numbers and tuples of them; nothing mutable.
    """


class Blob:
    """Bytes a sight carries (a sound). All blobs of one kind of sight have one length.

    In process it is the bytes; on the wire only their address, which says nothing of them.
    """

    __slots__ = ("address", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.address = hashlib.sha256(data).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blob) and other.data == self.data

    def __hash__(self) -> int:
        return hash(self.data)


def _to_wire(value: object) -> str:
    if isinstance(value, Blob):
        return value.address
    raise NotImplementedError(f"{type(value).__name__} may not be stored or sent")


_ENCODER = msgspec.json.Encoder(enc_hook=_to_wire)


def encode(value: object) -> bytes:
    """Canonical JSON: fields in the order they are declared, no spaces."""
    return _ENCODER.encode(value)


def strictly(wire: "msgspec.json.Decoder[Any]", data: bytes | str | msgspec.Raw) -> Any:
    """Decode what a stranger sent; whatever is wrong with it is Malformed."""
    try:
        return wire.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as trouble:
        raise Malformed(str(trouble)) from None


def decoder(wire_type: Any) -> "msgspec.json.Decoder[Any]":
    """A strict decoder for a wire type or a union of them."""
    return msgspec.json.Decoder(wire_type, strict=True)
