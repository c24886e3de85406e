"""Keyhole: what each viewer sees."""

import pytest

from cluehouse.core.ids import RAIL, Viewer
from cluehouse.games.keyhole.events import Accused, CardShown, CulpritHidden, Dealt, Revealed
from cluehouse.games.keyhole.moves import Accuse
from cluehouse.games.keyhole.pieces import Card
from cluehouse.games.keyhole.view import (
    DealBegun,
    HasAccused,
    RailView,
    SeatView,
    SomeCardShown,
    see,
    view,
)
from tests.games.keyhole.stage import ONE, TWO, ZERO, accusing, asking, between, play
from tests.rules import rule

ALL_VIEWERS: tuple[Viewer, ...] = (ZERO, ONE, TWO, RAIL)
HANDS: tuple[Card, ...] = ("butler", "doctor", "pilot")


@rule("KEY-2")
def test_no_viewer_sees_the_hidden_culprit() -> None:
    assert [see(CulpritHidden("twin"), viewer) for viewer in ALL_VIEWERS] == [DealBegun()] * 4


@rule("KEY-2")
def test_a_dealt_card_is_seen_by_its_seat_alone() -> None:
    dealt = Dealt(to=ONE, card="pilot")
    assert [see(dealt, viewer) for viewer in ALL_VIEWERS] == [None, dealt, None, None]


@rule("KEY-5")
def test_a_card_is_shown_to_the_asker_alone() -> None:
    shown = CardShown(by=ONE, to=ZERO, card="pilot")
    hint = SomeCardShown(by=ONE, to=ZERO)
    assert [see(shown, viewer) for viewer in ALL_VIEWERS] == [shown, shown, hint, hint]


@rule("KEY-6")
def test_an_accusation_is_secret() -> None:
    accused = Accused(by=TWO, card="pilot")
    hint = HasAccused(by=TWO)
    assert [see(accused, viewer) for viewer in ALL_VIEWERS] == [hint, hint, accused, hint]


@rule("KEY-7")
def test_all_viewers_see_the_revelation() -> None:
    revealed = Revealed(culprit="twin", accusations=("twin", "widow", "widow"))
    assert [see(revealed, viewer) for viewer in ALL_VIEWERS] == [revealed] * 4


@pytest.mark.parametrize("viewer", ALL_VIEWERS)
def test_the_last_deal_is_in_the_view_once_it_is_revealed(viewer: Viewer) -> None:
    revealed = Revealed(culprit="twin", accusations=("twin", "widow", "doctor"))
    assert _opened(view(accusing("twin", *HANDS), viewer)).last is None
    assert _opened(view(between("twin", revealed.accusations, *HANDS), viewer)).last == revealed


def test_a_seat_sees_its_own_card_and_accusation() -> None:
    state = accusing("twin", *HANDS)
    play(state, ONE, Accuse("widow"))
    mine, theirs = view(state, ONE), view(state, TWO)
    assert isinstance(mine, SeatView)
    assert isinstance(theirs, SeatView)
    assert (mine.seat, mine.card, mine.accusation) == (ONE, "doctor", "widow")
    assert (theirs.seat, theirs.card, theirs.accusation) == (TWO, "pilot", None)


def test_the_rail_sees_what_lies_open() -> None:
    state = accusing("twin", *HANDS)
    play(state, ONE, Accuse("widow"))
    assert view(state, RAIL) == RailView(
        deal=1,
        deals=2,
        phase="accusing",
        asker=ZERO,
        accused=(ONE,),
        ready=(),
        points=(0, 0, 0),
        last=None,
    )


def test_every_viewer_sees_the_same_lying_open() -> None:
    state = asking("twin", *HANDS)
    assert len({_opened(view(state, viewer)) for viewer in ALL_VIEWERS}) == 1


def _opened(seen: RailView | SeatView) -> RailView:
    return seen.open if isinstance(seen, SeatView) else seen
