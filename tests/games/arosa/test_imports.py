"""Arosa: which libraries are imported, and when."""

import subprocess
import sys

HEAVY = "sorted({'numpy', 'pymunk'} & set(sys.modules))"


def test_physics_and_numpy_are_not_imported_until_a_cube_really_falls() -> None:
    assert _printed("import cluehouse.games.arosa") == "[]"
    assert _printed(_drop("quick")) == "[]"
    assert "pymunk" in _printed(_drop("wooden"))


def test_numpy_is_not_imported_by_beliefs_that_hear_nothing() -> None:
    assert _printed(_game("novice")) == "[]"
    assert _printed(_game("plain")) == "[]"
    assert "numpy" in _printed(_game("detective"))


def _game(level: str) -> str:
    return f"""
from cluehouse.arena.match import play_match
from cluehouse.games.arosa import GAME
from cluehouse.games.arosa.pieces import Options
play_match(GAME, Options(tower="quick"), ["{level}"] * 2, b"")
"""


def _drop(tower: str) -> str:
    """A cube falls and is seen, but its sound is not requested."""
    return f"""
from cluehouse.core.ids import RAIL
from cluehouse.core.play import Play
from cluehouse.core.wire import encode
from cluehouse.games.arosa import GAME
from cluehouse.games.arosa.moves import Drop
from cluehouse.games.arosa.pieces import Options
play = Play(GAME, Options(tower="{tower}"), 2, b"")
play.advance(play.setup())
encode(play.sights(play.decide(play.asked()[0], Drop("red")), RAIL))
"""


def _printed(program: str) -> str:
    command = [sys.executable, "-c", f"{program}\nimport sys; print({HEAVY})"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
