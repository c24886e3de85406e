"""Where a browser asks to be told that it is its guest's turn, also when no page is open."""

from binascii import Error as NoBase64
from typing import Final

from cluehouse.server.errors import BadRequest, NoPush
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.push.delivery import ServiceAddress
from cluehouse.server.push.subscriptions import PushSubscription
from cluehouse.server.wire.guest import Notices, Subscribe, Unsubscribe


async def subscribe(call: Call) -> Answer:
    context = call.context
    if context.notifier is None:
        raise NoPush
    if call.newcomer:
        raise BadRequest("a guest who has never been here has no turn to be told of")
    wanted = _subscription(call.body, local=context.notifier.local)
    await context.pushes.keep(call.guest.id, wanted)
    return Answer(Notices(on=True))


async def unsubscribe(call: Call) -> Answer:
    await call.context.pushes.drop_own(call.guest.id, call.body.endpoint)
    return Answer(Notices(on=False))


def _subscription(asked: Subscribe, *, local: bool) -> PushSubscription:
    from cluehouse.server.push.encryption import AUTH_BYTES, bytes_of, is_public_key

    try:
        ServiceAddress.at(asked.endpoint, local=local)
        p256dh, auth = bytes_of(asked.p256dh), bytes_of(asked.auth)
    except NoBase64:
        raise BadRequest("these are no keys of a browser") from None
    except ValueError as trouble:
        raise BadRequest(str(trouble)) from None
    if not is_public_key(p256dh) or len(auth) != AUTH_BYTES:
        raise BadRequest("these are no keys of a browser")
    return PushSubscription(asked.endpoint, p256dh, auth, asked.language)


PUSH_ENDPOINTS: Final = (
    Endpoint(
        *("POST", "/api/me/push", "Tell this browser when it is your turn"),
        *(subscribe, Notices, Subscribe),
        limit=lambda limits: limits.aids,
    ),
    Endpoint(
        *("POST", "/api/me/push/drop", "Do not tell this browser any more"),
        *(unsubscribe, Notices, Unsubscribe),
        limit=lambda limits: limits.aids,
    ),
)
