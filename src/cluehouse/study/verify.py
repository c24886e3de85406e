"""Is a game's document true? Everything that follows from something else is worked out again.

The commitment from the secret, the key from secret and contributions, the deal from the key, and
what each move brought about from the key, the rules and all that went before. What nobody can work
out again is only who chose which move; each of them has to be legal.
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
    """Raises UnknownGame where no rules are known for it. `names`: what this house calls things."""
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
    """How many falls could not be checked."""
    try:
        play = begin(game, record)
    except NotARecord as trouble:
        raise Difference("differs.options", detail=trouble.detail) from None
    unchecked = sum(_check_entry(play, entry, record.machine) for entry in record.entries)
    if play.outcome() is None and record.outcome is not None:
        raise Difference("differs.unfinished")
    if play.outcome() != record.outcome:
        raise Difference("differs.outcome")
    return unchecked


def _check_entry(play: Play, entry: Entry, machine: str) -> int:
    """1 if a fall has to be believed, else 0; `play` goes on."""
    at = play.seq + 1
    told = _told(play.game, entry, at)
    right = _worked_out(play, entry, at)
    believed = encode(right) != encode(told)
    if believed:
        right = _retraced(play, entry, told, machine) or right
    if encode(right) != encode(told):
        raise otherwise(play, at, told, right)
    play.advance(right)
    return int(believed)


def _told(game: AnyGame, entry: Entry, at: int) -> list[Any]:
    try:
        return list(strictly(codec(game).events, entry.events))
    except Malformed as trouble:
        raise Difference("differs.unreadable", at, detail=trouble.detail) from None


def _worked_out(play: Play, entry: Entry, at: int) -> list[Any]:
    """What the key and the rules say must have happened."""
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


def _retraced(play: Play, entry: Entry, told: list[Any], machine: str) -> list[Any] | None:
    """The same with everything simulated as it was told; None where nothing is, or where this
    machine simulates as the one that played did, and need not believe it."""
    physics = play.game.physics
    if physics is None or entry.seat is None or physics.mark() == machine:
        return None
    move, chance = codec(play.game).move.decode(entry.move), Chance(play.key, play.seq + 1)
    try:
        return physics.retrace(play.state, entry.seat, move, chance, told)
    except ValueError:
        return None
