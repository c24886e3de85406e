"""Le Secret du Nil: what the notes contain."""

import pytest

from cluehouse.core.ids import HELPS, RAIL, Help, viewers_of
from cluehouse.games.secret_du_nil.belief import Belief, start, update
from cluehouse.games.secret_du_nil.events import Dealt, Looked, Swapped
from cluehouse.games.secret_du_nil.moves import Announce, Look, Move, PutBack, Swap
from cluehouse.games.secret_du_nil.notes import (
    CategoryNote,
    Change,
    Glance,
    PairNote,
    notes,
)
from cluehouse.games.secret_du_nil.pieces import Category, Options, Suspect
from cluehouse.games.secret_du_nil.view import SomeSwapped
from tests.games.secret_du_nil.stage import BAR, JOKER, NO_IDEA, ONE, ZERO, random_play
from tests.games.secret_du_nil.story import LOOK, LOOKED, Story

SWAP: Move = Swap("fingerprint-green", "fingerprint-yellow")
SEEN = Looked(ZERO, "joker", "marpel", "fingerprint", ("green", "yellow"))
CHANGED = SomeSwapped(ONE, "marpel", "fingerprint")


def pair_note(
    belief: Belief, suspect: Suspect, category: Category = "fingerprint", help: Help = "deducing"
) -> PairNote:
    (note,) = [
        note
        for note in notes(belief, help).pairs
        if (note.suspect, note.category) == (suspect, category)
    ]
    return note


def category_note(belief: Belief, category: Category = "fingerprint") -> CategoryNote:
    return next(note for note in notes(belief, "deducing").categories if note.category == category)


# What was seen


def test_the_notebook_has_what_was_last_seen_of_each_pair_when_and_who_swapped_since() -> None:
    story = Story()
    story.play(*LOOKED, (ONE, LOOK), (ONE, SWAP))
    (note,) = notes(story.beliefs[ZERO], "seen").pairs
    assert note == PairNote(
        suspect="marpel",
        category="fingerprint",
        glance=Glance(square=1, pair=("green", "yellow")),
        changes=(Change(square=1, by=ONE),),
        chances=None,
        because=(SEEN, CHANGED),
    )
    assert notes(story.beliefs[ZERO], "seen").categories == ()


def test_a_pair_seen_again_is_noted_as_it_was_the_last_time() -> None:
    story = Story()
    story.play(*LOOKED, (ONE, LOOK), (ONE, SWAP))
    story.play((ONE, Announce("one")), (ZERO, Announce("one")), (ZERO, BAR), (ONE, NO_IDEA))
    story.play((ZERO, Look("bar", "marpel", "fingerprint")))
    (note,) = notes(story.beliefs[ZERO], "seen").pairs
    assert note.glance == Glance(square=2, pair=("yellow", "yellow"))
    assert note.changes == ()
    assert note.because == (Looked(ZERO, "bar", "marpel", "fingerprint", ("yellow", "yellow")),)


def test_what_others_swapped_is_noted_of_pairs_the_viewer_never_saw() -> None:
    story = Story()
    story.play((ZERO, NO_IDEA), (ONE, JOKER), (ONE, LOOK), (ONE, SWAP))
    (note,) = notes(story.beliefs[ZERO], "seen").pairs
    assert note.glance is None
    assert note.changes == (Change(square=1, by=ONE),)
    assert note.because == (CHANGED,)


def test_a_swap_of_ones_own_is_noted_as_the_pair_was_left() -> None:
    story = Story()
    own = Swap("fingerprint-yellow", "fingerprint-green")
    story.play((ZERO, JOKER), (ONE, JOKER), (ZERO, LOOK), (ZERO, own))
    (note,) = notes(story.beliefs[ZERO], "seen").pairs
    assert note.glance == Glance(square=1, pair=("green", "green"))
    assert note.because == (
        SEEN,
        Swapped(ZERO, "marpel", "fingerprint", "fingerprint-yellow", "fingerprint-green"),
    )


def test_paper_writes_nothing_by_itself_and_the_rail_sees_only_swaps() -> None:
    story = Story()
    story.play(*LOOKED)
    assert notes(story.beliefs[ZERO], "paper").pairs == ()
    assert notes(story.beliefs[RAIL], "seen").pairs == ()


# What is deduced


