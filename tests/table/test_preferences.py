"""The roles a seat may choose, and the options that result."""

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
