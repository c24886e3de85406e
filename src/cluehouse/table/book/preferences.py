"""The roles that seats choose before the start, and the game options that result from them.

Most roles go to the seat that chose them. A role that is drawn by lot may be wished for by several
seats; the game draws one of them from the key of all its luck, as part of the deal.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, seats_of
from cluehouse.table.book.book import Opened, Person, TableBook

Wishes = Mapping[Seat, str | None]


class LotSeats(NamedTuple):
    """The seats among which a role is drawn, as things stand."""

    among: tuple[Seat, ...]
    makes_way: Seat | None = None
    """The seat that had the role in the game before and is left out in favour of the others."""


def options_with(game: AnyGame, opened: Opened, wishes: Wishes) -> dict[str, Any]:
    """The options the table was opened with, with each seat's wish filled in."""
    if game.wish is None or not any(wishes.values()):
        return opened.options
    given = dict(enumerate(opened.options.get(game.wish, ())))
    wished = [wishes.get(seat) or given.get(seat) for seat in seats_of(opened.seats)]
    return opened.options | {game.wish: wished}


def options_at_start(game: AnyGame, book: TableBook) -> dict[str, Any]:
    """The options the game is dealt with. Where a role is drawn by lot, the seats in the lot are
    the only ones with a wish."""
    opened, lots = book.opened, lot_of(game, book)
    assert opened is not None
    if lots is None or game.lot is None or game.wish is None:
        return options_with(game, opened, book.wishes)
    role = game.lot.role
    drawn = [role if seat in lots.among else None for seat in seats_of(opened.seats)]
    return opened.options | {game.wish: drawn}


def lot_of(game: AnyGame, book: TableBook) -> LotSeats | None:
    """The people who wish for the role that is drawn by lot; all people if none does. The one who
    had it in the game before makes way for the others. None where nothing is drawn, or no person
    has a seat."""
    opened, lot = book.opened, game.lot
    if opened is None or lot is None:
        return None
    people = [
        seat
        for seat in seats_of(opened.seats)
        if isinstance(book.sitters.get(seat), Person)
        and lot.role in open_to(game, opened, book.wishes, seat)
    ]
    willing = [seat for seat in people if book.wishes.get(seat) == lot.role] or people
    others = [seat for seat in willing if seat not in book.had_role]
    makes_way = next((seat for seat in willing if others and seat in book.had_role), None)
    return LotSeats(tuple(others or willing), makes_way) if willing else None


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
