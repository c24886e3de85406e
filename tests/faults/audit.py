"""Check that the database has everything that clients received, and nothing else. Reads the file.

Every update is recomputed from the log, byte for byte. Stored entries must never change.
"""

import hashlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cluehouse.core.codec import StandInMark, Update, codec
from cluehouse.core.ids import RAIL, Seat, Viewer
from cluehouse.core.offers import offers
from cluehouse.core.play import Play
from cluehouse.core.wire import encode
from cluehouse.games import GAMES
from tests.faults.transcript import AcknowledgedMove, ReceivedUpdate, Transcript

Note = dict[str, Any]


class Loss(NamedTuple):
    game: str
    table: str
    what: str


class Row(NamedTuple):
    seat: Seat | None
    move: bytes
    events: bytes
    pages: int


class PlayedMove(NamedTuple):
    seat: Seat | None
    events: Sequence[Any]
    by_stand_in: bool


class StoredTable(NamedTuple):
    """One table as stored in the database."""

    header: tuple[bytes, int, bytes] | None
    log: list[Row]
    book: list[bytes]


class Audit:
    """Remembers digests of the stored entries, to see that they do not change."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._before: dict[str, tuple[int, str]] = {}
        self.checked: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """Numbers of checked items, by game."""

    def check(self, transcripts: Iterable[Transcript]) -> list[Loss]:
        """What is missing or differs. Clears the transcripts."""
        losses = []
        with closing(_open(self._database)) as db:
            if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                losses.append(Loss("", "", "the database is damaged"))
            for transcript in transcripts:
                losses += self._check_table(transcript, _read_table(db, transcript.table))
                transcript.clear()
        return losses

    def _check_table(self, transcript: Transcript, stored: StoredTable) -> Iterator[Loss]:
        checks = (
            self._check_unchanged(transcript, stored),
            _check_updates(transcript, stored),
            _check_moves(transcript, stored.log),
            _check_book(transcript, stored.book),
        )
        self._count(transcript)
        for what in chain(*checks):
            yield Loss(transcript.game, transcript.table, what)

    def _check_unchanged(self, transcript: Transcript, stored: StoredTable) -> Iterator[str]:
        rows = [*map(encode, stored.log)]
        for name, kept in (("log", rows), ("book", stored.book)):
            length, digest = self._before.get(f"{transcript.table} {name}", (0, _digest([])))
            if _digest(kept[:length]) != digest:
                yield f"the first {length} entries of the {name} have changed"
            self._before[f"{transcript.table} {name}"] = len(kept), _digest(kept)

    def _count(self, transcript: Transcript) -> None:
        self.checked[transcript.game].update(
            moves=len(transcript.acknowledged),
            updates=len(transcript.updates),
            sights=sum(update.sights for update in transcript.updates),
            pages=len(transcript.lines) + len(transcript.marks) + len(transcript.rooms),
        )


_SELECT_LOG = "SELECT seat, move, events, pages FROM log WHERE table_id = ? ORDER BY seq"


def _open(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)


def _read_table(db: sqlite3.Connection, table: str) -> StoredTable:
    header = db.execute("SELECT options, seats, key FROM tables WHERE id = ?", (table,)).fetchone()
    log = db.execute(_SELECT_LOG, (table,))
    book = db.execute("SELECT note FROM book WHERE table_id = ? ORDER BY page", (table,))
    return StoredTable(header, [Row(*row) for row in log], [note for (note,) in book])


def _digest(rows: Sequence[bytes]) -> str:
    return hashlib.sha256(b"\n".join(rows)).hexdigest()


def _check_updates(transcript: Transcript, stored: StoredTable) -> Iterator[str]:
    """Every received update follows from the log, and the log is long enough."""
    received: defaultdict[int, list[ReceivedUpdate]] = defaultdict(list)
    for update in transcript.updates:
        received[update.seq].append(update)
    if not received:
        return
    if stored.header is None:
        yield "the game is missing"
        return
    for seq in sorted(received):
        if seq >= len(stored.log):
            yield f"update {seq} was sent to {received[seq][0].viewer} and is not in the log"
    options, seats, key = stored.header
    game = GAMES[transcript.game]
    play = Play(game, codec(game).options.decode(options), seats, key)
    yield from _compare_updates(play, stored, received)


def _compare_updates(
    play: Play, stored: StoredTable, received: defaultdict[int, list[ReceivedUpdate]]
) -> Iterator[str]:
    moves: list[PlayedMove] = []
    notes = [msgspec.json.decode(page) for page in stored.book]
    decode = codec(play.game).events.decode
    for seq, row in enumerate(stored.log):
        by_stand_in = _is_by_stand_in(notes[: row.pages], row.seat, moves)
        moves.append(PlayedMove(row.seat, decode(row.events), by_stand_in))
        play.advance(moves[-1].events)
        for update in received.get(seq, ()):
            if update.update != _update(play, update.viewer, moves, update.since + 1):
                yield f"update {seq} as sent to {update.viewer} differs from the log"


def _is_by_stand_in(notes: Sequence[Note], seat: Seat | None, moves: Sequence[PlayedMove]) -> bool:
    """Whether the pages that a move was decided on say that a bot plays for the seat's player."""
    kinds = ("SatDown", "StoodIn", "CameBack", "TimeRanOut")
    last = next((it for it in reversed(_of_kind(notes, *kinds)) if it["seat"] == seat), None)
    if last is None or seat is None or last["type"] in ("SatDown", "CameBack"):
        return False
    moved = max((seq for seq, move in enumerate(moves) if move.seat == seat), default=-1)
    return last["type"] == "StoodIn" or moved <= int(last["seq"])


