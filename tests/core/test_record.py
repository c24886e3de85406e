"""Records of whole games, and their replay."""

from typing import Any

import msgspec
import pytest

from cluehouse.core.errors import Illegal, NewerRecord, NotARecord
from cluehouse.core.game import Outcome
from cluehouse.core.ids import RAIL, Seat
from cluehouse.core.play import Play
from cluehouse.core.record import RECORD_FORMAT, Entry, entry_of, read_record, record_of, replay
from cluehouse.core.wire import encode
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse
from cluehouse.games.keyhole.pieces import Options


def opening() -> tuple[Play, list[Entry]]:
    play = Play(KEYHOLE, Options(deals=1), 2, b"a key")
    deal = play.setup()
    play.advance(deal)
    return play, [entry_of(None, None, deal)]


def whole_game() -> tuple[Play, list[Entry]]:
    """Play the first move of the first seat asked, to the end."""
    play, entries = opening()
    while asked := play.asked():
        move = play.legal_moves(asked[0])[0]
        events = play.decide(asked[0], move)
        play.advance(events)
        entries.append(entry_of(asked[0], move, events))
    return play, entries


def test_a_game_replays_to_its_outcome() -> None:
    play, entries = whole_game()
    again = replay(KEYHOLE, read_record(encode(record_of(play, entries))))
    assert isinstance(play.outcome(), Outcome)
    assert again.outcome() == play.outcome()
    assert [again.view(viewer) for viewer in (Seat(0), Seat(1), RAIL)] == [
        play.view(viewer) for viewer in (Seat(0), Seat(1), RAIL)
    ]


def test_a_replayed_game_continues_like_the_original() -> None:
    play, entries = opening()
    again = replay(KEYHOLE, record_of(play, entries))
    assert (again.seq, again.key, again.options) == (0, b"a key", Options(deals=1))
    move = play.legal_moves(Seat(0))[0]
    assert again.decide(Seat(0), move) == play.decide(Seat(0), move)


def test_a_record_holds_game_options_and_entries() -> None:
    play, entries = whole_game()
    record = record_of(play, entries)
    assert (record.format, record.game, record.version, record.seats) == (
        RECORD_FORMAT,
        "keyhole",
        1,
        2,
    )
    assert bytes(record.options) == encode(Options(deals=1))
    assert bytes.fromhex(record.key) == b"a key"
    assert [entry.seat for entry in record.entries] == [None, 0, 1, 0, 1]
    assert record.outcome == play.outcome()


def test_an_unfinished_game_has_no_outcome() -> None:
    assert record_of(*opening()).outcome is None


def document() -> dict[str, Any]:
    """The record as plain JSON."""
    decoded: dict[str, Any] = msgspec.json.decode(encode(record_of(*whole_game())))
    return decoded


def test_a_record_of_format_1_is_read() -> None:
    old = document() | {"format": 1}
    for later in ("cluehouse", "seal", "machine"):
        del old[later]
    record = read_record(encode(old))
    assert (record.seal, record.cluehouse, record.machine) == (None, "", "")
    assert replay(KEYHOLE, record).outcome() == record.outcome


def test_a_record_of_a_later_format_is_distinguished_from_a_broken_one() -> None:
    later = document() | {"format": RECORD_FORMAT + 1, "entries": "all of them", "stars": 5}
    with pytest.raises(NewerRecord):
        read_record(encode(later))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 0},
        {"format": "2"},
        {"format": True},
        {"stars": 5},
        {"key": "zz"},
        {"key": "abc"},
        {"seal": {"commitment": "00"}},
        {"entries": None},
        {"outcome": {"type": "Outcome", "shares": [1]}},
        {"seats": 2.5},
    ],
)
def test_a_record_is_decoded_strictly(change: dict[str, Any]) -> None:
    with pytest.raises(NotARecord):
        read_record(encode(document() | change))


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"{}", b"hello", b"\xff", b"[" * 100_000])
def test_data_that_is_not_a_record_is_refused(data: bytes) -> None:
    with pytest.raises(NotARecord):
        read_record(data)


def test_a_truncated_record_is_refused_wherever_it_is_cut() -> None:
    whole = encode(document())
    for length in range(0, len(whole), 97):
        with pytest.raises(NotARecord):
            read_record(whole[:length])


def test_deciding_alone_changes_nothing() -> None:
    play, _ = opening()
    before = play.view(RAIL)
    play.decide(Seat(0), play.legal_moves(Seat(0))[0])
    with pytest.raises(Illegal):
        play.decide(Seat(0), Accuse("twin"))
    assert (play.seq, play.view(RAIL)) == (0, before)
