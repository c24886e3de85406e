"""Crime Hotel: what each viewer sees."""

import pytest

from cluehouse.core.ids import RAIL, Viewer, seats_of
from cluehouse.core.wire import encode
from cluehouse.games.crime_hotel.events import (
    CalledIn,
    CardPlayed,
    Dealt,
    Declined,
    DetectiveMoved,
    Event,
    Exchanged,
    Guessed,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
    MurdererHidden,
    Parked,
    SaidReady,
    TookBack,
)
from cluehouse.games.crime_hotel.moves import Guess, PlayCard
from cluehouse.games.crime_hotel.pieces import DESKS, PLACES, ROOMS, Options, Room
from cluehouse.games.crime_hotel.state import State
from cluehouse.games.crime_hotel.view import (
    RailView,
    SeatView,
    SomeExchanged,
    SomeLooked,
    see,
    view,
)
from tests.games.crime_hotel.stage import (
    FIVE_EACH,
    ONE,
    THREE,
    TWO,
    ZERO,
    acting,
    called,
    last_guess,
    play,
    playing,
    stand,
)
from tests.rules import rule

ALL_VIEWERS: tuple[Viewer, ...] = (ZERO, ONE, TWO, THREE, RAIL)
ROOM_PLACES = PLACES[-len(ROOMS) :]


# Sights


@rule("CH-DEC-6")
def test_the_cards_of_an_exchange_are_seen_by_the_two_alone() -> None:
    event = Exchanged(by=ONE, whom=THREE, given=(11, 25), taken=(31, 39))
    hint = SomeExchanged(by=ONE, whom=THREE, count=2)
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [hint, event, hint, event, hint]


@rule("CH-DEC-6")
def test_the_cards_looked_at_are_seen_by_the_two_alone() -> None:
    event = Looked(by=TWO, whom=ZERO, cards=(11,))
    hint = SomeLooked(by=TWO, whom=ZERO, count=1)
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [event, hint, event, hint, hint]


@rule("CH-SET-1")
def test_dealt_cards_are_seen_by_their_seat_alone() -> None:
    event = Dealt(to=TWO, cards=(11, 12, 13, 14, 15, 16))
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [None, None, event, None, None]


@rule("CH-SET-2")
def test_no_viewer_sees_the_murderers_card() -> None:
    assert [see(MurdererHidden(23), viewer) for viewer in ALL_VIEWERS] == [None] * 5


@rule("CH-DEC-6")
@pytest.mark.parametrize(
    "event",
    [
        InvestigationBegun(number=1, car=ONE, searched=(11, 12)),
        CardPlayed(by=ONE, card=25),
        Parked(bays=(ONE, ZERO, TWO)),
        Guessed(by=ONE, place="room-25"),
        CalledIn(by=ONE, department="look", desk=0),
        TookBack(by=ONE),
        DetectiveMoved(by=ONE, origin="room-25", to="floor-1"),
        Declined(by=ONE),
        LastCardShown(by=ONE, card=25),
        MurdererFound(room=25, points=(0, 10, 0)),
        SaidReady(by=ONE),
    ],
)
def test_everything_else_is_public(event: Event) -> None:
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [event] * 5


# Views


def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others() -> None:
    state = playing(*FIVE_EACH)
    mine = _seat_view(state, ONE)
    assert (mine.seat, mine.hand) == (ONE, (21, 22, 23, 24, 25))
    assert mine.open.hand_sizes == (5, 5, 5)
    assert mine.open == view(state, RAIL)


def test_the_rail_sees_what_lies_open() -> None:
    state = stand(acting((11, 12), (21, 22), (31, 32), murderer=19), TWO, "column-4")
    called(state, ONE, "look")
    assert view(state, RAIL) == RailView(
        investigation=1,
        phase="effect",
        trick_number=1,
        car=ZERO,
        trick=(),
        bays=(ZERO, ONE, TWO),
        bay=1,
        effect=1,
        searched=tuple(room for room in ROOMS if room not in (11, 12, 21, 22, 31, 32, 19)),
        hand_sizes=(2, 2, 2),
        detectives=((), (), ("column-4",)),
        guessing=(0, 2),
        worth=(2, 5, 10),
        desk_table=DESKS["standard", 3],
        desks=((), (), (ONE,), (), ()),
        ready=(),
        points=(),
        murderer=None,
    )


@rule("CH-TRK-1")
def test_the_trick_lies_open_in_the_order_it_was_played() -> None:
    state = playing(*FIVE_EACH, car=TWO)
    play(state, TWO, PlayCard(33))
    play(state, ZERO, PlayCard(11))
    assert _open(state).trick == (33, 11)
    assert _open(state).hand_sizes == (4, 5, 4)


@rule("CH-END-1")
def test_the_murderer_is_in_the_view_once_found() -> None:
    state = last_guess(27)
    for viewer in (ZERO, RAIL):
        assert _open(state, viewer).murderer is None
    play(state, TWO, Guess("floor-1"))
    for viewer in (ZERO, RAIL):
        assert _open(state, viewer).murderer == 27


@rule("CH-BEG-1")
def test_beginners_see_no_departments() -> None:
    assert _open(playing(*FIVE_EACH, options=Options(beginners=True))).desk_table == ()


# Hopeless places


@rule("CH-DEC-5")
def test_places_whose_rooms_are_face_up_or_in_ones_own_hand_are_hopeless() -> None:
    """Hidden from seat 0: 21 to 25 and 31 to 35, and the murderer's 19."""
    unknown: list[Room] = [19, 21, 22, 23, 24, 25, 31, 32, 33, 34, 35]
    columns = {f"column-{room % 10}" for room in unknown}
    floors = {"floor-1", "floor-2", "floor-3"}
    hopeful = {*floors, *columns, *(f"room-{room}" for room in unknown)}
    assert set(_seat_view(acting(), ZERO).hopeless) == set(PLACES) - hopeful


@rule("CH-DEC-5")
def test_a_whole_floor_can_be_hopeless() -> None:
    state = acting((11, 12), (21, 22), (31, 32), murderer=29)
    assert {"floor-1", "column-3"} <= set(_seat_view(state, ZERO).hopeless)


@rule("CH-DEC-5")
def test_only_the_seat_that_sends_a_detective_out_is_warned() -> None:
    state = called(stand(acting(), ONE, "room-19"), ONE, "move")
    assert "room-29" in _seat_view(state, ONE).hopeless
    assert _seat_view(state, TWO).hopeless == ()
    assert _seat_view(playing(*FIVE_EACH), ZERO).hopeless == ()


@pytest.mark.parametrize("viewer", [THREE, RAIL])
def test_the_view_of_a_crowded_hotel_is_small(viewer: Viewer) -> None:
    """Nearly all rooms are face up, so nearly all places are hopeless; twenty detectives stand on
    rooms."""
    state = last_guess(39, 11, 21, 31, 12)
    state.investigation, state.points = 3, [(13, 13, 13, 13)] * 2
    for seat in seats_of(4):
        stand(state, seat, *ROOM_PLACES[5 * seat : 5 * seat + 5])
    assert len(_seat_view(state, THREE).hopeless) == 30
    assert len(encode(view(state, viewer))) < 2048


def _seat_view(state: State, viewer: Viewer) -> SeatView:
    seen = view(state, viewer)
    assert isinstance(seen, SeatView)
    return seen


def _open(state: State, viewer: Viewer = RAIL) -> RailView:
    seen = view(state, viewer)
    return seen.open if isinstance(seen, SeatView) else seen
