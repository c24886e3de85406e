"""Games of earlier versions replay as they were played."""

from pathlib import Path

import pytest

from cluehouse.core.codec import codec
from cluehouse.core.ids import seats_of
from cluehouse.core.record import opening, read_record
from cluehouse.games.crime_hotel import GAME
from cluehouse.games.crime_hotel.events import MurdererFound
from cluehouse.games.crime_hotel.pieces import DEPARTMENTS, DESKS
from cluehouse.games.crime_hotel.score import points_of
from tests.rules import rule

LOGS = Path(__file__).resolve().parents[2] / "logs" / "crime_hotel"


@rule("CH-DEC-1")
@pytest.mark.parametrize(
    ("log", "bonus"), [("v1.json", (2, 3)), ("v1-tight.json", (3,)), ("v2.json", (2, 3))]
)
def test_a_stored_game_scores_with_the_desks_it_was_played_with(
    log: str, bonus: tuple[int, ...]
) -> None:
    record = read_record((LOGS / log).read_bytes())
    play = opening(GAME, record)
    for entry in record.entries:
        for event in codec(GAME).events.decode(entry.events):
            if isinstance(event, MurdererFound):
                points = tuple(points_of(play.state, seat) for seat in seats_of(play.seats))
                assert points == event.points
            GAME.apply(play.state, event)
            assert play.state.desk_table[DEPARTMENTS.index("bonus")] == bonus
    assert play.outcome() == record.outcome
    assert DESKS[play.state.options.desks, 3][-1] == (2, 3), "those of today"
