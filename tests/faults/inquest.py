"""Is everything that anybody was told in the database, and nothing else? Reads the file itself.

Every update is worked out again from the log, byte for byte. What was written once must stay as it
was written.
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

from cluehouse.core.codec import Update, codec
from cluehouse.core.ids import RAIL, Seat, Viewer
from cluehouse.core.offers import offers
from cluehouse.core.play import Play
from cluehouse.core.wire import encode
from cluehouse.games import GAMES
from tests.faults.witness import Acknowledged, Told, Witness

Note = dict[str, Any]


class Loss(NamedTuple):
    game: str
    table: str
    what: str


class Row(NamedTuple):
    seat: Seat | None
    move: bytes
    events: bytes


class Written(NamedTuple):
    """One table, as the database has it."""

    header: tuple[bytes, int, bytes] | None
    log: list[Row]
    book: list[bytes]


class Inquest:
    """Holds what was found before, to see that it stays."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._before: dict[str, tuple[int, str]] = {}
        self.checked: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """Claims that were looked into, by game."""

    def hold(self, witnesses: Iterable[Witness]) -> list[Loss]:
        """What is missing; the claims that were checked are forgotten."""
        losses = []
        with closing(_open(self._database)) as db:
            if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                losses.append(Loss("", "", "the database is damaged"))
            for witness in witnesses:
                losses += self._look_into(witness, _written(db, witness.table))
                witness.forget()
        return losses

    def _look_into(self, witness: Witness, written: Written) -> Iterator[Loss]:
        checks = (
            self._stays(witness, written),
            _updates(witness, written),
            _moves(witness, written.log),
            _house_book(witness, written.book),
        )
        self._count(witness)
        for what in chain(*checks):
            yield Loss(witness.game, witness.table, what)

    def _stays(self, witness: Witness, written: Written) -> Iterator[str]:
        rows = [*map(encode, written.log)]
        for name, kept in (("log", rows), ("book", written.book)):
            length, digest = self._before.get(f"{witness.table} {name}", (0, _digest([])))
            if _digest(kept[:length]) != digest:
                yield f"the {name} is not what it was after {length} entries"
            self._before[f"{witness.table} {name}"] = len(kept), _digest(kept)

    def _count(self, witness: Witness) -> None:
        self.checked[witness.game].update(
            moves=len(witness.acknowledged),
            updates=len(witness.told),
            sights=sum(told.sights for told in witness.told),
            pages=len(witness.lines) + len(witness.notebooks) + len(witness.rooms),
        )


def _open(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)


def _written(db: sqlite3.Connection, table: str) -> Written:
    header = db.execute("SELECT options, seats, key FROM tables WHERE id = ?", (table,)).fetchone()
    log = db.execute("SELECT seat, move, events FROM log WHERE table_id = ? ORDER BY seq", (table,))
    book = db.execute("SELECT note FROM book WHERE table_id = ? ORDER BY page", (table,))
    return Written(header, [Row(*row) for row in log], [note for (note,) in book])


def _digest(rows: Sequence[bytes]) -> str:
    return hashlib.sha256(b"\n".join(rows)).hexdigest()


def _updates(witness: Witness, written: Written) -> Iterator[str]:
    """Whatever was told follows from the log, and the log is as long as what was told."""
    claims: defaultdict[int, list[Told]] = defaultdict(list)
    for told in witness.told:
        claims[told.seq].append(told)
    if not claims:
        return
    if written.header is None:
        yield "the game is not there"
        return
    for seq in sorted(claims):
        if seq >= len(written.log):
            yield f"update {seq} was told to {claims[seq][0].viewer} and is not in the log"
    options, seats, key = written.header
    game = GAMES[witness.game]
    play = Play(game, codec(game).options.decode(options), seats, key)
    yield from _retold(play, written.log, claims)


def _retold(play: Play, log: Sequence[Row], claims: defaultdict[int, list[Told]]) -> Iterator[str]:
    told: list[Sequence[Any]] = []
    decode = codec(play.game).events.decode
    for seq, row in enumerate(log):
        told.append(decode(row.events))
        play.advance(told[-1])
        for claim in claims.get(seq, ()):
            if claim.update != _update(play, claim.viewer, told[claim.since + 1 :]):
                yield f"update {seq} was told to {claim.viewer} otherwise than the log has it"