def test_all_twelve_pairs_have_chances_that_add_up() -> None:
    story = Story()
    story.play(*LOOKED, (ONE, LOOK), (ONE, SWAP))
    written = notes(story.beliefs[ZERO], "deducing")
    assert len(written.pairs) == 12
    for note in written.pairs:
        assert note.chances is not None
        each = note.chances.guilty, note.chances.cleared, note.chances.open
        assert sum(each) == pytest.approx(1)
        assert sum(note.chances.equal) == pytest.approx(note.chances.guilty + note.chances.cleared)


def test_before_anything_is_seen_chances_are_those_of_counting_cards() -> None:
    """Seat 0 holds a blue fingerprint and a green one: of the ten unseen three are red."""
    note = pair_note(Story().beliefs[ZERO], "watson")
    assert note.chances is not None
    assert note.chances.equal == pytest.approx((3 / 45, 1 / 45, 1 / 45, 3 / 45))
    assert note.chances.guilty == pytest.approx(3 / 45)
    assert note.because == ()
    assert category_note(Story().beliefs[ZERO]).nobody == pytest.approx(1 - 4 * 3 / 45)


def test_while_the_proof_is_hidden_it_may_be_any_colour() -> None:
    note = pair_note(Story().beliefs[ZERO], "watson", "stain")
    assert note.chances is not None
    assert note.chances.guilty == pytest.approx(sum(note.chances.equal) / 4)


def test_a_pair_that_was_seen_is_certain_because_of_the_look() -> None:
    story = Story()
    story.play(*LOOKED)
    note = pair_note(story.beliefs[ZERO], "marpel")
    assert note.chances is not None
    assert note.chances.open == 1
    assert note.because == (SEEN,)


def test_a_culprit_found_clears_all_others_and_says_why() -> None:
    """Mrs Watson has two red fingerprints, and red is the proof."""
    story = Story()
    look = Look("joker", "watson", "fingerprint")
    story.play((ZERO, JOKER), (ONE, NO_IDEA), (ZERO, look), (ZERO, PutBack()))
    seen = (Looked(ZERO, "joker", "watson", "fingerprint", ("red", "red")),)
    watson = pair_note(story.beliefs[ZERO], "watson")
    assert watson.chances is not None
    assert watson.chances.guilty == 1
    assert watson.because == seen
    marpel = pair_note(story.beliefs[ZERO], "marpel")
    assert marpel.chances is not None
    assert marpel.chances.guilty == 0
    assert marpel.because == seen
    assert category_note(story.beliefs[ZERO]) == CategoryNote("fingerprint", 0.0, seen)


def test_two_cards_of_the_proofs_colour_in_ones_hand_leave_no_culprit() -> None:
    """Seat 1 holds two yellow fingerprints, and yellow is the proof."""
    story = Story(proofs=("yellow", "red", "red"))
    written = category_note(story.beliefs[ONE])
    assert written.nobody == 1
    (dealt,) = written.because
    assert isinstance(dealt, Dealt)
    for suspect in ("watson", "marpel"):
        assert pair_note(story.beliefs[ONE], suspect).because == (dealt,)


def test_after_a_swap_that_was_not_seen_nothing_of_the_pair_is_certain() -> None:
    story = Story()
    story.play(*LOOKED, (ONE, LOOK), (ONE, SWAP))
    note = pair_note(story.beliefs[ZERO], "marpel")
    assert note.chances is not None
    assert 0 < note.chances.open < 1
    assert note.chances.equal[2] > 0
    assert note.chances.equal[3] > 0
    assert note.chances.guilty == 0
    assert CHANGED in note.because


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_over_whole_games_chances_and_reasons_agree_with_the_truth(seats: int) -> None:
    """What is certain is true, and has a reason."""
    beliefs = {v: start(Options(), seats, v, "detective") for v in viewers_of(seats)}
    certain = 0
    for game, events in random_play(seats, number=seats):
        for viewer, belief in beliefs.items():
            for sight in game.sights(events, viewer):
                update(belief, sight)
        for number, note in enumerate(notes(beliefs[ZERO], "deducing").pairs):
            assert note.chances is not None
            one, other = divmod(game.state.pairs[number], 4)
            assert note.chances.open < 1 or one != other
            assert note.chances.open > 0 or one == other
            if 1 in (note.chances.guilty, note.chances.cleared, note.chances.open):
                certain += 1
                assert note.because
    assert certain > 20


def test_every_help_can_be_asked_of_every_viewer() -> None:
    story = Story()
    story.play(*LOOKED)
    for belief in story.beliefs.values():
        assert [len(notes(belief, help).pairs) for help in HELPS][::2] == [0, 12]
