"""A guest's devices: passes that bring the guest to another one."""

from typing import Final

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.resume_passes import PASS_AGE_S
from cluehouse.server.errors import BadCode
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.http.qr_codes import qr_code
from cluehouse.server.http.routes.guest_names import named_guest
from cluehouse.server.wire.guest import Me, PassCancelled, Resume, ResumeOffer, ResumePass


async def give_pass(call: Call) -> Answer:
    """The secret is in the link's fragment, which browsers keep to themselves: it is in no request
    line, `Referer` or log."""
    issued = await call.context.passes.issue(named_guest(call))
    link = f"{call.origin}/resume#{issued.link}"
    return Answer(ResumePass(link, issued.code, qr_code(link).decode(), int(PASS_AGE_S)))


async def cancel_pass(call: Call) -> Answer:
    await call.context.passes.cancel(call.guest.id)
    return Answer(PassCancelled())


async def look_at_pass(call: Call) -> Answer:
    guest = _guest_of(await call.context.passes.look(call.body.code))
    return Answer(ResumeOffer(guest.name, you=guest.id == call.guest.id))


async def resume(call: Call) -> Answer:
    guest = _guest_of(await call.context.passes.take(call.body.code))
    return Answer(Me(guest.name), guest)


def _guest_of(found: Guest | None) -> Guest:
    if found is None:
        raise BadCode
    return found


DEVICE_ENDPOINTS: Final = (
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
        gives=PassCancelled,
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
