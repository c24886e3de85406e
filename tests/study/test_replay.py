"""Replays show each viewer the original updates, and edited records break nothing."""

import ast
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import cluehouse
from cluehouse.core.codec import Update, codec
from cluehouse.core.errors import Malformed, NoSuchSeat, NotARecord, RecordAstray, UnknownGame
from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of, viewers_of
from cluehouse.core.play import Play
from cluehouse.core.record import Record, opening
from cluehouse.core.wire import decoder, encode
from cluehouse.games import GAMES
from cluehouse.study import desk
from cluehouse.study.command import retell
from cluehouse.study.desk import (
    Denied,
    Done,
    Heard,
    Listen,
    Verified,
    Verify,
    Watch,
    Watched,
    listen_record,
    verify_record,
    watch_record,
)
from cluehouse.study.replay import MAX_RECORD_ENTRIES, reveal, watch
from tests.study.games import Document, edited, given_up, sealed

SOURCES = Path(cluehouse.__file__).parent
PLAYED = [("keyhole", 2), ("clue", 3), ("crime_hotel", 3), ("secret_du_nil", 2), ("arosa", 2)]


def then(record: Record, viewer: Viewer) -> list[Update[Any, Any]]:
    """The updates this viewer got while the game was played, without the moves."""
    game = GAMES[record.game]
    play: Play = opening(game, record)
    updates: list[Update[Any, Any]] = []
    for entry in record.entries:
        events = codec(game).events.decode(entry.events)
        play.advance(events)
        sights = tuple(play.sights(events, viewer))
        view, asked, outcome = play.view(viewer), play.asked(), play.outcome()
        updates.append(Update(play.seq, sights, view, (), asked, outcome))
    return updates


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_every_viewer_gets_the_original_updates_again(name: str, seats: int) -> None:
    record = sealed(name, seats)
    for viewer in viewers_of(seats):
        again = list(watch(record, viewer))
        assert encode(again) == encode(then(record, viewer))
        assert again[-1].outcome == record.outcome


def test_one_seat_is_not_shown_what_another_saw() -> None:
    record = sealed("keyhole", 2)
    mine, rail = (list(watch(record, viewer)) for viewer in (Seat(0), RAIL))
    assert b'"type":"Dealt","to":0' in encode(mine)
    assert b'"type":"Dealt","to":1' not in encode(mine)
    assert b'"type":"Dealt"' not in encode(rail)


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_what_was_hidden_is_revealed_at_every_moment_if_asked_for(name: str, seats: int) -> None:
    record = sealed(name, seats)
    asked, unasked = (
        decoder(Done).decode(watch_record(encode(Watch(msgspec.Raw(encode(record)), RAIL, reveal))))
        for reveal in (True, False)
    )
    assert isinstance(asked, Watched)
    assert isinstance(unasked, Watched)
    assert unasked.truths == ()
    assert asked.updates == unasked.updates
    decode = decoder(GAMES[name].types.truth).decode
    assert [decode(truth) for truth in asked.truths] == list(reveal(record))
    assert len(asked.truths) == len(record.entries)


def test_the_hands_revealed_are_those_the_seats_saw() -> None:
    record = sealed("clue", 3)
    truths: list[Any] = list(reveal(record))
    for seat in seats_of(3):
        hands = [update.view.hand for update in watch(record, seat)]
        assert hands == [truth.hands[seat] for truth in truths]
    assert {truth.case for truth in truths} == {list(watch(record, RAIL))[-1].view.case}


def test_only_records_of_games_that_are_over_are_revealed() -> None:
    """No other code may call `Game.reveal`: it tells every secret of a state."""
    callers = [
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "reveal" and not is_own(path)
    ]
    assert sorted(callers) == ["study/desk.py", "study/replay.py"]


def is_own(path: Path) -> bool:
    """The package of a game, which gives its `reveal` to its `Game`."""
    return path.parent.parent.name == "games" and path.name == "__init__.py"


def two_hundred_seats(document: Document) -> None:
    document["seats"] = 200


def no_such_option(document: Document) -> None:
    document["options"] = {"type": "Options", "stars": 1}


def event_of_no_kind(document: Document) -> None:
    document["entries"][2]["events"][0]["type"] = "Bribed"


def events_as_text(document: Document) -> None:
    document["entries"][1]["events"] = "a card is shown"


def move_of_no_kind(document: Document) -> None:
    document["entries"][1]["move"] = {"type": "Bribe"}


def nothing_left(document: Document) -> None:
    document["entries"] = []


def longer_than_any_game(document: Document) -> None:
    document["entries"] += [{"seat": None, "move": None, "events": []}] * MAX_RECORD_ENTRIES


