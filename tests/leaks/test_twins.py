"""Nobody can tell a game from its twin, by anything that comes out of a real house; and whoever
could, with one hole anywhere, is caught.

`python -m tests.leaks` tries whole games, every case, every viewer and every hidden field.
"""

from collections.abc import Collection
from pathlib import Path

import pytest

from cluehouse.core.ids import RAIL, Seat, Viewer
from tests.contract.leaking import LEAKS
from tests.leaks.ear import Leak, compare
from tests.leaks.evening import Curiosity, Evening, Telling, compare_evenings, spend
from tests.leaks.samples import SAMPLES
from tests.leaks.stories import Story, true_story, twin

PAGES = 24
"""How far a game is told where it is told often."""

CURIOUS = Curiosity(moments=1, requests=True)

HALVES = (tuple(SAMPLES)[::2], tuple(SAMPLES)[1::2])


def stories(games: tuple[str, ...], pages: int) -> dict[str, Story]:
    return {game: true_story(SAMPLES[game], b"twins").cut(pages) for game in games}


async def told(
    data: Path, stories: dict[str, Story], seats: dict[str, Viewer], notebooks: Collection[Viewer]
) -> Evening:
    """With one seat and the rail as curious as can be."""
    tellings = [
        Telling(it.case.game, it, (seats[game], RAIL), {seats[game]}.intersection(notebooks))
        for game, it in stories.items()
    ]
    return await spend(data, tellings, CURIOUS)


@pytest.mark.parametrize("games", HALVES, ids=" ".join)
async def test_nobody_can_tell_twins_apart(games: tuple[str, ...], tmp_path: Path) -> None:
    true = stories(games, PAGES)
    seats: dict[str, Viewer] = {
        game: Seat(number % SAMPLES[game].seats) for number, game in enumerate(games, 1)
    }
    rails: dict[str, Viewer] = dict.fromkeys(games, RAIL)
    evening = await told(tmp_path / "true", true, seats, seats.values())
    for viewers in (seats, rails):
        twins = {game: twin(story, viewers[game]) for game, story in true.items()}
        data = tmp_path / f"for-{viewers[games[0]]}"
        other = await told(data, twins, seats, viewers.values())
        assert compare_evenings(evening, other, viewers) > PAGES


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_hole_in_any_game_is_caught(leak: str, tmp_path: Path) -> None:
    true = stories(tuple(SAMPLES), PAGES // 2)
    games = {game: LEAKS[leak](SAMPLES[game]) for game in SAMPLES}
    one, two = [
        await spend(tmp_path / name, [Telling(games[game], it[game]) for game in it], Curiosity())
        for name, it in (
            ("true", true),
            ("twins", {game: twin(story, RAIL) for game, story in true.items()}),
        )
    ]
    for game in games:
        with pytest.raises(Leak):
            compare(one.heard[game, RAIL], two.heard[game, RAIL])
