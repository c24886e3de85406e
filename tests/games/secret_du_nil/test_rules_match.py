"""Le Secret du Nil's rules, one by one: a match of several games."""

import pytest

from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.secret_du_nil.events import (
    BoatMoved,
    Dealt,
    GameBegun,
    Revealed,
    SaidReady,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.moves import Answer, Ready
from cluehouse.games.secret_du_nil.pieces import Match, Options, Verdict
from cluehouse.games.secret_du_nil.rules import legal_moves, outcome
from cluehouse.games.secret_du_nil.state import State
from tests.games.secret_du_nil.stage import (
    ONE,
    TWO,
    ZERO,
    aboard,
    answering,
    asked,
    play,
    random_game,
    refused,
    write,
)
from tests.rules import rule

TO_15 = Options(match=15)
RIGHT = Answer("watson", "watson", "watson")
"""In the games of the stage Mrs Watson is guilty in every category."""
NOBODY = Answer("nobody", "nobody", "nobody")
BLANK = Answer("blank", "blank", "blank")


def points(*answers: Answer) -> tuple[int, ...]:
    *_, revealed = write(answering(len(answers), options=TO_15), *answers)
    assert isinstance(revealed, Revealed)
    return revealed.points


def after(*earlier: tuple[int, ...], target: Match = 15) -> State:
    """The reports of a game are to be written; these were the points of the games before it."""
    state = answering(len(earlier[0]), options=Options(match=target))
    state.points = list(earlier)
    state.game = len(earlier) + 1
    return state


def result(state: State) -> Outcome:
    found = outcome(state)
    assert found is not None
    return found


# Points


@rule("NI-MTC-1")
@pytest.mark.parametrize(
    ("stain", "shoe_print", "worth"),
    [
        ("watson", "watson", 9),
        ("watson", "nobody", 3),
        ("nobody", "marpel", 0),
        ("watson", "blank", 4),
        ("blank", "nobody", 1),
        ("blank", "blank", 2),
    ],
)
def test_right_is_worth_2_wrong_costs_1_and_all_three_right_3_more(
    stain: Verdict, shoe_print: Verdict, worth: int
) -> None:
    assert points(Answer("watson", stain, shoe_print), NOBODY) == (worth, -3)


@rule("NI-MTC-1", "NI-DEC-2")
def test_a_blank_brings_nothing_and_no_bonus_even_without_a_culprit() -> None:
    state = answering(2, options=TO_15, proofs=("yellow", "yellow", "yellow"))
    *_, revealed = write(state, Answer("nobody", "nobody", "blank"), NOBODY)
    assert isinstance(revealed, Revealed)
    assert revealed.culprits == ("nobody", "nobody", "nobody")
    assert revealed.points == (4, 9)


@rule("NI-DEC-2")
def test_in_a_match_any_category_may_be_left_blank() -> None:
    moves = legal_moves(answering(2, options=TO_15), ZERO)
    assert len(moves) == 6**3
    assert BLANK in moves


# The next game


@rule("NI-MTC-1", "NI-DEC-8")
@pytest.mark.parametrize("first", seats_of(3))
def test_the_next_game_begins_when_all_are_ready_with_the_first_player_card_further_left(
    first: Seat,
) -> None:
    state = answering(3, options=TO_15, first=first)
    write(state, NOBODY, NOBODY, NOBODY)
    assert asked(state) == [ZERO, ONE, TWO]
    assert play(state, TWO, Ready()) == [SaidReady(TWO)]
    play(state, ZERO, Ready())
    assert asked(state) == [ONE]
    said, begun, *events = play(state, ONE, Ready())
    assert (said, begun) == (SaidReady(ONE), GameBegun(2))
    assert [event for event in events if isinstance(event, TurnBegun | BoatMoved)] == [
        TurnBegun(Seat((first + 1) % 3)),
        BoatMoved(1),
    ]
    assert len([event for event in events if isinstance(event, Dealt)]) == 3
    assert (state.phase, state.place_counts, state.jokers) == ("choosing", [4, 4, 4], 0b111)


@rule("NI-MTC-1")
def test_a_seat_says_ready_once_and_only_between_games() -> None:
    state = answering(2, options=TO_15)
    refused("NI-MTC-1", state, ZERO, Ready())
    write(state, NOBODY, NOBODY)
    play(state, ZERO, Ready())
    refused("NI-MTC-1", state, ZERO, Ready())
    refused("NI-MTC-1", aboard(2, options=TO_15), ZERO, Ready())


# The end


@rule("NI-MTC-1")
@pytest.mark.parametrize("target", [15, 20, 25])
def test_the_first_to_reach_or_pass_the_target_wins(target: Match) -> None:
    assert target != "single"
    for before, over in ((target - 10, False), (target - 9, True), (target - 8, True)):
        state = after((before, 0), target=target)
        write(state, RIGHT, NOBODY)
        assert (outcome(state) is not None) == over
        if over:
            assert result(state) == Outcome(shares=(1, 0), points=(before + 9, -3), rule="NI-MTC-1")


@rule("NI-DEC-3")
def test_if_several_reach_it_at_once_most_points_win() -> None:
    state = after((10, 12, 3))
    write(state, RIGHT, RIGHT, NOBODY)
    assert result(state) == Outcome(shares=(0, 1, 0), points=(19, 21, 0), rule="NI-DEC-3")


@rule("NI-DEC-3")
def test_if_they_have_equal_points_they_share() -> None:
    state = after((10, 10, 3))
    write(state, RIGHT, RIGHT, NOBODY)
    assert result(state).shares == (0.5, 0.5, 0)


@rule("NI-MTC-1")
def test_a_match_ends_after_twelve_games_and_most_points_win() -> None:
    state = after((2, 5), *[(0, 0)] * 9)
    write(state, BLANK, BLANK)
    assert outcome(state) is None
    state = after((2, 5), *[(0, 0)] * 10)
    write(state, BLANK, BLANK)
    assert result(state) == Outcome(shares=(0, 1), points=(2, 5), rule="NI-MTC-1")


@rule("NI-MTC-1")
def test_equal_points_after_twelve_games_share_the_win() -> None:
    state = after(*[(0, 0)] * 11)
    write(state, BLANK, BLANK)
    assert result(state).shares == (0.5, 0.5)


@rule("NI-DEC-4")
def test_in_a_match_points_count_although_no_player_found_the_culprit() -> None:
    state = after((8, 5), *[(0, 0)] * 10)
    write(state, NOBODY, BLANK)
    assert result(state) == Outcome(shares=(0.5, 0.5), points=(5, 5), rule="NI-MTC-1")


@rule("NI-MTC-1", "NI-FIR-1")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_whole_match_of_random_play_ends(seats: int) -> None:
    games: list[int] = []
    for state in random_game(seats, TO_15):
        if not games or state.game != games[-1]:
            games.append(state.game)
    assert games == list(range(1, len(games) + 1))
    assert len(state.points) == len(games) <= 12
    assert state.phase == "over"
