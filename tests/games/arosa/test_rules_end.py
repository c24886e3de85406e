"""Arosa's rules, one by one: how it ends, and what the traces say."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cluehouse.core.game import Outcome
from cluehouse.core.ids import RAIL, Seat, seats_of
from cluehouse.core.record import read_record, replay
from cluehouse.games.arosa import GAME
from cluehouse.games.arosa.events import (
    BoardFilled,
    Dropped,
    Ending,
    HotelOpened,
    Placed,
    ReserveEmptied,
    SearchedSloppily,
    TurnBegun,
    TurnsUsedUp,
)
from cluehouse.games.arosa.moves import Drop, Erase, Open, Suspect, TakeBack
from cluehouse.games.arosa.pieces import TURNS, Storey
from cluehouse.games.arosa.rules import legal_moves, outcome
from cluehouse.games.arosa.score import culprits, endings, points_of, trace_points, winners
from cluehouse.games.arosa.state import State
from cluehouse.games.arosa.view import RailView, SeatView, view
from cluehouse.study.sentences import LANGUAGES, Language, tell, words_of
from tests.games.arosa.stage import (
    BLUE,
    BROWN,
    GREY,
    YELLOW,
    drop_all,
    keep,
    only,
    pin,
    play,
    refused,
    searching,
)
from tests.rules import rule

# The end


@rule("AR-END-1")
@pytest.mark.parametrize(("found", "over"), [(2, False), (3, True), (4, True)])
def test_ten_traces_of_one_player_on_the_search_board_end_the_game(found: int, over: bool) -> None:
    state = searching({4: ["blue"] * found})
    pin(pin(state, BLUE, 1, 4), BLUE, 2, 3)
    pin(state, BROWN, 1, 9)
    play(state, YELLOW, Suspect((BLUE,), 4))
    assert (outcome(state) is not None) == over


@rule("AR-END-1")
def test_an_empty_reserve_ends_the_game() -> None:
    state = keep(searching({4: ["blue", "blue"]}), BLUE, 2)
    events = play(state, YELLOW, Suspect((BLUE,), 4))
    assert state.reserve[BLUE] == 0
    assert isinstance(events[-1], HotelOpened)
    assert outcome(state) is not None


@rule("AR-END-1")
def test_nothing_can_be_done_after_the_end() -> None:
    state = keep(searching({4: ["blue"]}), BLUE, 1)
    play(state, YELLOW, Suspect((BLUE,), 4))
    for move in (Drop("blue"), Suspect((BLUE,), 4), Erase(4), TakeBack(0), Open(4)):
        refused("AR-END-1", state, YELLOW, move)
        refused("AR-END-1", state, BLUE, move)
    assert legal_moves(state, YELLOW) == legal_moves(state, BLUE) == ()


@rule("AR-END-2")
def test_missing_traces_are_taken_from_the_opened_storey() -> None:
    state = searching({4: ["blue", "blue", "blue", "blue", "blue", "grey"]})
    keep(state, BLUE, 2)
    events = play(state, YELLOW, Suspect((BLUE, GREY), 4))
    assert only(events, Placed) == [Placed(BLUE, 4, 5), Placed(GREY, 4, 1)]
    assert (state.board[BLUE][4], state.reserve[BLUE]) == (5, 0)
    opened = events[-1]
    assert isinstance(opened, HotelOpened)
    assert opened.storeys[4] == (0, 2, 0, 1, 0, 0, 0), "three of the five went on the board"


@rule("AR-DEC-2")
def test_all_suspects_place_before_the_game_ends_and_nothing_is_dropped_then() -> None:
    state = pin(searching({4: ["blue", "grey", "grey"]}), BLUE, 1, 9)
    pin(state, GREY, 1, 8)
    events = play(state, YELLOW, Suspect((BLUE, BROWN, GREY), 4))
    assert only(events, Placed) == [Placed(BLUE, 4, 1), Placed(GREY, 4, 2)]
    assert [sum(spaces) for spaces in state.board] == [0, 10, 0, 10]
    assert only(events, SearchedSloppily) == [], "nothing is owed any more"
    assert isinstance(events[-1], HotelOpened)


@rule("AR-DEC-2", "AR-DEC-6")
def test_the_last_trace_of_a_reserve_ends_the_game_when_it_is_dropped() -> None:
    state = keep(searching({}), YELLOW, 2)
    play(state, YELLOW, Suspect((BLUE, BROWN, GREY), 4))
    assert state.extra == 3
    first = play(state, YELLOW, Drop("yellow"))
    assert [type(event) for event in first] == [Dropped]
    second = play(state, YELLOW, Drop("yellow"))
    assert [type(event) for event in second] == [Dropped, ReserveEmptied, HotelOpened]
    assert state.reserve[YELLOW] == 0
    assert outcome(state) is not None


@rule("AR-DEC-2")
def test_the_last_trace_is_safe_while_others_are_dropped_again() -> None:
    state = keep(searching({4: ["blue", "grey"]}), YELLOW, 1)
    play(state, YELLOW, Suspect((BLUE, GREY), 4))
    events = drop_all(state)
    assert [type(event) for event in events] == [Dropped, Dropped, TurnBegun]


@rule("AR-DEC-3")
def test_a_victim_still_in_the_hotel_makes_a_crime_scene_at_the_end() -> None:
    state = keep(searching({6: ["red"], 2: ["red"]}, act="one"), YELLOW, 1)
    pin(state, BLUE, 3, 1)
    play(state, YELLOW, Open(4))
    (*_, opened) = drop_all(state)
    assert isinstance(opened, HotelOpened)
    scenes = [storey for storey, cubes in enumerate(opened.storeys) for _ in range(cubes[-1])]
    assert list(state.victims) == scenes
    assert len(scenes) == 2
    result = outcome(state)
    assert result is not None
    assert result.points[BLUE] == trace_points(state.victims)[3]


@rule("AR-DEC-3")
def test_at_the_end_all_see_what_is_in_the_hotel() -> None:
    state = searching({4: ["blue", "grey"], 7: ["yellow"], 0: ["blue"]})
    pin(state, BLUE, 1, 9)
    (*_, opened) = play(state, YELLOW, Suspect((BLUE,), 4))
    empty = (0,) * 7
    assert opened == HotelOpened(
        (
            (0, 1, 0, 0, 0, 0, 0),
            *[empty] * 3,
            (0, 1, 0, 1, 0, 0, 0),
            *[empty] * 2,
            (1, 0, 0, 0, 0, 0, 0),
        )
    )


@rule("AR-DEC-9")
def test_sixty_turns_of_each_seat_in_act_two_end_the_game() -> None:
    state = searching({4: ["blue"]}, by=BLUE, seats=2)
    state.turns = TURNS * 2 - 1
    play(state, BLUE, Suspect((YELLOW,), 5))
    assert drop_all(state)[-1] == TurnBegun("two", YELLOW)
    play(state, YELLOW, Suspect((BLUE,), 5))
    (*_, opened) = drop_all(state)
    assert TURNS == 60
    assert isinstance(opened, HotelOpened)
    assert outcome(state) is not None


# Why it ended


@rule("AR-END-1")
def test_ten_traces_on_the_board_are_told_as_the_reason() -> None:
    state = pin(searching({4: ["blue", "grey", "grey"]}), BLUE, 1, 9)
    pin(state, GREY, 1, 8)
    events = play(state, YELLOW, Suspect((BLUE, GREY), 4))
    assert events[-3:-1] == [BoardFilled(BLUE), BoardFilled(GREY)]
    _shows_why(state, BoardFilled(BLUE), BoardFilled(GREY))


@rule("AR-END-1")
def test_an_empty_reserve_is_told_as_the_reason() -> None:
    state = keep(searching({4: ["blue", "blue"]}), BLUE, 2)
    events = play(state, YELLOW, Suspect((BLUE,), 4))
    assert events[-2] == ReserveEmptied(BLUE)
    _shows_why(state, ReserveEmptied(BLUE))


@rule("AR-END-1")
def test_two_reasons_at_once_are_both_told() -> None:
    state = pin(keep(searching({4: ["blue"] * 5}), BLUE, 9), BLUE, 1, 6)
    events = play(state, YELLOW, Suspect((BLUE,), 4))
    assert events[-3:-1] == [BoardFilled(BLUE), ReserveEmptied(BLUE)]
    _shows_why(state, BoardFilled(BLUE), ReserveEmptied(BLUE))


@rule("AR-DEC-9")
def test_sixty_turns_are_told_as_the_reason() -> None:
    state = searching({4: ["blue"]}, by=YELLOW, seats=2)
    state.turns = TURNS * 2
    play(state, YELLOW, Suspect((BLUE,), 5))
    assert drop_all(state)[-2] == TurnsUsedUp()
    _shows_why(state, TurnsUsedUp())


@rule("AR-END-1")
def test_no_reason_shows_before_the_end() -> None:
    state = searching({4: ["blue"]})
    _shows_why(state)
    play(state, YELLOW, Suspect((BLUE,), 4))
    _shows_why(state)


@rule("AR-END-1")
def test_a_game_of_version_1_shows_why_it_ended_though_its_log_does_not_tell() -> None:
    log = Path(__file__).resolve().parents[2] / "logs" / "arosa" / "v1.json"
    record = read_record(log.read_bytes())
    state = replay(GAME, record).state
    assert endings(state) == (BoardFilled(YELLOW),)


@rule("AR-END-1", "AR-DEC-9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_tells_why_in_both_languages(language: Language) -> None:
    words = words_of(GAME, 2, language)
    told = [tell(each, words) for each in (BoardFilled(BLUE), ReserveEmptied(BLUE), TurnsUsedUp())]
    assert (
        told
        == {
            "en": [
                "The game ends: Player 2 has ten traces or more on the search board.",
                "The game ends: Player 2 has no trace left in the reserve.",
                "The game ends: everybody has had sixty turns of act two.",
            ],
            "fr": [
                "Fin de la partie : Joueur 2 a dix traces ou plus sur le tableau de recherche.",
                "Fin de la partie : Joueur 2 n’a plus de trace en réserve.",
                "Fin de la partie : chacun a joué soixante tours du deuxième acte.",
            ],
        }[language]
    )


# What the traces say


@rule("AR-SCO-1", "AR-DEC-7")
@pytest.mark.parametrize(
    ("scenes", "worth"),
    [
        ((3, 5), (1, 1, 2, 3, 2, 3, 2, 1)),
        ((4, 4), (1, 1, 1, 2, 3, 2, 1, 1)),
        ((3, 4), (1, 1, 2, 3, 3, 2, 1, 1)),
        ((0, 7), (3, 2, 1, 1, 1, 1, 2, 3)),
        ((2,), (1, 2, 3, 2, 1, 1, 1, 1)),
        ((), (1,) * 8),
    ],
)
def test_a_trace_counts_most_on_a_crime_scene(
    scenes: tuple[Storey, ...], worth: tuple[int, ...]
) -> None:
    assert trace_points(scenes) == worth


@rule("AR-SCO-3")
def test_the_example_of_21_points() -> None:
    state = searching({}, victims=(3, 6))
    on_scenes, beside, elsewhere = (3, 6), (2, 2, 4, 5, 7, 7), (0, 1, 1)
    for storey in (*on_scenes, *beside, *elsewhere):
        pin(state, BLUE, storey, 1)  # type: ignore[arg-type]
    assert points_of(state) == (0, 21, 0, 0)


@rule("AR-SCO-2")
@pytest.mark.parametrize(
    ("points", "won", "guilty"),
    [
        ((9, 21, 12), [0], [1]),
        ((9, 21, 9), [0, 2], [1]),
        ((21, 9, 21), [1], [0, 2]),
        ((5, 5), [0, 1], [0, 1]),
        ((0, 0, 0), [0, 1, 2], [0, 1, 2]),
    ],
)
def test_most_points_are_guilty_and_fewest_win(
    points: tuple[int, ...], won: list[int], guilty: list[int]
) -> None:
    assert list(winners(points)) == won
    assert list(culprits(points)) == guilty


@rule("AR-SCO-2")
@pytest.mark.parametrize(
    ("pinned", "shares", "points"),
    [
        ([1, 10, 4], (1.0, 0.0, 0.0), (1, 10, 4)),
        ([1, 10, 1], (0.5, 0.0, 0.5), (1, 10, 1)),
    ],
)
def test_those_with_the_fewest_points_share_the_win(
    pinned: list[int], shares: tuple[float, ...], points: tuple[int, ...]
) -> None:
    state = _ended(searching({1: ["blue"]}, seats=3, victims=(6, 7)), pinned)
    assert outcome(state) == Outcome(shares=shares, points=points, rule="AR-SCO-2")


@rule("AR-SCO-2")
def test_if_all_have_the_same_points_all_are_culprits_and_win() -> None:
    state = searching({1: ["blue"]}, seats=2, victims=(6, 7))
    state = _ended(state, [10, 10])
    assert outcome(state) == Outcome(shares=(0.5, 0.5), points=(10, 10), rule="AR-SCO-2")
    opened = view(state, RAIL)
    assert isinstance(opened, RailView)
    assert opened.culprits == (YELLOW, BLUE)


def _shows_why(state: State, *endings: Ending) -> None:
    """All viewers see these reasons for the end."""
    opened = view(state, RAIL)
    assert isinstance(opened, RailView)
    assert opened.endings == endings
    for seat in seats_of(state.seats):
        assert view(state, seat) == SeatView(seat=seat, open=opened)


def _ended(state: State, pinned: Sequence[int]) -> State:
    """A game that is over, with this many traces of each seat on space 1: blue's tenth was just
    found."""
    for seat, count in enumerate(pinned):
        pin(state, Seat(seat), 1, count - (seat == BLUE))
    play(state, YELLOW, Suspect((BLUE,), 1))
    return state
