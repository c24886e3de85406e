"""Routes requests to endpoints: decodes the body, runs the handler, encodes answer or refusal."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import cache
from http import HTTPMethod
from importlib.metadata import version
from typing import Any, Final

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from cluehouse.core.errors import CluehouseError, Malformed, Unavailable
from cluehouse.core.wire import decoder, encode, strictly
from cluehouse.server.accounts.cookies import delete_cookie, set_cookie
from cluehouse.server.accounts.identity import COOKIE_AGE_S, Visitor
from cluehouse.server.context import AppContext, address_of, same_origin
from cluehouse.server.errors import (
    BadRequest,
    Banned,
    NotFound,
    TooBig,
    TooFast,
    WrongMethod,
    WrongOrigin,
    status_of,
)
from cluehouse.server.http import blobs, openapi
from cluehouse.server.http.endpoint import Call, Endpoint
from cluehouse.server.http.qr_codes import qr_code
from cluehouse.server.net.local_network import origin_for_others
from cluehouse.server.net.rate_limits import (
    RateLimits,
    TokenBuckets,
    client_prefix,
    reject_delay,
)
from cluehouse.server.wire.frames import Refused
from cluehouse.table.ports import TableId

_log = structlog.get_logger(__name__)

JSON: Final = "application/json"

Handler = Callable[[Request], Awaitable[Response]]
PlainHandler = Callable[[Request, AppContext], Awaitable[Response]]


def routes(context: AppContext, endpoints: Sequence[Endpoint]) -> list[Route]:
    served: defaultdict[str, dict[str, Handler]] = defaultdict(dict)
    for endpoint in endpoints:
        served[endpoint.path][endpoint.method] = _handler(endpoint, context)
    for path, serve in (
        ("/api/openapi.json", _openapi(endpoints)),
        ("/api/tables/{table}/qr.svg", _qr),
        (blobs.BLOB_PATH, blobs.serve),
    ):
        served[path]["GET"] = _plain(context, serve)
    return [
        *(_route(path, _by_method(context, handlers)) for path, handlers in served.items()),
        _route("/api/{path:path}", _plain(context, _not_found)),
    ]


def refusal(error: CluehouseError) -> Response:
    """Encode a refusal. Details of a server failure are logged, not sent."""
    if isinstance(error, Unavailable):
        _log.error("unavailable", id=error.id, detail=error.detail)
        return Response(encode(Refused(error.id)), status_of(error), media_type=JSON)
    body = encode(Refused(error.id, error.detail))
    headers = {"allow": error.detail} if isinstance(error, WrongMethod) else None
    return Response(body, status_of(error), headers, JSON)


def _route(path: str, handler: Handler) -> Route:
    return Route(path, handler, methods=[*HTTPMethod])


def _by_method(context: AppContext, handlers: Mapping[str, Handler]) -> Handler:
    known = {**handlers, **({"HEAD": handlers["GET"]} if "GET" in handlers else {})}
    wrong = _plain(context, _wrong_method(", ".join(sorted(known))))

    async def handle(request: Request) -> Response:
        return await known.get(request.method, wrong)(request)

    return handle


def _handler(endpoint: Endpoint, context: AppContext) -> Handler:
    decode = _body_decoder(endpoint)

    async def handle(request: Request) -> Response:
        try:
            await _admit(request, context, endpoint.limit)
            body = decode and decode(await _body(request, endpoint.max_body))
            known = None if endpoint.ignores_cookie else await context.visitor(request)
            call = _call(request, context, known, body)
            async with _turn(endpoint, request, context):
                answer = await endpoint.run(call)
        except CluehouseError as error:
            context.metrics.refusals[error.id] += 1
            return refusal(error)
        response = Response(encode(answer.value), media_type=JSON)
        if answer.file:
            response.headers["content-disposition"] = f'attachment; filename="{answer.file}"'
        if answer.delete_cookie:
            delete_cookie(request, response, context.identity.cookie_name)
        elif answer.visitor is not None or _needs_cookie(request, context, known):
            _set_cookie(request, response, answer.visitor or call.visitor, context)
        return response

    return handle


def _call(request: Request, context: AppContext, known: Visitor | None, body: Any) -> Call:
    return Call(
        context,
        known or context.identity.newcomer(),
        TableId(request.path_params.get("table", "")),
        _origin(request),
        address_of(request),
        body,
        newcomer=known is None,
        user_agent=request.headers.get("user-agent", ""),
    )


def _needs_cookie(request: Request, context: AppContext, known: Visitor | None) -> bool:
    """Whether the client has no cookie, or one of an earlier format or under an earlier name."""
    return known is None or known.outdated or not context.has_current_cookie(request)


def _turn(
    endpoint: Endpoint, request: Request, context: AppContext
) -> AbstractAsyncContextManager[None]:
    """Expensive work waits for its turn among client prefixes."""
    if endpoint.queue is None:
        return nullcontext()
    return endpoint.queue(context.queues).turn(client_prefix(address_of(request)))


async def _admit(
    request: Request,
    context: AppContext,
    limit: Callable[[RateLimits], TokenBuckets] | None = None,
) -> None:
    limits, address = context.limits, address_of(request)
    if not limits.requests.take(address) or (limit and not limit(limits).take(address)):
        await reject_delay()
        raise TooFast
    if not same_origin(request):
        raise WrongOrigin
    if context.is_banned(request):
        raise Banned


async def _body(request: Request, max_bytes: int) -> bytes:
    """Read the body, and stop at the first byte too many."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > max_bytes:
                raise TooBig(f"at most {max_bytes} bytes")
    except ClientDisconnect:
        raise BadRequest("the request broke off") from None
    return bytes(body)


