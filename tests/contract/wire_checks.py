"""Checks that wire values survive a round trip, and that a browser can hold them."""

from collections import defaultdict
from typing import Any

import msgspec

from cluehouse.core.codec import Update, codec
from cluehouse.core.game import Outcome
from cluehouse.core.ids import HELPS, Viewer
from cluehouse.core.offers import kinds_of, moves_of, offers
from cluehouse.core.wire import MAX_INTEGER, Blob, Wire, blobs_of, decoder, encode
from tests.contract.case import Case, Position, moves_for, positions

MAX_VIEW_BYTES = 2048


def check_everything_survives_the_wire(case: Case) -> None:
    types = case.game.types
    _check_each(types.options, [case.options])
    _check_each(types.move, case.game.alphabet(case.options, case.seats))
    for now in positions(case):
        _check_each(types.event, now.events)
        _check_each(Outcome | None, [now.play.outcome()])
        _check_each(types.truth, [case.game.reveal(now.play.state)])
        for viewer in case.viewers:
            _check_each(types.sight, now.play.sights(now.events, viewer))
            _check_each(types.view, [now.play.view(viewer)])
        belief = now.beliefs[now.luck("notes").choice(case.viewers)]  # one of them: notes are slow
        _check_each(types.notes, [case.game.notes(belief, help) for help in HELPS])


def _check_each(wire_type: Any, values: Any) -> None:
    decode = decoder(wire_type).decode
    for value in values:
        assert decode(encode(value)) == value
        _check_plain(value)


def _check_plain(value: object) -> None:
    """Immutable, without numbers that a browser would round."""
    match value:
        case Wire():
            for item in msgspec.structs.astuple(value):
                _check_plain(item)
        case tuple():
            for item in value:
                _check_plain(item)
        case int():
            assert abs(value) <= MAX_INTEGER
        case _:
            assert value is None or isinstance(value, str | float | Blob), value


def check_views_are_small(case: Case) -> None:
    for now in positions(case):
        for viewer in case.viewers:
            assert len(encode(now.play.view(viewer))) < MAX_VIEW_BYTES


def check_updates_offer_exactly_the_legal_moves(case: Case) -> None:
    wire, kinds = codec(case.game), kinds_of(case.game.types.move)
    for now in positions(case):
        for viewer in case.viewers:
            legal = moves_for(now.play, viewer)
            assert moves_of(offers(legal), kinds) == legal
            sent = encode(_update(now, viewer, legal))
            received = wire.update.decode(sent)
            assert encode(received) == sent
            assert wire.moves(received) == legal


def _update(now: Position, viewer: Viewer, legal: list[Any]) -> Update[Any, Any]:
    return Update(
        seq=now.play.seq,
        sights=tuple(now.play.sights(now.events, viewer)),
        view=now.play.view(viewer),
        moves=offers(legal),
        asked=now.play.asked(),
        outcome=now.play.outcome(),
    )


def check_blobs_of_a_kind_have_one_length(case: Case) -> None:
    lengths = defaultdict(set)
    for now in positions(case):
        for viewer in case.viewers:
            for sight in now.play.sights(now.events, viewer):
                for blob in blobs_of(sight):
                    lengths[type(sight)].add(len(blob.data))
    for place, found in lengths.items():
        assert len(found) == 1, (place, found)
