"""The rules, one by one: from round to round, and the end."""

import pytest

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.cinq_dernieres_minutes.events import CardsDrawn, Event, ItemPlaced, RoundBegun
from cluehouse.games.cinq_dernieres_minutes.moves import Claim, Ready
from cluehouse.games.cinq_dernieres_minutes.pieces import ROOMS, Options
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves, outcome
from cluehouse.games.cinq_dernieres_minutes.state import State
from tests.games.cinq_dernieres_minutes.stage import (
    FOUR,
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    accuse,
    accusing,
    all_ready,
    asked,
    hide,
    hiding,
    novices,
    play,
    refused,
    truth,
)
from tests.rules import rule


def mistaken(state: State) -> State:
    """All go to the drawing room, and the first suspect to testify says something false."""
    hide(state, *ROOMS[:1] * 4)
    while state.phase == "inquiry":
        (seat,) = asked(state)
        true = Claim(*truth(state, seat))
        play(state, seat, next(move for move in legal_moves(state, seat) if move != true))
    return state


def begun(events: list[Event]) -> RoundBegun:
    (round_begun,) = (event for event in events if isinstance(event, RoundBegun))
    return round_begun


def over(*tokens: int, options: Options | None = None) -> State:
    """The last round has been played, and left the players with these tokens."""
    state = accusing(ONE, options)
    state.round = 4
    accuse(state, {})
    state.tokens = list(tokens)
    return state


# Rounds


@rule("CD-GAM-1")
def test_number_1_becomes_the_last_and_the_others_move_up() -> None:
    state = accusing(ONE)
    assert state.order == (ZERO, ONE, TWO, THREE)
    accuse(state, {})
    assert begun(all_ready(state)) == RoundBegun(2, False, (ONE, TWO, THREE, ZERO))
    assert asked(state) == [ONE]


@rule("CD-GAM-1")
def test_the_next_round_begins_when_all_seats_are_ready() -> None:
    state = accusing(ONE)
    refused("CD-GAM-1", state, ZERO, Ready())
    accuse(state, {})
    for seat in (TWO, ZERO, THREE):
        assert len(play(state, seat, Ready())) == 1
        refused("CD-GAM-1", state, seat, Ready())
    assert len(play(state, ONE, Ready())) > 1


@rule("CD-GAM-1", "CD-DEC-1")
def test_bourrel_stays_and_is_asked_to_be_ready_and_to_fill_the_boxes_again() -> None:
    state = accusing(ONE, options=PERSON)
    accuse(state, {})
    assert asked(state) == [ZERO, ONE, TWO, THREE, FOUR]
    assert begun(all_ready(state)).order == (TWO, THREE, FOUR, ONE)
    assert (state.phase, asked(state), state.boxes) == ("arranging", [ZERO], [])


@rule("CD-GAM-1")
def test_objects_are_placed_and_cards_drawn_anew_in_each_round() -> None:
    thieves, rings = set(), set()
    for luck in range(60):
        state = accusing(ONE)
        accuse(state, {})
        events = all_ready(state, luck)
        assert sum(isinstance(event, ItemPlaced) for event in events) == 4
        (cards,) = (event for event in events if isinstance(event, CardsDrawn))
        thieves.add(cards.thief)
        rings.add(cards.room)
    assert thieves == set(seats_of(4))
    assert rings == set(ROOMS[:4])


# Void rounds


@rule("CD-DEC-2")
def test_a_void_round_is_played_again_with_the_same_numbers() -> None:
    state = mistaken(hiding(ONE, options=MEMORY))
    assert state.void is not None
    events = all_ready(state)
    assert begun(events) == RoundBegun(1, True, (ZERO, ONE, TWO, THREE))
    assert any(isinstance(event, CardsDrawn) for event in events)
    assert state.void is None


@rule("CD-DEC-2")
def test_a_round_void_for_the_second_time_counts_as_played() -> None:
    state = mistaken(hiding(ONE, options=MEMORY))
    all_ready(state)
    mistaken(state)
    assert state.void is not None
    assert sum(state.tokens) == 4 * 3 - 2
    assert begun(all_ready(state)) == RoundBegun(2, False, (ONE, TWO, THREE, ZERO))


@rule("CD-DEC-2")
def test_the_last_round_is_played_again_too_and_then_the_game_is_over() -> None:
    state = hiding(ONE, options=MEMORY)
    state.round = 4
    mistaken(state)
    assert state.phase == "between"
    all_ready(state)
    assert outcome(mistaken(state)) is not None


@rule("CD-DEC-2")
def test_a_game_has_at_most_two_rounds_for_each_player() -> None:
    state, rounds = hiding(ONE, options=MEMORY), 1
    while outcome(mistaken(state)) is None:
        all_ready(state, rounds)
        rounds += 1
    assert rounds == 8


# The end


@rule("CD-GAM-2", "CD-MAT-3")
@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("options", [Options(), PERSON])
def test_the_game_ends_when_each_player_has_been_number_1_once(
    players: int, options: Options
) -> None:
    firsts: list[Seat] = []
    for game, events in novices(players + (options == PERSON), options):
        assert game.outcome() is None or len(firsts) == players
        firsts += [event.order[0] for event in events if isinstance(event, RoundBegun)]
    assert len(set(firsts)) == len(firsts) == players


@rule("CD-GAM-2")
def test_most_tokens_win() -> None:
    ended = outcome(over(4, 5, 2, 3))
    assert ended is not None
    assert (ended.shares, ended.points) == ((0, 1, 0, 0), (4, 5, 2, 3))
    assert ended.rule == "CD-GAM-2"


@rule("CD-DEC-4")
def test_ties_share() -> None:
    ended = outcome(over(4, 2, 4, 3))
    assert ended is not None
    assert ended.shares == (0.5, 0, 0.5, 0)


@rule("CD-DEC-4")
def test_tokens_may_go_below_zero_and_may_even_win() -> None:
    state = accusing(ONE)
    state.tokens = [0, 0, 0, 0]
    accuse(state, {ZERO: TWO, TWO: ZERO, THREE: ZERO})
    assert state.tokens == [-1, 1, -1, -1]
    ended = outcome(over(-2, -1, -3, -4))
    assert ended is not None
    assert ended.shares == (0, 1, 0, 0)


@rule("CD-DEC-1", "CD-DEC-4")
def test_bourrel_has_no_share_even_if_all_players_are_below_zero() -> None:
    ended = outcome(over(0, -1, -2, -3, -4, options=PERSON))
    assert ended is not None
    assert ended.shares == (0, 1, 0, 0, 0)
    assert ended.points[ZERO] == 0


@rule("CD-GAM-3")
def test_another_cycle_is_another_game_with_three_tokens_each() -> None:
    state = over(4, 5, 2, 3)
    assert asked(state) == []
    refused("CD-GAM-1", state, ZERO, Ready())
    assert State(Options(), 4).tokens == [3, 3, 3, 3]
