"""Legal moves as a player is offered them: kinds of move, and the values each field may take.

A turn of Clue has hundreds of moves but a handful of offers. `offers` and `moves_of` are exact
inverses, order included, for every list of moves.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby, product
from typing import Any

import msgspec

from cluehouse.core.wire import Wire

Values = tuple[Any, ...]


class Product(Wire, frozen=True):
    """Every combination of these values is a move of this kind."""

    kind: str
    fields: dict[str, Values]


class Listed(Wire, frozen=True):
    """Exactly these moves, whose values are not a full product."""

    kind: str
    fields: tuple[str, ...]
    rows: tuple[Values, ...]


Offer = Product | Listed


def offers(moves: Sequence[Wire]) -> tuple[Offer, ...]:
    return tuple(_offer(kind, list(run)) for kind, run in groupby(moves, key=type))


def moves_of(offered: Iterable[Offer], kinds: dict[str, type[Wire]]) -> list[Any]:
    """The moves that were offered. `kinds`: the types of move by name."""
    return [move for offer in offered for move in _expand(offer, kinds[offer.kind])]


def kinds_of(move_type: Any) -> dict[str, type[Wire]]:
    """The types in a union of moves, by the name they have on the wire."""
    members = getattr(move_type, "__args__", (move_type,))
    return {member.__struct_config__.tag: member for member in members}


def _offer(kind: type[Wire], run: list[Wire]) -> Offer:
    names = kind.__struct_fields__
    rows = [msgspec.structs.astuple(move) for move in run]
    columns = [tuple(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
    if len(rows) == _size(columns) and rows == list(product(*columns)):
        return Product(kind.__name__, dict(zip(names, columns, strict=True)))
    return Listed(kind.__name__, names, tuple(rows))


def _size(columns: list[Values]) -> int:
    size = 1
    for column in columns:
        size *= len(column)
    return size


def _expand(offer: Offer, kind: type[Wire]) -> Iterable[Wire]:
    match offer:
        case Product(fields=fields):
            names: Iterable[str] = fields
            rows: Iterable[Values] = product(*fields.values())
        case Listed(fields=names, rows=rows):
            pass
    for row in rows:
        yield msgspec.convert(dict(zip(names, row, strict=True)) | {"type": offer.kind}, kind)
