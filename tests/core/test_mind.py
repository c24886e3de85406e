"""Minds and random play."""

from collections import Counter

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.core.mind import FINAL_ONE_IN, Mind, random_move
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.events import CardShown, Dealt
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.games.keyhole.pieces import DECK, Options
from cluehouse.games.keyhole.view import DealBegun

ASKS = [Ask(Seat(1)), Ask(Seat(2))]
ACCUSATIONS = [Accuse(card) for card in DECK]
DRAWS = 5000


def test_random_play_draws_evenly() -> None:
    drawn = Counter(random_move(ACCUSATIONS, (), Chance(b"key", n)) for n in range(DRAWS))
    assert set(drawn) == set(ACCUSATIONS)
    assert max(drawn.values()) < 1.15 * min(drawn.values())


def test_random_play_ends_a_seats_part_one_time_in_fifty() -> None:
    moves = [*ACCUSATIONS, *ASKS]
    drawn = Counter(type(random_move(moves, (Accuse,), Chance(b"key", n))) for n in range(DRAWS))
    assert 0.7 < drawn[Accuse] / (DRAWS / FINAL_ONE_IN) < 1.3


def test_random_play_makes_a_final_move_if_there_is_no_other() -> None:
    assert random_move(ACCUSATIONS[:1], (Accuse,), Chance(b"key", 0)) == ACCUSATIONS[0]
    assert random_move(ASKS[:1], (Accuse,), Chance(b"key", 0)) == ASKS[0]


def test_a_mind_uses_its_sights_and_a_random_one_does_not() -> None:
    heard = [DealBegun(), Dealt(Seat(0), "twin"), CardShown(Seat(1), Seat(0), "pilot")]
    chosen = {}
    for level in ("random", "detective"):
        mind = Mind(KEYHOLE, Options(), 3, Seat(0), level)
        mind.hear(heard)
        lucks = (Chance(b"key", n) for n in range(200))
        chosen[level] = {mind.choose(None, ACCUSATIONS, luck).card for luck in lucks}
    assert chosen == {"random": set(DECK), "detective": {"butler", "doctor", "widow"}}
