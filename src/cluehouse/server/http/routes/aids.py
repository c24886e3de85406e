"""Aids of the games: each is an endpoint, answered by the worker process for aids."""

from collections.abc import Iterable
from typing import Final

import msgspec

from cluehouse.core.errors import Unanswered
from cluehouse.core.game import Aid, AnyGame
from cluehouse.core.wire import encode
from cluehouse.server.errors import BadRequest
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.table.bots.messages import Advised, Consult, Declined, Failed
from cluehouse.table.bots.pool import Worker

MAX_AID_BODY_BYTES: Final = 64 * 1024
"""An aid keeps no state, so a question carries its whole history."""


def endpoints(games: Iterable[AnyGame]) -> tuple[Endpoint, ...]:
    return tuple(
        _endpoint(game.name, name, aid) for game in games for name, aid in game.aids.items()
    )


def _endpoint(game: str, name: str, aid: Aid) -> Endpoint:
    async def ask(call: Call) -> Answer:
        consult = Consult(game, name, encode(call.body))
        return Answer(await _advice(call.context.workers.aid_worker, consult))

    return Endpoint(
        "POST",
        f"/api/games/{game}/aids/{name}",
        ask,
        summary=f"Aid of {game}: {name}",
        gives=aid.gives,
        takes=aid.takes,
        max_body=MAX_AID_BODY_BYTES,
        limit=lambda limits: limits.expensive_requests,
        queue=lambda queues: queues.aids,
        name=f"{game}_{name}",
    )


async def _advice(worker: Worker, consult: Consult) -> msgspec.Raw:
    match await worker.ask(consult):
        case Advised(given=given):
            return msgspec.Raw(given)
        case Declined(words=words):
            raise BadRequest(words)
        case Failed(error=error):
            # what follows the kind may quote the question, which must not be logged
            kind = error.partition(":")[0]
            raise Unanswered(f"{consult.aid} of {consult.game}: {kind}")
        case other:
            raise Unanswered(f"{type(other).__name__} is no answer to a question of this kind")
