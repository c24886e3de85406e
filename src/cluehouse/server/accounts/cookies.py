"""Name and attributes of the identity cookie, over TLS and without.

Over TLS its name begins with `__Host-`: browsers then accept it from this very host alone, not from
neighbouring names. A cookie from before that is read as well, so that its guest stays the same.
"""

from collections.abc import Iterator
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

HOST_PREFIX: Final = "__Host-"


def current_cookie(request: HTTPConnection, name: str) -> str | None:
    """The value under the name that `set_cookie` uses."""
    return request.cookies.get(next(_names(request, name)))


def all_cookies(request: HTTPConnection, name: str) -> Iterator[str | None]:
    """The current value, then that under the name it had before."""
    return map(request.cookies.get, _names(request, name))


def set_cookie(
    request: HTTPConnection, response: Response, name: str, value: str, age_s: int
) -> None:
    response.set_cookie(
        next(_names(request, name)),
        value,
        max_age=age_s,
        httponly=True,
        samesite="lax",
        secure=is_tls(request),
    )


def delete_cookie(request: HTTPConnection, response: Response, name: str) -> None:
    for each in _names(request, name):
        response.delete_cookie(each, httponly=True, samesite="lax", secure=is_tls(request))


def is_tls(request: HTTPConnection) -> bool:
    """Whether the client uses TLS, also to a proxy that terminates it."""
    return request.url.scheme in ("https", "wss")


def _names(request: HTTPConnection, name: str) -> Iterator[str]:
    if is_tls(request):
        yield HOST_PREFIX + name
    yield name
