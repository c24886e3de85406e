"""Requests on records, encoded for another process: bytes in, bytes out, refusals included."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final

import msgspec

from cluehouse.core.errors import NotARecord, Rejected
from cluehouse.core.ids import Viewer
from cluehouse.core.record import read_record
from cluehouse.core.wire import Wire, blobs_of, decoder, encode, strictly
from cluehouse.study.replay import reveal, watch
from cluehouse.study.verdict import Verdict
from cluehouse.study.verify import verify

MAX_UPDATES_BYTES: Final = 16 * 1024 * 1024
"""Limits all updates of one game together, and all that is revealed."""


class Verify(Wire, frozen=True, tag=False):
    """Verify this document; `names` are the server's own names of things, for the answer's texts.
    Encoded as MessagePack, in which an untrusted document is bytes like any other."""

    document: bytes
    names: dict[str, dict[str, dict[str, str]]]


class Watch(Wire, frozen=True, tag=False):
    """Replay the updates that this viewer got."""

    record: msgspec.Raw
    viewer: Viewer
    reveal: bool = False
    """With what was hidden from all viewers, or from some."""


class Watched(Wire, frozen=True):
    """A viewer's updates after the deal and after each move. They offer no moves."""

    updates: tuple[msgspec.Raw, ...]
    truths: tuple[msgspec.Raw, ...]
    """What was hidden at each update; empty unless it was asked for."""


class Listen(Wire, frozen=True, tag=False):
    """Get the blob that this viewer was shown under this address."""

    record: msgspec.Raw
    viewer: Viewer
    address: str


class Heard(Wire, frozen=True):
    data: bytes


class Verified(Wire, frozen=True):
    verdict: Verdict


class Denied(Wire, frozen=True):
    """The record was refused; `id` is that of the refusal."""

    id: str
    detail: str


Done = Watched | Heard | Verified | Denied

_VERIFY = msgspec.msgpack.Decoder(Verify)
_DOCUMENT = decoder(msgspec.Raw)
_WATCH = decoder(Watch)
_LISTEN = decoder(Listen)


def verify_record(request: bytes) -> bytes:
    return _answer(lambda: _verified(_VERIFY.decode(request)))


def watch_record(request: bytes) -> bytes:
    """The request is an untrusted `Watch`."""
    return _answer(lambda: _watched(strictly(_WATCH, request)))


def listen_record(request: bytes) -> bytes:
    """The request is an untrusted `Listen`."""
    return _answer(lambda: _heard(strictly(_LISTEN, request)))


def _verified(request: Verify) -> Verified:
    return Verified(verify(read_record(strictly(_DOCUMENT, request.document)), request.names))


def _watched(request: Watch) -> Watched:
    record = read_record(request.record)
    updates = watch(record, request.viewer)
    truths = reveal(record) if request.reveal else ()
    return Watched(_encoded(updates), _encoded(truths))


def _encoded(told: Iterable[Wire]) -> tuple[msgspec.Raw, ...]:
    """Raises NotARecord over MAX_UPDATES_BYTES: a forged record can make them of any length."""
    size, encoded = 0, list[msgspec.Raw]()
    for each in map(encode, told):
        size += len(each)
        if size > MAX_UPDATES_BYTES:
            raise NotARecord("there is more to tell than any game has")
        encoded.append(msgspec.Raw(each))
    return tuple(encoded)


def _heard(request: Listen) -> Heard:
    for update in watch(read_record(request.record), request.viewer):
        for blob in chain.from_iterable(map(blobs_of, update.sights)):
            if blob.address == request.address:
                return Heard(blob.data)
    raise NotARecord(f"nothing is heard at {request.address}")


def _answer(work: Callable[[], Done]) -> bytes:
    try:
        return encode(work())
    except Rejected as refusal:
        return encode(Denied(refusal.id, refusal.detail))
