"""Strategies for WebSocket frames: nonsense of every kind, and mutated real frames."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final, Literal, NamedTuple

from hypothesis import strategies as st

Frame = str | bytes
Path = tuple[Any, ...]

NUMBERS: Final = st.one_of(
    st.integers(-3, 9),
    st.integers(),
    st.sampled_from([2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**400]),
    st.floats(),
)
TEXTS: Final = st.one_of(
    st.text(max_size=30),
    st.text(st.characters(categories=["Cs", "Cf", "Cc", "Mn"]), max_size=30),
    st.sampled_from(["", "x" * 5000, "\u202e", "\ud800", "\udfff\ud800", "rail", "Play"]),
)
JSON: Final = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
DEEP: Final = st.sampled_from(
    [
        "[" * 16_000,
        '{"a":' * 3_000,
        '{"type":"Play","seen":0,"move":' + "[" * 8_000 + "]" * 8_000 + "}",
        '{"type":"Say","words":' + '{"type":"Text","text":' * 700 + "}" * 701,
    ]
)
NONSENSE: Final[st.SearchStrategy[Frame]] = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    st.binary(max_size=200),
    JSON.map(json.dumps),
    DEEP,
)


class Edit(NamedTuple):
    """A change at one place of a value; the place is a number."""

    how: Literal["drop", "replace", "add"]
    place: int
    name: str
    value: Any


class Mutation(NamedTuple):
    """A mutation that can be applied to any real frame."""

    of: int
    """The number of the frame."""
    edits: list[Edit]
    corruption: int
    at: int


EDITS: Final = st.builds(
    Edit,
    st.sampled_from(["drop", "replace", "add"]),
    st.integers(0, 30),
    st.sampled_from(["seat", "type", "viewer", "a", ""]),
    JSON,
)
MUTATIONS: Final = st.builds(
    Mutation,
    st.integers(0, 200),
    st.lists(EDITS, max_size=2),
    st.integers(0, 12),
    st.integers(0, 80),
)


def mutated(frame: dict[str, Any], mutation: Mutation) -> Frame:
    """The frame, mutated; sometimes unchanged."""
    for edit in mutation.edits:
        frame = edited(frame, edit)
    return _corrupted(json.dumps(frame), mutation)


def edited(value: dict[str, Any], edit: Edit) -> dict[str, Any]:
    """The value with one place removed or replaced, or with an item added beside it."""
    places = sorted(paths(value), key=str)
    if not places:
        return {edit.name: edit.value}
    value = deepcopy(value)
    *way, last = places[edit.place % len(places)]
    where: Any = value
    for step in way:
        where = where[step]
    match edit.how:
        case "drop":
            del where[last]
        case "replace":
            where[last] = edit.value
        case "add" if isinstance(where, dict):
            where[edit.name] = edit.value
        case "add":
            where.insert(last, edit.value)
    return value


def _corrupted(text: str, mutation: Mutation) -> Frame:
    """The text truncated, doubled, with a field twice or an invalid byte; mostly unchanged."""
    at = mutation.at % len(text)
    match mutation.corruption:
        case 0:
            return text[:at]
        case 1:
            return text + text
        case 2:
            return text[:-1] + "," + text[1:]
        case 3:
            return text[:at] + "\\ud800" + text[at:]
        case 4:
            return text[:at] + "\x00" + text[at:]
        case 5:
            return text.encode()[:at] + b"\xff" + text.encode()[at:]
        case _:
            return text


def paths(value: Any, so_far: Path = ()) -> Iterator[Path]:
    """The paths to everything inside a value."""
    match value:
        case dict():
            inside = list(value.items())
        case list():
            inside = list(enumerate(value))
        case _:
            return
    for key, item in inside:
        yield (*so_far, key)
        yield from paths(item, (*so_far, key))
