"""Arosa's rules, one by one: the search for the victims."""

import pytest

from cluehouse.core.ids import seats_of, viewers_of
from cluehouse.games.arosa.events import (
    Dropped,
    Find,
    Opened,
    OpenedEmpty,
    Placed,
    SearchedSloppily,
    TurnBegun,
    VictimFound,
)
from cluehouse.games.arosa.moves import Drop, Erase, Open, Suspect
from cluehouse.games.arosa.rules import legal_moves
from cluehouse.games.arosa.state import State
from cluehouse.games.arosa.view import see
from tests.games.arosa.stage import (
    BLUE,
    BROWN,
    GREY,
    QUICK,
    YELLOW,
    drop_all,
    happen,
    in_hand,
    inside,
    lying,
    only,
    play,
    refused,
    searching,
)
from tests.rules import rule


@rule("AR-ACT1-1")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_first_seat_is_drawn_again_after_the_prologue(seats: int) -> None:
    begun = set()
    for luck in range(60):
        state = State(QUICK, seats)
        happen(state, [TurnBegun("prologue", YELLOW)])
        while state.act == "prologue":
            drop_all(state, luck)
        begun.add((state.act, state.turn))
    assert begun == {("one", seat) for seat in seats_of(seats)}


@rule("AR-ACT1-1")
def test_the_turn_goes_clockwise() -> None:
    state = searching({7: ["red", "red"]}, act="one", by=BROWN)
    turns = []
    for _ in range(5):
        turns.append(state.turn)
        play(state, state.turn, Open(0))
        drop_all(state)
    assert turns == [BROWN, GREY, YELLOW, BLUE, BROWN]


@rule("AR-ACT1-1")
def test_all_viewers_see_everything_in_an_opened_storey() -> None:
    state = searching({4: ["blue", "yellow", "blue"], 5: ["grey"]}, act="one")
    (opened,) = only(play(state, YELLOW, Open(4)), Opened)
    assert opened == Opened(YELLOW, 4, (Find("yellow", 1), Find("blue", 2)))
    assert [see(opened, viewer) for viewer in viewers_of(4)] == [opened] * 5


@rule("AR-ACT1-1")
def test_only_the_investigator_opens_and_only_one_storey() -> None:
    state = searching({4: ["blue"], 6: ["red", "red"]}, act="one")
    refused("AR-ACT1-1", state, BLUE, Open(4))
    refused("AR-ACT1-1", state, YELLOW, Drop("yellow"))
    play(state, YELLOW, Open(4))
    refused("AR-ACT1-2", state, YELLOW, Open(6))


@rule("AR-ACT1-2")
def test_without_a_victim_all_cubes_are_dropped_again_and_one_trace_more() -> None:
    state = searching({4: ["blue", "yellow", "blue"], 6: ["red", "red"]}, act="one")
    events = play(state, YELLOW, Open(4))
    assert only(events, SearchedSloppily) == [SearchedSloppily(YELLOW, 1, "AR-ACT1-2")]
    assert lying(state, 4) == []
    assert in_hand(state) == {"yellow": 1, "blue": 2}
    dropped = only(drop_all(state), Dropped)
    assert [(event.by, event.colour) for event in dropped] == [
        (YELLOW, "yellow"),
        (YELLOW, "blue"),
        (YELLOW, "blue"),
        (YELLOW, "yellow"),
    ]
    assert state.reserve == [18, 18, 20, 20]
    assert sorted(inside(state)) == ["blue", "blue", "red", "red", "yellow", "yellow"]
    assert state.turn == BLUE


@rule("AR-ACT1-2")
def test_an_empty_storey_costs_a_trace_too() -> None:
    state = searching({6: ["red", "red"]}, act="one")
    events = play(state, YELLOW, Open(4))
    assert events[0] == OpenedEmpty(YELLOW, 4)
    assert [event.colour for event in only(drop_all(state), Dropped)] == ["yellow"]
    assert state.reserve[YELLOW] == 19


@rule("AR-ACT1-3")
def test_where_a_victim_is_found_is_a_crime_scene() -> None:
    state = searching({5: ["red"], 1: ["red"]}, act="one")
    assert only(play(state, YELLOW, Open(5)), VictimFound) == [VictimFound(5)]
    assert state.victims == (5,)
    assert inside(state) == ["red"]


@rule("AR-ACT1-3")
def test_two_victims_on_one_storey_are_both_found() -> None:
    state = searching({5: ["red", "red"]}, act="one")
    assert only(play(state, YELLOW, Open(5)), VictimFound) == [VictimFound(5), VictimFound(5)]
    assert set(state.victims) == {5}


