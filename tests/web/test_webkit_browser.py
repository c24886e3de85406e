"""Clue and Arosa in WebKit, on a desktop and a phone at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.other_browser import PIECES, Boards, check_game
from tests.web.webkit import WebKit, webkit

pytestmark = pytest.mark.filterwarnings("ignore:.* in RemoteConnection:DeprecationWarning")
"""Selenium warns of its own call."""


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[WebKit]:
    with webkit(tmp_path) as browser:
        yield browser


@pytest.mark.parametrize("game", PIECES)
def test_a_game_is_played_in_webkit(
    opened: WebKit, address: str, boards: Boards, game: str
) -> None:
    check_game(opened.windows, address, game, boards[game], "webkit")
    assert opened.errors.read_text() == ""
