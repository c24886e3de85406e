"""Crime Hotel's rules, one by one: the beginners’ variant."""

import pytest

from cluehouse.core.ids import seats_of
from cluehouse.games.crime_hotel.events import (
    Guessed,
    TookBack,
)
from cluehouse.games.crime_hotel.moves import CallIn, Guess, PlayCard
from cluehouse.games.crime_hotel.pieces import Options
from cluehouse.games.crime_hotel.rules import outcome
from tests.games.crime_hotel.stage import (
    FIVE_OF_FOUR,
    ONE,
    TWO,
    ZERO,
    acting,
    asked,
    last_guess,
    play,
    playing,
    random_game,
    refused,
    scored,
    stand,
)
from tests.rules import rule

BEGINNERS = Options(beginners=True)


@rule("CH-BEG-1")
@pytest.mark.parametrize("seats", [3, 4])
def test_between_first_and_last_bay_beginners_take_their_detectives_back(seats: int) -> None:
    state = acting(*FIVE_OF_FOUR[:seats], options=BEGINNERS)
    first, *between, last = seats_of(seats)
    taken_back = [TookBack(seat) for seat in between]
    assert play(state, first, Guess("floor-1")) == [Guessed(first, "floor-1"), *taken_back]
    assert asked(state) == [last]
    refused("CH-ACT-1", state, last, CallIn("bonus"))
    assert play(state, last, Guess("floor-2")) == [Guessed(last, "floor-2")]
    assert [stands.bit_count() for stands in state.stands] == [1, *[0] * len(between), 1]


@rule("CH-BEG-1")
@pytest.mark.parametrize("seats", [3, 4])
def test_beginners_use_no_desk_and_score_no_bonus(seats: int) -> None:
    for state in random_game(seats, BEGINNERS):
        assert state.phase != "effect"
        assert not any(state.desks)
        assert not any(state.bonus)
    assert outcome(state) is not None


@rule("CH-BEG-1")
def test_beginners_follow_park_guess_and_score_by_the_usual_rules() -> None:
    state = playing((11, 12), (13, 23), (15, 16), options=BEGINNERS)
    play(state, ZERO, PlayCard(11))
    refused("CH-TRK-2", state, ONE, PlayCard(23))
    play(state, ONE, PlayCard(13))
    play(state, TWO, PlayCard(15))
    assert state.bays == (TWO, ONE, ZERO)
    play(state, TWO, Guess("floor-1"))
    refused("CH-GUE-2", state, ZERO, Guess("floor-1"))
    end = stand(last_guess(27, options=BEGINNERS), ONE, "room-27", "floor-2")
    assert scored(end) == (0, 12, 0)
