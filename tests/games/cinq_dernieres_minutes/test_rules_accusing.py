"""The rules, one by one: accusations, tokens, and mistakes."""

from collections.abc import Mapping

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games.cinq_dernieres_minutes.events import (
    AccusationRevealed,
    Accused,
    Claimed,
    Misremembered,
    TokensMoved,
    TruthRevealed,
    Visited,
)
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim
from cluehouse.games.cinq_dernieres_minutes.pieces import ROOMS, Whom
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves
from tests.games.cinq_dernieres_minutes.stage import (
    BOXES,
    FOUR,
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    accuse,
    accusing,
    all_ready,
    asked,
    hiding,
    inquiry,
    play,
    refused,
    tell,
)
from tests.rules import rule


@rule("CD-ACC-1")
def test_all_players_accuse_at_the_same_time() -> None:
    state = accusing(ONE)
    assert asked(state) == [ZERO, ONE, TWO, THREE]
    play(state, TWO, Accuse(ZERO))
    assert asked(state) == [ZERO, ONE, THREE]


@rule("CD-ACC-1")
def test_a_player_accuses_another_player_or_nobody() -> None:
    assert set(legal_moves(accusing(ONE), ONE)) == {
        *(Accuse(ZERO), Accuse(TWO), Accuse(THREE), Accuse("nobody"))
    }


@rule("CD-ACC-1")
def test_accusing_oneself_is_refused() -> None:
    refused("CD-ACC-1", accusing(ONE), ZERO, Accuse(ZERO))


@rule("CD-ACC-1")
def test_accusing_bourrel_is_refused() -> None:
    refused("CD-ACC-1", accusing(ONE, options=PERSON), TWO, Accuse(ZERO))


@rule("CD-ACC-1")
def test_an_accusation_stands() -> None:
    state = accusing(ONE)
    play(state, TWO, Accuse(ZERO))
    for whom in (ZERO, THREE, "nobody"):
        refused("CD-ACC-1", state, TWO, Accuse(whom))


@rule("CD-ACC-1")
def test_accusing_before_the_end_of_the_inquiry_or_after_the_reveal_is_refused() -> None:
    refused("CD-ACC-1", hiding(ONE), ZERO, Accuse(ONE))
    refused("CD-ACC-1", inquiry(ONE, *ROOMS[:4]), ZERO, Accuse(ONE))
    state = accusing(ONE)
    accuse(state, {ZERO: ONE})
    refused("CD-ACC-1", state, ZERO, Accuse(ONE))
    refused("CD-ACC-1", state, TWO, Accuse(ONE))


@rule("CD-ACC-1")
def test_when_all_have_accused_all_is_revealed_and_then_the_thief_shows_the_card() -> None:
    state = accusing(ONE)
    before: dict[Seat, Whom] = {THREE: ONE, ONE: ZERO, ZERO: "nobody"}
    for seat, whom in before.items():
        assert play(state, seat, Accuse(whom)) == [Accused(seat, whom, None)]
    assert play(state, TWO, Accuse(THREE)) == [
        Accused(TWO, THREE, None),
        AccusationRevealed(ZERO, "nobody"),
        AccusationRevealed(ONE, ZERO),
        AccusationRevealed(TWO, THREE),
        AccusationRevealed(THREE, ONE),
        TruthRevealed(
            thief=ONE,
            room="dining-room",
            items=BOXES,
            visits=(
                Visited(ZERO, "drawing-room", "watch"),
                Visited(ONE, "dining-room", "ring"),
                Visited(TWO, "bedroom", "pipe"),
                Visited(THREE, "study", "key"),
            ),
        ),
        TokensMoved((0, 1, -1, 1)),
    ]


@rule("CD-ACC-2")
def test_right_wins_a_token_wrong_loses_one_and_nobody_costs_nothing() -> None:
    assert accuse(accusing(ONE), {ZERO: ONE, TWO: THREE})[ZERO] == 1
    assert accuse(accusing(ONE), {ZERO: ONE, TWO: THREE})[TWO] == -1
    assert accuse(accusing(ONE), {ZERO: ONE, TWO: THREE})[THREE] == 0


