"""The rules, one by one: boxes and cards."""

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.cinq_dernieres_minutes.events import (
    CardsDrawn,
    Event,
    ItemPlaced,
    RoundBegun,
)
from cluehouse.games.cinq_dernieres_minutes.moves import (
    DrawLots,
    Place,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import (
    ITEMS,
    Item,
)
from tests.games.cinq_dernieres_minutes.stage import (
    FOUR,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    arranging,
    asked,
    hiding,
    opened,
    play,
    refused,
    set_up,
)
from tests.rules import rule

LUCK = 60


def found(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


@rule("CD-SET-1", "CD-DEC-1")
def test_a_person_fills_the_boxes_room_by_room_and_the_last_one_fills_itself() -> None:
    state = arranging(6)
    placed: list[Item] = ["pen", "key", "ring", "watch", "pipe"]
    for item in placed[:-1]:
        play(state, ZERO, Place(item))
        refused("CD-SET-1", state, ZERO, Place(item))
    refused("CD-SET-1", state, ONE, Place("pipe"))
    *filled, cards = play(state, ZERO, Place(placed[-1]))
    assert filled == [ItemPlaced("bathroom", "pipe", ZERO), ItemPlaced("kitchen", "lighter", ZERO)]
    assert isinstance(cards, CardsDrawn)
    assert cards.room == "study"


@rule("CD-SET-1", "CD-DEC-1")
def test_a_person_may_have_what_is_left_drawn() -> None:
    placements = set()
    for luck in range(LUCK):
        state = arranging()
        first = state.items[2]
        play(state, ZERO, Place(ITEMS[first]))
        play(state, ZERO, DrawLots(), luck)
        assert state.boxes[0] == first
        placements.add(tuple(state.boxes))
    assert len(placements) == 6


@rule("CD-DEC-1")
def test_only_a_person_as_bourrel_draws_lots_and_only_before_the_cards() -> None:
    refused("CD-DEC-1", arranging(), ONE, DrawLots())
    refused("CD-DEC-1", hiding(ONE, options=PERSON), ZERO, DrawLots())
    refused("CD-DEC-1", opened(4), ZERO, DrawLots())


@rule("CD-SET-1")
def test_every_placement_can_come_up() -> None:
    boxes = {
        tuple(opened(4, luck).boxes.index(i) for i in opened(4, luck).items) for luck in range(400)
    }
    assert len(boxes) == 24


@rule("CD-SET-2")
def test_any_player_may_draw_the_thiefs_card_and_it_names_the_rings_room() -> None:
    thieves = set()
    for luck in range(LUCK):
        (cards,) = found(set_up(5, luck), CardsDrawn)
        assert isinstance(cards, CardsDrawn)
        rings = [e.room for e in set_up(5, luck) if isinstance(e, ItemPlaced) and e.item == "ring"]
        assert [cards.room] == rings
        thieves.add(cards.thief)
    assert thieves == set(seats_of(5))


@rule("CD-SET-2")
def test_bourrel_never_draws_a_card() -> None:
    thieves = set()
    for luck in range(LUCK):
        state = arranging()
        play(state, ZERO, DrawLots(), luck)
        thieves.add(state.thief)
    assert thieves == {ONE, TWO, THREE, FOUR}


def test_a_round_is_announced_with_its_numbers() -> None:
    (begun,) = found(set_up(4), RoundBegun)
    assert isinstance(begun, RoundBegun)
    assert (begun.round, begun.again) == (1, False)
    assert begun.order == opened(4).order
    assert asked(opened(4)) == [Seat(begun.order[0])]
