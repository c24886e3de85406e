"""Subscribe a browser to Web Push notices of its guest's turns, and unsubscribe it."""

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
    await context.push_subscriptions.keep(call.visitor, wanted)
    return Answer(Notices(on=True))


async def unsubscribe(call: Call) -> Answer:
    await call.context.push_subscriptions.drop_own(call.guest.id, call.body.endpoint)
    return Answer(Notices(on=False))


def _subscription(asked: Subscribe, *, local: bool) -> PushSubscription:
    from cluehouse.server.push.encryption import AUTH_BYTES, bytes_of, is_public_key

    try:
        ServiceAddress.at(asked.endpoint, local=local)
        p256dh, auth = bytes_of(asked.p256dh), bytes_of(asked.auth)
    except NoBase64:
        raise BadRequest("these are no keys of a browser") from None
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if not is_public_key(p256dh) or len(auth) != AUTH_BYTES:
        raise BadRequest("these are no keys of a browser")
    return PushSubscription(asked.endpoint, p256dh, auth, asked.language)


PUSH_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/me/push",
        subscribe,
        summary="Notify this browser of your turns",
        takes=Subscribe,
        gives=Notices,
        limit=lambda limits: limits.expensive_requests,
    ),
    Endpoint(
        "POST",
        "/api/me/push/drop",
        unsubscribe,
        summary="Stop notifying this browser",
        takes=Unsubscribe,
        gives=Notices,
        limit=lambda limits: limits.expensive_requests,
    ),
)
