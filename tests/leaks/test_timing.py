"""The times of bot moves reveal nothing about hands, nor about the result of slow work."""

import pytest

from cluehouse.table.time_control import SPEED_FACTORS, BotSpeed
from tests.leaks.one_case_each import CASES
from tests.leaks.recorder import Leak
from tests.leaks.scripts import unfinished_script
from tests.leaks.timing import LEAKS, Leaky, compare_times

MOMENTS = 5


@pytest.mark.parametrize("speed", SPEED_FACTORS)
@pytest.mark.parametrize("game", CASES)
def test_bots_move_at_the_same_times_whatever_is_hidden(game: str, speed: BotSpeed) -> None:
    assert compare_times(unfinished_script(CASES[game], b"timing"), MOMENTS, speed) > MOMENTS


@pytest.mark.parametrize("speed", SPEED_FACTORS)
@pytest.mark.parametrize(
    ("game", "leak"),
    [(game, leak) for game, leaks in LEAKS.items() for leak in leaks],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_leaking_time_is_caught(game: str, leak: Leaky, speed: BotSpeed) -> None:
    script = unfinished_script(CASES[game], b"timing")
    with pytest.raises(Leak, match="by time"), leak():
        compare_times(script, MOMENTS, speed)
