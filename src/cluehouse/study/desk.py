"""Where another process goes through old games: bytes in, bytes out, refusals among them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

import msgspec

from cluehouse.core.codec import Update
from cluehouse.core.errors import NotARecord, Rejected
from cluehouse.core.ids import Viewer
from cluehouse.core.record import read_record
from cluehouse.core.wire import Wire, blobs_of, decoder, encode
from cluehouse.study.replay import watch
from cluehouse.study.verdict import Verdict
from cluehouse.study.verify import verify

MOST_TOLD: Final = 16 * 1024 * 1024
"""Bytes of all updates of one game."""


class Verify(Wire, frozen=True, tag=False):
    """Is this true, in the words of a house that may call things otherwise?"""

    record: msgspec.Raw
    names: dict[str, dict[str, dict[str, str]]]


class Watch(Wire, frozen=True, tag=False):
    """Who got which updates in this game?"""

    record: msgspec.Raw
    viewer: Viewer


class Watched(Wire, frozen=True):
    """What a viewer got after the deal and after each move. Nothing is offered: it is over."""

    updates: tuple[msgspec.Raw, ...]


class Listen(Wire, frozen=True, tag=False):
    """What did this viewer hear at this address?"""

    record: msgspec.Raw
    viewer: Viewer
    address: str


class Heard(Wire, frozen=True):
    data: bytes


class Verified(Wire, frozen=True):
    verdict: Verdict


class Denied(Wire, frozen=True):
    """The document says nothing that could be answered; why, by the id of a refusal."""

    id: str
    detail: str


Done = Watched | Heard | Verified | Denied

_VERIFY = decoder(Verify)
_WATCH = decoder(Watch)
_LISTEN = decoder(Listen)


def verify_record(asked: bytes) -> bytes:
    return _answer(lambda: _verified(_VERIFY.decode(asked)))


def watch_record(asked: bytes) -> bytes:
    return _answer(lambda: _watched(_WATCH.decode(asked)))


def listen_record(asked: bytes) -> bytes:
    return _answer(lambda: _heard(_LISTEN.decode(asked)))


def _verified(asked: Verify) -> Verified:
    return Verified(verify(read_record(asked.record), asked.names))


def _watched(asked: Watch) -> Watched:
    return Watched(tuple(map(msgspec.Raw, _told(watch(read_record(asked.record), asked.viewer)))))


def _told(updates: Iterable[Update[Any, Any]]) -> Iterator[bytes]:
    """As far as an answer may go: an edited document could be told at any length."""
    told = 0
    for update in map(encode, updates):
        told += len(update)
        if told > MOST_TOLD:
            raise NotARecord("there is more to tell than any game has")
        yield update


def _heard(asked: Listen) -> Heard:
    for update in watch(read_record(asked.record), asked.viewer):
        for blob in chain.from_iterable(map(blobs_of, update.sights)):
            if blob.address == asked.address:
                return Heard(blob.data)
    raise NotARecord(f"nothing is heard at {asked.address}")


def _answer(work: Callable[[], Done]) -> bytes:
    try:
        return encode(work())
    except Rejected as refusal:
        return encode(Denied(refusal.id, refusal.detail))
