"""Clue: what each viewer sees."""

import pytest

from cluehouse.core.ids import RAIL, Viewer
from cluehouse.games.clue.events import (
    Accused,
    CardShown,
    CaseFileRead,
    CaseHidden,
    CaseSolved,
    Dealt,
    Event,
    MustShow,
    Passed,
    Suggested,
)
from cluehouse.games.clue.moves import Enter, Show, Suggest
from cluehouse.games.clue.pieces import Crime
from cluehouse.games.clue.view import (
    AccusationFailed,
    CaseSealed,
    HandDealt,
    RailView,
    SeatView,
    SomeCardShown,
    see,
    view,
)
from tests.games.clue.stage import (
    HANDS,
    ONE,
    RIGHT,
    TWO,
    WRONG,
    ZERO,
    play,
    scene,
)
from tests.rules import rule

ALL_VIEWERS: tuple[Viewer, ...] = (ZERO, ONE, TWO, RAIL)
TRUE = Crime("plum", "pistol", "study")


@rule("CL-SET-3")
def test_no_viewer_sees_the_case_file_filled() -> None:
    hidden = CaseHidden("plum", "pistol", "study")
    assert [see(hidden, viewer) for viewer in ALL_VIEWERS] == [CaseSealed()] * 4


@rule("CL-SET-4")
def test_a_hand_is_seen_by_its_seat_alone_and_its_size_by_all() -> None:
    dealt = Dealt(ONE, HANDS[1])
    sized = HandDealt(ONE, 6)
    assert [see(dealt, viewer) for viewer in ALL_VIEWERS] == [sized, dealt, sized, sized]
    assert _opened(view(scene(), RAIL)).hand_sizes == (6, 6, 6)
    assert _opened(view(scene(seats=4), RAIL)).hand_sizes == (5, 5, 4, 4)


@rule("CL-SUG-5")
@pytest.mark.parametrize(
    "event", [Passed(ONE), MustShow(TWO), Suggested(ZERO, "plum", "rope", "hall")]
)
def test_all_viewers_see_what_is_named_who_passes_and_who_shows(event: Event) -> None:
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [event] * 4


@rule("CL-SUG-5")
def test_a_card_is_seen_by_the_two_alone() -> None:
    shown = CardShown(ONE, ZERO, "white")
    hint = SomeCardShown(ONE, ZERO)
    assert [see(shown, viewer) for viewer in ALL_VIEWERS] == [shown, shown, hint, hint]


@rule("CL-SUG-5")
def test_the_card_shown_is_in_the_views_of_the_two_until_the_turn_ends() -> None:
    state = scene(roll=8)
    play(state, ZERO, Enter("lounge"), Suggest("white", "rope"))
    play(state, ONE, Show("white"))
    shown = [_seat(view(state, seat)).shown for seat in (ZERO, ONE, TWO)]
    assert shown == ["white", "white", None]
    assert _opened(view(state, RAIL)).answerer == ONE


@rule("CL-ACC-1")
def test_all_viewers_hear_an_accusation() -> None:
    accused = Accused(TWO, "plum", "rope", "hall")
    assert [see(accused, viewer) for viewer in ALL_VIEWERS] == [accused] * 4


@rule("CL-DEC-4", "CL-ACC-3", "CL-ACC-4")
def test_a_wrong_accuser_alone_sees_the_case_file() -> None:
    read = CaseFileRead(ONE, "plum", "pistol", "study")
    failed = AccusationFailed(ONE)
    assert [see(read, viewer) for viewer in ALL_VIEWERS] == [failed, read, failed, failed]
    state = scene()
    play(state, ZERO, WRONG)
    assert [_seat(view(state, seat)).case for seat in (ZERO, ONE, TWO)] == [TRUE, None, None]
    assert _opened(view(state, RAIL)).case is None
    assert _opened(view(state, RAIL)).accused == (ZERO,)


@rule("CL-ACC-3")
def test_all_viewers_see_the_case_file_when_it_is_laid_open() -> None:
    solved = CaseSolved(ZERO, "plum", "pistol", "study")
    assert [see(solved, viewer) for viewer in ALL_VIEWERS] == [solved] * 4
    state = scene()
    play(state, ZERO, RIGHT)
    assert all(_opened(view(state, viewer)).case == TRUE for viewer in ALL_VIEWERS)
    assert _seat(view(state, TWO)).case == TRUE


def test_the_rail_sees_what_lies_open() -> None:
    seen = _opened(view(scene({"green": "hall"}, roll=8), RAIL))
    assert (seen.suspects, seen.turn, seen.phase) == (
        ("scarlet", "mustard", "white"),
        ZERO,
        "rolled",
    )
    assert seen.pawns[3] == "hall"
    assert seen.weapons[0] == "kitchen"
    assert seen.dice == (4, 4)


def test_every_viewer_sees_the_same_lying_open() -> None:
    state = scene(roll=8)
    assert len({_opened(view(state, viewer)) for viewer in ALL_VIEWERS}) == 1


def _opened(seen: RailView | SeatView) -> RailView:
    return seen.open if isinstance(seen, SeatView) else seen


def _seat(seen: RailView | SeatView) -> SeatView:
    assert isinstance(seen, SeatView)
    return seen
