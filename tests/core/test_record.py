"""A whole game as one document, and the game folded from it again."""

import pytest

from cluehouse.core.errors import Illegal
from cluehouse.core.game import Outcome
from cluehouse.core.ids import RAIL, Seat
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, Record, entry_of, record_of, replay
from cluehouse.core.wire import decoder, encode
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse
from cluehouse.games.keyhole.pieces import Options


def opening() -> tuple[Play, list[Entry]]:
    play = Play(KEYHOLE, Options(deals=1), 2, b"a key")
    deal = play.setup()
    play.advance(deal)
    return play, [entry_of(None, None, deal)]


def whole_game() -> tuple[Play, list[Entry]]:
    """Always the first seat asked, and its first move."""
    play, entries = opening()
    while asked := play.asked():
        move = play.legal_moves(asked[0])[0]
        events = play.decide(asked[0], move)
        play.advance(events)
        entries.append(entry_of(asked[0], move, events))
    return play, entries


def test_a_game_replays_to_its_outcome() -> None:
    play, entries = whole_game()
    again = replay(KEYHOLE, decoder(Record).decode(encode(record_of(play, entries))))
    assert isinstance(play.outcome(), Outcome)
    assert again.outcome() == play.outcome()
    assert [again.view(viewer) for viewer in (Seat(0), Seat(1), RAIL)] == [
        play.view(viewer) for viewer in (Seat(0), Seat(1), RAIL)
    ]


def test_a_replayed_game_goes_on_as_the_first_did() -> None:
    play, entries = opening()
    again = replay(KEYHOLE, record_of(play, entries))
    assert (again.seq, again.key, again.options) == (0, b"a key", Options(deals=1))
    move = play.legal_moves(Seat(0))[0]
    assert again.decide(Seat(0), move) == play.decide(Seat(0), move)


def test_a_record_says_what_was_played() -> None:
    play, entries = whole_game()
    record = record_of(play, entries)
    assert (record.format, record.game, record.version, record.seats) == (1, "keyhole", 1, 2)
    assert bytes(record.options) == encode(Options(deals=1))
    assert bytes.fromhex(record.key) == b"a key"
    assert [entry.seat for entry in record.entries] == [None, 0, 1, 0, 1]
    assert record.outcome == play.outcome()


def test_an_unfinished_game_has_no_outcome() -> None:
    assert record_of(*opening()).outcome is None


def test_deciding_alone_changes_nothing() -> None:
    play, _ = opening()
    before = play.view(RAIL)
    play.decide(Seat(0), play.legal_moves(Seat(0))[0])
    with pytest.raises(Illegal):
        play.decide(Seat(0), Accuse("twin"))
    assert (play.seq, play.view(RAIL)) == (0, before)
