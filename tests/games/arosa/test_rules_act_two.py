"""Arosa's rules, one by one: suspecting and erasing."""

import pytest

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.arosa.events import (
    Dropped,
    Find,
    Opened,
    OpenedEmpty,
    Placed,
    SearchedSloppily,
    SetOutToErase,
    Suspected,
    TookBack,
    TurnBegun,
)
from cluehouse.games.arosa.moves import Drop, Erase, Open, Suspect, TakeBack
from cluehouse.games.arosa.rules import alphabet, legal_moves
from tests.games.arosa.stage import (
    BLUE,
    BROWN,
    GREY,
    QUICK,
    YELLOW,
    drop_all,
    in_hand,
    inside,
    lying,
    only,
    pin,
    play,
    put,
    refused,
    searching,
)
from tests.rules import rule


@rule("AR-ACT2-1")
@pytest.mark.parametrize(("seats", "suspicions"), [(2, 8), (3, 24), (6, 248)])
def test_action_suspects_and_storey_are_one_move(seats: int, suspicions: int) -> None:
    state = searching({}, seats=seats)
    assert len(legal_moves(state, YELLOW)) == suspicions
    assert len(legal_moves(pin(state, YELLOW, 3, 1), YELLOW)) == suspicions + 8


@rule("AR-ACT2-1")
def test_the_action_is_announced_before_the_storey_is_opened() -> None:
    state = pin(searching({4: ["blue"]}), YELLOW, 4, 1)
    announced, opened, *_ = play(state.copy(), YELLOW, Suspect((BLUE, GREY), 4))
    assert announced == Suspected(YELLOW, (BLUE, GREY))
    assert opened == Opened(YELLOW, 4, (Find("blue", 1),))
    announced, opened, *_ = play(state, YELLOW, Erase(5))
    assert announced == SetOutToErase(YELLOW)
    assert opened == OpenedEmpty(YELLOW, 5)


@rule("AR-ACT2-1")
def test_only_the_investigator_acts() -> None:
    state = searching({4: ["blue"]})
    refused("AR-ACT2-1", state, BLUE, Suspect((YELLOW,), 4))
    refused("AR-ACT2-1", state, YELLOW, Open(4))
    refused("AR-ACT2-1", state, YELLOW, Drop("yellow"))


# Suspecting


@rule("AR-SUS-1")
def test_one_or_more_others_are_named() -> None:
    state = searching({4: ["blue"]}, seats=3)
    assert {move.suspects for move in only(legal_moves(state, YELLOW), Suspect)} == {
        (BLUE,),
        (BROWN,),
        (BLUE, BROWN),
    }


@rule("AR-SUS-1")
@pytest.mark.parametrize("suspects", [(), (YELLOW,), (YELLOW, BLUE)])
def test_naming_no_seat_or_oneself_is_refused(suspects: tuple[Seat, ...]) -> None:
    state = searching({4: ["blue"]})
    move = Suspect(suspects, 4)
    assert move in alphabet(QUICK, 4)
    refused("AR-SUS-1", state, YELLOW, move)


@rule("AR-SUS-1")
@pytest.mark.parametrize("suspects", [(BLUE, BLUE), (BROWN, BLUE), (Seat(4),)])
def test_naming_a_seat_twice_or_out_of_order_or_a_missing_seat_is_refused(
    suspects: tuple[Seat, ...],
) -> None:
    refused("AR-SUS-1", searching({4: ["blue"]}), YELLOW, Suspect(suspects, 4))


@rule("AR-SUS-2")
def test_named_seats_place_a_trace_for_each_one_found() -> None:
    state = searching({4: ["yellow", "blue", "blue", "blue", "brown", "grey"], 2: ["blue"]})
    events = play(state, YELLOW, Suspect((BLUE, GREY), 4))
    assert only(events, Placed) == [Placed(BLUE, 4, 3), Placed(GREY, 4, 1)]
    assert [spaces[4] for spaces in state.board] == [0, 3, 0, 1]
    assert state.reserve == [19, 13, 19, 18]


