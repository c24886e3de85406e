"""The roles that seats choose before the start, and the game options that result from them."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, seats_of
from cluehouse.table.book.book import Opened

Wishes = Mapping[Seat, str | None]


def options_with(game: AnyGame, opened: Opened, wishes: Wishes) -> dict[str, Any]:
    """The options the table was opened with, with each seat's wish filled in."""
    if game.wish is None or not any(wishes.values()):
        return opened.options
    given = dict(enumerate(opened.options.get(game.wish, ())))
    wished = [wishes.get(seat) or given.get(seat) for seat in seats_of(opened.seats)]
    return opened.options | {game.wish: wished}


def open_to(game: AnyGame, opened: Opened, wishes: Wishes, seat: Seat) -> tuple[str, ...]:
    """The roles this seat may wish for, given the wishes of the others."""
    return tuple(
        value
        for value in _values(game)
        if _possible(game, opened, options_with(game, opened, {**wishes, seat: value}))
    )


def _possible(game: AnyGame, opened: Opened, options: dict[str, Any]) -> bool:
    try:
        return opened.seats in game.seats(msgspec.convert(options, game.types.options))
    except msgspec.ValidationError:
        return False


def _values(game: AnyGame) -> tuple[str, ...]:
    info = inspect.type_info(game.types.options)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name == game.wish:
            assert isinstance(field.type, inspect.VarTupleType)
            return _names(field.type.item_type)
    return ()


def _names(kind: inspect.Type) -> tuple[str, ...]:
    match kind:
        case inspect.LiteralType(values=values):
            return tuple(str(value) for value in values)
        case inspect.UnionType(types=kinds):
            return tuple(name for kind in kinds for name in _names(kind))
        case _:
            return ()
