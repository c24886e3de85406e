"""Verify the record of a game: everything that follows from something else is recomputed.

The commitment from the secret, the key from secret and contributions, the deal from the key, and
the events of each move from the key, the rules and the moves before. Only which move each player
chose cannot be recomputed; each must be legal.
"""

from typing import Any

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.errors import Malformed, NotARecord, Rejected
from cluehouse.core.game import AnyGame
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, Record
from cluehouse.core.seal import commitment_of, key_of
from cluehouse.core.wire import encode, strictly
from cluehouse.study.replay import begin, game_of
from cluehouse.study.sentences import NO_NAMES, Names
from cluehouse.study.verdict import (
    Difference,
    Verdict,
    another_version,
    confirmed,
    denied,
    otherwise,
    refused,
)


def verify(record: Record, names: Names = NO_NAMES) -> Verdict:
    """Raises UnknownGame if the game is not installed. `names`: the server's names of things."""
    game = game_of(record)
    try:
        _check_seal(record)
        if record.version != game.version:
            return another_version(game, record)
        return confirmed(record, _check_game(game, record))
    except Difference as found:
        return denied(found, names)


# --- the deal's seal --------------------------------------------------------------------------


def _check_seal(record: Record) -> None:
    seal = record.seal
    if seal is None:
        return
    if commitment_of(seal.secret) != seal.commitment:
        raise Difference("differs.commitment")
    if len(seal.contributions) != record.seats:
        raise Difference("differs.contributions")
    if key_of(seal.secret, seal.contributions).hex() != record.key:
        raise Difference("differs.key")


# --- the game ---------------------------------------------------------------------------------


def _check_game(game: AnyGame, record: Record) -> int:
    """The number of falls that could not be checked."""
    try:
        play = begin(game, record)
    except NotARecord as error:
        raise Difference("differs.options", detail=error.detail) from None
    unchecked = sum(_check_entry(play, entry, record.machine) for entry in record.entries)
    if play.outcome() is None and record.outcome is not None:
        raise Difference("differs.unfinished")
    if play.outcome() != record.outcome:
        raise Difference("differs.outcome")
    return unchecked


def _check_entry(play: Play, entry: Entry, machine: str) -> int:
    """Check an entry and advance `play`: 1 if a fall was taken unchecked, else 0."""
    at = play.seq + 1
    recorded = _recorded_events(play.game, entry, at)
    expected = _expected_events(play, entry, at)
    unchecked = encode(expected) != encode(recorded)
    if unchecked:
        expected = _retraced_events(play, entry, recorded, machine) or expected
    if encode(expected) != encode(recorded):
        raise otherwise(play, at, recorded, expected)
    play.advance(expected)
    return int(unchecked)


def _recorded_events(game: AnyGame, entry: Entry, at: int) -> list[Any]:
    try:
        return list(strictly(codec(game).events, entry.events))
    except Malformed as error:
        raise Difference("differs.unreadable", at, detail=error.detail) from None


def _expected_events(play: Play, entry: Entry, at: int) -> list[Any]:
    """The events that follow from the key and the rules."""
    if at == 0:
        if entry.seat is not None or bytes(entry.move) != b"null":
            raise Difference("differs.deal", at)
        return play.setup()
    if (seat := entry.seat) is None or seat not in range(play.seats):
        raise Difference("differs.seat", at)
    try:
        return play.decide(seat, strictly(codec(play.game).move, entry.move))
    except Rejected as refusal:
        raise refused(play, at, seat, refusal) from None


def _retraced_events(
    play: Play, entry: Entry, recorded: list[Any], machine: str
) -> list[Any] | None:
    """The same events with all simulated results taken from the record. None where nothing is
    simulated, or where this machine simulates like the one that played and can check them."""
    physics = play.game.physics
    if physics is None or entry.seat is None or physics.mark() == machine:
        return None
    move, chance = codec(play.game).move.decode(entry.move), Chance(play.key, play.seq + 1)
    try:
        return physics.retrace(play.state, entry.seat, move, chance, recorded)
    except ValueError:
        return None
