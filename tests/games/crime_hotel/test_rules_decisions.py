"""Crime Hotel's rules, one by one: our rulings (CH-DEC)."""

import re
from typing import Literal

import pytest

from cluehouse.games.crime_hotel import GAME
from cluehouse.games.crime_hotel.events import (
    CalledIn,
    Declined,
    Exchanged,
    InvestigationBegun,
    Looked,
    MurdererFound,
    SaidReady,
)
from cluehouse.games.crime_hotel.moves import (
    CallIn,
    Decline,
    Exchange,
    Guess,
    Look,
    Ready,
)
from cluehouse.games.crime_hotel.pieces import (
    DEPARTMENTS,
    DESKS,
    Department,
    Desks,
    Options,
)
from cluehouse.games.crime_hotel.rules import legal_moves
from cluehouse.games.crime_hotel.state import State
from tests.contract.rulebook import texts
from tests.games.crime_hotel.stage import (
    FIVE_EACH,
    FIVE_OF_FOUR,
    ONE,
    TWO,
    ZERO,
    acting,
    asked,
    called,
    calling,
    guesses,
    happen,
    last_guess,
    play,
    random_game,
    refused,
    scored,
    stand,
    standing,
)
from tests.rules import rule


@rule("CH-DEC-1")
def test_the_desks_of_the_standard_table() -> None:
    assert DESKS["standard", 3] == ((1,), (1, 2), (1, 2), (1,), (2, 3))
    assert DESKS["standard", 4] == ((1, 1), (1, 2), (1, 2), (1, 1), (1, 2, 3))
    assert acting().desk_table == DESKS["standard", 3]
    assert acting(*FIVE_OF_FOUR).desk_table == DESKS["standard", 4]


@rule("CH-DEC-1")
@pytest.mark.parametrize(
    ("seats", "desks", "spare"),
    [
        (3, ((1,), (1,), (1,), (1,), (2, 3)), 1),
        (4, ((1, 1), (1, 2), (1, 2), (1, 1), (2, 3)), 0),
    ],
)
def test_at_a_tight_table_there_is_hardly_a_desk_to_spare(
    seats: int, desks: Desks, spare: int
) -> None:
    tight = Options(desks="tight")
    assert State(tight, seats).desk_table == desks
    for state in random_game(seats, tight):
        assert state.desk_table == desks
        if state.phase == "over":
            free = map(int.__sub__, map(len, desks), map(len, state.desks))
            assert sum(free) == spare


@rule("CH-DEC-1", "CH-BON-1")
@pytest.mark.parametrize("layout", ["standard", "tight"])
def test_every_layout_has_two_bonus_desks_for_three_and_one_is_worth_3(layout: str) -> None:
    bonus = DESKS[layout, 3][DEPARTMENTS.index("bonus")]
    assert len(bonus) >= 2
    assert 3 in bonus
    assert {name for name, _ in DESKS} == {"standard", "tight"}, "all that are offered"


@rule("CH-DEC-1", "CH-SCO-2")
@pytest.mark.parametrize("layout", ["standard", "tight"])
def test_the_booklets_example_of_scoring_can_arise_with_every_layout(
    layout: Literal["standard", "tight"],
) -> None:
    state = last_guess(27, options=Options(desks=layout))
    called(called(state, TWO, "bonus"), ONE, "bonus")
    stand(stand(state, ZERO, "floor-2", "column-7"), ONE, "room-27")
    assert scored(state) == (7, 13, 0)


@rule("CH-DEC-1")
def test_a_game_of_version_1_keeps_its_desks_to_its_end() -> None:
    """Its log does not say which desks there are: its tight table had one for a bonus, worth 3."""
    state = State(Options(desks="tight"), 3)
    happen(state, [InvestigationBegun(1, ZERO, ())])
    bonus = DEPARTMENTS.index("bonus")
    assert state.desk_table[bonus] == (3,)
    called(state, ONE, "bonus")
    assert state.bonus[ONE] == 3
    happen(state, [MurdererFound(11, (0, 0, 0)), SaidReady(ZERO), SaidReady(ONE)])
    play(state, TWO, Ready())
    assert (state.investigation, state.desk_table[bonus]) == (2, (3,))


@rule("CH-DEC-1")
@pytest.mark.parametrize(("language", "ours"), [("en", r"\bours?\b"), ("fr", "notre|nôtre|nous")])
def test_players_read_everywhere_that_the_desks_are_ours(language: str, ours: str) -> None:
    words = texts(GAME, language)
    for key in ("options.desks.standard", "options.desks.tight", "CH-MAT-4", "CH-DEC-1"):
        assert re.search(ours, words[key], re.IGNORECASE), (language, key)
    for key in ("options.desks", "CH-MAT-4", "CH-DEC-1"):
        assert re.search("booklet|livret", words[key]), (language, key)


