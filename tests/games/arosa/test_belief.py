"""What a viewer of Arosa can work out."""

from collections import Counter

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Help
from cluehouse.games.arosa.belief import Belief, StoreyNote, imagine, notes, start, update
from cluehouse.games.arosa.events import Event, Find, Opened, OpenedEmpty, TurnBegun
from cluehouse.games.arosa.pieces import COLOURS, STOREYS, TRACES, Options
from cluehouse.games.arosa.rules import legal_moves
from cluehouse.games.arosa.state import State
from cluehouse.games.arosa.view import see
from tests.games.arosa.stage import BLUE, YELLOW, inside, random_game

WOODEN = Options()


def test_an_imagined_hotel_holds_as_many_cubes_of_each_colour_as_the_real_one() -> None:
    belief = start(WOODEN, 3, RAIL, "detective")
    for state, events in random_game(3):
        _hear(belief, events)
        world = imagine(belief, Chance(b"world", state.drops))
        if state.hotel is None:
            assert Counter(inside(world)) == Counter(inside(state))


def test_any_storey_may_be_imagined_except_one_that_was_just_emptied() -> None:
    belief = _after(Opened(YELLOW, 4, (Find("blue", 1),)))
    assert _imagined(belief) == set(STOREYS) - {4}


def test_whatever_falls_next_may_fill_it_again() -> None:
    for state, events in random_game(2):
        if state.drops == 3:
            belief = _after(OpenedEmpty(YELLOW, 4))
            _hear(belief, events)
            assert _imagined(belief) == set(STOREYS)
            return


def test_imagined_falls_are_quick() -> None:
    assert imagine(start(WOODEN, 3, BLUE, "novice"), Chance(b"", 0)).options.tower == "quick"


def test_the_end_is_imagined_as_it_was_seen() -> None:
    belief, hotel = start(WOODEN, 4, YELLOW, "detective"), None
    for state, events in random_game(4):
        _hear(belief, events)
        hotel = state.hotel
    assert _storeys(imagine(belief, Chance(b"", 0))) == hotel


def test_the_notebook_keeps_the_last_look_into_each_storey() -> None:
    belief, openings, drops = start(WOODEN, 2, BLUE, "detective"), {}, {}
    for state, events in random_game(2):
        _hear(belief, events)
        for event in events:
            if isinstance(event, Opened | OpenedEmpty):
                openings[event.storey], drops[event.storey] = event, state.drops
        known = tuple(
            StoreyNote(storey, openings[storey], state.drops - drops[storey])
            for storey in sorted(openings)
        )
        helps: dict[Help, tuple[StoreyNote, ...]] = {"paper": (), "seen": known, "deducing": known}
        assert {help: notes(belief, help).storeys for help in helps} == helps
    assert openings


def test_who_is_asked_does_not_depend_on_what_is_imagined() -> None:
    belief = start(WOODEN, 3, BLUE, "detective")
    for state, events in random_game(3, b"another"):
        _hear(belief, events)
        world = imagine(belief, Chance(b"world", state.drops))
        assert legal_moves(world, state.turn) == legal_moves(state, state.turn)


def _hear(belief: Belief, events: list[Event]) -> None:
    for event in events:
        sight = see(event, RAIL)
        assert sight is not None
        update(belief, sight)


def _after(*events: Event) -> Belief:
    """The prologue of two seats is over, and then this."""
    belief = start(WOODEN, 2, RAIL, "detective")
    for state, happened in random_game(2):
        _hear(belief, happened)
        if state.act == "one":
            break
    _hear(belief, [TurnBegun("one", YELLOW), *events])
    return belief


def _imagined(belief: Belief) -> set[int]:
    worlds = [imagine(belief, Chance(b"world", number)) for number in range(40)]
    return {rest.storey for world in worlds for rest in world.inside.values()}


def _storeys(state: State) -> tuple[tuple[int, ...], ...]:
    counts = [[0] * len(COLOURS) for _ in STOREYS]
    for cube, rest in state.inside.items():
        counts[rest.storey][cube // TRACES] += 1
    return tuple(map(tuple, counts))
