"""Keyhole's rules, one by one."""

from collections.abc import Sequence

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.keyhole.events import (
    Accused,
    CardShown,
    CulpritHidden,
    Dealt,
    Revealed,
    SaidReady,
)
from cluehouse.games.keyhole.moves import Accuse, Ask, Move, Ready
from cluehouse.games.keyhole.pieces import DECK, Card, Options, seats
from cluehouse.games.keyhole.rules import decide, legal_moves, outcome, setup
from cluehouse.games.keyhole.state import State
from tests.games.keyhole.stage import (
    NO_LUCK,
    ONE,
    TWO,
    ZERO,
    Deals,
    accuse,
    accusing,
    asking,
    between,
    happen,
    play,
)
from tests.rules import rule


@rule("KEY-1")
def test_there_are_five_suspects() -> None:
    assert DECK == ("butler", "doctor", "pilot", "twin", "widow")


@rule("KEY-2")
@pytest.mark.parametrize("count", seats(Options()))
def test_a_deal_hides_a_culprit_and_gives_each_seat_a_card_of_its_own(count: int) -> None:
    for luck in range(50):
        hidden, *dealt = setup(Options(), count, Chance(b"deal", luck))
        assert isinstance(hidden, CulpritHidden)
        cards = [event.card for event in dealt if isinstance(event, Dealt)]
        assert [event.to for event in dealt if isinstance(event, Dealt)] == list(range(count))
        assert len({hidden.culprit, *cards}) == count + 1


@rule("KEY-2")
def test_any_card_may_be_the_culprit_or_stay_in_the_box() -> None:
    deals = [setup(Options(), 3, Chance(b"deal", luck)) for luck in range(100)]
    culprits = {first.culprit for first, *_ in deals if isinstance(first, CulpritHidden)}
    assert culprits == set(DECK)
    assert {_box(events) for events in deals} == set(DECK)


def _box(events: Sequence[object]) -> Card:
    """The one card that three seats leave in the box."""
    hidden = {event.culprit for event in events if isinstance(event, CulpritHidden)}
    (left,) = set(DECK) - hidden - {event.card for event in events if isinstance(event, Dealt)}
    return left


@rule("KEY-3")
def test_a_seat_may_not_ask_itself() -> None:
    state = asking("twin", "butler", "doctor", "pilot")
    _refused("KEY-3", state, ZERO, Ask(ZERO))
    assert legal_moves(state, ZERO) == (Ask(ONE), Ask(TWO))


@rule("KEY-4")
def test_seats_ask_once_each_clockwise_from_seat_0() -> None:
    state = asking("twin", "butler", "doctor", "pilot")
    for asker in (ZERO, ONE, TWO):
        assert _asked(state) == [asker]
        play(state, asker, Ask(Seat((asker + 1) % 3)))
    assert state.phase == "accusing"


@rule("KEY-4")
def test_seat_1_opens_the_second_deal() -> None:
    state = between("twin", ("twin", "widow"), "butler", "doctor")
    play(state, ZERO, Ready())
    play(state, ONE, Ready())
    assert _asked(state) == [ONE]


@rule("KEY-4")
def test_a_seat_may_not_ask_out_of_turn() -> None:
    _refused("KEY-4", asking("twin", "butler", "doctor", "pilot"), ONE, Ask(ZERO))
    _refused("KEY-4", asking("twin", "butler", "doctor", "pilot"), ONE, Ask(ONE))
    _refused("KEY-4", accusing("twin", "butler", "doctor", "pilot"), ZERO, Ask(ONE))


@rule("KEY-4")
def test_a_seat_may_not_ask_a_missing_seat() -> None:
    _refused("KEY-4", asking("twin", "butler", "doctor"), ZERO, Ask(TWO))


@rule("KEY-5")
def test_a_seat_that_is_asked_shows_its_card() -> None:
    state = asking("twin", "butler", "doctor", "pilot")
    assert play(state, ZERO, Ask(TWO)) == [CardShown(by=TWO, to=ZERO, card="pilot")]


@rule("KEY-6")
def test_all_seats_may_accuse_any_card_once_all_have_asked() -> None:
    state = accusing("twin", "butler", "doctor", "pilot")
    assert _asked(state) == [ZERO, ONE, TWO]
    assert legal_moves(state, ONE) == tuple(Accuse(card) for card in DECK)


