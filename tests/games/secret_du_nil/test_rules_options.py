"""Le Secret du Nil's rules, one by one: the tactical options."""

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.secret_du_nil.events import (
    BankHidden,
    BankLaid,
    BoatMoved,
    CardsPlayed,
    PlaceTaken,
    PlaceTurned,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.moves import Announce, Look, PlayCards, PutBack, Take
from cluehouse.games.secret_du_nil.pieces import Options
from cluehouse.games.secret_du_nil.rules import legal_moves, setup
from tests.games.secret_du_nil.stage import (
    BAR,
    BAR_AND_POOL,
    NO_IDEA,
    ONE,
    TWO,
    ZERO,
    aboard,
    announcing,
    asked,
    look,
    play,
    random_game,
    refused,
    say,
)
from tests.rules import rule

BOTH_BANKS = Options(both_banks=True)
IN_TURN = Options(in_turn=True)


@rule("NI-OPT-1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_both_banks_are_laid_face_up(seats: int) -> None:
    events = setup(BOTH_BANKS, seats, Chance(b"banks", seats))
    banks = [event for event in events if isinstance(event, BankLaid)]
    assert [(event.bank, len(event.places)) for event in banks] == [("upper", 12), ("lower", 12)]
    assert not any(isinstance(event, BankHidden | PlaceTurned) for event in events)


@rule("NI-OPT-1")
def test_then_no_card_is_turned_where_the_boat_arrives() -> None:
    state = announcing(2, options=BOTH_BANKS)
    assert say(state, Announce("one"), Announce("two"))[1:] == [BoatMoved(3)]
    assert state.turned == (1 << 12) - 1


@rule("NI-OPT-2")
@pytest.mark.parametrize("first", seats_of(3))
def test_in_turn_each_plays_openly_and_looks_before_the_next_one_plays(first: Seat) -> None:
    state = aboard(3, first=first, options=IN_TURN)
    for turn in range(3):
        seat = Seat((first + turn) % 3)
        assert asked(state) == [seat]
        assert play(state, seat, BAR) == [CardsPlayed(seat, ("bar",))]
        assert state.place_counts[seat] == 3
        assert asked(state) == [seat]
        look(state, seat, "bar", "marpel", "stain")
    assert state.phase == "announcing"


@rule("NI-OPT-2")
def test_no_seat_plays_before_its_turn() -> None:
    state = aboard(3, options=IN_TURN)
    refused("NI-OPT-2", state, ONE, BAR)
    play(state, ZERO, BAR)
    refused("NI-CAR-1", state, ONE, BAR)


@rule("NI-OPT-2")
def test_no_idea_passes_the_turn_on_and_is_paid_at_the_end() -> None:
    state = aboard(3, square=3, options=IN_TURN)
    assert play(state, ZERO, NO_IDEA) == [CardsPlayed(ZERO, ("no_idea",))]
    play(state, ONE, BAR)
    look(state, ONE, "bar", "marpel", "stain")
    assert asked(state) == [TWO]
    play(state, TWO, NO_IDEA)
    assert asked(state) == [ZERO]
    assert play(state, ZERO, Take("pool")) == [
        PlaceTaken(ZERO, "lower", "pool"),
        PlaceTaken(TWO, "upper", "bar"),
        TurnBegun(ONE),
    ]


@rule("NI-DEC-5")
def test_all_cards_are_laid_before_the_first_look() -> None:
    state = aboard(2, options=IN_TURN)
    play(state, ZERO, BAR_AND_POOL)
    play(state, ZERO, Look("bar", "marpel", "stain"))
    play(state, ZERO, PutBack())
    assert {type(move) for move in legal_moves(state, ZERO)} == {Look}
    refused("NI-CAR-1", state, ZERO, PlayCards(("joker",)))
    look(state, ZERO, "pool", "marpel", "stain")
    assert asked(state) == [ONE]


@rule("NI-OPT-1", "NI-OPT-2")
@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_games_with_both_options_are_played_to_the_end(seats: int) -> None:
    for state in random_game(seats, Options(both_banks=True, in_turn=True)):
        assert state.phase != "choosing" or len(asked(state)) == 1
    assert state.phase == "over"
