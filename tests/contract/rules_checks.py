"""Checks that the rules are a fold: moves in, events out, and no other state."""

import pickle
from collections.abc import Sequence
from typing import Any

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import LEVELS, Seat, Viewer, seats_of
from cluehouse.core.mind import Mind, not_final
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, Record, entry_of, record_of, replay
from cluehouse.core.wire import Wire, decoder, encode
from tests.contract.case import Case, Position, moves_for, playouts, positions
from tests.contract.facts import facts
from tests.contract.rulebook import rule_ids

MANY = 200
"""Moves of a large alphabet that are tried at each position, for each seat."""
MOVES_ON = 10
"""Moves that are played on a copy."""


def check_the_log_replays(case: Case) -> None:
    for playout in playouts(case):
        entries: list[Entry] = []
        folded = case.play(b"")
        for now in playout:
            folded.advance(now.events)
            assert facts(folded.state) == facts(now.play.state)
            entries.append(entry_of(now.seat, now.move, now.events))
        _check_the_record_replays(now.play, entries)


def _check_the_record_replays(play: Play, entries: list[Entry]) -> None:
    stored = encode(record_of(play, entries))
    record = decoder(Record).decode(stored)
    again = replay(play.game, record)
    assert facts(again.state) == facts(play.state)
    assert again.outcome() == record.outcome == play.outcome()


def check_exactly_the_legal_moves_are_accepted(case: Case) -> None:
    """Every other move of the alphabet is refused by a known rule and changes nothing."""
    known = rule_ids(case.game)
    alphabet = case.game.alphabet(case.options, case.seats)
    for now in positions(case):
        before = facts(now.play.state)
        for seat in seats_of(case.seats):
            legal = now.play.legal_moves(seat)
            for move in dict.fromkeys((*legal, *_some(alphabet, now.play.seq + seat))):
                refusal = _refusal(now.play, seat, move)
                assert (refusal is None) == (move in legal), (seat, move)
                assert refusal is None or refusal in known, (seat, move)
        assert facts(now.play.state) == before


def _some(alphabet: Sequence[Wire], moment: int) -> Sequence[Wire]:
    """All moves if there are few; else a part, another at each position, so that all are tried."""
    steps = 1 + len(alphabet) // MANY
    return alphabet[moment % steps :: steps]


def _refusal(play: Play, seat: Seat, move: Wire) -> str | None:
    """The id of the rule that refuses, if one does."""
    try:
        play.decide(seat, move)
    except Illegal as illegal:
        return illegal.id
    return None


def check_the_alphabet_holds_every_legal_move(case: Case) -> None:
    alphabet = list(case.game.alphabet(case.options, case.seats))
    assert alphabet == list(case.game.alphabet(case.options, case.seats))
    _check_no_move_comes_twice(alphabet)
    letters = set(alphabet)
    for now in positions(case):
        for seat in seats_of(case.seats):
            _check_no_move_comes_twice(now.play.legal_moves(seat))
            assert letters.issuperset(now.play.legal_moves(seat))


def _check_no_move_comes_twice(moves: Sequence[Wire]) -> None:
    assert len(set(moves)) == len(moves)


def check_luck_comes_only_from_chance(case: Case) -> None:
    for now in positions(case):
        assert now.play.setup() == now.play.setup()
        for seat, move in now.choices():
            events = now.play.decide(seat, move)
            assert events == now.play.decide(seat, move)
            assert events == now.branch(now.play.state).decide(seat, move)


def check_every_playout_ends(case: Case) -> None:
    for playout in playouts(case):
        for now in playout:
            over = now.play.outcome() is not None
            assert over == (not now.play.asked())
        _check_outcome(case, now)


def _check_outcome(case: Case, end: Position) -> None:
    outcome = end.play.outcome()
    assert outcome is not None, f"not over after {end.play.seq} moves"
    assert len(outcome.shares) == len(outcome.points) == case.seats
    assert min(outcome.shares) >= 0
    assert sum(outcome.shares) <= 1 + 1e-9
    assert outcome.rule in rule_ids(case.game)


def check_copies_are_independent(case: Case) -> None:
    """Moves on a copy leave the original unchanged, and the other way round."""
    for playout in playouts(case):
        copies = []
        for now in playout:
            before = facts(now.play.state)
            copies.append((now.play.state.copy(), before))
            _play_on(now)
            assert facts(now.play.state) == before
        for copy, before in copies:
            assert facts(copy) == before


def check_a_state_from_a_pickle_plays_on(case: Case) -> None:
    """What is pickled comes back equal, not identical: rules may depend on no object's identity."""
    for now in positions(case):
        again = now.branch(pickle.loads(pickle.dumps(now.play.state)))
        assert facts(again.state) == facts(now.play.state)
        assert again.outcome() == now.play.outcome()
        for viewer in case.viewers:
            assert moves_for(again, viewer) == moves_for(now.play, viewer)
            assert again.view(viewer) == now.play.view(viewer)
        for seat, move in list(now.choices())[:2]:
            assert again.decide(seat, move) == now.play.decide(seat, move)


def _play_on(now: Position) -> None:
    play = now.branch(now.play.state)
    for _ in range(MOVES_ON):
        if not play.asked():
            return
        seat = play.asked()[0]
        move = now.luck("on", play.seq).choice(play.legal_moves(seat))
        play.advance(play.decide(seat, move))


def check_final_moves_can_be_put_off(case: Case) -> None:
    """A stand-in always has another move, so it neither ends its player's chances nor waits."""
    for now in positions(case):
        for seat in now.play.asked():
            assert not_final(now.play.legal_moves(seat), case.game.final), seat


def check_minds_of_every_level_play(case: Case) -> None:
    """Each level chooses one of its moves from its sights and view alone. One level is tested at
    each position, by turns: the strong ones are slow. Every other time it may make no final
    move."""
    for playout in playouts(case):
        minds = {
            (level, viewer): Mind(case.game, case.options, case.seats, viewer, level)
            for level in LEVELS
            for viewer in case.viewers
        }
        for moment, now in enumerate(playout):
            asked = LEVELS[moment % len(LEVELS)]
            for (level, viewer), mind in minds.items():
                mind.hear(now.play.sights(now.events, viewer))
                if level == asked and (moves := _moves_at(moment, now.play, viewer)):
                    choice = _choice(mind, now, viewer, moves)
                    assert choice in moves, level
                    assert choice == _choice(mind, now, viewer, moves), level


def _moves_at(moment: int, play: Play, viewer: Viewer) -> Sequence[Any]:
    moves = moves_for(play, viewer)
    return moves if moment // len(LEVELS) % 2 else not_final(moves, play.game.final)


def _choice(mind: Mind, now: Position, viewer: Viewer, moves: Sequence[Any]) -> Any:
    return mind.choose(now.play.view(viewer), moves, now.luck("mind", viewer))
