"""The base of everything stored or sent, and the one way to turn it into bytes."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cluehouse.core.errors import Malformed

MAX_INTEGER = 2**53
"""JSON numbers beyond this are not exact in a browser."""


class Wire(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A frozen value tagged with its type name: `{"type": "Ask", "whom": 1}`.

    Unknown fields are refused. Carries ids, text, numbers and tuples of them; nothing mutable.
    """


Gist = tuple[float, ...]


def _empty_gist() -> Gist:
    return ()


class Blob:
    """Bytes a sight carries (a sound). All blobs of one kind of sight have one length.

    In process the bytes are made on demand; the wire carries only an address, which does not
    depend on them. Among all that a viewer is shown of a game, an address stands for one blob:
    blobs with the same address are equal.
    """

    __slots__ = ("_gist", "_make", "address")

    def __init__(
        self, address: str, make: Callable[[], bytes], gist: Callable[[], Gist] = _empty_gist
    ) -> None:
        self.address = address
        self._make = make
        self._gist = gist

    @property
    def data(self) -> bytes:
        """Raises LookupError where only the address is known."""
        return self._make()

    @property
    def gist(self) -> Gist:
        """All that a bot takes from the data, for bots in another process. Raises LookupError where
        only the address is known."""
        return self._gist()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blob) and other.address == self.address

    def __hash__(self) -> int:
        return hash(self.address)


def blobs_of(sight: Wire) -> Iterator[Blob]:
    for field in sight.__struct_fields__:
        value = getattr(sight, field)
        if isinstance(value, Blob):
            yield value


def _to_wire(value: object) -> str:
    if isinstance(value, Blob):
        return value.address
    raise NotImplementedError(f"{type(value).__name__} may not be stored or sent")


def _to_bot(value: object) -> object:
    return {value.address: value.gist} if isinstance(value, Blob) else _to_wire(value)


def _from_wire(kind: type, value: object) -> Blob:
    if kind is not Blob:
        raise NotImplementedError(f"{kind.__name__} may not be stored or sent")
    if isinstance(value, dict):
        ((address, gist),) = value.items()
        return Blob(address, _no_data, lambda: tuple(gist))
    if not isinstance(value, str):
        raise TypeError("Expected the address of a blob")
    return Blob(value, _no_data, _no_data)


def _no_data() -> Any:
    raise LookupError("only the address of this blob came over the wire")


_ENCODER = msgspec.json.Encoder(enc_hook=_to_wire)
_TO_BOTS = msgspec.json.Encoder(enc_hook=_to_bot)


def encode(value: object) -> bytes:
    """Canonical JSON: fields in the order they are declared, no spaces."""
    return _ENCODER.encode(value)


def encode_for_bots(value: object) -> bytes:
    """The same, with the gist of every blob beside its address."""
    return _TO_BOTS.encode(value)


def strictly(wire: "msgspec.json.Decoder[Any]", data: bytes | str | msgspec.Raw) -> Any:
    """Decode untrusted input; raises Malformed whatever is wrong with it."""
    try:
        return wire.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Malformed(str(error)) from None


def decoder(wire_type: Any) -> "msgspec.json.Decoder[Any]":
    """A strict decoder for a wire type or a union of them."""
    return msgspec.json.Decoder(wire_type, strict=True, dec_hook=_from_wire)
