"""What a belief makes of sights: worlds to imagine, and claims kept apart from facts."""

from collections import Counter
from math import sqrt

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, facts_of, imagine
from cluehouse.games.cinq_dernieres_minutes.events import Claimed, Event, VisitMade
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim, Visit
from cluehouse.games.cinq_dernieres_minutes.pieces import ITEMS, ROOMS, found_in, room_of
from cluehouse.games.cinq_dernieres_minutes.state import State
from cluehouse.games.cinq_dernieres_minutes.view import see, view
from cluehouse.games.cinq_dernieres_minutes.worlds import any_tale
from tests.contract.facts import facts
from tests.games.cinq_dernieres_minutes.census import Census, World
from tests.games.cinq_dernieres_minutes.stage import (
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    accusing,
    believing,
    drawn,
    hiding,
    inquiry,
    play,
    truth,
)
from tests.rules import rule

SAMPLES = 6000
RING: RoomAndFind = ("dining-room", "ring")
KEY: RoomAndFind = ("study", "key")
PIPE: RoomAndFind = ("bedroom", "pipe")


def round_with(*claims: RoomAndFind) -> list[Event]:
    """A round with the thief in seat 1; all others went to the study."""
    witnesses = zip(seats_of(4)[::-1], claims, strict=False)
    return [
        *drawn(ONE),
        *(VisitMade(seat, *(RING if seat == ONE else KEY), bourrel=None) for seat in seats_of(4)),
        *(Claimed(seat, *claim) for seat, claim in witnesses),
    ]


@rule("CD-INQ-2")
def test_a_claim_is_no_fact_if_its_maker_is_the_thief() -> None:
    """A player says what the viewer's own visit refutes: so it is the thief, and nothing else
    follows."""
    belief = believing(round_with(("study", "pipe")), TWO)
    assert belief.thieves() == [0, 0, 0, 1]
    for number in range(50):
        state = imagine(belief, Chance(b"claim", number))
        assert (state.thief, ITEMS[state.boxes[ROOMS.index("study")]]) == (THREE, "key")
        assert state.visits[THREE] // 7 == state.ring != ROOMS.index("study")


@rule("CD-INQ-2")
def test_a_claim_is_a_fact_in_every_world_where_its_maker_is_a_suspect() -> None:
    belief = believing(round_with(PIPE), TWO)
    lied = 0
    for number in range(200):
        state = imagine(belief, Chance(b"fact", number))
        if state.thief == THREE:
            lied += ITEMS[state.boxes[ROOMS.index("bedroom")]] != "pipe"
        else:
            assert ITEMS[state.boxes[ROOMS.index("bedroom")]] == "pipe"
    assert lied


def test_a_viewers_own_testimony_adds_nothing_to_its_belief() -> None:
    """From memory a suspect may say anything; what it knows is what it saw."""
    heard = believing(round_with(PIPE), THREE, options=MEMORY)
    silent = believing(round_with(), THREE, options=MEMORY)
    assert heard.thieves() == silent.thieves()
    assert facts_of(heard).statements == facts_of(silent).statements


@rule("CD-SET-2")
def test_the_thief_knows_everything_but_the_other_boxes_and_visits() -> None:
    belief = believing(drawn(ONE), ONE)
    assert belief.thieves() == [0, 1, 0, 0]
    assert belief.worlds.rings() == [0, 1, 0, 0]
    assert belief.worlds.count == 6


@pytest.mark.parametrize(
    ("viewer", "claims"),
    [(ZERO, (PIPE, PIPE)), (TWO, (PIPE,)), (ONE, (PIPE,)), (RAIL, (PIPE, KEY, KEY))],
)
def test_worlds_are_imagined_as_often_as_they_weigh(
    viewer: Viewer, claims: tuple[RoomAndFind, ...]
) -> None:
    events = round_with(*claims)
    belief, census = believing(events, viewer), Census(4, viewer, any_tale)
    for event in events:
        if (sight := see(event, viewer)) is not None:
            census.see(sight)
    imagined = Counter(_imagined(belief, number) for number in range(SAMPLES))
    assert imagined.keys() <= census.worlds.keys()
    assert _chi_square(imagined, census) < _improbable(census.count)


def _imagined(belief: Belief, number: int) -> World:
    state = imagine(belief, Chance(b"world", number))
    items = tuple(ITEMS[item] for item in state.boxes)
    return Seat(state.thief), items, tuple(room_of(state.visits[seat]) for seat in state.gone)


def _chi_square(imagined: Counter[World], census: Census) -> float:
    total = sum(census.worlds.values())
    expected = {world: SAMPLES * weight / total for world, weight in census.worlds.items()}
    return sum((imagined[world] - share) ** 2 / share for world, share in expected.items())


def _improbable(kinds: int) -> float:
    """Five standard deviations above what a fair draw gives."""
    freedom = kinds - 1
    return freedom + 5 * sqrt(2 * freedom)


# Views of imagined worlds


@pytest.mark.parametrize("viewer", [ZERO, TWO, RAIL])
def test_secret_accusations_may_be_anything_but_ones_own(viewer: Viewer) -> None:
    state = accusing(ONE)
    events = [*_story(state), *play(state, ZERO, Accuse(THREE)), *play(state, ONE, Accuse(TWO))]
    belief = believing(events, viewer)
    imagined = [imagine(belief, Chance(b"secret", number)) for number in range(100)]
    assert {state.accusations[ONE] for state in imagined} == {ZERO, TWO, THREE, "nobody"}
    own = {state.accusations[ZERO] for state in imagined}
    assert own == ({THREE} if viewer == ZERO else {ONE, TWO, THREE, "nobody"})


@rule("CD-DEC-1")
def test_bourrel_imagines_nothing_but_the_truth() -> None:
    events = [*drawn(ONE, options=PERSON), VisitMade(ONE, "dining-room", "ring", ZERO)]
    belief = believing(events, ZERO, seats=5, options=PERSON)
    state = hiding(ONE, options=PERSON)
    play(state, ONE, Visit("dining-room"))
    assert belief.thieves() == [1, 0, 0, 0]
    for number in range(10):
        assert facts(imagine(belief, Chance(b"all", number))) == facts(state)


@rule("CD-PEN-1")
@pytest.mark.parametrize("viewer", [*seats_of(4), RAIL])
def test_after_a_mistake_the_truth_is_known_and_the_wrong_claim_is_forgotten(
    viewer: Viewer,
) -> None:
    state = inquiry(ONE, "study", "study", "study", "study", options=MEMORY)
    events = [*_story(state), *play(state, THREE, Claim("bedroom", "pipe"))]
    belief = believing(events, viewer, options=MEMORY)
    assert belief.thieves() == [0, 1, 0, 0]
    assert view(imagine(belief, Chance(b"", 0)), viewer) == view(state, viewer)


def _story(state: State) -> list[Event]:
    """The events of a round with the thief in seat 1 up to this state."""
    visits = [VisitMade(seat, *truth(state, seat), bourrel=None) for seat in state.gone]
    said = zip(state.witnesses, state.said, strict=True)
    claims = [Claimed(seat, room_of(claim), found_in(claim)) for seat, claim in said]
    return [*drawn(ONE), *visits, *claims]
