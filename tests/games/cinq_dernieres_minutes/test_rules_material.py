"""The rules, one by one: who takes part, and what is in the box."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.ids import seats_of
from cluehouse.core.record import opening, read_record
from cluehouse.games.cinq_dernieres_minutes import GAME
from cluehouse.games.cinq_dernieres_minutes.events import (
    BourrelSeated,
    Event,
    ItemsLeftOut,
    LotDrawn,
    NumberGiven,
)
from cluehouse.games.cinq_dernieres_minutes.moves import (
    Accuse,
    Claim,
    DrawLots,
    GiveNumber,
    LeaveOut,
    Visit,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEMS,
    ROOMS,
    Options,
    Room,
    seats,
)
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves, setup
from cluehouse.games.cinq_dernieres_minutes.state import State
from cluehouse.games.cinq_dernieres_minutes.view import BourrelView, SeatView, view
from tests.games.cinq_dernieres_minutes.stage import (
    FOUR,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    arranging,
    asked,
    chair,
    happen,
    hiding,
    opened,
    play,
    refused,
    set_up,
)
from tests.rules import rule

LUCK = 60
LOGS = Path(__file__).parents[2] / "logs" / "cinq_dernieres_minutes"


def found(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


# Players and Bourrel


@rule("CD-MAT-1", "CD-DEC-1")
def test_the_house_is_bourrel_and_four_to_eight_play() -> None:
    assert seats(Options()) == range(4, 9)
    for players in seats(Options()):
        state = opened(players)
        assert sorted(state.order) == list(seats_of(players))
        assert state.bourrel is None


@rule("CD-MAT-1", "CD-DEC-1")
def test_a_person_as_bourrel_has_no_number() -> None:
    assert seats(PERSON) == range(5, 10)
    for players in range(4, 9):
        state = arranging(players)
        assert state.bourrel == ZERO
        assert sorted(state.order) == list(seats_of(players + 1)[1:])


@rule("CD-MAT-1")
def test_bourrel_is_drawn_by_lot_among_those_who_want_the_chair() -> None:
    options = Options("person", candidates=(None, "bourrel", None, "bourrel", "bourrel"))
    drawn = [setup(options, 5, Chance(b"lot", luck)) for luck in range(300)]
    seated = Counter(event for _, event in drawn)
    assert {lot for lot, _ in drawn} == {LotDrawn((ONE, THREE, FOUR))}
    assert seated.keys() == {BourrelSeated(seat) for seat in (ONE, THREE, FOUR)}
    assert min(seated.values()) > 60


@rule("CD-MAT-1")
def test_if_no_player_wants_the_chair_bourrel_is_drawn_among_all() -> None:
    drawn = [setup(Options("person"), 6, Chance(b"lot", luck)) for luck in range(LUCK)]
    assert {lot for lot, _ in drawn} == {LotDrawn(seats_of(6))}
    assert {event for _, event in drawn} == {BourrelSeated(seat) for seat in seats_of(6)}


@rule("CD-MAT-1")
def test_a_single_player_who_wants_the_chair_has_it_without_a_lot() -> None:
    options = Options("person", candidates=(None, None, "bourrel"))
    for luck in range(5):
        assert setup(options, 5, Chance(b"lot", luck)) == [BourrelSeated(TWO)]


@rule("CD-MAT-1")
def test_bourrel_runs_the_game_from_any_seat() -> None:
    options = Options("person", candidates=(None, None, None, "bourrel"))
    state = State(options, 5)
    happen(state, setup(options, 5, Chance(b"", 0)))
    assert (state.bourrel, asked(state), state.tokens) == (THREE, [THREE], [3, 3, 3, 0, 3])
    while state.phase != "hiding":
        play(state, THREE, DrawLots())
    assert sorted(state.order) == [ZERO, ONE, TWO, FOUR]
    refused("CD-MAT-1", state, THREE, Visit("study"))
    assert isinstance(view(state, THREE), BourrelView)
    assert isinstance(view(state, ZERO), SeatView)


@rule("CD-MAT-1")
def test_the_chair_can_be_wanted_only_where_a_person_takes_it_and_by_seats_that_exist() -> None:
    with pytest.raises(ValueError, match="CD-MAT-1"):
        Options(candidates=("bourrel",))
    six = Options("person", candidates=(*(None,) * 5, "bourrel"))
    assert seats(six) == range(6, 10)
    with pytest.raises(ValueError, match="CD-MAT-1"):
        Options("person", candidates=(None,) * 10)


@rule("CD-MAT-1")
def test_without_a_bourrel_in_person_numbers_are_drawn_at_random() -> None:
    orders = [opened(4, luck).order for luck in range(400)]
    assert set(orders) == set(permutations(seats_of(4)))


@rule("CD-MAT-1")
def test_a_person_gives_out_the_numbers_and_the_last_one_goes_without_asking() -> None:
    state = chair()
    assert asked(state) == [ZERO]
    play(state, ZERO, GiveNumber(THREE))
    refused("CD-MAT-1", state, ZERO, GiveNumber(THREE))
    refused("CD-MAT-1", state, ZERO, GiveNumber(ZERO))
    refused("CD-MAT-1", state, ONE, GiveNumber(ONE))
    play(state, ZERO, GiveNumber(ONE))
    assert play(state, ZERO, GiveNumber(FOUR)) == [NumberGiven(FOUR, 3), NumberGiven(TWO, 4)]
    assert state.order == (THREE, ONE, FOUR, TWO)


@rule("CD-MAT-1", "CD-DEC-1")
def test_a_person_may_leave_the_rest_of_the_numbers_to_chance() -> None:
    orders = set()
    for luck in range(LUCK):
        state = chair()
        play(state, ZERO, GiveNumber(THREE))
        play(state, ZERO, DrawLots(), luck)
        assert state.order[0] == THREE
        orders.add(state.order[1:])
    assert orders == set(permutations((ONE, TWO, FOUR)))


@rule("CD-MAT-1")
def test_bourrel_takes_no_part_in_the_inquiry() -> None:
    state = hiding(ONE, options=PERSON)
    for move in (Visit("study"), Claim("study", "key"), Accuse(ONE)):
        refused("CD-MAT-1", state, ZERO, move)


@rule("CD-MAT-1")
def test_a_game_of_version_1_goes_on_with_its_bourrel_in_the_first_seat() -> None:
    record = read_record((LOGS / "v1.json").read_bytes())
    old = opening(GAME, record)
    for entry in record.entries[:40]:
        old.advance(codec(GAME).events.decode(entry.events))
    assert (old.state.bourrel, old.state.tokens[0]) == (ZERO, 0)
    asking = asked(old.state)
    while asking:
        assert ZERO not in old.state.order
        old.advance(old.decide(asking[0], old.legal_moves(asking[0])[-1]))
        asking = asked(old.state)
    assert old.outcome() is not None


# Rooms, objects, rounds, claims


@rule("CD-MAT-2", "CD-DEC-5")
def test_the_rooms_and_the_objects() -> None:
    assert set(ROOMS) == {
        *("drawing-room", "dining-room", "study", "bathroom", "kitchen", "bedroom"),
    }
    assert set(ITEMS) == {"ring", "watch", "key", "pipe", "lighter", "pen"}


@rule("CD-MAT-2", "CD-SET-1")
@pytest.mark.parametrize("players", range(4, 9))
def test_one_object_lies_in_each_box_and_one_is_the_ring(players: int) -> None:
    for luck in range(20):
        state = opened(players, luck)
        assert sorted(state.boxes) == list(state.items)
        assert len(state.boxes) == state.rooms
        assert ITEMS[state.boxes[state.ring]] == "ring"


@rule("CD-MAT-3")
@pytest.mark.parametrize(
    ("players", "closed", "claims"),
    [
        (4, {"kitchen", "bathroom"}, 20),
        (5, {"kitchen"}, 30),
        (6, set(), 42),
        (7, set(), 42),
        (8, set(), 42),
    ],
)
def test_rooms_objects_and_claims_go_by_the_number_of_players(
    players: int, closed: set[Room], claims: int
) -> None:
    state = opened(players)
    assert set(ROOMS[: state.rooms]) == set(ROOMS) - closed
    assert len(state.items) == state.rooms
    assert state.claims.bit_count() == claims
    with_bourrel = arranging(players)
    assert (with_bourrel.rooms, with_bourrel.claims.bit_count()) == (state.rooms, claims)


@rule("CD-MAT-3")
@pytest.mark.parametrize(("players", "out"), [(4, 2), (5, 1)])
def test_objects_left_out_are_announced_and_never_the_ring(players: int, out: int) -> None:
    for luck in range(LUCK):
        (left_out,) = found(set_up(players, luck), ItemsLeftOut)
        assert isinstance(left_out, ItemsLeftOut)
        assert len(set(left_out.items)) == out
        assert "ring" not in left_out.items


@rule("CD-MAT-3")
@pytest.mark.parametrize("players", [6, 7, 8])
def test_from_six_players_on_nothing_is_left_out(players: int) -> None:
    assert found(set_up(players), ItemsLeftOut) == []
    state = chair(players)
    play(state, ZERO, DrawLots())
    assert state.phase == "arranging"


@rule("CD-MAT-3")
def test_a_room_that_is_closed_cannot_be_visited() -> None:
    state = hiding(THREE)
    for room in ("kitchen", "bathroom"):
        refused("CD-MAT-3", state, ZERO, Visit(room))


@rule("CD-DEC-5")
@pytest.mark.parametrize(("players", "ways"), [(4, 10), (5, 5)])
def test_what_is_left_out_is_drawn_once_a_game(players: int, ways: int) -> None:
    drawn = {found(set_up(players, luck), ItemsLeftOut)[0] for luck in range(200)}
    assert len(drawn) == ways


@rule("CD-DEC-5")
def test_a_person_chooses_what_is_left_out_or_has_it_drawn() -> None:
    state = chair()
    play(state, ZERO, DrawLots())
    assert len(legal_moves(state, ZERO)) == 10 + 1
    refused("CD-DEC-5", state, ONE, LeaveOut(("key", "pen")))
    events = play(state.copy(), ZERO, LeaveOut(("key", "pen")))
    assert events[0] == ItemsLeftOut(("key", "pen"))
    outs = {play(state.copy(), ZERO, DrawLots(), luck)[0] for luck in range(200)}
    assert len(outs) == 10
    play(state, ZERO, LeaveOut(("watch", "pipe")))
    refused("CD-DEC-5", state, ZERO, LeaveOut(("watch", "pipe")))
    assert [ITEMS[item] for item in state.items] == ["ring", "key", "lighter", "pen"]


@rule("CD-MAT-4")
def test_every_player_starts_with_three_tokens() -> None:
    assert opened(5).tokens == [3] * 5
    assert chair(5).tokens == [0, 3, 3, 3, 3, 3]
