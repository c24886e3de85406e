"""Catalogue: every game with its number of seats, its options and their values."""

from collections.abc import Iterable
from typing import Any

from msgspec import inspect

from cluehouse.core.game import AnyGame
from cluehouse.core.wire import Wire, encode


class Seats(Wire, frozen=True, tag=False):
    min: int
    max: int


class Option(Wire, frozen=True, tag=False):
    option: str
    values: tuple[Any, ...] | None
    """All values of the option; None if they are no short list."""
    default: Any
    seats: tuple[Seats, ...] = ()
    """The seats allowed with each of these values, while all other options have their defaults."""


class Page(Wire, frozen=True, tag=False):
    """A game in the catalogue; `seats` holds for the default options."""

    game: str
    seats: Seats
    options: tuple[Option, ...]


def page(game: AnyGame) -> Page:
    return Page(game.name, _seats(game, game.types.options()), options_of(game))


def options_of(game: AnyGame) -> tuple[Option, ...]:
    kind = game.types.options
    defaults, info = kind(), inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple(
        _option(game, field.name, _values(field.type), getattr(defaults, field.name))
        for field in info.fields
    )


def listing(pages: Iterable[Page]) -> str:
    return "\n".join(line for page in pages for line in _lines(page))


def option_text(option: Option) -> str:
    """
    >>> option_text(Option("deals", (1, 2, 3), 2))
    'deals: 1, 2, 3 (default 2)'
    """
    values = "free" if option.values is None else ", ".join(map(_json, option.values))
    return f"{option.option}: {values} (default {_json(option.default)})"


def _option(game: AnyGame, name: str, values: tuple[Any, ...] | None, default: Any) -> Option:
    kind = game.types.options
    seats = tuple(_seats(game, kind(**{name: value})) for value in values or ())
    return Option(name, values, default, seats)


def _seats(game: AnyGame, options: Wire) -> Seats:
    seats = game.seats(options)
    return Seats(seats[0], seats[-1])


def _lines(page: Page) -> Iterable[str]:
    yield f"{page.game:24}{page.seats.min}–{page.seats.max} seats"
    yield from (f"    {option_text(option)}" for option in page.options)


def _values(kind: inspect.Type) -> tuple[Any, ...] | None:
    match kind:
        case inspect.LiteralType(values=values):
            return tuple(values)
        case inspect.BoolType():
            return (False, True)
        case inspect.NoneType():
            return (None,)
        case inspect.IntType(ge=int(least), le=int(most)):
            return tuple(range(least, most + 1))
        case inspect.UnionType(types=kinds):
            return _joined([_values(kind) for kind in kinds])
        case _:
            return None


def _joined(parts: list[tuple[Any, ...] | None]) -> tuple[Any, ...] | None:
    known = [part for part in parts if part is not None]
    return tuple(value for part in known for value in part) if len(known) == len(parts) else None


def _json(value: object) -> str:
    return encode(value).decode()
