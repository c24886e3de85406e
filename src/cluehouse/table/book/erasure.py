"""How somebody is forgotten: their name, id and words leave what was written, their notebook among
it; what they did stays."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec

from cluehouse.core.wire import Wire, encode

T = TypeVar("T")
W = TypeVar("W", bound=Wire)

_BLANKS: Final[dict[str, Any]] = {"name": "", "guest": "", "words": None}


def forgotten(notes: Iterable[W], guest: str) -> Iterator[W]:
    """A whole book without them. A mark has no name: theirs are those of a seat while it was."""
    theirs: set[int] = set()
    for note in notes:
        seat: Any = getattr(note, "seat", None)
        if (sitter := getattr(note, "who", None)) is not None:
            theirs.discard(seat)
            if getattr(sitter, "guest", None) == guest:
                theirs.add(seat)
        marked = seat in theirs and "mark" in note.__struct_fields__
        yield without(msgspec.structs.replace(note, mark="") if marked else note, guest)


def pages_without(
    guest: str, pages: Sequence[bytes], note_on: Callable[[int, bytes], Wire]
) -> dict[int, bytes]:
    """Those in which they were, as they are without them."""
    notes = [note_on(number, page) for number, page in enumerate(pages)]
    told = enumerate(forgotten(notes, guest))
    return {number: encode(note) for number, note in told if note != notes[number]}


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
