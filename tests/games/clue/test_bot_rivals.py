"""Clue: what a rival may know."""

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.clue.bots.rivals import possible_deals_of, rivals_of, shown_to, to_the_left
from cluehouse.games.clue.cards import CARD
from cluehouse.games.clue.events import Accused, CaseFileRead, TurnBegun
from cluehouse.reason.deals import Deals
from tests.games.clue.seated import Seated, decisions
from tests.games.clue.stage import CASE, ONE, TWO, ZERO


def test_a_rival_knows_the_card_it_was_shown_and_others_only_that_there_is_one() -> None:
    seat = Seated("detective").question(ONE, "mustard", "rope", "hall", shown_by=ZERO, card="rope")
    row = CARD["rope"]
    for luck in range(20):
        one, two = (_possible_deals(seat, rival, luck) for rival in (ONE, TWO))
        assert one.cells[row][ZERO] == one.count
        assert 0 < two.cells[row][ZERO] < two.count


def test_a_rival_knows_some_card_that_another_showed_it() -> None:
    seat = Seated("detective")
    seat.question(ONE, "green", "candlestick", "hall", shown_by=TWO, card="hall")
    for luck in range(20):
        deals = _possible_deals(seat, ONE, luck)
        named = (CARD["green"], CARD["candlestick"], CARD["hall"])
        assert any(deals.cells[card][TWO] == deals.count for card in named)


def test_a_rival_knows_its_own_hand_and_not_ours() -> None:
    deals = _possible_deals(Seated("detective"), ONE, 0)
    certain = [row for row in deals.cells if deals.count in row]
    assert len(certain) == 6
    assert all(row[ONE] == deals.count for row in certain)


@pytest.mark.parametrize("seats", [3, 6])
def test_some_deal_always_fits_what_a_rival_may_know(seats: int) -> None:
    for now in list(decisions("novice", seats))[::5]:
        for rival in to_the_left(now.belief.open, now.view.seat):
            assert possible_deals_of(now.belief, rival, Chance(b"rival", now.seq)).count


def test_what_was_shown_to_whom_is_remembered() -> None:
    seat = Seated("detective").question(ONE, "mustard", "rope", "hall", shown_by=ZERO, card="rope")
    seat.question(ZERO, "white", "rope", "kitchen", shown_by=ONE, card="white")
    assert shown_to(seat.belief, ZERO, ONE) == 1 << CARD["rope"]
    assert shown_to(seat.belief, ZERO, TWO) == 0


def test_a_seat_that_has_accused_is_no_rival() -> None:
    seat = Seated("detective").see(TurnBegun(ONE), Accused(ONE, "green", "rope", "hall"))
    seat.see(CaseFileRead(ONE, CASE.suspect, CASE.weapon, CASE.room))
    assert rivals_of(seat.belief.open, ZERO) == [TWO]
    assert to_the_left(seat.belief.open, TWO) == [ZERO, ONE]


def _possible_deals(seat: Seated, rival: Seat, luck: int) -> Deals:
    return possible_deals_of(seat.belief, rival, Chance(b"rival", luck))
