"""Les Cinq Dernières Minutes: what each viewer sees."""

import pytest

from cluehouse.core.ids import RAIL, Viewer, viewers_of
from cluehouse.core.wire import encode
from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    BourrelSeated,
    CardsDrawn,
    Claimed,
    Event,
    ItemPlaced,
    ItemsLeftOut,
    LotDrawn,
    Misremembered,
    NumberGiven,
    RoundBegun,
    SaidReady,
    TokensMoved,
    TruthRevealed,
    Visited,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse
from cluehouse.games.cinq_dernieres_minutes.pieces import Options, Whom
from cluehouse.games.cinq_dernieres_minutes.state import State
from cluehouse.games.cinq_dernieres_minutes.view import (
    BourrelView,
    BoxFilled,
    CardsDealt,
    HasAccused,
    RailView,
    SeatView,
    SuspectCard,
    ThiefCard,
    View,
    WentToHide,
    see,
    view,
)
from tests.games.cinq_dernieres_minutes.stage import (
    BOXES,
    FOUR,
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    accuse,
    accusing,
    hiding,
    inquiry,
    novices,
    play,
    tell,
)
from tests.rules import rule

ALL_VIEWERS: tuple[Viewer, ...] = (ZERO, ONE, TWO, RAIL)

# Sights


@rule("CD-HID-1")
def test_only_the_visitor_sees_the_box_and_the_others_see_the_visit() -> None:
    event = VisitMade(ONE, "study", "key", bourrel=None)
    hint = WentToHide(ONE)
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [hint, event, hint, hint]


@rule("CD-DEC-1")
def test_a_person_as_bourrel_sees_every_visit_card_and_box() -> None:
    events: list[Event] = [
        VisitMade(ONE, "study", "key", bourrel=ZERO),
        ItemPlaced("study", "key", bourrel=ZERO),
        CardsDrawn(ONE, "study", bourrel=ZERO),
    ]
    assert [see(event, ZERO) for event in events] == events
    assert [see(event, TWO) for event in events] == [
        *(WentToHide(ONE), BoxFilled("study"), SuspectCard())
    ]


@rule("CD-DEC-1", "CD-ACC-1")
@pytest.mark.parametrize("whom", [TWO, THREE, "nobody"])
def test_a_person_as_bourrel_does_not_see_an_accusation_being_written(whom: Whom) -> None:
    assert see(Accused(ONE, whom, bourrel=ZERO), ZERO) == HasAccused(ONE)


@rule("CD-SET-2")
def test_each_player_sees_only_its_own_card_and_the_thief_the_rings_room() -> None:
    event = CardsDrawn(ONE, "study", bourrel=None)
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [
        *(SuspectCard(), ThiefCard("study"), SuspectCard(), CardsDealt())
    ]


@rule("CD-SET-1")
def test_no_viewer_sees_what_is_put_into_the_boxes_without_a_bourrel_in_person() -> None:
    event = ItemPlaced("study", "key", bourrel=None)
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [None] * 4


@rule("CD-ACC-1")
@pytest.mark.parametrize("whom", [ZERO, TWO, "nobody"])
def test_an_accusation_is_the_same_to_the_others_whomever_it_names(whom: Whom) -> None:
    event = Accused(ONE, whom, bourrel=None)
    hint = HasAccused(ONE)
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [hint, event, hint, hint]


@rule("CD-INQ-1")
@pytest.mark.parametrize(
    "event",
    [
        LotDrawn((ZERO, ONE)),
        BourrelSeated(ZERO),
        NumberGiven(ONE, 2),
        ItemsLeftOut(("key", "pen")),
        RoundBegun(1, False, (ONE, ZERO)),
        Claimed(ONE, "study", "key"),
        Misremembered(ONE),
        AccusationRevealed(ONE, TWO),
        TruthRevealed(ONE, "study", BOXES, (Visited(ONE, "study", "ring"),)),
        TokensMoved((1, -1)),
        SaidReady(ONE),
    ],
)
def test_everything_else_is_public(event: Event) -> None:
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [event] * 4


