"""How somebody is forgotten: their name, id and words leave what was written; what they did
stays."""

from typing import Any, Final, TypeVar

import msgspec

from cluehouse.core.wire import Wire

T = TypeVar("T")

_BLANKS: Final[dict[str, Any]] = {"name": "", "guest": "", "words": None}


def without(value: T, guest: str) -> T:
    """The same, with nobody in place of this guest, at any depth of a note."""
    if not isinstance(value, Wire):
        return value
    if getattr(value, "guest", None) == guest:
        theirs = _BLANKS.keys() & set(value.__struct_fields__)
        return msgspec.structs.replace(value, **{field: _BLANKS[field] for field in theirs})
    changed: dict[str, Any] = {
        field: without(getattr(value, field), guest) for field in value.__struct_fields__
    }
    return msgspec.structs.replace(value, **changed)
