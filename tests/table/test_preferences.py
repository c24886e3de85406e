"""The roles a seat may choose, and the options that result."""

from typing import Any

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games import GAMES
from cluehouse.table.book.book import (
    Bot,
    HadRole,
    Note,
    Opened,
    Person,
    SatDown,
    StoodUp,
    TableBook,
    Wished,
)
from cluehouse.table.book.preferences import (
    LotSeats,
    lot_of,
    open_to,
    options_at_start,
    options_with,
)
from cluehouse.table.ports import TableId
from tests.rules import rule
from tests.table.fakes import MemoryLog

CLUE, CINQ = GAMES["clue"], GAMES["cinq_dernieres_minutes"]


def opened(game: str, seats: int, **options: Any) -> Opened:
    return Opened(game, {"type": "Options"} | options, seats, False, "seen", Person("Ada"))


@rule("CL-DEC-8")
def test_seat_without_a_wish_gets_a_role_that_is_left() -> None:
    wishes = {Seat(1): "plum", Seat(2): None}
    options = options_with(CLUE, opened("clue", 3), wishes)
    assert options["suspects"] == [None, "plum", None]


@rule("CL-DEC-8")
def test_role_chosen_by_one_seat_is_closed_to_others() -> None:
    free = open_to(CLUE, opened("clue", 3), {Seat(0): "plum"}, Seat(1))
    assert "plum" not in free
    assert len(free) > 1


def test_wish_keeps_the_roles_the_table_was_opened_with() -> None:
    asked = opened("clue", 3, suspects=["plum", None, None])
    assert "plum" not in open_to(CLUE, asked, {}, Seat(1))
    assert options_with(CLUE, asked, {Seat(1): "mustard"})["suspects"] == ["plum", "mustard", None]


@rule("CL-DEC-1")
def test_only_suspects_that_keep_the_clockwise_order_may_be_chosen() -> None:
    """With six seats the first choice fixes all others."""
    assert open_to(CLUE, opened("clue", 6), {Seat(0): "scarlet"}, Seat(1)) == ("mustard",)


def test_seat_may_change_its_wish() -> None:
    assert "mustard" in open_to(CLUE, opened("clue", 3), {Seat(0): "plum"}, Seat(0))


def test_options_are_unchanged_without_wishes() -> None:
    asked = opened("clue", 3)
    assert options_with(CLUE, asked, {Seat(0): None}) == asked.options


def test_game_may_have_no_roles_to_choose() -> None:
    keyhole = GAMES["keyhole"]
    asked = opened("keyhole", 3)
    assert open_to(keyhole, asked, {}, Seat(0)) == ()
    assert options_with(keyhole, asked, {}) == asked.options


# --- a role drawn by lot ----------------------------------------------------------------------


async def bourrels_table(*notes: Note, bourrel: str = "person") -> TableBook:
    """A table of Les Cinq Dernières Minutes for six: three people, two bots, and a free seat."""
    book = TableBook(MemoryLog(), TableId("villa"))
    seated = (SatDown(Seat(i), Person(name, name)) for i, name in enumerate(("Ada", "Ben", "Cleo")))
    bots = (SatDown(Seat(i), Bot("novice")) for i in (3, 4))
    for note in (opened(CINQ.name, 6, bourrel=bourrel, memory=False), *seated, *bots, *notes):
        await book.write(note)
    return book


def wishing(*seats: int) -> tuple[Note, ...]:
    return tuple(Wished(Seat(seat), "bourrel") for seat in seats)


@rule("CD-MAT-1")
async def test_several_seats_may_wish_for_a_role_that_is_drawn_by_lot() -> None:
    book = await bourrels_table(*wishing(0, 2))
    assert book.opened is not None
    assert open_to(CINQ, book.opened, book.wishes, Seat(1)) == ("bourrel",)
    assert lot_of(CINQ, book) == LotSeats((Seat(0), Seat(2)))
    options = options_at_start(CINQ, book)
    assert options["candidates"] == ["bourrel", None, "bourrel", None, None, None]


@rule("CD-MAT-1")
async def test_role_no_seat_wishes_for_is_drawn_among_all_people_and_never_among_bots() -> None:
    book = await bourrels_table()
    assert lot_of(CINQ, book) == LotSeats((Seat(0), Seat(1), Seat(2)))
    assert options_at_start(CINQ, book)["candidates"] == ["bourrel"] * 3 + [None] * 3


@rule("CD-MAT-1")
async def test_host_cannot_name_the_candidates_when_opening_the_table() -> None:
    """Only a seat's own wish counts, so the options given at the opening are overruled."""
    named = opened(CINQ.name, 6, bourrel="person", memory=False, candidates=["bourrel"])
    book = await bourrels_table(named, *wishing(1))
    assert lot_of(CINQ, book) == LotSeats((Seat(1),))
    assert options_at_start(CINQ, book)["candidates"] == [None, "bourrel", *[None] * 4]


@rule("CD-DEC-1")
async def test_nothing_is_drawn_where_the_house_plays_bourrel() -> None:
    book = await bourrels_table(bourrel="house")
    assert book.opened is not None
    assert open_to(CINQ, book.opened, {}, Seat(0)) == ()
    assert lot_of(CINQ, book) is None
    assert options_at_start(CINQ, book) == book.opened.options


@rule("CD-GAM-3")
@pytest.mark.parametrize(
    ("wishes", "among", "makes_way"),
    [
        ((), (0, 2), Seat(1)),
        ((0, 1), (0,), Seat(1)),
        ((0, 2), (0, 2), None),
        ((1,), (1,), None),  # no other wants it
    ],
)
async def test_player_who_had_the_role_in_the_game_before_makes_way_for_others(
    wishes: tuple[int, ...], among: tuple[int, ...], makes_way: Seat | None
) -> None:
    book = await bourrels_table(HadRole(Seat(1)), *wishing(*wishes))
    assert lot_of(CINQ, book) == LotSeats(tuple(map(Seat, among)), makes_way)


@rule("CD-GAM-3")
async def test_newcomer_on_the_seat_of_the_last_bourrel_makes_way_for_no_other_player() -> None:
    newcomer = SatDown(Seat(1), Person("Dora", "Dora"))
    book = await bourrels_table(HadRole(Seat(1)), StoodUp(Seat(1)), newcomer)
    assert lot_of(CINQ, book) == LotSeats((Seat(0), Seat(1), Seat(2)))