def _body_decoder(endpoint: Endpoint) -> Callable[[bytes], Any] | None:
    """None where the operation takes no body."""
    if endpoint.takes is None:
        return None
    if not endpoint.decodes_body:
        return bytes
    body_decoder = decoder(endpoint.takes)

    def decoded(body: bytes) -> Any:
        try:
            return strictly(body_decoder, body)
        except Malformed as error:
            raise BadRequest(error.detail) from None

    return decoded


def _set_cookie(
    request: Request, response: Response, visitor: Visitor, context: AppContext
) -> None:
    identity = context.identity
    set_cookie(request, response, identity.cookie_name, identity.cookie_of(visitor), COOKIE_AGE_S)


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def _plain(context: AppContext, serve: PlainHandler) -> Handler:
    """A handler outside the endpoints, for answers that are not JSON."""

    async def handle(request: Request) -> Response:
        try:
            await _admit(request, context)
            return await serve(request, context)
        except CluehouseError as error:
            context.metrics.refusals[error.id] += 1
            return refusal(error)

    return handle


def _openapi(endpoints: Sequence[Endpoint]) -> PlainHandler:
    """Serve the OpenAPI document."""

    @cache  # building it takes a hundred times as long as any other answer
    def document() -> bytes:
        return encode(openapi.document(version("cluehouse"), endpoints))

    lock = asyncio.Lock()

    async def serve(request: Request, context: AppContext) -> Response:
        async with lock:
            return Response(await asyncio.to_thread(document), media_type=JSON)

    return serve


async def _qr(request: Request, context: AppContext) -> Response:
    """The table's link as a QR code."""
    table = TableId(request.path_params["table"])
    await context.tables.book(table)
    origin = origin_for_others(
        _origin(request), address_of(request), is_open=context.open_to_network
    )
    return Response(qr_code(f"{origin}/t/{table}"), media_type="image/svg+xml")


def _wrong_method(allowed: str) -> PlainHandler:
    async def serve(request: Request, context: AppContext) -> Response:
        raise WrongMethod(allowed)

    return serve


async def _not_found(request: Request, context: AppContext) -> Response:
    raise NotFound
