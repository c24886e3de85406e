"""When a bot moves says nothing about what it knows, nor how long work took about what came out."""

import pytest

from tests.leaks.ear import Leak
from tests.leaks.samples import SAMPLES
from tests.leaks.stories import true_story
from tests.leaks.timing import LEAKS, Leaky, compare_times

MOMENTS = 5


@pytest.mark.parametrize("game", SAMPLES)
def test_bots_move_at_the_same_times_whatever_is_hidden(game: str) -> None:
    assert compare_times(true_story(SAMPLES[game], b"timing"), MOMENTS) > MOMENTS


@pytest.mark.parametrize(
    ("game", "leak"),
    [(game, leak) for game, leaks in LEAKS.items() for leak in leaks],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_time_that_tells_is_caught(game: str, leak: Leaky) -> None:
    story = true_story(SAMPLES[game], b"timing")
    with pytest.raises(Leak, match="by time"), leak():
        compare_times(story, MOMENTS)
