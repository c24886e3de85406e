"""What the notes contain, and why."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, start, update
from cluehouse.games.cinq_dernieres_minutes.events import (
    Claimed,
    Event,
    ItemsLeftOut,
    Misremembered,
    RoundBegun,
    TokensMoved,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.notes import (
    Clash,
    Cleared,
    Convicted,
    Notes,
    PlayerNote,
    Proved,
    notes,
)
from cluehouse.games.cinq_dernieres_minutes.pieces import ITEMS, Options
from cluehouse.games.cinq_dernieres_minutes.view import Sight, SuspectCard, WentToHide, see
from tests.games.cinq_dernieres_minutes.census import Census
from tests.games.cinq_dernieres_minutes.stage import (
    FOUR,
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    believing,
    drawn,
    novices,
)
from tests.rules import rule

KEY: RoomAndFind = ("study", "key")
PIPE: RoomAndFind = ("bedroom", "pipe")
WATCH: RoomAndFind = ("drawing-room", "watch")
RING: RoomAndFind = ("dining-room", "ring")
GONE: RoomAndFind = ("dining-room", "nothing")

# The thief is in seat 1, and seats 0, 2 and 3 went to the study.
DEAL = drawn(ONE)
VISITS = [VisitMade(seat, *(RING if seat == ONE else KEY), bourrel=None) for seat in seats_of(4)]


def said(*claims: RoomAndFind) -> list[Claimed]:
    """The claims, from the last number on."""
    return [Claimed(seat, *claim) for seat, claim in zip(seats_of(4)[::-1], claims, strict=False)]


def heard(*claims: RoomAndFind, viewer: Viewer = ZERO) -> Belief:
    return believing([*DEAL, *VISITS, *said(*claims)], viewer)


def proved(*claims: RoomAndFind, viewer: Viewer = ZERO) -> tuple[Proved, ...]:
    return notes(heard(*claims, viewer=viewer), "deducing").proved


# The table of testimonies


@rule("CD-INQ-3")
def test_paper_writes_nothing_by_itself() -> None:
    assert notes(heard(KEY, KEY), "paper") == Notes(players=(), rooms=(), proved=())


@rule("CD-INQ-3")
def test_what_was_said_stands_beside_each_number() -> None:
    fourth, third = said(KEY, PIPE)
    assert notes(heard(KEY, PIPE), "seen") == Notes(
        players=(
            PlayerNote(ZERO, None, None, None),
            PlayerNote(ONE, None, None, None),
            PlayerNote(TWO, third, None, None),
            PlayerNote(THREE, fourth, None, None),
        ),
        rooms=(),
        proved=(),
    )


@rule("CD-DEC-2")
def test_from_memory_the_notebook_recites_no_box_before_the_testimony() -> None:
    belief = start(Options(memory=True), 4, ZERO, "detective")
    story = [*DEAL, *VISITS, *said(KEY, KEY)]
    for event in story:
        if (sight := see(event, ZERO)) is not None:
            update(belief, sight)
    assert notes(belief, "deducing") == notes(belief, "seen")
    update(belief, Claimed(ONE, *GONE))
    assert notes(belief, "deducing") == notes(belief, "seen")
    update(belief, Claimed(ZERO, *KEY))
    assert notes(belief, "deducing") != notes(belief, "seen")


@pytest.mark.parametrize("viewer", [ZERO, TWO, RAIL])
def test_deducing_tells_worlds_and_chances_of_every_number(viewer: Viewer) -> None:
    belief, census = heard(KEY, KEY, PIPE, viewer=viewer), Census(4, viewer)
    for event in [*DEAL, *VISITS, *said(KEY, KEY, PIPE)]:
        if (sight := see(event, viewer)) is not None:
            census.see(sight)
    written = notes(belief, "deducing")
    assert [note.worlds for note in written.players] == [
        census.with_thief(note.seat) for note in written.players
    ]
    assert [note.chance for note in written.players] == pytest.approx(census.thieves())
    assert [note.chance for note in written.rooms] == pytest.approx(census.rings())


def test_before_the_cards_there_is_nothing_to_deduce() -> None:
    assert notes(start(Options(), 4, ZERO, "detective"), "deducing").players == ()


def test_after_the_truth_the_notes_are_the_last_of_the_inquiry() -> None:
    ends = 0
    before = None
    belief = start(Options(), 4, ZERO, "detective")
    for game, events in novices(4):
        for sight in game.sights(events, ZERO):
            update(belief, sight)
        if game.state.phase == "accusing":
            before = notes(belief, "deducing")
        elif game.state.phase in ("between", "over"):
            assert notes(belief, "deducing") == before
            ends += game.state.phase == "over"
    assert ends


@rule("CD-PEN-1")
def test_a_void_round_leaves_nothing_to_deduce() -> None:
    """What a suspect got wrong may fit no world."""
    mistake: list[Event] = [Claimed(THREE, *PIPE), Misremembered(THREE), TokensMoved((0, 0, 0, -1))]
    belief = believing([*DEAL, *VISITS, *mistake], THREE, options=MEMORY)
    assert notes(belief, "deducing") == notes(belief, "seen")


# Proofs


@rule("CD-INQ-2")
def test_two_testimonies_that_cannot_both_be_true_are_named_together() -> None:
    fourth, third, *_ = said(KEY, ("study", "pipe"))
    clash, *cleared = proved(KEY, ("study", "pipe"), viewer=RAIL)
    assert clash == Clash((fourth, third))
    assert cleared == [Cleared(ZERO, (fourth, third)), Cleared(ONE, (fourth, third))]


@rule("CD-INQ-2")
def test_what_the_viewer_saw_convicts_a_player_who_says_otherwise() -> None:
    (liar,) = said(("study", "pipe"))
    visit = VISITS[ZERO]
    assert proved(("study", "pipe")) == (Clash((visit, liar)), Convicted(THREE, (visit, liar)))


@rule("CD-HID-2")
def test_a_viewer_who_saw_the_ring_is_cleared_only_by_its_card() -> None:
    """The thief would have seen it too. Only the last number came after number 3."""
    visits = [*VISITS[:2], VisitMade(TWO, *RING, bourrel=None), VISITS[3]]
    written = notes(believing([*DEAL, *visits], TWO), "deducing")
    assert written.proved == (Convicted(THREE, (visits[2], SuspectCard())),)


@rule("CD-HID-2")
def test_an_absurd_claim_convicts_by_itself() -> None:
    (last,) = said(RING)
    assert proved(RING, viewer=RAIL) == (Convicted(THREE, (last,)),)


@rule("CD-HID-2")
def test_a_player_who_went_before_one_who_saw_the_ring_is_cleared() -> None:
    *_, second = said(GONE, PIPE, RING)
    assert proved(GONE, PIPE, RING, viewer=RAIL) == (Cleared(ZERO, (second,)),)


def test_the_thief_has_nothing_to_prove() -> None:
    assert proved(KEY, ("study", "pipe"), viewer=ONE) == ()


@rule("CD-DEC-1")
def test_bourrel_has_nothing_to_deduce() -> None:
    belief = believing(drawn(ONE, options=PERSON), ZERO, seats=5, options=PERSON)
    written = notes(belief, "deducing")
    assert [note.seat for note in written.players] == [ONE, TWO, THREE, FOUR]
    assert (written.rooms, written.proved) == ((), ())


def test_every_proof_of_whole_games_proves_and_with_less_it_does_not() -> None:
    """Checked by listing all worlds that fit the sights it names, or fewer of them."""
    judged: set[Proved] = set()
    for viewer in (ZERO, RAIL):
        for belief in _after_inquiries(viewer):
            for proof in notes(belief, "deducing").proved:
                _check(proof, belief)
                judged.add(proof)
    assert {type(proof) for proof in judged} == {Clash, Cleared, Convicted}


def _after_inquiries(viewer: Viewer) -> Iterator[Belief]:
    """The beliefs after each inquiry. A belief is updated in place: use it before the next one."""
    for number in range(2):
        belief = start(Options(), 4, viewer, "detective")
        for game, events in novices(4, game=number):
            for sight in game.sights(events, viewer):
                update(belief, sight)
            if game.state.phase == "accusing" and not game.state.accused:
                yield belief


def _check(proof: Proved, belief: Belief) -> None:
    assert _proves(proof, proof.because, belief)
    for fewer in combinations(proof.because, len(proof.because) - 1):
        assert not _proves(proof, fewer, belief)


def _proves(proof: Proved, because: tuple[Sight, ...], belief: Belief) -> bool:
    thieves = _possible_thieves(because, belief)
    match proof:
        case Clash():
            liars = {sight.by for sight in because if isinstance(sight, Claimed)}
            return thieves <= liars
        case Cleared(seat=seat):
            return seat not in thieves
        case Convicted(seat=seat):
            return thieves == {seat}


def _possible_thieves(because: tuple[Sight, ...], belief: Belief) -> set[Seat]:
    """The possible thieves if all have made their visit and only these sights are known."""
    census = Census(4, belief.viewer)
    order = belief.open.order
    items = tuple(item for number, item in enumerate(ITEMS) if number not in belief.open.items)
    visits = {sight.by: sight for sight in because if isinstance(sight, VisitMade)}
    known: list[Sight] = [ItemsLeftOut(items), RoundBegun(1, False, order)]
    known += [sight for sight in because if isinstance(sight, SuspectCard)]
    known += [visits.get(seat, WentToHide(seat)) for seat in order]
    known += [sight for sight in because if isinstance(sight, Claimed)]
    for sight in known:
        census.see(sight)
    return {world[0] for world in census.worlds}
