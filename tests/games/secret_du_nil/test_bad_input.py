"""Bad input is refused by the rule that forbids it, and nothing changes."""

from typing import Any

import pytest

from cluehouse.core.codec import codec
from cluehouse.core.errors import Malformed
from cluehouse.core.wire import strictly
from cluehouse.games.secret_du_nil import GAME
from cluehouse.games.secret_du_nil.moves import Announce, Answer, Brake, Look, PlayCards, Swap
from cluehouse.games.secret_du_nil.pieces import Card, Options
from tests.games.secret_du_nil.stage import (
    ZERO,
    aboard,
    announcing,
    answering,
    holding,
    looking,
    refused,
    say,
)
from tests.rules import rule

MATCH = Options(match=15)


@rule("NI-CAR-2")
@pytest.mark.parametrize(
    "cards",
    [("restaurant",), ("bar", "restaurant"), ("restaurant", "promenade"), ("promenade", "joker")],
)
def test_a_place_card_that_does_not_match(cards: tuple[Card, ...]) -> None:
    refused("NI-CAR-2", aboard(), ZERO, PlayCards(cards))


@rule("NI-CAR-2")
@pytest.mark.parametrize("cards", [("bar", "bar"), ("pool", "pool")])
def test_two_of_one_place_when_only_one_bank_shows_it(cards: tuple[Card, ...]) -> None:
    refused("NI-CAR-2", aboard(hand=("bar", "bar", "pool", "pool")), ZERO, PlayCards(cards))


@rule("NI-CAR-1")
@pytest.mark.parametrize(
    "cards",
    [
        (),
        ("bar", "bar", "pool"),
        ("pool", "bar"),
        ("joker", "bar"),
        ("joker", "joker"),
        ("bar", "no_idea"),
        ("joker", "no_idea"),
        ("no_idea", "no_idea"),
    ],
)
def test_cards_that_do_not_go_together(cards: tuple[Card, ...]) -> None:
    refused("NI-CAR-1", aboard(), ZERO, PlayCards(cards))


@rule("NI-CAR-1")
@pytest.mark.parametrize("cards", [("bar",), ("bar", "pool"), ("bar", "joker")])
def test_a_card_that_is_not_in_hand(cards: tuple[Card, ...]) -> None:
    refused("NI-CAR-1", aboard(hand=("pool",) * 4), ZERO, PlayCards(cards))


@rule("NI-CAR-3")
@pytest.mark.parametrize("cards", [("joker",), ("bar", "joker")])
def test_a_joker_already_played(cards: tuple[Card, ...]) -> None:
    state = aboard()
    state.jokers = 0b10
    refused("NI-CAR-3", state, ZERO, PlayCards(cards))


@rule("NI-BOA-3")
def test_a_brake_without_a_place_card() -> None:
    refused("NI-BOA-3", announcing(hand=()), ZERO, Brake("bar"))


@rule("NI-BOA-3")
def test_a_brake_after_announcing() -> None:
    state = announcing(3)
    say(state, Announce("two"))
    refused("NI-BOA-3", state, ZERO, Brake("bar"))


@rule("NI-OBS-1")
def test_a_look_at_a_suspect_not_met_there() -> None:
    refused("NI-OBS-1", looking(PlayCards(("bar",))), ZERO, Look("bar", "watson", "stain"))


@rule("NI-OBS-3")
def test_a_swap_in_a_frozen_pair() -> None:
    refused("NI-OBS-3", holding("watson"), ZERO, Swap("fingerprint-red", "fingerprint-blue"))


@rule("NI-OBS-4")
def test_a_swap_across_categories() -> None:
    refused("NI-OBS-4", holding("marpel"), ZERO, Swap("fingerprint-yellow", "stain-blue"))
    refused("NI-OBS-4", holding("marpel"), ZERO, Swap("stain-yellow", "fingerprint-blue"))


@rule("NI-END-1")
@pytest.mark.parametrize("options", [Options(), MATCH])
def test_an_unknown_suspect_in_an_answer(options: Options) -> None:
    stranger: Any = "moriarty"
    refused("NI-END-1", answering(options=options), ZERO, Answer("watson", stranger, "nobody"))


@pytest.mark.parametrize(
    "sent",
    [
        b'{"type":"Answer","fingerprint":"moriarty","stain":"nobody","shoe_print":"nobody"}',
        b'{"type":"Answer","fingerprint":"watson","stain":"nobody"}',
        b'{"type":"Swap","out":"red","put":"blue"}',
        b'{"type":"Look","card":"bar","suspect":"marpel","category":"footprint"}',
        b'{"type":"PlayCards","cards":["sauna"]}',
        b'{"type":"Announce","squares":3}',
        b'{"type":"Brake"}',
        b'{"type":"PutBack","suspect":"marpel"}',
    ],
)
def test_a_value_that_is_no_move_is_rejected_when_decoded(sent: bytes) -> None:
    with pytest.raises(Malformed):
        strictly(codec(GAME).move, sent)
