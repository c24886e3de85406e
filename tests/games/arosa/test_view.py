"""Arosa: what each viewer sees."""

import pytest

from cluehouse.core.ids import RAIL, Viewer, viewers_of
from cluehouse.core.wire import encode
from cluehouse.games.arosa.events import (
    BoardFilled,
    Dropped,
    Event,
    Find,
    HotelOpened,
    Opened,
    OpenedEmpty,
    Placed,
    ReserveEmptied,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    TookBack,
    TurnBegun,
    TurnsUsedUp,
    VictimFound,
)
from cluehouse.games.arosa.moves import Drop, Suspect
from cluehouse.games.arosa.tower.fall import Contact, Resting
from cluehouse.games.arosa.view import CubeHeard, RailView, SeatView, see, view
from tests.games.arosa.stage import (
    BLUE,
    BROWN,
    GREY,
    YELLOW,
    happen,
    pin,
    play,
    put,
    searching,
)
from tests.rules import rule

ALL_VIEWERS: tuple[Viewer, ...] = tuple(viewers_of(4))
CONTACTS = (Contact(90_000, 7, 420), Contact(230_000, 5, 300))


# Sights


@rule("AR-PRO-3")
def test_all_viewers_get_only_the_colour_and_sound_of_a_fall() -> None:
    for viewer in ALL_VIEWERS:
        sight = see(_dropped(), viewer)
        assert isinstance(sight, CubeHeard)
        assert encode(sight) == (
            b'{"type":"CubeHeard","number":12,"by":1,"colour":"blue","sound":"fall-12"}'
        )


@rule("AR-PRO-3")
def test_the_sound_is_made_of_contacts_and_hearing_alone() -> None:
    def heard(event: Dropped) -> bytes:
        sight = see(event, YELLOW)
        assert isinstance(sight, CubeHeard)
        return sight.sound.data

    sound = heard(_dropped())
    assert heard(_dropped(storey=0)) == sound
    assert heard(_dropped(contacts=CONTACTS[:1])) != sound
    assert len(heard(_dropped(contacts=CONTACTS[:1]))) == len(sound)


@pytest.mark.parametrize(
    "event",
    [
        TurnBegun(act="one", by=BLUE),
        Suspected(by=BLUE, suspects=(YELLOW, GREY)),
        SetOutToErase(by=BLUE),
        Opened(by=BLUE, storey=4, found=(Find("grey", 2),)),
        OpenedEmpty(by=BLUE, storey=4),
        VictimFound(storey=4),
        Placed(by=GREY, storey=4, count=2),
        SearchedSloppily(by=BLUE, count=1, rule="AR-SUS-4"),
        TookBack(by=BLUE, storey=4, count=1),
        BoardFilled(by=BLUE),
        ReserveEmptied(by=BLUE),
        TurnsUsedUp(),
        HotelOpened(storeys=((0,) * 7,) * 8),
    ],
)
def test_everything_else_is_public(event: Event) -> None:
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [event] * 5


# Views


@rule("AR-MAT-5")
def test_the_rail_sees_what_lies_open() -> None:
    state = pin(searching({4: ["blue", "grey"], 2: ["yellow"]}, by=BROWN), YELLOW, 3, 2)
    play(state, BROWN, Suspect((YELLOW, GREY), 4))
    assert view(state, RAIL) == RailView(
        act="two",
        phase="dropping",
        turn=BROWN,
        reserve=(17, 19, 20, 18),
        board=(
            (0, 0, 0, 2, 0, 0, 0, 0),
            (0,) * 8,
            (0,) * 8,
            (0, 0, 0, 0, 1, 0, 0, 0),
        ),
        inside=(1, 0, 0, 0),
        victims=(3, 5),
        worth=(1, 1, 2, 3, 2, 3, 2, 1),
        points=(6, 0, 0, 2),
        opened=4,
        found=(Find("blue", 1), Find("grey", 1)),
        left=(Find("blue", 1), Find("grey", 1)),
        extra=1,
        back=0,
        turns=1,
        culprits=(),
        endings=(),
        hotel=None,
    )


def test_a_seat_sees_no_more_than_the_rail() -> None:
    state = searching({4: ["blue", "grey"]})
    opened = view(state, RAIL)
    for seat in (YELLOW, BLUE, BROWN, GREY):
        assert view(state, seat) == SeatView(seat=seat, open=opened)  # type: ignore[arg-type]


@rule("AR-PRO-3")
def test_where_cubes_lie_does_not_show() -> None:
    one, other = searching({4: ["blue", "grey"]}), searching({0: ["grey"], 7: ["blue"]})
    assert [view(one, viewer) for viewer in ALL_VIEWERS] == [
        view(other, viewer) for viewer in ALL_VIEWERS
    ]


@rule("AR-PRO-3")
def test_after_a_drop_nothing_shows_of_where_it_ended() -> None:
    state = searching({4: ["blue"]})
    play(state, YELLOW, Suspect((GREY,), 3))
    seen = set()
    for luck in range(20):
        after = state.copy()
        play(after, YELLOW, Drop("yellow"), luck)
        seen.add(encode(view(after, YELLOW)))
    assert len(seen) == 1


@rule("AR-SCO-2", "AR-DEC-3")
def test_the_culprits_and_the_hotel_show_at_the_end() -> None:
    state = pin(searching({4: ["blue"]}, seats=2), BLUE, 3, 9)
    play(state, YELLOW, Suspect((BLUE,), 4))
    opened = view(state, RAIL)
    assert isinstance(opened, RailView)
    assert opened.phase == "over"
    assert opened.culprits == (BLUE,)
    assert opened.hotel is not None
    assert opened.hotel[4] == (0, 1, 0, 0, 0, 0, 0)


def test_the_largest_view_is_small() -> None:
    state = searching({}, seats=6)
    for storey in (0, 1, 2, 3, 4, 5, 6, 7):
        put(state, storey, "yellow", "blue", "brown", "grey", "black", "white")
    state.board = ((11,) * 8,) * 6
    play(state, YELLOW, Suspect((BLUE, BROWN), 4))
    happen(state, [HotelOpened(((11, 11, 11, 11, 11, 11, 1),) * 8)])
    assert len(encode(view(state, YELLOW))) < 2048


def _dropped(storey: int = 5, contacts: tuple[Contact, ...] = CONTACTS) -> Dropped:
    rest = (Resting(20, 0, storey * 30_000, 0, storey),)
    return Dropped(12, BLUE, "blue", "normal", storey, rest, contacts)  # type: ignore[arg-type]