# Views


def test_a_suspect_sees_its_card_its_own_box_and_what_lies_open() -> None:
    state = inquiry(ZERO, "dining-room", "study", "dining-room", "bedroom")
    mine = _seat_view(state, TWO)
    assert (mine.role, mine.ring, mine.accusation) == ("suspect", None, None)
    assert mine.visit == Visited(TWO, "dining-room", "nothing")
    assert mine.open == view(state, RAIL)


def test_the_thief_sees_where_the_ring_is_before_going_there() -> None:
    mine = _seat_view(hiding(TWO), TWO)
    assert (mine.role, mine.ring, mine.visit) == ("thief", "dining-room", None)


@rule("CD-DEC-2")
def test_from_memory_the_box_is_not_shown_again() -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "bedroom", options=MEMORY)
    assert _seat_view(state, TWO).visit is None
    assert _seat_view(state, ZERO).ring == "dining-room"


@rule("CD-INQ-3")
def test_all_viewers_see_the_testimonies_in_order() -> None:
    state = inquiry(THREE, "study", "study", "bedroom", "study")
    tell(state, ("drawing-room", "watch"), upto=2)
    said = (Claimed(THREE, "drawing-room", "watch"), Claimed(TWO, "bedroom", "pipe"))
    for viewer in ALL_VIEWERS:
        assert _open(view(state, viewer)).said == said


@rule("CD-DEC-1")
def test_bourrel_sees_boxes_thief_and_visits_until_they_lie_open() -> None:
    state = accusing(ONE, options=PERSON)
    seen = view(state, ZERO)
    assert isinstance(seen, BourrelView)
    assert (seen.items, seen.thief) == (BOXES, ONE)
    assert seen.visits[0] == Visited(ONE, "dining-room", "ring")
    accuse(state, {})
    seen = view(state, ZERO)
    assert isinstance(seen, BourrelView)
    assert (seen.items, seen.thief, seen.visits) == ((), None, ())
    assert _open(seen).truth is not None


@rule("CD-DEC-1", "CD-ACC-1")
def test_bourrel_sees_the_accusations_only_when_all_are_written() -> None:
    """Until then they could be any: Bourrel's view tells who has accused, as everyone's does."""
    state, twin = accusing(ONE, options=PERSON), accusing(ONE, options=PERSON)
    for seat, other in ((TWO, THREE), (THREE, TWO), (FOUR, ONE)):
        play(state, seat, Accuse("nobody"))
        play(twin, seat, Accuse(other))
        assert encode(view(state, ZERO)) == encode(view(twin, ZERO))
        assert seat in _open(view(state, ZERO)).accused
    play(state, ONE, Accuse("nobody"))
    assert _open(view(state, ZERO)).accusations == ("nobody",) * 4


@rule("CD-ACC-1")
def test_the_truth_lies_open_only_when_the_round_is_over() -> None:
    state = accusing(ONE)
    assert _open(view(state, RAIL)).truth is None
    assert _open(view(state, RAIL)).accusations == ()
    accuse(state, {ZERO: ONE})
    opened = _open(view(state, RAIL))
    assert opened.accusations == (ONE, "nobody", "nobody", "nobody")
    assert opened.truth is not None
    assert opened.truth.visits[1] == Visited(ONE, "dining-room", "ring")
    assert opened.changes == (1, 1, 0, 0)


@pytest.mark.parametrize("options", [Options(), MEMORY, PERSON])
def test_views_of_a_full_table_are_small_at_every_moment(options: Options) -> None:
    for game, _ in novices(9 if options == PERSON else 8, options):
        for viewer in viewers_of(game.seats):
            assert len(encode(game.view(viewer))) < 2048


def _seat_view(state: State, viewer: Viewer) -> SeatView:
    seen = view(state, viewer)
    assert isinstance(seen, SeatView)
    return seen


def _open(seen: View) -> RailView:
    return seen if isinstance(seen, RailView) else seen.open