@rule("KEY-6")
def test_no_seat_may_accuse_before_all_have_asked() -> None:
    _refused("KEY-6", asking("twin", "butler", "doctor"), ZERO, Accuse("twin"))


@rule("KEY-6")
def test_an_accusation_stands() -> None:
    state = accusing("twin", "butler", "doctor", "pilot")
    assert play(state, ONE, Accuse("widow")) == [Accused(by=ONE, card="widow")]
    assert _asked(state) == [ZERO, TWO]
    _refused("KEY-6", state, ONE, Accuse("twin"))


@rule("KEY-7")
def test_the_last_accusation_reveals_culprit_and_accusations() -> None:
    state = accusing("twin", "butler", "doctor", "pilot")
    assert accuse(state, "twin", "widow", "twin") == [
        Accused(by=TWO, card="twin"),
        Revealed(culprit="twin", accusations=("twin", "widow", "twin")),
    ]


@rule("KEY-7")
def test_a_right_accusation_is_worth_a_point() -> None:
    state = between("twin", ("twin", "widow", "twin"), "butler", "doctor", "pilot")
    assert state.points == [1, 0, 1]


@rule("KEY-8")
def test_the_next_deal_begins_when_the_last_seat_is_ready() -> None:
    state = between("twin", ("twin", "widow"), "butler", "doctor")
    assert play(state, ONE, Ready()) == [SaidReady(by=ONE)]
    assert _asked(state) == [ZERO]
    events = decide(state, ZERO, Ready(), Chance(b"second", 9))
    assert events == [SaidReady(by=ZERO), *setup(Options(), 2, Chance(b"second", 9))]
    happen(state, events)
    assert (state.deal, state.phase) == (2, "asking")


@rule("KEY-8")
def test_a_seat_says_ready_once_and_only_between_deals() -> None:
    state = between("twin", ("twin", "widow"), "butler", "doctor")
    play(state, ONE, Ready())
    _refused("KEY-8", state, ONE, Ready())
    _refused("KEY-8", asking("twin", "butler", "doctor"), ZERO, Ready())
    _refused("KEY-8", accusing("twin", "butler", "doctor"), ZERO, Ready())


@rule("KEY-9")
@pytest.mark.parametrize(
    ("accusations", "shares"),
    [
        (("twin", "widow", "widow"), (1.0, 0.0, 0.0)),
        (("twin", "widow", "twin"), (0.5, 0.0, 0.5)),
        (("widow", "widow", "widow"), (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_most_points_win_and_equal_points_share(
    accusations: tuple[Card, ...], shares: tuple[float, ...]
) -> None:
    state = between("twin", accusations, "butler", "doctor", "pilot", deals=1)
    result = outcome(state)
    assert result is not None
    assert result.shares == shares
    assert result.points == tuple(int(card == "twin") for card in accusations)
    assert result.rule == "KEY-9"


@rule("KEY-9")
def test_points_of_all_deals_count() -> None:
    state = between("twin", ("twin", "widow"), "butler", "doctor")
    assert outcome(state) is None
    play(state, ZERO, Ready())
    play(state, ONE, Ready())
    play(state, ONE, Ask(ZERO))
    play(state, ZERO, Ask(ONE))
    culprit = DECK[state.culprit]
    accuse(state, culprit, culprit)
    result = outcome(state)
    assert result is not None
    assert (result.points, result.shares) == ((2, 1), (1.0, 0.0))


@rule("KEY-10")
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_a_table_chooses_how_many_deals_it_plays(deals: Deals) -> None:
    state = between("twin", ("twin", "widow"), "butler", "doctor", deals=deals)
    assert (outcome(state) is not None) == (deals == 1)
    assert (state.phase == "between") == (deals > 1)


@rule("KEY-10")
def test_a_table_plays_two_deals_unless_it_chooses() -> None:
    assert Options().deals == 2


def _refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, NO_LUCK)


def _asked(state: State) -> list[Seat]:
    return [seat for seat in (ZERO, ONE, TWO)[: state.seats] if legal_moves(state, seat)]