@rule("CD-ACC-3")
@pytest.mark.parametrize(
    ("accusations", "change"),
    [
        ({}, 1),
        ({ZERO: ONE}, 1),
        ({ZERO: ONE, TWO: ONE}, -1),
        ({ZERO: ONE, TWO: ONE, THREE: ONE}, -1),
        ({ZERO: TWO, TWO: THREE, THREE: ZERO}, 1),
    ],
)
def test_the_thief_wins_unless_found_by_two(accusations: Mapping[Seat, Whom], change: int) -> None:
    state = accusing(ONE)
    assert accuse(state, accusations)[ONE] == change
    assert state.tokens[ONE] == 3 + change


@rule("CD-DEC-3")
@pytest.mark.parametrize("whom", [ZERO, TWO, "nobody"])
def test_the_thief_accuses_too_and_it_is_revealed_but_counts_for_nothing(whom: Whom) -> None:
    state = accusing(ONE)
    assert ONE in asked(state)
    assert accuse(state, {ONE: whom, ZERO: ONE}) == (1, 1, 0, 0)
    assert state.accusations[ONE] == whom


@rule("CD-ACC-2", "CD-MAT-4")
def test_bourrel_neither_wins_nor_loses_tokens() -> None:
    state = accusing(ONE, options=PERSON)
    assert accuse(state, {TWO: ONE, THREE: ONE, FOUR: TWO}) == (0, -1, 1, 1, -1)
    assert state.tokens == [0, 2, 4, 4, 2]


# From memory


@rule("CD-PEN-1")
@pytest.mark.parametrize("claim", [("bedroom", "key"), ("study", "pipe"), ("study", "nothing")])
def test_a_suspects_mistake_costs_a_token_and_the_round_is_void_at_once(claim: RoomAndFind) -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "bedroom", options=MEMORY)
    said, misremembered, truth, moved = play(state, THREE, Claim(*claim))
    assert said == Claimed(THREE, *claim)
    assert misremembered == Misremembered(THREE)
    assert isinstance(truth, TruthRevealed)
    assert truth.thief == ZERO
    assert moved == TokensMoved((0, 0, 0, -1))
    assert state.tokens == [3, 3, 3, 2]


@rule("CD-PEN-1")
def test_a_void_round_ends_without_accusations_or_another_penalty() -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "bedroom", options=MEMORY)
    play(state, THREE, Claim("study", "ring"))
    assert state.phase == "between"
    refused("CD-INQ-1", state, TWO, Claim("bedroom", "pipe"))
    refused("CD-ACC-1", state, TWO, Accuse(ZERO))


@rule("CD-PEN-1")
def test_a_mistake_late_in_the_inquiry_voids_the_round_too() -> None:
    state = inquiry(TWO, "study", "study", "study", "bedroom", options=MEMORY)
    tell(state, ("drawing-room", "watch"), upto=3)
    play(state, ZERO, Claim("bedroom", "pipe"))
    assert (state.void, state.tokens) == (ZERO, [2, 3, 3, 3])


@rule("CD-PEN-1")
def test_the_thiefs_testimony_never_voids_a_round() -> None:
    claims: list[RoomAndFind] = [
        ("study", "key"),
        ("dining-room", "ring"),
        ("dining-room", "nothing"),
    ]
    for claim in claims:
        state = inquiry(THREE, "study", "study", "study", "study", options=MEMORY)
        assert play(state, THREE, Claim(*claim)) == [Claimed(THREE, *claim)]
        assert state.phase == "inquiry"


@rule("CD-PEN-1", "CD-DEC-2")
def test_a_suspect_who_remembers_well_pays_nothing() -> None:
    state = tell(
        inquiry(ZERO, "dining-room", "study", "study", "bedroom", options=MEMORY), ("study", "key")
    )
    assert accuse(state, {ONE: ZERO}) == (1, 1, 0, 0)
    assert all_ready(state)