@rule("AR-SUS-3")
def test_after_suspecting_all_that_was_found_is_dropped_again() -> None:
    state = searching({4: ["yellow", "blue", "blue", "brown"]})
    play(state, YELLOW, Suspect((BLUE,), 4))
    assert lying(state, 4) == []
    assert in_hand(state) == {"yellow": 1, "blue": 2, "brown": 1}
    refused("AR-SUS-3", state, YELLOW, Suspect((BLUE,), 4))
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["yellow", "blue", "blue", "brown"]
    assert sorted(inside(state)) == ["blue", "blue", "brown", "yellow"]
    assert (state.act, state.turn) == ("two", BLUE)


@rule("AR-SUS-4")
def test_a_trace_is_dropped_for_each_named_seat_without_a_find() -> None:
    state = searching({4: ["grey"]})
    events = play(state, YELLOW, Suspect((BLUE, BROWN, GREY), 4))
    assert only(events, SearchedSloppily) == [SearchedSloppily(YELLOW, 2, "AR-SUS-4")]
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["grey", "yellow", "yellow"]
    assert state.reserve[YELLOW] == 18


@rule("AR-SUS-4")
def test_extra_traces_wait_until_the_others_are_dropped() -> None:
    state = searching({4: ["grey", "yellow"]})
    play(state, YELLOW, Suspect((BLUE,), 4))
    assert (state.left[YELLOW], state.extra) == (1, 1)
    play(state, YELLOW, Drop("yellow"))
    assert (state.left[YELLOW], state.extra, state.reserve[YELLOW]) == (0, 1, 19)
    refused("AR-DEC-1", state, YELLOW, Drop("yellow"))
    play(state, YELLOW, Drop("grey"))
    play(state, YELLOW, Drop("yellow"))
    assert state.reserve[YELLOW] == 18


@rule("AR-SUS-4")
def test_nothing_more_is_dropped_if_all_named_seats_left_a_trace() -> None:
    state = searching({4: ["grey", "blue"]})
    assert only(play(state, YELLOW, Suspect((BLUE, GREY), 4)), SearchedSloppily) == []
    assert state.extra == 0


@rule("AR-SUS-5")
def test_on_the_ground_floor_no_seat_places_without_a_trace_of_the_investigator() -> None:
    state = searching({0: ["blue", "blue", "grey"]})
    events = play(state, YELLOW, Suspect((BLUE, BROWN), 0))
    assert only(events, Placed) == []
    assert only(events, SearchedSloppily) == [SearchedSloppily(YELLOW, 2, "AR-SUS-5")]
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["blue", "blue", "grey", "yellow", "yellow"]


@rule("AR-SUS-5")
def test_with_a_trace_of_the_investigator_the_ground_floor_is_like_any_other() -> None:
    state = searching({0: ["yellow", "blue", "blue", "grey"]})
    events = play(state, YELLOW, Suspect((BLUE, BROWN), 0))
    assert only(events, Placed) == [Placed(BLUE, 0, 2)]
    assert only(events, SearchedSloppily) == [SearchedSloppily(YELLOW, 1, "AR-SUS-4")]
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["yellow", "blue", "blue", "grey", "yellow"]


@rule("AR-SUS-5")
def test_looking_for_victims_on_the_ground_floor_needs_no_trace() -> None:
    state = searching({0: ["red", "blue"], 4: ["red"]}, act="one")
    assert only(play(state, YELLOW, Open(0)), Placed) == [Placed(BLUE, 0, 1)]


@rule("AR-SUS-5")
def test_erasing_on_the_ground_floor_is_as_anywhere() -> None:
    state = pin(searching({0: ["blue"]}), YELLOW, 0, 1)
    events = play(state, YELLOW, Erase(0))
    assert only(events, SearchedSloppily) == [SearchedSloppily(YELLOW, 1, "AR-ERA-4")]


@rule("AR-SUS-6")
def test_the_example_of_yellow_on_storey_3() -> None:
    state = searching({3: ["grey", "grey", "brown"]})
    play(state, YELLOW, Suspect((BLUE, GREY), 3))
    assert [spaces[3] for spaces in state.board] == [0, 0, 0, 2]
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["brown", "grey", "grey", "yellow"]
    assert state.reserve == [19, 20, 19, 16]


# Erasing


@rule("AR-ERA-1")
def test_erasing_needs_a_trace_on_the_search_board() -> None:
    state = searching({4: ["yellow"]})
    refused("AR-ERA-1", state, YELLOW, Erase(4))
    pin(state, BLUE, 4, 1)
    refused("AR-ERA-1", state, YELLOW, Erase(4))
    pin(state, YELLOW, 7, 1)
    play(state, YELLOW, Erase(4))


