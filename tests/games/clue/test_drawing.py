"""Clue: the data from which the screen draws the mansion."""

from cluehouse.games.clue.board import ROOM_BEHIND, STARTS
from cluehouse.games.clue.cards import ROOMS, SUSPECTS
from cluehouse.games.clue.drawing import CELLS, NEAREST


def test_a_square_in_front_of_a_door_is_a_step_from_its_room() -> None:
    assert {square: NEAREST[square] for square in ROOM_BEHIND} == {
        square: (ROOMS[room], 1) for square, room in ROOM_BEHIND.items()
    }


def test_every_square_is_named_after_the_room_it_is_nearest_to() -> None:
    assert len(NEAREST) == len(CELLS)
    nearest = {suspect: NEAREST[start] for suspect, start in zip(SUSPECTS, STARTS, strict=True)}
    assert nearest["scarlet"] == ("lounge", 8)
    assert nearest["plum"] == ("study", 8)
    assert nearest["peacock"] == ("conservatory", 7)
