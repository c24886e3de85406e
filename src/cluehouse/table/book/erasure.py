"""Erase a guest from a table's book: their name, id, chat messages and notebook marks are blanked;
their other actions stay."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec

from cluehouse.core.wire import Wire, encode

T = TypeVar("T")
W = TypeVar("W", bound=Wire)

_BLANKS: Final[dict[str, Any]] = {"name": "", "guest": "", "words": None}


def notes_without(guest: str, notes: Iterable[W]) -> Iterator[W]:
    """All notes of a book, with the guest erased. A mark names no guest: it belongs to the guest
    who had its seat at that time."""
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
    """The pages that change when the guest is erased, by number."""
    notes = [note_on(number, page) for number, page in enumerate(pages)]
    erased = enumerate(notes_without(guest, notes))
    return {number: encode(note) for number, note in erased if note != notes[number]}


def without(value: T, guest: str) -> T:
    """The same value with this guest blanked, at any depth of a note."""
    if not isinstance(value, Wire):
        return value
    if getattr(value, "guest", None) == guest:
        blanked = _BLANKS.keys() & set(value.__struct_fields__)
        return msgspec.structs.replace(value, **{field: _BLANKS[field] for field in blanked})
    changed: dict[str, Any] = {
        field: without(getattr(value, field), guest) for field in value.__struct_fields__
    }
    return msgspec.structs.replace(value, **changed)
