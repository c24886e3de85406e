"""Only words can give the thief away: not the bytes sent, nor which seat is asked, nor the
timing."""

from itertools import islice

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.codec import Update
from cluehouse.core.ids import RAIL, Seat, Seq, Viewer
from cluehouse.core.offers import offers
from cluehouse.core.play import Play
from cluehouse.core.wire import encode
from cluehouse.games.cinq_dernieres_minutes import GAME
from cluehouse.games.cinq_dernieres_minutes.belief import imagine, start, update
from cluehouse.games.cinq_dernieres_minutes.discretion import hushed, interval, tempo
from cluehouse.games.cinq_dernieres_minutes.events import CardsDrawn, Claimed, TruthRevealed
from cluehouse.games.cinq_dernieres_minutes.moves import Claim, Move, Visit
from cluehouse.games.cinq_dernieres_minutes.pieces import Options
from cluehouse.games.cinq_dernieres_minutes.rules import decide, legal_moves
from cluehouse.games.cinq_dernieres_minutes.state import State
from cluehouse.games.cinq_dernieres_minutes.view import view
from tests.games.cinq_dernieres_minutes.stage import (
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    asked,
    hide,
    hiding,
    novices,
)
from tests.rules import rule

NO_LUCK = Chance(b"", 0)
TWINS = 6


def update_after(state: State, seat: Seat, move: Move, viewer: Viewer) -> bytes:
    """The viewer's whole update after a move."""
    game = Play(GAME, state.options, state.seats, b"")
    game.state = state.copy()
    events = game.decide(seat, move)
    game.advance(events)
    moves = () if viewer == RAIL else game.legal_moves(viewer)
    sights = tuple(game.sights(events, viewer))
    return encode(Update(Seq(1), sights, game.view(viewer), offers(moves), game.asked()))


@rule("CD-DEC-7")
@pytest.mark.parametrize("viewer", [TWO, THREE, RAIL])
def test_a_thiefs_visit_and_a_suspects_are_told_in_the_same_bytes(viewer: Viewer) -> None:
    """The same seat goes to the same room: as the thief, and as a suspect."""
    as_thief, as_suspect = hiding(ZERO), hiding(ONE)
    move = Visit("dining-room")
    assert update_after(as_thief, ZERO, move, viewer) == update_after(
        as_suspect, ZERO, move, viewer
    )


@rule("CD-DEC-7")
@pytest.mark.parametrize("viewer", [ONE, TWO, RAIL])
@pytest.mark.parametrize("options", [Options(), MEMORY])
def test_a_thiefs_testimony_and_a_suspects_are_told_in_the_same_bytes(
    viewer: Viewer, options: Options
) -> None:
    """The same seat says the same: as a thief who lies, and as a suspect who has seen it."""
    as_thief = hide(hiding(THREE, options=options), "study", "study", "study", "study")
    as_suspect = hide(hiding(ZERO, options=options), "study", "study", "study", "study")
    move = Claim("study", "key")
    assert update_after(as_thief, THREE, move, viewer) == update_after(
        as_suspect, THREE, move, viewer
    )


@rule("CD-DEC-7")
@pytest.mark.parametrize("viewer", [ONE, TWO, RAIL])
@pytest.mark.parametrize("options", [Options(), MEMORY, PERSON])
def test_to_every_player_whatever_could_be_true_looks_the_same_move_by_move(
    viewer: Viewer, options: Options
) -> None:
    """Another seat moves, in the truth and in worlds that this viewer holds possible."""
    belief = start(options, 5, viewer, "detective")
    thieves, compared = set(), 0
    for game, events in novices(5, options):
        for sight in game.sights(events, viewer):
            update(belief, sight)
        if game.state.phase not in ("hiding", "inquiry", "accusing"):
            continue
        for number in range(TWINS):
            twin = imagine(belief, Chance(b"twin", number))
            thieves.add(twin.thief)
            assert asked(twin) == asked(game.state)
            assert tempo(view(twin, RAIL)) == tempo(view(game.state, RAIL))
            assert interval(view(twin, RAIL)) == interval(view(game.state, RAIL))
            for seat, move in common_moves(game.state, twin, viewer):
                compared += 1
                assert update_after(game.state, seat, move, viewer) == update_after(
                    twin, seat, move, viewer
                )
    assert len(thieves) >= 4
    assert compared > 100


def common_moves(one: State, other: State, viewer: Viewer) -> list[tuple[Seat, Move]]:
    """Moves of others that are legal in both and reveal nothing by rule."""
    return [
        (seat, move)
        for seat in asked(one)
        if seat != viewer
        for move in islice(legal_moves(one, seat), 6)
        if move in legal_moves(other, seat)
        if not any(_reveals(state, seat, move) for state in (one, other))
    ]


def _reveals(state: State, seat: Seat, move: Move) -> bool:
    events = decide(state, seat, move, NO_LUCK)
    return any(isinstance(event, TruthRevealed) for event in events)


@rule("CD-DEC-7", "CD-DEC-3")
def test_every_number_is_asked_for_one_visit_one_testimony_and_one_accusation() -> None:
    rounds = 0
    for game, events in novices(6):
        if any(isinstance(event, TruthRevealed) for event in events):
            rounds += 1
            assert sorted(game.state.gone) == sorted(game.state.witnesses) == list(range(6))
            assert game.state.accused == game.state.all_seats
    assert rounds == 6


@rule("CD-DEC-7")
def test_visits_and_testimonies_are_held_back_as_long_as_the_slowest_bot_takes() -> None:
    held = set()
    for game, _ in novices(5, PERSON):
        seen = game.view(RAIL)
        if interval(seen):
            held.add(seen.phase)
            assert interval(seen) >= 1.5 * tempo(seen)
    assert held == {"hiding", "inquiry"}


@rule("CD-DEC-7")
def test_chat_is_closed_from_the_drawing_of_the_cards_to_the_first_testimony() -> None:
    silence, rounds = False, 0
    for game, events in novices(5, PERSON):
        for event in events:
            rounds += isinstance(event, CardsDrawn)
            silence = isinstance(event, CardsDrawn) or (silence and not isinstance(event, Claimed))
        assert hushed(game.view(RAIL)) == silence
    assert rounds > 1