@rule("AR-ACT1-3")
def test_a_victim_knocked_down_is_found_where_it_lies_then() -> None:
    state = searching({5: ["red"], 1: ["red"]}, act="one")
    victim = next(rest for rest in state.inside.values() if rest.storey == 5)
    state.extra = 1
    knock = Dropped(9, YELLOW, "yellow", "normal", 4, (victim._replace(storey=2),), ())
    happen(state, [knock])
    assert only(play(state.copy(), YELLOW, Open(5)), VictimFound) == []
    assert only(play(state, YELLOW, Open(2)), VictimFound) == [VictimFound(2)]


@rule("AR-ACT1-4")
def test_the_others_place_a_trace_for_each_one_found_with_a_victim() -> None:
    state = searching({5: ["red", "yellow", "blue", "grey", "grey"], 1: ["red"]}, act="one")
    events = play(state, YELLOW, Open(5))
    assert only(events, Placed) == [Placed(BLUE, 5, 1), Placed(GREY, 5, 2)]
    assert [spaces[5] for spaces in state.board] == [0, 1, 0, 2]
    assert state.reserve == [19, 18, 20, 16]


@rule("AR-ACT1-5")
def test_with_a_victim_all_traces_are_dropped_again_and_none_more() -> None:
    state = searching({5: ["red", "yellow", "blue", "grey", "grey"], 1: ["red"]}, act="one")
    events = play(state, YELLOW, Open(5))
    assert only(events, SearchedSloppily) == []
    dropped = [event.colour for event in only(drop_all(state), Dropped)]
    assert dropped == ["yellow", "blue", "grey", "grey"]
    assert state.reserve[YELLOW] == 19
    assert (state.act, state.turn) == ("one", BLUE)


@rule("AR-ACT1-5")
def test_a_victim_alone_leaves_nothing_to_drop() -> None:
    state = searching({5: ["red"], 1: ["red"]}, act="one")
    assert play(state, YELLOW, Open(5))[-1] == TurnBegun("one", BLUE)


@rule("AR-ACT1-6")
def test_when_both_victims_are_found_the_next_player_begins_act_two() -> None:
    state = searching({5: ["red", "blue"]}, act="one", by=GREY, victims=(2,))
    play(state, GREY, Open(5))
    assert state.act == "one"
    assert drop_all(state)[-1] == TurnBegun("two", YELLOW)
    assert isinstance(legal_moves(state, YELLOW)[0], Suspect)
    refused("AR-ACT2-1", state, YELLOW, Open(5))


@rule("AR-ACT1-6")
def test_no_seat_is_suspected_before_both_victims_are_found() -> None:
    state = searching({5: ["red", "blue"]}, act="one", victims=(2,))
    refused("AR-ACT1-6", state, YELLOW, Suspect((BLUE,), 5))
    refused("AR-ACT1-6", state, YELLOW, Erase(5))


@rule("AR-ACT1-7")
def test_the_example_of_yellow_on_storey_5() -> None:
    state = searching({5: ["red", "yellow", "blue", "blue"], 0: ["red"]}, act="one")
    play(state, YELLOW, Open(5))
    assert state.victims == (5,)
    assert state.board[BLUE] == (0, 0, 0, 0, 0, 2, 0, 0)
    assert state.board[YELLOW] == (0,) * 8


@rule("AR-DEC-5")
def test_opening_a_storey_moves_nothing_on_another() -> None:
    state = searching({4: ["blue"], 5: ["yellow", "grey"], 3: ["red", "red"]}, act="one")
    others = {cube: rest for cube, rest in state.inside.items() if rest.storey != 4}
    play(state, YELLOW, Open(4))
    assert state.inside == others


@rule("AR-DEC-1")
def test_the_colour_to_drop_next_is_chosen_among_those_in_hand() -> None:
    state = searching({4: ["blue", "blue", "brown"], 6: ["red", "red"]}, act="one")
    play(state, YELLOW, Open(4))
    assert legal_moves(state, YELLOW) == (Drop("blue"), Drop("brown"))
    refused("AR-DEC-1", state, YELLOW, Drop("yellow"))
    refused("AR-DEC-1", state, YELLOW, Drop("white"))
    play(state, YELLOW, Drop("brown"))
    assert legal_moves(state, YELLOW) == (Drop("blue"),)
    play(state, YELLOW, Drop("blue"))
    play(state, YELLOW, Drop("blue"))
    assert legal_moves(state, YELLOW) == (Drop("yellow"),)


@rule("AR-DEC-1")
def test_cubes_of_one_colour_are_alike() -> None:
    state = searching({4: ["blue"], 5: ["blue"], 6: ["red", "red"]}, act="one")
    twin = searching({5: ["blue"], 4: ["blue"], 6: ["red", "red"]}, act="one")
    assert play(state, YELLOW, Open(4)) == play(twin, YELLOW, Open(4))
