"""Counting by thief and ring gives the same as listing all worlds."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.play import Play
from cluehouse.games.cinq_dernieres_minutes import GAME
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, facts_of, start, update
from cluehouse.games.cinq_dernieres_minutes.events import (
    Claimed,
    Event,
    RoundBegun,
    TruthRevealed,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.moves import Claim
from cluehouse.games.cinq_dernieres_minutes.pieces import ROOMS, Found, Options
from cluehouse.games.cinq_dernieres_minutes.view import Sight, see
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement, Worlds
from tests.games.cinq_dernieres_minutes.census import Census
from tests.games.cinq_dernieres_minutes.stage import (
    BOXES,
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    believing,
    drawn,
    truth,
)

Story = list[Event]


def story(seats: int, seed: int, options: Options | None = None) -> Story:
    """A round in which suspects go anywhere and tell the truth, and the thief says anything."""
    play = Play(GAME, options or Options(), seats, subkey(b"story", seats, seed))
    happened = play.setup()
    play.advance(happened)
    while play.state.phase != "between":
        seat = play.asked()[0]
        moves = play.legal_moves(seat)
        if play.state.phase == "inquiry" and seat != play.state.thief:
            moves = (Claim(*truth(play.state, seat)),)
        events = play.decide(seat, Chance(play.key, play.seq).choice(moves))
        play.advance(events)
        happened += events
    return happened


def beliefs_and_census(
    happened: Story, viewer: Viewer, seats: int, options: Options | None = None
) -> Iterator[tuple[Belief, Census]]:
    """A viewer's belief and the census of all worlds, at every moment until the truth is
    revealed."""
    options = options or Options()
    belief = start(options, seats, viewer, "detective")
    census = Census(seats - (options == PERSON), viewer)
    for event in happened:
        if (sight := see(event, viewer)) is not None:
            update(belief, sight)
            census.see(sight)
        if belief.open.phase == "between":
            return
        if belief.open.phase in ("hiding", "inquiry", "accusing"):
            yield belief, census


def check_exact(belief: Belief, census: Census) -> None:
    assert belief.worlds.count == census.count
    assert belief.thieves() == pytest.approx(census.thieves(), abs=1e-12)
    assert belief.worlds.rings() == pytest.approx(census.rings(), abs=1e-12)
    for number, seat in enumerate(belief.open.order):
        assert belief.worlds.with_thief(number) == census.with_thief(seat)


@pytest.mark.parametrize("viewer", [*seats_of(4), RAIL])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_four_seats_and_the_rail_know_exactly_at_every_moment(viewer: Viewer, seed: int) -> None:
    for belief, census in beliefs_and_census(story(4, seed), viewer, 4):
        check_exact(belief, census)


@pytest.mark.parametrize("viewer", seats_of(5))
def test_five_seats_know_exactly_at_every_moment(viewer: Seat) -> None:
    for belief, census in beliefs_and_census(story(5, 1), viewer, 5):
        check_exact(belief, census)


@pytest.mark.parametrize("viewer", seats_of(4))
def test_players_who_testify_from_memory_know_exactly_until_a_mistake(viewer: Seat) -> None:
    for belief, census in beliefs_and_census(story(4, 4, MEMORY), viewer, 4, MEMORY):
        check_exact(belief, census)


@pytest.mark.parametrize("viewer", [*seats_of(5)[1:], RAIL])
def test_players_know_exactly_with_a_person_as_bourrel(viewer: Viewer) -> None:
    for belief, census in beliefs_and_census(story(5, 5, PERSON), viewer, 5, PERSON):
        check_exact(belief, census)


def test_the_stories_have_thieves_of_different_numbers_who_are_heard() -> None:
    thieves = {_thiefs_number(story(4, seed)) for seed in (1, 2, 3)}
    assert len(thieves) > 1


def _thiefs_number(happened: Story) -> int:
    (order,) = (event.order for event in happened if isinstance(event, RoundBegun))
    (thief,) = (event.thief for event in happened if isinstance(event, TruthRevealed))
    return order.index(thief)


FINDS: tuple[Found, ...] = (*BOXES, "nothing")
CLAIMS: list[RoomAndFind] = [(room, found) for room in ROOMS[:4] for found in FINDS]


@settings(max_examples=40)
@given(
    visit=st.sampled_from(CLAIMS),
    claims=st.lists(st.sampled_from(CLAIMS), max_size=4),
    viewer=st.sampled_from([*seats_of(4), RAIL]),
)
def test_whatever_is_seen_and_said_the_counts_agree(
    visit: RoomAndFind, claims: list[RoomAndFind], viewer: Viewer
) -> None:
    """Also where the statements contradict: then neither has a world left. The viewer, if it has a
    card at all, is a suspect."""
    events = [*drawn(ONE if viewer == ZERO else ZERO), *visits(visit), *claimed(*claims)]
    belief, census = believing(events, viewer), Census(4, viewer)
    for sight in sights(events, viewer):
        census.see(sight)
    if census.count:
        check_exact(belief, census)
    assert belief.worlds.count == census.count


def visits(visit: RoomAndFind) -> list[Event]:
    """All make their visit; the viewer sees this."""
    return [VisitMade(seat, *visit, bourrel=None) for seat in seats_of(4)]


def claimed(*claims: RoomAndFind) -> list[Event]:
    """Testimonies, from the last number on."""
    witnesses = zip(seats_of(4)[::-1], claims, strict=False)
    return [Claimed(seat, *claim) for seat, claim in witnesses]


def sights(events: list[Event], viewer: Viewer) -> list[Sight]:
    return [sight for event in events if (sight := see(event, viewer)) is not None]


# Another model of what thieves say


def fond_of_the_ring(lie: Lie, said: Statement) -> float:
    """A tale that is far more likely to name the ring's own room; less so after many others."""
    return (10 if said.room == lie.ring else 1) / pow(1.0 + len(lie.heard), said.room)


@pytest.mark.parametrize("viewer", [ZERO, ONE, THREE, RAIL])
def test_thieves_may_be_taken_to_lie_in_another_way(viewer: Viewer) -> None:
    claims: list[RoomAndFind] = [("bedroom", "pipe"), ("dining-room", "nothing"), ("study", "key")]
    events = [*drawn(TWO), *visits(("study", "key")), *claimed(*claims)]
    belief, census = believing(events, viewer), Census(4, viewer, fond_of_the_ring)
    for sight in sights(events, viewer):
        census.see(sight)
    worlds = Worlds(facts_of(belief), fond_of_the_ring)
    assert worlds.thieves() == pytest.approx(census.thieves(), abs=1e-12)
    assert worlds.thieves() != pytest.approx(belief.thieves(), abs=1e-3)
