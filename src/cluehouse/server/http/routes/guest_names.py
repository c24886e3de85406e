"""Checks on the names that guests give themselves and their companions."""

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.text_policy import legible
from cluehouse.server.errors import BadRequest, ForbiddenWord
from cluehouse.server.http.endpoint import Call


def readable_name(name: str) -> str:
    if (readable := legible(name)) is None:
        raise BadRequest("a name needs a letter or two that can be seen")
    return readable


def allowed_name(call: Call, name: str) -> str:
    if not call.context.word_filter.value.allows(name):
        raise ForbiddenWord
    return name


def named_guest(call: Call) -> Guest:
    """The client's guest, refused without a name or with one that the word filter rejects now."""
    if not call.guest.name:
        raise BadRequest("give yourself a name first")
    allowed_name(call, call.guest.name)
    return call.guest
