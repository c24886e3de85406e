"""Clue's board, against the checksums of the map."""

from collections import Counter

import pytest

from cluehouse.games.clue.board import (
    CELLS,
    DOOR_CELLS,
    DOORS,
    MAP,
    NEIGHBOURS,
    PASSAGE,
    PASSAGES,
    ROOM_BEHIND,
    ROOM_LETTERS,
    START_LETTERS,
    STARTS,
    number_of,
    place_of,
)
from cluehouse.games.clue.cards import CARDS, NAMES, ROOMS, SUSPECTS, WEAPONS, Room, Suspect
from cluehouse.games.clue.pieces import PLACES, SQUARES, Place
from cluehouse.games.clue.walks import distances, reach
from tests.games.clue.stage import at
from tests.rules import rule

LETTERS = Counter("".join(MAP))


@rule("CL-MAT-1")
def test_there_are_six_suspects_six_weapons_and_nine_rooms_one_card_each() -> None:
    assert (len(SUSPECTS), len(WEAPONS), len(ROOMS)) == (6, 6, 9)
    assert len(set(CARDS)) == len(CARDS) == 21


@rule("CL-MAT-4")
def test_every_card_has_its_french_name() -> None:
    assert NAMES["fr"].keys() == set(CARDS)
    assert [NAMES["fr"][card] for card in ("scarlet", "wrench", "conservatory", "lounge")] == [
        "Mlle Scarlet",
        "clé anglaise",
        "véranda",
        "salon",
    ]


@rule("CL-MAT-2")
def test_the_map_has_25_rows_of_24() -> None:
    assert {len(row) for row in MAP} == {24}
    assert len(MAP) == 25


@rule("CL-MAT-2", "CL-DEC-7")
def test_there_are_188_squares_six_of_them_starts() -> None:
    assert len(CELLS) == len(NEIGHBOURS) == SQUARES == 188
    assert LETTERS["."] == 182
    assert len(set(STARTS)) == 6


@rule("CL-MAT-2")
def test_rooms_stairs_and_walls_are_as_large_as_on_the_map() -> None:
    sizes = {letter: LETTERS[letter] for letter in ROOM_LETTERS}
    assert sizes == dict(zip("KBCDIYLHS", (35, 52, 28, 53, 30, 31, 41, 42, 27), strict=True))
    assert (LETTERS["X"], LETTERS["-"]) == (35, 38)


@rule("CL-MAT-2", "CL-DEC-7")
def test_there_are_17_doors_each_on_a_square_of_its_own_beside_its_room() -> None:
    assert sum(map(len, DOORS)) == len(ROOM_BEHIND) == 17
    letter_of = {room: letter for letter, room in ROOM_LETTERS.items()}
    for room, cells in DOOR_CELLS.items():
        for row, column in cells:
            beside = [
                MAP[row - 1][column],
                MAP[row + 1][column],
                *MAP[row][column - 1 : column + 2],
            ]
            assert MAP[row][column] == "."
            assert letter_of[room] in beside


@rule("CL-MAT-2")
def test_starts_are_where_the_map_says() -> None:
    cells = {"R": (0, 16), "M": (7, 23), "W": (24, 14), "G": (24, 9), "E": (18, 0), "P": (5, 0)}
    starts = dict(zip(SUSPECTS, STARTS, strict=True))
    assert starts == {START_LETTERS[letter]: at(*cell) for letter, cell in cells.items()}


@rule("CL-MAT-2")
def test_two_secret_passages_join_opposite_corners() -> None:
    assert {frozenset(pair) for pair in PASSAGES.items()} == {
        frozenset({"kitchen", "study"}),
        frozenset({"lounge", "conservatory"}),
    }
    assert sum(opposite is not None for opposite in PASSAGE) == 4


@rule("CL-MAT-2")
def test_the_stairs_are_entered_from_nowhere() -> None:
    stairs = {(r, c) for r, row in enumerate(MAP) for c, letter in enumerate(row) if letter == "X"}
    assert not stairs & set(CELLS)


@rule("CL-MOV-2")
def test_squares_are_beside_each_other_across_or_up_and_down_never_diagonally() -> None:
    for square, neighbours in enumerate(NEIGHBOURS):
        row, column = CELLS[square]
        beside = {CELLS[other] for other, _ in neighbours}
        cross = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        assert beside == cross & set(CELLS)


@rule("CL-DEC-7", "CL-MOV-5")
@pytest.mark.parametrize(
    ("suspect", "room", "total"),
    [
        ("scarlet", "lounge", 8),
        ("scarlet", "dining_room", 10),
        ("scarlet", "hall", 12),
        ("mustard", "lounge", 8),
        ("mustard", "dining_room", 8),
        ("mustard", "hall", 12),
        ("white", "ballroom", 8),
        ("white", "kitchen", 13),
        ("green", "ballroom", 8),
        ("green", "conservatory", 10),
        ("peacock", "conservatory", 7),
        ("peacock", "ballroom", 9),
        ("peacock", "billiard_room", 10),
        ("plum", "study", 8),
        ("plum", "hall", 10),
        ("plum", "library", 11),
    ],
)
def test_shortest_totals_from_start_to_a_room(suspect: Suspect, room: Room, total: int) -> None:
    start, goal = STARTS[SUSPECTS.index(suspect)], number_of(room)
    assert distances(goal)[start] == total
    assert _least_roll(start, goal) == (total if total <= 12 else None)


@rule("CL-DEC-7", "CL-MOV-5")
@pytest.mark.parametrize(
    ("origin", "room", "total"),
    [
        ("study", "hall", 4),
        ("study", "library", 7),
        ("library", "billiard_room", 4),
        ("billiard_room", "conservatory", 7),
        ("billiard_room", "ballroom", 6),
        ("conservatory", "ballroom", 4),
        ("ballroom", "kitchen", 7),
        ("ballroom", "dining_room", 7),
        ("kitchen", "dining_room", 11),
        ("dining_room", "lounge", 4),
        ("lounge", "hall", 8),
        ("hall", "dining_room", 8),
        ("hall", "library", 7),
    ],
)
def test_shortest_totals_from_room_to_room(origin: Room, room: Room, total: int) -> None:
    assert _least_roll(number_of(origin), number_of(room)) == total
    assert _least_roll(number_of(room), number_of(origin)) == total


@pytest.mark.parametrize("place", [at(0, 7), at(24, 14), "kitchen", "study"])
def test_a_place_and_its_number_are_the_same(place: Place) -> None:
    assert place_of(number_of(place)) == place
    assert number_of(place) < PLACES


def _least_roll(origin: int, room: int) -> int | None:
    return next((roll for roll in range(2, 13) if reach(origin, roll, 0) >> room & 1), None)
