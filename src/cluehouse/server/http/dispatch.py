"""Bytes to a call, answer to bytes, for every endpoint alike."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from http import HTTPMethod
from importlib.metadata import version
from io import BytesIO
from typing import Any, Final

import msgspec
import segno
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from cluehouse.core.errors import CluehouseError, Malformed, Unavailable
from cluehouse.core.wire import decoder, encode, strictly
from cluehouse.server.accounts.identity import COOKIE_AGE_S, Guest
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
from cluehouse.server.net.rate_limits import RateLimits, TokenBuckets, reject_delay
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
        ("/api/openapi.json", _description(endpoints)),
        ("/api/tables/{table}/qr.svg", _qr),
        (blobs.BLOB_PATH, blobs.serve),
    ):
        served[path]["GET"] = _plainly(context, serve)
    return [
        *(_route(path, _by_method(context, handlers)) for path, handlers in served.items()),
        _route("/api/{path:path}", _plainly(context, _nothing_here)),
    ]


def refusal(trouble: CluehouseError) -> Response:
    """What is wrong with the house is for its host to read, not for its guests."""
    if isinstance(trouble, Unavailable):
        _log.error("unavailable", id=trouble.id, detail=trouble.detail)
        return Response(encode(Refused(trouble.id)), status_of(trouble), media_type=JSON)
    body = encode(Refused(trouble.id, trouble.detail))
    headers = {"allow": trouble.detail} if isinstance(trouble, WrongMethod) else None
    return Response(body, status_of(trouble), headers, JSON)


def _route(path: str, handler: Handler) -> Route:
    return Route(path, handler, methods=[*HTTPMethod])


def _by_method(context: AppContext, handlers: Mapping[str, Handler]) -> Handler:
    known = {**handlers, **({"HEAD": handlers["GET"]} if "GET" in handlers else {})}
    wrong = _plainly(context, _wrong_method(", ".join(sorted(known))))

    async def handle(request: Request) -> Response:
        return await known.get(request.method, wrong)(request)

    return handle


def _handler(endpoint: Endpoint, context: AppContext) -> Handler:
    body_decoder = None if endpoint.takes is None else decoder(endpoint.takes)

    async def handle(request: Request) -> Response:
        try:
            await _admit(request, context, endpoint.limit)
            body = body_decoder and _decoded(body_decoder, await _body(request, endpoint.max_body))
            known = context.guest(request)
            guest = known or context.identity.newcomer()
            table = TableId(request.path_params.get("table", ""))
            call = Call(context, guest, table, _origin(request), body, newcomer=known is None)
            answer = await endpoint.run(call)
        except CluehouseError as trouble:
            context.metrics.refusals[trouble.id] += 1
            return refusal(trouble)
        response = Response(encode(answer.value), media_type=JSON)
        if answer.file:
            response.headers["content-disposition"] = f'attachment; filename="{answer.file}"'
        if answer.delete_cookie:
            response.delete_cookie(context.identity.cookie_name)
        elif answer.guest is not None or known is None:
            _set_cookie(request, response, answer.guest or guest, context)
        return response

    return handle


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
    if context.bars(request):
        raise Banned


async def _body(request: Request, most: int) -> bytes:
    """Read no further than we would accept."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise TooBig(f"at most {most} bytes")
    except ClientDisconnect:
        raise BadRequest("the request broke off") from None
    return body


def _decoded(body_decoder: "msgspec.json.Decoder[Any]", body: bytes) -> Any:
    try:
        return strictly(body_decoder, body)
    except Malformed as trouble:
        raise BadRequest(trouble.detail) from None


def _set_cookie(request: Request, response: Response, guest: Guest, context: AppContext) -> None:
    response.set_cookie(
        context.identity.cookie_name,
        context.identity.cookie_of(guest),
        max_age=COOKIE_AGE_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",  # also where a proxy has taken the TLS off
    )


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def _plainly(context: AppContext, serve: PlainHandler) -> Handler:
    """For what is not JSON."""

    async def handle(request: Request) -> Response:
        try:
            await _admit(request, context)
            return await serve(request, context)
        except CluehouseError as trouble:
            context.metrics.refusals[trouble.id] += 1
            return refusal(trouble)

    return handle


def _description(endpoints: Sequence[Endpoint]) -> PlainHandler:
    """Of the endpoints, for whoever writes a program that calls them."""

    @cache  # it is a hundred times the work of any other answer
    def document() -> bytes:
        return encode(openapi.document(version("cluehouse"), endpoints))

    one_at_a_time = asyncio.Lock()

    async def serve(request: Request, context: AppContext) -> Response:
        async with one_at_a_time:
            return Response(await asyncio.to_thread(document), media_type=JSON)

    return serve


async def _qr(request: Request, context: AppContext) -> Response:
    """The table's link, for a phone's camera."""
    table = TableId(request.path_params["table"])
    await context.tables.book(table)
    return Response(_qr_code(f"{_origin(request)}/t/{table}"), media_type="image/svg+xml")


def _qr_code(link: str) -> bytes:
    svg = BytesIO()
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        raise BadRequest("the link is too long for a code") from None
    code.save(svg, kind="svg", scale=6, border=2, light="white")
    return svg.getvalue()


def _wrong_method(allowed: str) -> PlainHandler:
    async def serve(request: Request, context: AppContext) -> Response:
        raise WrongMethod(allowed)

    return serve


async def _nothing_here(request: Request, context: AppContext) -> Response:
    raise NotFound
