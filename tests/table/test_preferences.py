"""Whom a seat may still choose to be, and the options that come of it."""

from typing import Any

from cluehouse.core.ids import Seat
from cluehouse.games import GAMES
from cluehouse.table.book.book import Opened, Person
from cluehouse.table.book.preferences import open_to, options_with
from tests.rules import rule

CLUE = GAMES["clue"]


def opened(game: str, seats: int, **options: Any) -> Opened:
    return Opened(game, {"type": "Options"} | options, seats, False, "seen", Person("Ada"))


@rule("CL-DEC-8")
def test_a_seat_that_has_no_wish_gets_whoever_is_left() -> None:
    wishes = {Seat(1): "plum", Seat(2): None}
    options = options_with(CLUE, opened("clue", 3), wishes)
    assert options["suspects"] == [None, "plum", None]


@rule("CL-DEC-8")
def test_nobody_may_choose_whom_somebody_else_has_chosen() -> None:
    free = open_to(CLUE, opened("clue", 3), {Seat(0): "plum"}, Seat(1))
    assert "plum" not in free
    assert len(free) > 1


def test_a_wish_leaves_what_the_table_was_opened_with() -> None:
    asked = opened("clue", 3, suspects=["plum", None, None])
    assert "plum" not in open_to(CLUE, asked, {}, Seat(1))
    assert options_with(CLUE, asked, {Seat(1): "mustard"})["suspects"] == ["plum", "mustard", None]


@rule("CL-DEC-1")
def test_only_suspects_that_leave_room_for_all_to_sit_clockwise_may_be_chosen() -> None:
    """With six seats the first choice fixes everybody."""
    assert open_to(CLUE, opened("clue", 6), {Seat(0): "scarlet"}, Seat(1)) == ("mustard",)


def test_a_seat_may_change_its_mind() -> None:
    assert "mustard" in open_to(CLUE, opened("clue", 3), {Seat(0): "plum"}, Seat(0))


def test_where_nobody_wishes_the_table_is_as_it_was_opened() -> None:
    asked = opened("clue", 3)
    assert options_with(CLUE, asked, {Seat(0): None}) == asked.options


def test_a_game_may_leave_nothing_to_choose() -> None:
    keyhole = GAMES["keyhole"]
    asked = opened("keyhole", 3)
    assert open_to(keyhole, asked, {}, Seat(0)) == ()
    assert options_with(keyhole, asked, {}) == asked.options
