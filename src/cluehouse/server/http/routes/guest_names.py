"""Checks on the names that guests give: to themselves, to companions, to things at a table."""

from collections.abc import Iterable

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.text_policy import legible
from cluehouse.server.errors import BadOptions, BadRequest, ForbiddenWord
from cluehouse.server.http.endpoint import Call


def readable_name(name: str) -> str:
    if (readable := legible(name)) is None:
        raise BadRequest("a name needs a letter or two that can be seen")
    return readable


def allowed_name(call: Call, name: str) -> str:
    if not call.context.word_filter.value.allows(name):
        raise ForbiddenWord
    return name


def check_own_names(call: Call, names: Iterable[str]) -> None:
    """The names in a table's options are held to the same rules as those of guests."""
    for name in names:
        if legible(name) != name:
            raise BadOptions("names: they need letters that can be seen")
        allowed_name(call, name)


def named_guest(call: Call) -> Guest:
    """The client's guest, refused without a name or with one that the word filter rejects now."""
    if not call.guest.name:
        raise BadRequest("give yourself a name first")
    allowed_name(call, call.guest.name)
    return call.guest
