"""Snapshots of objects, as values that can be kept and compared."""

from typing import Any

from cluehouse.core.wire import Wire


def facts(value: Any) -> Any:
    """A snapshot: equal if and only if all slots are, and independent of later changes."""
    match value:
        case list() | tuple():
            return tuple(facts(item) for item in value)
        case dict():
            return {key: facts(item) for key, item in value.items()}
        case set() | frozenset():
            return frozenset(value)
        case Wire():
            return value
        case _:
            names = _attributes(value)
            return {name: facts(getattr(value, name, None)) for name in names} if names else value


def _attributes(value: object) -> list[str]:
    slots = {name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())}
    return sorted(slots | set(getattr(value, "__dict__", ())))
