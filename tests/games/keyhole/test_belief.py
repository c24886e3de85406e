"""Keyhole: what a viewer can work out."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import sqrt

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Level, Viewer
from cluehouse.games.keyhole.belief import Belief, Cleared, Notes, imagine, notes, start, update
from cluehouse.games.keyhole.events import Accused, CardShown, Dealt, Event, Revealed
from cluehouse.games.keyhole.pieces import DECK, Card, Options
from cluehouse.games.keyhole.state import State
from cluehouse.games.keyhole.view import see
from tests.games.keyhole.stage import ONE, TWO, ZERO, deal

SAMPLES = 6000
DEAL = deal("twin", "butler", "doctor", "pilot")
ASKED = [CardShown(by=ONE, to=ZERO, card="doctor"), CardShown(by=TWO, to=ONE, card="pilot")]


def believing(viewer: Viewer, events: Sequence[Event], level: Level = "detective") -> Belief:
    belief = start(Options(), 3, viewer, level)
    for event in events:
        if (sight := see(event, viewer)) is not None:
            update(belief, sight)
    return belief


@pytest.mark.parametrize("viewer", [ZERO, ONE, TWO, RAIL])
@pytest.mark.parametrize("asked", [0, 1, 2])
def test_every_deal_that_fits_is_imagined_equally_often(viewer: Viewer, asked: int) -> None:
    events = [*DEAL, *ASKED[:asked]]
    belief = believing(viewer, events)
    imagined = Counter(_dealt(imagine(belief, Chance(b"world", n))) for n in range(SAMPLES))
    fitting = [cards for cards in permutations(DECK, 4) if _fits(cards, viewer, events)]
    assert set(imagined) == set(fitting)
    assert _chi_square(imagined, len(fitting)) < _improbable(len(fitting))


def test_a_secret_accusation_may_be_any_card() -> None:
    belief = believing(RAIL, [*DEAL, Accused(by=ONE, card="widow")])
    imagined = {imagine(belief, Chance(b"world", n)).accusations[ONE] for n in range(100)}
    assert imagined == set(range(len(DECK)))


def test_ones_own_accusation_is_known() -> None:
    belief = believing(ONE, [*DEAL, Accused(by=ONE, card="widow")])
    imagined = {imagine(belief, Chance(b"world", n)).accusations[ONE] for n in range(100)}
    assert imagined == {DECK.index("widow")}


def test_a_new_deal_clears_no_card() -> None:
    belief = believing(RAIL, [*DEAL, Revealed("twin", ("twin", "twin", "widow")), *DEAL])
    assert belief.culprit is None
    assert belief.suspects == DECK


def test_paper_writes_nothing_by_itself() -> None:
    assert notes(believing(ZERO, [*DEAL, *ASKED]), "paper") == Notes(cleared=(), suspects=())


def test_notes_of_what_was_seen_say_which_sight_cleared_a_card() -> None:
    assert notes(believing(ZERO, [*DEAL, *ASKED]), "seen") == Notes(
        cleared=(Cleared("butler", Dealt(ZERO, "butler")), Cleared("doctor", ASKED[0])),
        suspects=(),
    )


def test_deducing_notes_list_the_suspects_left() -> None:
    deduced = notes(believing(ZERO, [*DEAL, *ASKED]), "deducing")
    assert [note.card for note in deduced.cleared] == ["butler", "doctor"]
    assert deduced.suspects == ("pilot", "twin", "widow")


def test_the_rail_clears_no_card() -> None:
    assert notes(believing(RAIL, [*DEAL, *ASKED]), "deducing") == Notes(cleared=(), suspects=DECK)


def test_a_card_seen_twice_is_cleared_by_the_first_sight() -> None:
    again = CardShown(by=ZERO, to=TWO, card="butler")
    cleared = notes(believing(ZERO, [*DEAL, again]), "seen").cleared
    assert cleared == (Cleared("butler", Dealt(ZERO, "butler")),)


def _dealt(state: State) -> tuple[Card, ...]:
    """The culprit and the three hands."""
    return tuple(DECK[card] for card in (state.culprit, *state.hands))


def _fits(cards: tuple[Card, ...], viewer: Viewer, events: Sequence[Event]) -> bool:
    """Whether this deal would have shown the viewer what it has seen."""
    culprit, *hands = cards
    deals = deal(culprit, *hands)
    shown = [e for e in events if isinstance(e, CardShown)]
    asked = [CardShown(by=e.by, to=e.to, card=hands[e.by]) for e in shown]
    return [see(e, viewer) for e in (*deals, *asked)] == [see(e, viewer) for e in events]


def _chi_square(counts: Counter[tuple[Card, ...]], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((count - expected) ** 2 / expected for count in counts.values())


def _improbable(kinds: int) -> float:
    """Five standard deviations above what a fair draw gives."""
    freedom = kinds - 1
    return freedom + 5 * sqrt(2 * freedom)
