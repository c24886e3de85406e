"""Games as documents: contributions to the deal before, export, verification and replay after.

Verification and replay take the document in the request body, which the records worker decodes.
Nothing is stored, and a finished table and a file from elsewhere are handled alike.
"""

import asyncio
from importlib.metadata import version
from typing import Any, Final

import msgspec

from cluehouse.core.errors import (
    Malformed,
    NewerRecord,
    NoSuchSeat,
    NotARecord,
    RecordAstray,
    Unanswered,
    UnknownGame,
)
from cluehouse.core.game import AnyGame
from cluehouse.core.record import Record
from cluehouse.core.wire import decoder
from cluehouse.server.errors import BadRequest, NotOver
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby import seating
from cluehouse.server.wire.lobby import Contribute
from cluehouse.server.wire.room import Room
from cluehouse.study.desk import Denied, Done, Heard, Listen, Verified, Verify, Watch, Watched
from cluehouse.study.verdict import Verdict
from cluehouse.table.bots.messages import Advised, Commission, Failed

MAX_RECORD_BYTES: Final = 4 * 1024 * 1024
"""Far longer than any game."""

VERIFY: Final = "cluehouse.study.desk:verify_record"
WATCH: Final = "cluehouse.study.desk:watch_record"
LISTEN: Final = "cluehouse.study.desk:listen_record"

_DONE: Final = decoder(Done)
_REFUSALS: Final = {
    Malformed.id: BadRequest,
    **{kind.id: kind for kind in (NotARecord, NewerRecord, UnknownGame, RecordAstray, NoSuchSeat)},
}


async def contribute(call: Call) -> Answer:
    seat, value = call.body.seat, call.body.value
    return await call.change(lambda book: seating.contribute(book, call.guest, seat, value))


async def export(call: Call) -> Answer:
    """The same document for every guest; refused before the game has ended."""
    await call.context.tables.book(call.table)
    table = await call.context.tables.game_for(call.table, call.guest.id)
    if not await call.context.tables.is_over_for(call.table, call.guest.id):
        raise NotOver
    machine = await asyncio.to_thread(_machine, table.game)
    record = await call.context.tables.record(call.table, version("cluehouse"), machine)
    return Answer(record, file=f"cluehouse-{record.game}-{record.key[:8]}.json")


async def verify(call: Call) -> Answer:
    asked = msgspec.msgpack.encode(Verify(call.body, call.context.name_overrides))
    return Answer((await _commission(call, VERIFY, asked)).verdict)


async def watch(call: Call) -> Answer:
    return Answer(await _commission(call, WATCH, call.body))


async def listen(call: Call) -> Answer:
    return Answer(await _commission(call, LISTEN, call.body))


def _machine(game: AnyGame) -> str:
    return "" if game.physics is None else game.physics.mark()


async def _commission(call: Call, function: str, asked: bytes) -> Any:
    """Runs in the records worker."""
    match await call.context.workers.records_worker.ask(Commission(function, asked)):
        case Advised(given=given):
            return _done(_DONE.decode(given))
        case Failed(error=error):
            raise Unanswered(f"{function}: {error.partition(':')[0]}")
        case other:
            raise Unanswered(f"{type(other).__name__} is no answer to a commission")


def _done(done: Done) -> Watched | Heard | Verified:
    if isinstance(done, Denied):
        raise _REFUSALS[done.id](done.detail)
    return done


RECORD_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/tables/{table}/contribute",
        contribute,
        summary="Contribute randomness to the deal, once per seat",
        takes=Contribute,
        gives=Room,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        export,
        summary="A finished game as a document",
        gives=Record,
        name="record",
        limit=lambda limits: limits.expensive_requests,
        queue=lambda queues: queues.archive,
    ),
    Endpoint(
        "POST",
        "/api/verify",
        verify,
        summary="Verify the document of a game",
        takes=msgspec.Raw,
        gives=Verdict,
        max_body=MAX_RECORD_BYTES,
        decodes_body=False,
        limit=lambda limits: limits.expensive_requests,
        queue=lambda queues: queues.records,
        name="verify",
    ),
    Endpoint(
        "POST",
        "/api/replay",
        watch,
        summary="What a viewer saw in the document of a game",
        takes=Watch,
        gives=Watched,
        max_body=MAX_RECORD_BYTES,
        decodes_body=False,
        limit=lambda limits: limits.expensive_requests,
        queue=lambda queues: queues.records,
        name="replay",
    ),
    Endpoint(
        "POST",
        "/api/replay/blob",
        listen,
        summary="What a viewer heard in the document of a game",
        takes=Listen,
        gives=Heard,
        max_body=MAX_RECORD_BYTES,
        decodes_body=False,
        limit=lambda limits: limits.expensive_requests,
        queue=lambda queues: queues.records,
        name="listen",
    ),
)