@rule("AR-ERA-2")
@pytest.mark.parametrize(("found", "pinned", "most"), [(1, 3, 1), (3, 2, 2), (2, 2, 2)])
def test_up_to_as_many_as_were_found_may_be_taken_back(found: int, pinned: int, most: int) -> None:
    state = searching({4: ["yellow"] * found})
    put(state, 4, "blue")
    pin(pin(state, YELLOW, 4, pinned), YELLOW, 5, 4)
    play(state, YELLOW, Erase(4))
    assert legal_moves(state, YELLOW) == tuple(TakeBack(count) for count in range(most + 1))
    assert [seat for seat in seats_of(4) if legal_moves(state, seat)] == [YELLOW]
    refused("AR-ERA-2", state, YELLOW, TakeBack(most + 1))
    refused("AR-ERA-2", state, YELLOW, TakeBack(-1))
    reserve = state.reserve[YELLOW]
    assert play(state, YELLOW, TakeBack(most)) == [TookBack(YELLOW, 4, most)]
    assert state.reserve[YELLOW] == reserve + most
    assert (state.board[YELLOW][4], state.board[YELLOW][5]) == (pinned - most, 4)
    refused("AR-ERA-2", state, YELLOW, TakeBack(0))


@rule("AR-ERA-2")
def test_taking_back_comes_before_dropping() -> None:
    state = pin(searching({4: ["yellow"]}), YELLOW, 4, 1)
    play(state, YELLOW, Erase(4))
    refused("AR-ERA-2", state, YELLOW, Drop("yellow"))
    refused("AR-ERA-3", state, YELLOW, Erase(4))
    play(state, YELLOW, TakeBack(0))
    assert state.board[YELLOW][4] == 1
    assert legal_moves(state, YELLOW) == (Drop("yellow"),)


@rule("AR-ERA-2")
def test_own_traces_found_where_none_is_pinned_change_nothing() -> None:
    state = pin(searching({4: ["yellow", "yellow"]}), YELLOW, 5, 1)
    events = play(state, YELLOW, Erase(4))
    assert only(events, SearchedSloppily) == []
    assert state.extra == 0
    assert legal_moves(state, YELLOW) == (Drop("yellow"),)
    refused("AR-ERA-2", state, YELLOW, TakeBack(0))


@rule("AR-ERA-3")
def test_after_erasing_all_that_was_found_is_dropped_again() -> None:
    state = pin(searching({4: ["yellow", "blue", "grey"]}), YELLOW, 4, 1)
    play(state, YELLOW, Erase(4))
    play(state, YELLOW, TakeBack(1))
    events = drop_all(state)
    assert [event.colour for event in only(events, Dropped)] == ["yellow", "blue", "grey"]
    assert events[-1] == TurnBegun("two", BLUE)


@rule("AR-ERA-3")
def test_no_other_seat_places_anything_when_a_seat_erases() -> None:
    state = pin(searching({4: ["yellow", "blue", "grey"]}), YELLOW, 4, 1)
    assert only(play(state, YELLOW, Erase(4)), Placed) == []


@rule("AR-ERA-4")
def test_a_seat_that_erases_and_finds_no_own_trace_drops_one_more() -> None:
    state = pin(searching({4: ["blue"]}), YELLOW, 4, 1)
    events = play(state, YELLOW, Erase(4))
    assert only(events, SearchedSloppily) == [SearchedSloppily(YELLOW, 1, "AR-ERA-4")]
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["blue", "yellow"]
    assert state.board[YELLOW][4] == 1


# Bad input


@rule("AR-MAT-1")
@pytest.mark.parametrize("storey", [-1, 8])
def test_there_is_no_storey_below_0_or_above_7(storey: int) -> None:
    looking, acting = searching({}, act="one"), pin(searching({}), YELLOW, 4, 1)
    refused("AR-MAT-1", looking, YELLOW, Open(storey))  # type: ignore[arg-type]
    refused("AR-MAT-1", acting, YELLOW, Suspect((BLUE,), storey))  # type: ignore[arg-type]
    refused("AR-MAT-1", acting, YELLOW, Erase(storey))  # type: ignore[arg-type]
