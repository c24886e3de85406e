"""Sentences name things as players do."""

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games.arosa import GAME as AROSA
from cluehouse.games.arosa.events import OpenedEmpty
from cluehouse.study.sentences import Language, tell, words_of


@pytest.mark.parametrize(
    ("language", "ground", "above"),
    [
        ("en", "Player 2 opens the ground floor, and it is empty.", "opens storey 3,"),
        ("fr", "Joueur 2 ouvre le rez-de-chaussée : rien.", "ouvre l’étage 3 :"),
    ],
)
def test_storey_0_is_called_the_ground_floor(language: Language, ground: str, above: str) -> None:
    words = words_of(AROSA, 2, language)
    assert tell(OpenedEmpty(by=Seat(1), storey=0), words) == ground
    assert above in tell(OpenedEmpty(by=Seat(1), storey=3), words)
