"""What the novices do."""

from collections import Counter
from collections.abc import Sequence

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.cinq_dernieres_minutes.belief import Belief
from cluehouse.games.cinq_dernieres_minutes.bot import choose
from cluehouse.games.cinq_dernieres_minutes.events import Claimed, Event, Misremembered, VisitMade
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim, DrawLots, Move, Visit
from cluehouse.games.cinq_dernieres_minutes.pieces import ROOMS, Options
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves
from cluehouse.games.cinq_dernieres_minutes.state import State
from cluehouse.games.cinq_dernieres_minutes.view import view
from tests.games.cinq_dernieres_minutes.stage import (
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    Told,
    accusing,
    believing,
    drawn,
    hiding,
    inquiry,
    novices,
    truth,
)
from tests.rules import rule

CHOICES = 400


def believed(state: State, seat: Seat, claims: Sequence[Told] = ()) -> Belief:
    """What this seat believes at this moment of a round that `stage` set up; `claims`: instead of
    what was really said, from the last number on."""
    visits = [VisitMade(each, *truth(state, each), bourrel=None) for each in state.gone]
    said = zip(state.order[::-1], claims, strict=False)
    heard: list[Event] = [Claimed(each, *claim) for each, claim in said]
    return believing([*drawn(Seat(state.thief)), *visits, *heard], seat, options=state.options)


def choices(state: State, seat: Seat, belief: Belief) -> Counter[Move]:
    moves, seen = legal_moves(state, seat), view(state, seat)
    return Counter(
        choose(belief, seen, moves, Chance(b"novice", number), "novice")
        for number in range(CHOICES)
    )


def test_a_suspect_opens_any_box() -> None:
    state = hiding(ONE)
    assert set(choices(state, ZERO, believed(state, ZERO))) == {Visit(room) for room in ROOMS[:4]}


@rule("CD-INQ-2")
@pytest.mark.parametrize("options", [Options(), MEMORY])
def test_a_suspect_tells_the_truth_from_memory_too(options: Options) -> None:
    state = inquiry(ONE, "study", "study", "study", "dining-room", options=options)
    chosen = choices(state, THREE, believed(state, THREE))
    assert set(chosen) == {Claim("dining-room", "nothing")}


def test_a_thief_says_anything_but_the_truth() -> None:
    state = inquiry(THREE, "study", "study", "study", "study")
    chosen = choices(state, THREE, believed(state, THREE))
    assert set(chosen) == set(legal_moves(state, THREE)) - {Claim("dining-room", "ring")}
    assert max(chosen.values()) < 3 * CHOICES / len(chosen)


@rule("CD-ACC-1")
def test_a_suspect_accuses_whoever_contradicts_its_own_eyes() -> None:
    """Seat 3 has seen the key in the study."""
    state = accusing(ONE)
    claims: list[Told] = [("study", "key"), ("bedroom", "pipe"), ("study", "watch")]
    belief = believed(state, THREE, claims)
    assert set(choices(state, THREE, belief)) == {Accuse(ONE)}


@rule("CD-ACC-1")
def test_who_is_contradicted_by_nobody_abstains_half_the_time_and_else_guesses() -> None:
    state = accusing(ONE)
    claims: list[Told] = [("study", "key"), ("bedroom", "pipe"), ("study", "key")]
    chosen = choices(state, THREE, believed(state, THREE, claims))
    assert set(chosen) == {Accuse("nobody"), Accuse(ZERO), Accuse(ONE), Accuse(TWO)}
    assert chosen[Accuse("nobody")] == pytest.approx(CHOICES / 2, rel=0.2)
    for whom in (ZERO, ONE, TWO):
        assert chosen[Accuse(whom)] == pytest.approx(CHOICES / 6, rel=0.4)


@rule("CD-DEC-3")
def test_a_thief_accuses_as_one_who_knows_nothing() -> None:
    state = accusing(ONE)
    claims: list[Told] = [("study", "key"), ("bedroom", "pipe")]
    chosen = choices(state, ONE, believed(state, ONE, claims))
    assert set(chosen) == {Accuse("nobody"), Accuse(ZERO), Accuse(TWO), Accuse(THREE)}


@rule("CD-DEC-1")
def test_a_bot_in_bourrels_chair_leaves_everything_to_the_lot() -> None:
    moments = 0
    for game, _ in novices(5, PERSON):
        if DrawLots() in game.legal_moves(ZERO):
            belief = believing([], ZERO, seats=5, options=PERSON)
            moves = game.legal_moves(ZERO)
            assert choose(belief, game.view(ZERO), moves, Chance(b"", 0), "novice") == DrawLots()
            moments += 1
    assert moments == 2 + 4


@pytest.mark.parametrize("seats", [4, 8])
def test_from_memory_novices_make_no_mistakes(seats: int) -> None:
    for _, events in novices(seats, MEMORY):
        assert not any(isinstance(event, Misremembered) for event in events)
