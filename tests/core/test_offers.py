"""Offers and their inverse, for every list of moves, in process and over the wire."""

from typing import Literal

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.ids import Seat
from cluehouse.core.offers import Listed, Offer, Product, kinds_of, moves_of, offers
from cluehouse.core.wire import Wire, decoder, encode

Room = Literal["hall", "study"]


class Wait(Wire, frozen=True):
    pass


class Go(Wire, frozen=True):
    room: Room
    by: Seat


class Walk(Wire, frozen=True):
    path: tuple[tuple[int, int], ...]
    loudly: bool


class Tell(Wire, frozen=True):
    what: Go | Wait
    to: Seat | None = None


Move = Wait | Go | Walk | Tell
KINDS = kinds_of(Move)
WIRE = decoder(tuple[Offer, ...])

SEATS = st.builds(Seat, st.integers(0, 2))
GO = st.builds(Go, st.sampled_from(["hall", "study"]), SEATS)
PATHS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=2).map(tuple)
MOVES = st.one_of(
    st.builds(Wait),
    GO,
    st.builds(Walk, PATHS, st.booleans()),
    st.builds(Tell, st.one_of(GO, st.builds(Wait)), st.none() | SEATS),
)

NEARLY_A_PRODUCT = st.permutations(
    [Go(room, Seat(seat)) for room in ("hall", "study") for seat in range(2)]
).flatmap(lambda moves: st.integers(0, 4).map(lambda count: moves[:count]))


@given(st.lists(MOVES, max_size=30) | NEARLY_A_PRODUCT)
def test_offers_invert_exactly(moves: list[Wire]) -> None:
    assert moves_of(offers(moves), KINDS) == moves
    assert moves_of(WIRE.decode(encode(offers(moves))), KINDS) == moves


@given(st.lists(st.sampled_from(["hall", "study"]), unique=True), st.lists(SEATS, unique=True))
def test_a_full_product_is_one_offer(rooms: list[Room], seats: list[Seat]) -> None:
    moves = [Go(room, seat) for room in rooms for seat in seats]
    full = Product("Go", {"room": tuple(rooms), "by": tuple(seats)})
    assert offers(moves) == ((full,) if moves else ())


def test_an_incomplete_product_is_listed() -> None:
    moves = [Go("hall", Seat(0)), Go("hall", Seat(1)), Go("study", Seat(0))]
    listed = Listed("Go", ("room", "by"), (("hall", 0), ("hall", 1), ("study", 0)))
    assert offers(moves) == (listed,)


def test_a_product_in_another_order_is_listed() -> None:
    moves = [Go(room, seat) for seat in (Seat(0), Seat(1)) for room in ("hall", "study")]
    (offer,) = offers(moves)
    assert isinstance(offer, Listed)


def test_a_move_without_fields_is_one_offer() -> None:
    assert offers([Wait()]) == (Product("Wait", {}),)
    assert offers([Wait(), Wait()]) == (Listed("Wait", (), ((), ())),)


def test_kinds_that_alternate_keep_their_order() -> None:
    moves = [Wait(), Go("hall", Seat(0)), Wait()]
    assert [offer.kind for offer in offers(moves)] == ["Wait", "Go", "Wait"]


def test_a_product_is_short_on_the_wire() -> None:
    walks = [Go(room, Seat(seat)) for room in ("hall", "study") for seat in range(100)]
    assert len(encode(offers(walks))) < len(encode(walks)) / 10


def test_kinds_are_named_as_on_the_wire() -> None:
    assert kinds_of(Move) == {"Wait": Wait, "Go": Go, "Walk": Walk, "Tell": Tell}
    assert kinds_of(Wait) == {"Wait": Wait}
    assert msgspec.json.decode(encode(Wait())) == {"type": "Wait"}
