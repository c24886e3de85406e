"""Le Secret du Nil's rules, one by one: the report at Cairo and the end of a single game."""

import pytest

from cluehouse.core.game import Outcome
from cluehouse.core.ids import seats_of
from cluehouse.core.wire import encode
from cluehouse.games.secret_du_nil.events import Answered, Revealed
from cluehouse.games.secret_du_nil.moves import Answer, Ready
from cluehouse.games.secret_du_nil.pieces import Culprit, Options, Pair, Pairs
from cluehouse.games.secret_du_nil.rules import legal_moves, outcome
from cluehouse.games.secret_du_nil.view import see
from tests.games.secret_du_nil.stage import (
    BAR,
    ONE,
    ROW,
    TWO,
    ZERO,
    aboard,
    answering,
    asked,
    choose,
    look,
    play,
    random_game,
    refused,
    write,
)
from tests.rules import rule

NOBODY = Answer("nobody", "nobody", "nobody")

_MIXED: tuple[Pair, ...] = (
    ("red", "blue"),
    ("red", "blue"),
    ("green", "yellow"),
    ("blue", "green"),
)


def guilty(*culprits: Culprit) -> Pairs:
    """Pairs that make these guilty, category by category, under red proofs."""
    return tuple(_row(culprit) for culprit in culprits)


def _row(culprit: Culprit) -> tuple[Pair, ...]:
    order: tuple[Culprit, ...] = ("watson", "christie", "stringer", "marpel")
    if culprit == "nobody":
        return _MIXED
    at = order.index(culprit)
    others = ROW[1:]
    return (*others[:at], ROW[0], *others[at:])


def end(culprits: Pairs, *answers: Answer, options: Options | None = None) -> Outcome:
    """The outcome of a single game."""
    state = answering(len(answers), pairs=culprits, options=options)
    write(state, *answers)
    result = outcome(state)
    assert result is not None
    return result


# The report


@rule("NI-END-1")
def test_after_the_looks_of_square_twelve_all_seats_write() -> None:
    state = choose(aboard(2, square=12), BAR, BAR)
    look(state, ZERO, "bar", "marpel", "stain")
    assert asked(state) == [ONE]
    look(state, ONE, "bar", "marpel", "stain")
    assert state.phase == "answering"
    assert asked(state) == [ZERO, ONE]


@rule("NI-END-1")
def test_any_suspect_or_nobody_may_be_written_in_each_category() -> None:
    moves = legal_moves(answering(), ZERO)
    assert len(moves) == len(set(moves)) == 5**3
    assert Answer("watson", "watson", "watson") in moves
    assert Answer("marpel", "nobody", "christie") in moves


@rule("NI-END-1")
def test_a_report_is_secret_until_the_last_is_written() -> None:
    state = answering(3)
    (answered,) = play(state, ONE, NOBODY)
    other = Answered(ONE, "watson", "marpel", "nobody")
    assert encode(see(answered, ZERO)) == encode(see(other, ZERO))
    assert asked(state) == [ZERO, TWO]
    refused("NI-END-1", state, ONE, NOBODY)


@rule("NI-END-1")
def test_all_pairs_are_turned_up_with_all_answers() -> None:
    state = answering(2, pairs=guilty("watson", "nobody", "marpel"))
    *_, revealed = write(state, Answer("watson", "watson", "watson"), NOBODY)
    assert revealed == Revealed(
        pairs=guilty("watson", "nobody", "marpel"),
        answers=(("watson",) * 3, ("nobody",) * 3),
        culprits=("watson", "nobody", "marpel"),
        points=(1, 1),
        over=True,
    )


@rule("NI-END-1")
def test_no_seat_writes_before_cairo() -> None:
    refused("NI-END-1", aboard(2, square=12), ZERO, NOBODY)
    refused("NI-END-1", aboard(2), ZERO, NOBODY)


@rule("NI-DEC-2")
def test_in_a_single_game_every_category_is_answered() -> None:
    refused("NI-DEC-2", answering(), ZERO, Answer("nobody", "blank", "nobody"))


# Who is guilty


