"""Other values that a field could have, derived from its type."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from cluehouse.core.ids import Seat, seats_of


def others(value: Any, hint: Any, seats: int) -> list[Any]:
    """The legal values of this type except this one, or the nearest of them; of tuples and structs,
    one place changed.

    >>> others("b", Literal["a", "b", "c"], 2)
    ['a', 'c']
    >>> others((True, Seat(0)), tuple[bool, Seat], 2)
    [(False, 0), (True, 1)]
    >>> others(7, int, 2)
    [6, 8]
    """
    return [other for other in _values(value, hint, seats) if other != value]


def _values(value: Any, hint: Any, seats: int) -> Iterator[Any]:
    if hint is Seat:
        yield from seats_of(seats)
    elif hint is bool:
        yield from (False, True)
    elif hint is int:
        yield from (value - 1, value + 1)
    elif hint is NoneType:
        yield None
    elif get_origin(hint) is Literal:
        yield from get_args(hint)
    elif get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            yield from _values(value, member, seats)
    elif get_origin(hint) is tuple:
        yield from _tuples(value, get_args(hint), seats) if isinstance(value, tuple) else ()
    elif isinstance(hint, type) and issubclass(hint, tuple):  # a tuple whose fields have names
        hints = tuple(get_type_hints(hint).values())
        yield from (hint(*other) for other in _tuples(value, hints, seats))
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield from _structs(value, hint, seats) if isinstance(value, hint) else ()
    else:
        raise TypeError(f"the values of a hidden {hint} cannot be listed; give it a narrower type")


def _tuples(value: tuple[Any, ...], hints: tuple[Any, ...], seats: int) -> Iterator[Any]:
    each = (hints[0],) * len(value) if hints[-1] is ... else hints
    for at, (item, hint) in enumerate(zip(value, each, strict=True)):
        for other in others(item, hint, seats):
            yield (*value[:at], other, *value[at + 1 :])


def _structs(value: msgspec.Struct, kind: type[msgspec.Struct], seats: int) -> Iterator[Any]:
    for name, hint in get_type_hints(kind).items():
        for other in others(getattr(value, name), hint, seats):
            yield msgspec.structs.replace(value, **{name: other})