def _update(play: Play, viewer: Viewer, told: Sequence[Sequence[Any]]) -> bytes:
    return encode(
        Update(
            seq=play.seq,
            sights=tuple(play.sights(chain(*told), viewer)),
            view=play.view(viewer),
            moves=() if viewer == RAIL else offers(play.legal_moves(viewer)),
            asked=play.asked(),
            outcome=play.outcome(),
        )
    )


def _moves(witness: Witness, log: Sequence[Row]) -> Iterator[str]:
    for claim in witness.acknowledged:
        if not _is_made(claim, log):
            yield f"the move of seat {claim.seat} at {claim.seen} was acknowledged and is lost"
    for seat, sent in witness.sent.items():
        made = [row.move for row in log if row.seat == seat]
        if not witness.stand_ins and not _is_part(made, sent):
            yield f"seat {seat} has moves that it did not make"


def _is_made(claim: Acknowledged, log: Sequence[Row]) -> bool:
    rows = log[claim.seen + 1 : claim.by + 1]
    return any((row.seat, row.move) == (claim.seat, claim.move) for row in rows)


def _is_part(some: Iterable[object], whole: Iterable[object]) -> bool:
    """In the same order, with others in between."""
    rest = iter(whole)
    return all(it in rest for it in some)


def _house_book(witness: Witness, book: Sequence[bytes]) -> Iterator[str]:
    notes: list[Note] = [msgspec.json.decode(page) for page in book]
    yield from _lines(witness, _of_kind(notes, "Said"))
    yield from _notebooks(witness, notes)
    yield from _chairs(witness, notes)


def _of_kind(notes: Iterable[Note], *kinds: str) -> list[Note]:
    return [note for note in notes if note["type"] in kinds]


def _lines(witness: Witness, said: Sequence[Note]) -> Iterator[str]:
    for line in witness.lines:
        kept = said[line["number"] : line["number"] + 1]
        if [_spoken(it) for it in kept] != [_spoken(line)]:
            yield f"line {line['number']} was told and is not in the book"


def _spoken(line: Note) -> tuple[object, ...]:
    return line["seat"], line["name"], line["words"]


def _notebooks(witness: Witness, notes: Sequence[Note]) -> Iterator[str]:
    for seat in {notebook.seat for notebook in witness.notebooks}:
        told = [notebook.marks for notebook in witness.notebooks if notebook.seat == seat]
        pages = [it for it in _of_kind(notes, "Marked", "MarkUndone") if it["seat"] == seat]
        if not _is_part(_without_repeats(told), _states(pages)):
            yield f"the notebook of seat {seat} was not always as its seat was shown it"


def _without_repeats(states: Iterable[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Whoever comes back is shown what they knew."""
    return (state for state, _ in groupby(states))


def _states(pages: Iterable[Note]) -> Iterator[dict[str, str]]:
    """The notebook of one seat after each page about it."""
    marks: list[Note] = []
    yield {}
    for page in pages:
        if page["type"] == "Marked":
            marks.append(page)
        else:
            marks.pop()
        latest = {marked["cell"]: marked["mark"] for marked in marks}
        yield {cell: mark for cell, mark in latest.items() if mark}


def _chairs(witness: Witness, notes: Sequence[Note]) -> Iterator[str]:
    """Nobody at these tables ever gives a seat up."""
    names = {note["seat"]: note["who"].get("name") for note in _of_kind(notes, "SatDown")}
    given = {note["seat"] for note in _of_kind(notes, "Contributed")}
    started = bool(_of_kind(notes, "Started"))
    for seat, room in witness.rooms:
        chairs = {at: chair["name"] for at, chair in enumerate(room["chairs"]) if "name" in chair}
        if room["you"] != seat:
            yield f"whoever took seat {seat} sits on {room['you']}"
        if not chairs.items() <= names.items():
            yield f"of {chairs} the book knows {names}"
        if (room["started"] and not started) or not set(room["contributed"]) <= given:
            yield "the room was told of what is not in the book"
