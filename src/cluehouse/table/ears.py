"""Who is told, and what they listen to."""

from collections.abc import Iterable
from typing import NamedTuple

from cluehouse.core.ids import Viewer
from cluehouse.core.wire import Blob, Wire, blobs_of


class Ear(NamedTuple):
    """Of a viewer. A bot gets the gist of what people listen to."""

    viewer: Viewer
    bot: bool


def blob_at(address: str, sights: Iterable[Wire]) -> Blob | None:
    blobs = (blob for sight in sights for blob in blobs_of(sight))
    return next((blob for blob in blobs if blob.address == address), None)


def take_gists(sights: Iterable[Wire]) -> None:
    """Have what bots hear made now, so that it is at hand when it is told."""
    for sight in sights:
        for blob in blobs_of(sight):
            _ = blob.gist