@pytest.mark.parametrize(
    ("edit", "refusal"),
    [
        (two_hundred_seats, NotARecord),
        (no_such_option, NotARecord),
        (event_of_no_kind, RecordAstray),
        (events_as_text, RecordAstray),
        (move_of_no_kind, RecordAstray),
        (nothing_left, NotARecord),
        (longer_than_any_game, NotARecord),
    ],
)
def test_an_edited_record_is_refused(
    edit: Callable[[Document], None], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        list(watch(edited(sealed("keyhole", 2), edit), Seat(0)))


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_a_record_with_a_missing_entry_is_replayed_or_refused(name: str, seats: int) -> None:
    record = sealed(name, seats)
    for gap in range(0, len(record.entries), 7):
        entries = (*record.entries[:gap], *record.entries[gap + 1 :])
        holed = msgspec.structs.replace(record, entries=entries)
        with suppress(RecordAstray):
            assert len(list(watch(holed, RAIL))) == len(entries)


@pytest.mark.parametrize("viewer", [2, -1, 77])
def test_an_unknown_seat_is_refused(viewer: int) -> None:
    with pytest.raises(NoSuchSeat):
        list(watch(sealed("keyhole", 2), Seat(viewer)))


def test_an_unknown_game_cannot_be_replayed() -> None:
    with pytest.raises(UnknownGame):
        list(watch(msgspec.structs.replace(sealed("keyhole", 2), game="chess"), RAIL))


def test_the_desk_encodes_answers_and_refusals() -> None:
    record = sealed("keyhole", 2)
    asked = encode(Watch(_raw(record), Seat(1)))
    answers = decoder(Done)
    watched = answers.decode(watch_record(asked))
    assert isinstance(watched, Watched)
    assert len(watched.updates) == len(record.entries)
    for document, answer in (
        (encode(record), Verified),
        (b"{}", NotARecord.id),
        (b"{", Malformed.id),
        (b"", Malformed.id),
    ):
        told = answers.decode(verify_record(msgspec.msgpack.encode(Verify(document, {}))))
        assert answer in (type(told), getattr(told, "id", ""))
    assert answers.decode(watch_record(b'{"record":')).id == Malformed.id


def test_updates_over_the_size_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    record = sealed("keyhole", 2)
    asked = encode(Watch(_raw(record), RAIL))
    told = decoder(Done).decode(watch_record(asked))
    length = sum(map(len, map(bytes, told.updates)))
    monkeypatch.setattr(desk, "MAX_UPDATES_BYTES", length)
    assert isinstance(decoder(Done).decode(watch_record(asked)), Watched)
    monkeypatch.setattr(desk, "MAX_UPDATES_BYTES", length - 1)
    assert decoder(Done).decode(watch_record(asked)).id == NotARecord.id


def test_a_blob_is_found_by_its_address_and_no_other_is() -> None:
    record = sealed("arosa", 2)
    answers = decoder(Done)

    def heard(address: str) -> Any:
        return answers.decode(listen_record(encode(Listen(_raw(record), RAIL, address))))

    first, second = heard("fall-1"), heard("fall-2")
    assert isinstance(first, Heard)
    assert first.data[:4] == b"RIFF"
    assert first.data != second.data
    assert isinstance(heard("fall-9999"), Denied)


def _raw(record: Record) -> msgspec.Raw:
    return msgspec.Raw(encode(record))


def test_a_game_is_retold_in_sentences_for_every_viewer() -> None:
    record = sealed("keyhole", 2)
    everything = "\n".join(retell(record, None, "en"))
    assert "Hidden behind the door: the " in everything
    assert "1. Player 1: Ask Player 2 for a card" in everything
    mine = "\n".join(retell(record, Seat(0), "fr"))
    assert "Vous recevez " in mine
    assert "Joueur 2 reçoit " not in mine
    assert "Joueur 2 vous montre " in mine
    assert "Joueur 1" not in mine, "the reader is spoken to"
    assert "Accuser" not in mine, "a choice made in secret is not told before it is revealed"
    rail = "\n".join(retell(record, RAIL, "en"))
    assert "is dealt" not in rail
    assert " you " not in rail.lower()


@pytest.mark.parametrize(("name", "seats"), PLAYED)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_can_be_retold(name: str, seats: int, language: Any) -> None:
    told = list(retell(sealed(name, seats), None, language))
    assert len(told) > len(sealed(name, seats).entries)
    assert not [line for line in told if "{" in line]


def test_an_abandoned_game_is_retold_to_its_last_move() -> None:
    record = edited(sealed("keyhole", 2, deals=1), given_up)
    assert [update.outcome for update in watch(record, Seat(0))] == [None, None, None]
    *_, last = retell(record, None, "en")
    assert last == "The game was given up here: there is no outcome."