def _update(play: Play, viewer: Viewer, moves: Sequence[PlayedMove], first: int) -> bytes:
    """The update with the moves numbered `first` and up."""
    sights: list[Any] = []
    marks: list[StandInMark] = []
    for move in moves[first:]:
        seen = play.sights(move.events, viewer)
        if seen and move.by_stand_in and move.seat is not None:
            marks.append(StandInMark(len(sights), move.seat))
        sights += seen
    last_moves = {move.seat: move for move in moves if move.seat is not None}
    ended = sorted(seat for seat, move in last_moves.items() if move.by_stand_in)
    outcome = play.outcome()
    return encode(
        Update(
            seq=play.seq,
            sights=tuple(sights),
            view=play.view(viewer),
            moves=() if viewer == RAIL else offers(play.legal_moves(viewer)),
            asked=play.asked(),
            outcome=outcome,
            stand_ins=tuple(marks),
            ended_by_stand_in=tuple(ended) if outcome else (),
        )
    )


def _check_moves(transcript: Transcript, log: Sequence[Row]) -> Iterator[str]:
    for move in transcript.acknowledged:
        if not _is_logged(move, log):
            yield f"the move of seat {move.seat} at {move.seen} was acknowledged and is lost"
    for seat, sent in transcript.sent.items():
        logged = [row.move for row in log if row.seat == seat]
        if not transcript.stand_ins and not _is_subsequence(logged, sent):
            yield f"seat {seat} has moves that it did not send"


def _is_logged(move: AcknowledgedMove, log: Sequence[Row]) -> bool:
    rows = log[move.seen + 1 : move.by + 1]
    return any((row.seat, row.move) == (move.seat, move.move) for row in rows)


def _is_subsequence(some: Iterable[object], whole: Iterable[object]) -> bool:
    rest = iter(whole)
    return all(it in rest for it in some)


def _check_book(transcript: Transcript, book: Sequence[bytes]) -> Iterator[str]:
    notes: list[Note] = [msgspec.json.decode(page) for page in book]
    yield from _check_chat(transcript, _of_kind(notes, "Said"))
    yield from _check_marks(transcript, notes)
    yield from _check_rooms(transcript, notes)


def _of_kind(notes: Iterable[Note], *kinds: str) -> list[Note]:
    return [note for note in notes if note["type"] in kinds]


def _check_chat(transcript: Transcript, said: Sequence[Note]) -> Iterator[str]:
    for line in transcript.lines:
        kept = said[line["number"] : line["number"] + 1]
        if [_line(it) for it in kept] != [_line(line)]:
            yield f"line {line['number']} was sent and is not in the book"


def _line(line: Note) -> tuple[object, ...]:
    return line["seat"], line["name"], line["words"]


def _check_marks(transcript: Transcript, notes: Sequence[Note]) -> Iterator[str]:
    for seat in {received.seat for received in transcript.marks}:
        sent = [received.marks for received in transcript.marks if received.seat == seat]
        pages = [it for it in _of_kind(notes, "Marked", "MarkUndone") if it["seat"] == seat]
        if not _is_subsequence(_without_repeats(sent), _states(pages)):
            yield f"the notebook of seat {seat} differs from what the seat received"


def _without_repeats(states: Iterable[dict[str, str]]) -> Iterator[dict[str, str]]:
    """A client that reconnects gets the same marks again."""
    return (state for state, _ in groupby(states))


def _states(pages: Iterable[Note]) -> Iterator[dict[str, str]]:
    """The marks of one seat after each of its pages."""
    marks: list[Note] = []
    yield {}
    for page in pages:
        if page["type"] == "Marked":
            marks.append(page)
        else:
            marks.pop()
        latest = {marked["cell"]: marked["mark"] for marked in marks}
        yield {cell: mark for cell, mark in latest.items() if mark}


def _check_rooms(transcript: Transcript, notes: Sequence[Note]) -> Iterator[str]:
    """No player at these tables ever leaves a seat."""
    names = {note["seat"]: note["who"].get("name") for note in _of_kind(notes, "SatDown")}
    given = {note["seat"] for note in _of_kind(notes, "Contributed")}
    started = bool(_of_kind(notes, "Started"))
    speeds = {None, *(note["speed"] for note in _of_kind(notes, "SpeedSet"))}
    for seat, room in transcript.rooms:
        chairs = {at: chair["name"] for at, chair in enumerate(room["chairs"]) if "name" in chair}
        if room["you"] != seat:
            yield f"the guest who took seat {seat} sits on {room['you']}"
        if not chairs.items() <= names.items():
            yield f"the room has the players {chairs}, the book {names}"
        if (room["started"] and not started) or not set(room["contributed"]) <= given:
            yield "the room has a start or a contribution that is not in the book"
        if room["speed"] not in speeds:
            yield f"the room has the speed {room['speed']}, which is not in the book"
