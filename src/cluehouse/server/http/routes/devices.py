"""A guest's devices: list and end them, and passes that bring the guest to another one."""

from contextlib import suppress
from typing import Final

from cluehouse.core.errors import Unavailable
from cluehouse.server.accounts.device_sessions import DeviceRow
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.resume_passes import PASS_AGE_S
from cluehouse.server.errors import BadCode
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.http.qr_codes import qr_code
from cluehouse.server.http.routes.guest_names import named_guest
from cluehouse.server.wire.guest import (
    EndDevice,
    Me,
    Resume,
    ResumeOffer,
    ResumePass,
    SignedInDevice,
    YourDevices,
)


async def look_at_devices(call: Call) -> Answer:
    return Answer(await _devices(call))


async def end_device(call: Call) -> Answer:
    """Ending this very device deletes its cookie."""
    context, guest = call.context, call.guest.id
    ended = await context.sessions.end(guest, call.body.id)
    await context.passes.cancel(guest)  # the device may have made one just before
    return Answer(await _devices(call), delete_cookie=ended == call.visitor.session)


async def end_other_devices(call: Call) -> Answer:
    await call.context.sessions.end_others(call.visitor)
    await call.context.passes.cancel(call.guest.id)
    return Answer(await _devices(call))


async def start_afresh(call: Call) -> Answer:
    """Give a device that was signed out the cookie of a newcomer. A refusal does not: it may arrive
    after the answer that signed the browser in again."""
    return Answer(Me(call.guest.name))


async def _devices(call: Call) -> YourDevices:
    context, guest = call.context, call.guest.id
    left = await context.passes.seconds_left(guest)
    return YourDevices(
        tuple(_device(row, call.visitor.session) for row in await context.sessions.of(guest)),
        None if left is None else int(left),
    )


def _device(row: DeviceRow, this: str) -> SignedInDevice:
    return SignedInDevice(
        row.handle, row.browser, row.system, row.created, row.last_seen, row.id == this
    )


async def give_pass(call: Call) -> Answer:
    """The secret is in the link's fragment, which browsers keep to themselves: it is in no request
    line, `Referer` or log."""
    issued = await call.context.passes.issue(named_guest(call))
    link = f"{call.origin_for_others}/resume#{issued.link}"
    return Answer(ResumePass(link, issued.code, qr_code(link).decode(), int(PASS_AGE_S)))


async def cancel_pass(call: Call) -> Answer:
    await call.context.passes.cancel(call.guest.id)
    return Answer(await _devices(call))


async def look_at_pass(call: Call) -> Answer:
    guest = _guest_of(await call.context.passes.look(call.body.code))
    return Answer(ResumeOffer(guest.name, you=guest.id == call.guest.id))


async def resume(call: Call) -> Answer:
    """Open a session of that guest here. The one that this browser had ends: its cookie is lost."""
    context = call.context
    guest = _guest_of(await context.passes.take(call.body.code))
    visitor = context.identity.new_session(guest)
    with suppress(Unavailable):  # the pass is used up: the cookie counts also without a row
        await context.sessions.open(visitor, call.user_agent)
        if not call.newcomer:
            await context.sessions.end_session(call.guest.id, call.visitor.session)
    return Answer(Me(guest.name), visitor)


def _guest_of(found: Guest | None) -> Guest:
    if found is None:
        raise BadCode
    return found


DEVICE_ENDPOINTS: Final = (
    Endpoint(
        "GET",
        "/api/me/devices",
        look_at_devices,
        summary="Your devices",
        gives=YourDevices,
        limit=lambda limits: limits.expensive_requests,
    ),
    Endpoint(
        "POST",
        "/api/me/devices/end",
        end_device,
        summary="Sign a device of yours out",
        takes=EndDevice,
        gives=YourDevices,
        limit=lambda limits: limits.expensive_requests,
    ),
    Endpoint(
        "POST",
        "/api/me/devices/end-others",
        end_other_devices,
        summary="Sign all your devices out but this one",
        gives=YourDevices,
        limit=lambda limits: limits.expensive_requests,
    ),
    Endpoint(
        "POST",
        "/api/me/afresh",
        start_afresh,
        summary="Become a newcomer, as on a device that was signed out",
        gives=Me,
        ignores_cookie=True,
    ),
    Endpoint(
        "POST",
        "/api/resume-pass",
        give_pass,
        summary="A pass for another device, in place of the last one",
        gives=ResumePass,
    ),
    Endpoint(
        "POST",
        "/api/resume-pass/cancel",
        cancel_pass,
        summary="Cancel the pass that has not been used yet",
        gives=YourDevices,
    ),
    Endpoint(
        "POST",
        "/api/resume/look",
        look_at_pass,
        summary="Who a pass makes of this browser; it stays valid",
        takes=Resume,
        gives=ResumeOffer,
        limit=lambda limits: limits.codes,
    ),
    Endpoint(
        "POST",
        "/api/resume",
        resume,
        summary="Continue as the guest who gave you this pass",
        takes=Resume,
        gives=Me,
        limit=lambda limits: limits.codes,
    ),
)