@rule("CH-DEC-2")
@pytest.mark.parametrize("seats", [3, 4])
def test_all_hands_are_equal_when_reinforcements_act(seats: int) -> None:
    for state in random_game(seats):
        if state.phase in ("acting", "effect"):
            assert {cards.bit_count() for cards in state.hands} == {5 - state.tricks}


@rule("CH-DEC-2")
def test_with_one_card_left_one_is_exchanged_or_looked_at() -> None:
    state = acting((11,), (21,), (31,))
    for department in ("exchange", "look"):
        play(called(state, ONE, department), ONE, Decline())
    called(state, TWO, "exchange")
    assert set(legal_moves(state, TWO)) == {
        Exchange(ZERO, (31,)),
        Exchange(ONE, (31,)),
        Decline(),
    }
    assert play(state, TWO, Exchange(ZERO, (31,))) == [Exchanged(TWO, ZERO, (31,), (11,))]
    called(state, TWO, "look")
    assert play(state, TWO, Look(ZERO)) == [Looked(TWO, ZERO, (31,))]


@rule("CH-DEC-2")
def test_fewer_cards_than_the_desk_says_are_not_exchanged() -> None:
    state = acting()
    play(called(state, ONE, "exchange"), ONE, Decline())
    refused("CH-EXC-1", called(state, ONE, "exchange"), ONE, Exchange(ZERO, (21,)))


@rule("CH-DEC-3")
def test_what_is_given_cannot_come_back() -> None:
    for luck in range(200):
        (event,) = play(called(acting(), ONE, "exchange"), ONE, Exchange(ZERO, (23,)), luck)
        assert isinstance(event, Exchanged)
        assert set(event.taken) <= set(FIVE_EACH[ZERO])


@rule("CH-DEC-4")
def test_a_free_desk_must_be_taken() -> None:
    state = calling(acting(), ONE)
    assert set(legal_moves(state, ONE)) == {CallIn(department) for department in DEPARTMENTS}
    refused("CH-DEC-4", state, ONE, Decline())


@rule("CH-DEC-4")
def test_a_move_without_a_detective_to_move_may_be_called_and_does_nothing() -> None:
    state = calling(acting(), ONE)
    assert play(state, ONE, CallIn("move")) == [CalledIn(ONE, "move", 0)]
    assert asked(state) == [TWO]


@rule("CH-DEC-4")
@pytest.mark.parametrize("department", ["move", "exchange", "look"])
def test_an_effect_may_be_declined(department: Department) -> None:
    state = called(stand(acting(), ONE, "room-19"), ONE, department)
    hands = list(state.hands)
    assert play(state, ONE, Decline()) == [Declined(ONE)]
    assert asked(state) == [TWO]
    assert state.hands == hands
    assert standing(state, ONE) == {"room-19"}


@rule("CH-DEC-4")
def test_only_an_effect_can_be_declined() -> None:
    refused("CH-DEC-4", acting(), ZERO, Decline())
    refused("CH-DEC-4", called(acting(), ONE, "look"), TWO, Decline())
    refused("CH-DEC-4", called(acting(), ONE, "deputy"), ONE, Decline())


@rule("CH-DEC-5")
def test_a_guess_that_can_no_longer_score_is_legal() -> None:
    state = acting()
    assert {"room-39", "room-11", "column-8"} <= guesses(state, ZERO)
    play(state, ZERO, Guess("room-39"))
    assert standing(state, ZERO) == {"room-39"}


@rule("CH-DEC-4")
def test_with_one_department_left_the_call_is_made_automatically() -> None:
    state = acting(options=Options(desks="tight"))
    for department in ("move", "exchange", "deputy", "bonus"):
        state.desks[DEPARTMENTS.index(department)] = (ONE,)
        state.free_desks ^= 1 << DEPARTMENTS.index(department)
    events = play(state, ZERO, Guess("room-39"))
    assert events[1:] == [CalledIn(ONE, "look", 0)]
    assert asked(state) == [ONE], "but whom to look at is a choice"
    assert Look(TWO) in legal_moves(state, ONE)


@rule("CH-DEC-4")
def test_with_two_departments_left_there_is_a_choice() -> None:
    state = acting(options=Options(desks="tight"))
    for department in ("exchange", "deputy", "bonus"):
        state.desks[DEPARTMENTS.index(department)] = (ONE,)
        state.free_desks ^= 1 << DEPARTMENTS.index(department)
    assert len(play(state, ZERO, Guess("room-39"))) == 1
    assert set(legal_moves(state, ONE)) == {CallIn("move"), CallIn("look")}
