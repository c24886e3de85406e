"""Le Secret du Nil: how a detective decides."""

from itertools import product

import pytest

from cluehouse.games.secret_du_nil.menus import ANSWERS, FULL_ANSWERS
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Brake,
    Look,
    Move,
    PlayCards,
    PutBack,
    Swap,
    Take,
)
from cluehouse.games.secret_du_nil.pieces import Colour, Match, Options
from cluehouse.games.secret_du_nil.report import Chances, expected
from tests.games.secret_du_nil.stage import JOKER, NO_IDEA, ONE, ZERO
from tests.games.secret_du_nil.story import Story
from tests.games.secret_du_nil.test_bot import decisions

BLUE: tuple[Colour, Colour, Colour] = ("blue", "red", "red")
MAKE_A_CASE: Move = Swap("fingerprint-red", "fingerprint-blue")


def holding_christie() -> Story:
    """Seat 0 has Mr Christie's red and blue fingerprints in its hand, and a blue one of its own."""
    story = Story(proofs=BLUE)
    story.play((ZERO, JOKER), (ONE, NO_IDEA), (ZERO, Look("joker", "christie", "fingerprint")))
    return story


# Swaps


def test_a_detective_makes_a_case_that_only_it_knows_of() -> None:
    assert holding_christie().choice(ZERO) == MAKE_A_CASE


def test_a_detective_takes_a_card_of_the_proofs_colour_that_could_make_a_case_for_others() -> None:
    """Mr Marpel has a green fingerprint and a yellow one; seat 0 holds no yellow one itself."""
    story = Story(proofs=("yellow", "red", "red"))
    story.play((ZERO, JOKER), (ONE, NO_IDEA), (ZERO, Look("joker", "marpel", "fingerprint")))
    swap = story.choice(ZERO)
    assert isinstance(swap, Swap)
    assert swap.out == "fingerprint-yellow"


def test_a_detective_never_swaps_in_a_frozen_pair() -> None:
    frozen = 0
    for now in decisions("detective", seats=3, games=3):
        if now.view.pair is not None and len(set(now.view.pair)) == 1:
            frozen += 1
            assert now.move == PutBack()
    assert frozen > 5


# Looks


def test_a_detective_does_not_look_again_at_what_it_knows() -> None:
    story = Story(proofs=BLUE)
    story.play((ZERO, PlayCards(("pool", "joker"))), (ONE, NO_IDEA))
    story.play((ZERO, Look("joker", "watson", "fingerprint")), (ZERO, PutBack()))
    for luck in range(10):
        look = story.choice(ZERO, luck)
        assert isinstance(look, Look)
        assert (look.suspect, look.category) != ("watson", "fingerprint")


def test_a_detective_looks_where_the_proof_is_known() -> None:
    story = Story(proofs=BLUE)
    story.play((ZERO, JOKER), (ONE, NO_IDEA))
    look = story.choice(ZERO)
    assert isinstance(look, Look)
    assert look.category == "fingerprint"


def test_on_the_last_square_a_detective_keeps_nothing_back() -> None:
    story = Story(square=12, hand=("bar", "pool", "pool", "bar"))
    cards = story.choice(ZERO)
    assert isinstance(cards, PlayCards)
    assert len(cards.cards) == 2


# The boat


def announcing(story: Story, *words: Move) -> Story:
    """The turn is over, and these announcements were made."""
    while story.state.phase == "taking":
        story.play((story.state.turn.takers[0], Take("bar")))
    for word in words:
        story.play((story.state.turn.speaker, word))
    return story


def test_a_detective_hurries_when_it_alone_knows_of_a_case() -> None:
    story = holding_christie()
    story.play((ZERO, MAKE_A_CASE))
    announcing(story, Announce("one"))
    assert story.state.turn.speaker == ZERO
    assert story.choice(ZERO) == Announce("two")


def test_a_detective_that_knows_no_more_than_others_takes_its_time() -> None:
    story = Story()
    story.play((ZERO, NO_IDEA), (ONE, NO_IDEA))
    announcing(story, Announce("two"))
    assert story.choice(ZERO) == Announce("one")


def behind(*words: Move) -> Story:
    """Seat 1 has seen two pairs of fingerprints and swapped in both."""
    story = Story()
    story.play((ZERO, NO_IDEA), (ONE, PlayCards(("pool", "joker"))))
    story.play((ONE, Look("joker", "christie", "fingerprint")))
    story.play((ONE, Swap("fingerprint-red", "fingerprint-yellow")))
    story.play((ONE, Look("pool", "marpel", "fingerprint")))
    story.play((ONE, Swap("fingerprint-green", "fingerprint-yellow")))
    return announcing(story, *words)


def test_a_detective_brakes_when_another_knows_more_and_hurries() -> None:
    assert isinstance(behind(Announce("two")).choice(ZERO), Brake)


def test_a_detective_pays_for_no_needless_brake() -> None:
    assert behind(Announce("one")).choice(ZERO) == Announce("one")


# The report


def test_a_detective_names_the_culprit_it_has_seen() -> None:
    story = Story(square=12)
    story.play((ZERO, JOKER), (ONE, NO_IDEA), (ZERO, Look("joker", "watson", "fingerprint")))
    story.play((ZERO, PutBack()))
    answer = story.choice(ZERO)
    assert isinstance(answer, Answer)
    assert answer.fingerprint == "watson"


def test_a_detective_that_knows_of_no_culprit_says_nobody() -> None:
    story = Story(square=12, options=Options(match=15))
    story.play((ZERO, NO_IDEA), (ONE, NO_IDEA))
    assert story.choice(ZERO) == Answer("nobody", "nobody", "nobody")


UNIFORM = dict.fromkeys(product(range(5), repeat=3), 1 / 125)
"""Each suspect, and "nobody", is equally likely in every category."""


def best(chances: Chances, match: Match) -> Answer:
    menu = FULL_ANSWERS if match == "single" else ANSWERS
    answers = [answer for answer in menu if isinstance(answer, Answer)]
    return max(answers, key=expected(chances, match))


def test_what_is_more_likely_wrong_than_worth_it_is_left_blank_in_a_match() -> None:
    assert best(UNIFORM, 15) == Answer("blank", "blank", "blank")
    sure: Chances = {(0, 4, name): 1 / 5 for name in range(5)}
    assert best(sure, 15).fingerprint == "watson"
    assert best(sure, 15).stain == "nobody"


def test_an_answer_is_written_for_the_bonus_that_would_be_blank_for_itself() -> None:
    """Shoe prints are right three times in ten: -0.1 points, and 0.9 for all three."""
    chances: Chances = {(0, 4, 1): 0.3, (0, 4, 2): 0.25, (0, 4, 3): 0.25, (0, 4, 4): 0.2}
    assert best(chances, 15) == Answer("watson", "nobody", "christie")
    assert expected(chances, 15)(Answer("watson", "nobody", "christie")) == pytest.approx(4.8)
    assert expected(chances, 15)(Answer("watson", "nobody", "blank")) == pytest.approx(4)


def test_in_a_single_game_the_likeliest_of_each_is_written() -> None:
    chances: Chances = {(0, 4, 1): 0.4, (1, 4, 2): 0.3, (1, 3, 2): 0.3}
    assert best(chances, "single") == Answer("christie", "nobody", "stringer")
