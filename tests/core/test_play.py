"""A game in progress: what it is made with, how it is copied and stored."""

import pickle
from copy import copy, deepcopy
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from cluehouse.core.play import Play
from cluehouse.games import GAMES
from cluehouse.games.clue import GAME as CLUE
from cluehouse.games.clue.pieces import Options as ClueOptions
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.pieces import Options


@pytest.mark.parametrize("seats", [2, 7, 0, -1, 3.5, "4"])
def test_seats_a_game_is_not_for_are_refused_in_words(seats: Any) -> None:
    with pytest.raises(ValueError, match=r"^clue is for 3 to 6 seats, not "):
        Play(CLUE, ClueOptions(), seats, b"key")


@pytest.mark.parametrize("options", [ClueOptions(), {}, None, "deals=2", Options])
def test_options_of_another_kind_are_refused_in_words(options: Any) -> None:
    with pytest.raises(ValueError, match="options of keyhole are made with"):
        Play(KEYHOLE, options, 3, b"key")


@pytest.mark.parametrize("deals", [0, -2, "two", object()])
def test_options_out_of_range_are_refused_in_words(deals: Any) -> None:
    with pytest.raises(ValueError, match=r"^options of keyhole: "):
        Play(KEYHOLE, Options(deals=deals), 3, b"key")


def test_seats_are_plain_numbers_for_a_caller() -> None:
    """Type checkers accept what the README shows."""
    play = Play(KEYHOLE, Options(), 3, b"key")
    play.advance(play.setup())
    events = play.decide(0, play.legal_moves(0)[0])
    assert play.sights(events, 2)
    assert play.view(1).seat == 1
    assert files("cluehouse").joinpath("py.typed").is_file()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_copied_and_pickled_as_itself(name: str) -> None:
    game = GAMES[name]
    assert copy(game) is deepcopy(game) is pickle.loads(pickle.dumps(game)) is game


def test_a_game_that_is_not_listed_is_not_pickled_as_the_one_of_its_name() -> None:
    variant = replace(KEYHOLE, version=99)
    assert deepcopy(variant) is variant
    with pytest.raises(pickle.PicklingError, match="not the one of that name"):
        pickle.dumps(variant)


@pytest.mark.parametrize("again", [deepcopy, lambda play: pickle.loads(pickle.dumps(play))])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_progress_is_copied_and_pickled(name: str, again: Any) -> None:
    game = GAMES[name]
    options = game.types.options()
    play = Play(game, options, game.seats(options)[0], b"key")
    play.advance(play.setup())
    twin = again(play)
    seat = play.asked()[0]
    move = play.legal_moves(seat)[0]
    assert (twin.seq, twin.asked()) == (play.seq, play.asked())
    assert twin.decide(seat, move) == play.decide(seat, move)
    twin.advance(twin.decide(seat, move))
    assert (twin.seq, play.seq) == (1, 0)
