"""Crime Hotel: what the notes contain."""

from collections.abc import Sequence

import pytest

from cluehouse.core.ids import RAIL, Level, Viewer
from cluehouse.games.crime_hotel.belief import Belief, Notes, RoomNote, notes, start, update
from cluehouse.games.crime_hotel.events import (
    CardPlayed,
    Dealt,
    Event,
    Exchanged,
    InvestigationBegun,
    LastCardShown,
    Looked,
    MurdererFound,
    Parked,
)
from cluehouse.games.crime_hotel.pieces import ROOMS, Options, Room
from cluehouse.games.crime_hotel.view import see
from tests.games.crime_hotel.stage import ONE, TWO, ZERO, Hand, investigation

HANDS: tuple[Hand, ...] = (
    (11, 12, 13, 21, 22, 39),
    (31, 32, 33, 34, 35, 36),
    (14, 15, 16, 23, 24, 25),
)
DEAL = investigation(*HANDS, murderer=29)
FACE_UP: Hand = (17, 18, 19, 26, 27, 28, 37, 38)

NO_FLOOR_1 = CardPlayed(ONE, 31)
NO_FLOOR_2 = CardPlayed(ONE, 33)
NO_FLOOR_3 = CardPlayed(TWO, 23)
TRICKS: list[Event] = [
    *(CardPlayed(ZERO, 11), NO_FLOOR_1, CardPlayed(TWO, 14), Parked((ONE, TWO, ZERO))),
    *(CardPlayed(ONE, 32), NO_FLOOR_3, CardPlayed(ZERO, 39), Parked((ZERO, ONE, TWO))),
    *(CardPlayed(ZERO, 21), NO_FLOOR_2, CardPlayed(TWO, 24), Parked((ONE, TWO, ZERO))),
]
"""Three tricks after which seat 1 can have cards of the third floor alone: 34, 35 and 36."""


def believing(events: Sequence[Event], viewer: Viewer = ZERO, level: Level = "detective") -> Belief:
    belief = start(Options(), 3, viewer, level)
    for event in events:
        if (sight := see(event, viewer)) is not None:
            update(belief, sight)
    return belief


def test_paper_writes_nothing_by_itself() -> None:
    assert notes(believing([*DEAL, *TRICKS]), "paper") == Notes(rooms=())


def test_notes_of_what_was_seen_say_which_sight_emptied_each_room() -> None:
    begun, mine = DEAL[0], DEAL[2]
    looked = Looked(ZERO, TWO, (14,))
    exchanged = Exchanged(ZERO, ONE, (13,), (35,))
    seen = notes(believing([*DEAL, looked, exchanged, *TRICKS[:3]]), "seen")
    assert {note.room: note.because for note in seen.rooms} == {
        **dict.fromkeys(FACE_UP, (begun,)),
        **dict.fromkeys(HANDS[ZERO], (mine,)),
        14: (looked,),
        35: (exchanged,),
        31: (TRICKS[1],),
    }
    assert [note.room for note in seen.rooms] == sorted(note.room for note in seen.rooms)
    assert {note.chance for note in seen.rooms} == {None}


def test_the_other_side_of_an_exchange_empties_rooms_too() -> None:
    exchanged = Exchanged(ZERO, ONE, (13,), (35,))
    assert (
        RoomNote(13, None, (exchanged,)) in notes(believing([*DEAL, exchanged], ONE), "seen").rooms
    )
    assert 13 not in _rooms(notes(believing([*DEAL, exchanged], TWO), "seen"))


def test_deducing_notes_give_every_room_its_chance() -> None:
    deduced = notes(believing(DEAL), "deducing")
    assert _rooms(deduced) == list(ROOMS)
    unseen = set(ROOMS) - {*FACE_UP, *HANDS[ZERO]}
    for note in deduced.rooms:
        assert note.chance == pytest.approx(1 / len(unseen) if note.room in unseen else 0)
        assert bool(note.because) == (note.room not in unseen)


@pytest.mark.parametrize("viewer", [ZERO, ONE, TWO, RAIL])
def test_the_chances_of_all_rooms_are_one_at_any_time(viewer: Viewer) -> None:
    last_cards = [LastCardShown(ZERO, 12), LastCardShown(ONE, 34), LastCardShown(TWO, 15)]
    ended: list[Event] = [*DEAL, *TRICKS, *last_cards, MurdererFound(29, (0, 0, 0))]
    for length in range(len(DEAL), len(ended) + 1):
        deduced = notes(believing(ended[:length], viewer), "deducing")
        assert sum(note.chance or 0 for note in deduced.rooms) == pytest.approx(1)


def test_rooms_empty_by_counting_cite_the_cards_of_seats_that_could_not_follow() -> None:
    deduced = _by_room(notes(believing([*DEAL, *TRICKS]), "deducing"))
    for room in (34, 35, 36):
        assert deduced[room] == RoomNote(room, 0.0, (NO_FLOOR_1, NO_FLOOR_3, NO_FLOOR_2))
    unseen: list[Room] = [15, 16, 25, 29]
    for room in unseen:
        assert deduced[room] == RoomNote(room, pytest.approx(1 / 4), ())  # type: ignore[arg-type]


def test_a_plain_belief_learns_nothing_from_seats_that_could_not_follow() -> None:
    plain = _by_room(notes(believing([*DEAL, *TRICKS], level="plain"), "deducing"))
    for room in (15, 16, 25, 29, 34, 35, 36):
        assert plain[room].chance == pytest.approx(1 / 7)


def test_the_murderer_once_found_is_certain() -> None:
    last_cards = [LastCardShown(ZERO, 12), LastCardShown(ONE, 34), LastCardShown(TWO, 15)]
    belief = believing([*DEAL, *TRICKS, *last_cards, MurdererFound(29, (0, 0, 0))])
    assert _by_room(notes(belief, "deducing"))[29] == RoomNote(29, 1.0, ())


def test_a_new_investigation_empties_no_room_but_its_own() -> None:
    again = InvestigationBegun(2, ONE, (11, 12, 13, 14, 15, 16, 17, 18))
    mine = Dealt(ZERO, (21, 22, 23, 24, 25, 26))
    seen = notes(believing([*DEAL, *TRICKS, again, mine]), "seen")
    assert _rooms(seen) == [*again.searched, *mine.cards]
    assert {note.because for note in seen.rooms} == {(again,), (mine,)}


def test_reasons_of_an_investigation_are_its_own() -> None:
    again = investigation(*HANDS, murderer=29, number=2)
    deduced = notes(believing([*DEAL, *TRICKS, *again, *TRICKS]), "deducing")
    assert _by_room(deduced)[34].because == (NO_FLOOR_1, NO_FLOOR_3, NO_FLOOR_2)


def _rooms(written: Notes) -> list[Room]:
    return [note.room for note in written.rooms]


def _by_room(written: Notes) -> dict[int, RoomNote]:
    return {note.room: note for note in written.rooms}