@rule("NI-OBS-5", "NI-DEC-7")
@pytest.mark.parametrize("culprit", ["watson", "christie", "stringer", "marpel", "nobody"])
def test_the_suspect_whose_pair_has_the_colour_of_the_proof_is_guilty(culprit: Culprit) -> None:
    state = answering(2, pairs=guilty("watson", culprit, "nobody"))
    *_, revealed = write(state, NOBODY, NOBODY)
    assert isinstance(revealed, Revealed)
    assert revealed.culprits == ("watson", culprit, "nobody")


@rule("NI-OBS-5")
def test_a_pair_of_another_colour_clears() -> None:
    state = answering(2, pairs=guilty("watson", "marpel", "nobody"), proofs=("blue", "red", "red"))
    *_, revealed = write(state, NOBODY, NOBODY)
    assert isinstance(revealed, Revealed)
    assert revealed.culprits == ("nobody", "marpel", "nobody")


# Who wins


@rule("NI-END-2")
def test_most_right_answers_win() -> None:
    result = end(
        guilty("watson", "nobody", "marpel"),
        Answer("watson", "nobody", "nobody"),
        Answer("watson", "nobody", "marpel"),
        NOBODY,
    )
    assert result == Outcome(shares=(0, 1, 0), points=(2, 3, 1), rule="NI-END-2")


@rule("NI-END-2")
def test_among_equals_more_culprits_rightly_named_win() -> None:
    result = end(
        guilty("watson", "nobody", "marpel"),
        Answer("watson", "nobody", "nobody"),
        Answer("watson", "watson", "marpel"),
    )
    assert result == Outcome(shares=(0, 1), points=(2, 2), rule="NI-END-2")


@rule("NI-END-2")
def test_one_culprit_named_twice_is_one_culprit() -> None:
    result = end(
        guilty("watson", "watson", "marpel"),
        Answer("watson", "watson", "nobody"),
        Answer("watson", "nobody", "marpel"),
    )
    assert result.shares == (0, 1)


@rule("NI-END-2")
def test_those_still_equal_share() -> None:
    answer = Answer("watson", "nobody", "marpel")
    assert end(guilty("watson", "nobody", "marpel"), answer, answer, NOBODY).shares == (0.5, 0.5, 0)


@rule("NI-END-3")
def test_all_lose_if_a_culprit_was_found_by_no_player() -> None:
    culprits = guilty("watson", "nobody", "marpel")
    answers = [Answer("watson", "nobody", "watson"), NOBODY]
    assert end(culprits, *answers) == Outcome(shares=(0, 0), points=(2, 1), rule="NI-END-3")
    gentle = end(culprits, *answers, options=Options(everybody_loses=False))
    assert gentle == Outcome(shares=(1, 0), points=(2, 1), rule="NI-END-2")


@rule("NI-END-3")
def test_a_culprit_named_in_one_of_their_categories_is_found() -> None:
    result = end(guilty("watson", "watson", "nobody"), Answer("nobody", "watson", "nobody"), NOBODY)
    assert result.rule == "NI-END-2"


@rule("NI-END-3")
def test_a_culprit_named_where_they_are_not_guilty_is_not_found() -> None:
    result = end(guilty("watson", "nobody", "nobody"), Answer("nobody", "watson", "watson"), NOBODY)
    assert result.rule == "NI-END-3"


@rule("NI-END-3")
def test_different_players_may_find_the_different_culprits() -> None:
    result = end(
        guilty("watson", "nobody", "marpel"),
        Answer("watson", "nobody", "nobody"),
        Answer("nobody", "nobody", "marpel"),
    )
    assert (result.shares, result.rule) == ((0.5, 0.5), "NI-END-2")


@rule("NI-END-3", "NI-DEC-7")
def test_without_a_culprit_none_can_have_been_missed() -> None:
    result = end(guilty("nobody", "nobody", "nobody"), NOBODY, Answer("watson", "nobody", "nobody"))
    assert (result.shares, result.rule) == ((1, 0), "NI-END-2")


@rule("NI-END-1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_single_game_is_over_after_one_voyage(seats: int) -> None:
    for state in random_game(seats):
        assert (outcome(state) is not None) == (state.phase == "over")
    assert state.game == 1
    for seat in seats_of(seats):
        refused("NI-MTC-1", state, seat, Ready())
