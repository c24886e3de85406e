"""Scripted games of Arosa: the rules decide everything but where cubes fall and who begins."""

import sqlite3
from collections.abc import Set
from pathlib import Path

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.play import Play
from cluehouse.core.record import entry_of
from cluehouse.core.wire import Wire
from cluehouse.games.arosa import GAME
from cluehouse.games.arosa.events import Dropped, Event, TurnBegun
from cluehouse.games.arosa.moves import Drop, Move, Open, Suspect
from cluehouse.games.arosa.pieces import Colour, Options, Storey
from cluehouse.games.arosa.tower.fall import Contact
from cluehouse.server.storage.data_folder import DATABASE

ADA, BLAISE = Seat(0), Seat(1)
_SCENE: Storey = 3
_NEST: Storey = 5
"""The storey of all traces of Blaise."""
_HAYSTACK: Storey = 7


class Tale:
    """The scripted log of a table of two. Ada begins, in the prologue and in act one."""

    def __init__(self) -> None:
        self._play = Play(GAME, Options(tower="quick"), 2, bytes(32))
        self._rows: list[tuple[Seat | None, bytes, bytes]] = []
        self._append(None, None, [TurnBegun("prologue", ADA)])

    @property
    def turn(self) -> Seat:
        seat: Seat = self._play.state.turn
        return seat

    def drop(self, colour: Colour, storey: Storey) -> None:
        """The sound depends on the number of the drop, not on the storey."""
        lying = frozenset(self._play.state.inside)
        events = self._play.decide(self.turn, Drop(colour))
        self._append(self.turn, Drop(colour), [_by_hand(event, storey, lying) for event in events])

    def move(self, move: Move) -> None:
        self._append(self.turn, move, self._play.decide(self.turn, move))

    def write(self, data: Path, table: str) -> None:
        """Replace the log of this table; the server must be stopped."""
        numbered = [(table, seq, *row) for seq, row in enumerate(self._rows)]
        with sqlite3.connect(data / DATABASE) as db:
            db.execute("DELETE FROM log WHERE table_id = ?", (table,))
            db.executemany(
                "INSERT INTO log (table_id, seq, seat, move, events) VALUES (?, ?, ?, ?, ?)",
                numbered,
            )
        db.close()

    def _append(self, seat: Seat | None, move: Wire | None, events: list[Event]) -> None:
        entry = entry_of(seat, move, list(events))
        self._rows.append((seat, bytes(entry.move), bytes(entry.events)))
        self._play.advance(events)


def prologue(*storeys: Storey) -> Tale:
    """Two victims, two traces of Ada's and two of Blaise's fall on these storeys."""
    tale = Tale()
    colours: tuple[Colour, ...] = ("red", "red", "yellow", "yellow", "blue", "blue")
    for colour, storey in zip(colours, storeys, strict=True):
        tale.drop(colour, storey)
    return tale


def last_search() -> Tale:
    """Act two, and Ada's turn. Blaise has seven traces on the board and five on the storey of all
    his traces: finding those ends the game."""
    tale = prologue(_SCENE, _SCENE, 1, 2, _NEST, _NEST)
    tale.move(Open(_SCENE))
    _search_in_vain(tale)
    for traces in (3, 4):
        tale.move(Suspect((BLAISE,), _NEST))
        for _ in range(traces):
            tale.drop("blue", _NEST)
        _search_in_vain(tale)
    return tale


def ended() -> Tale:
    """The same game after that search."""
    tale = last_search()
    tale.move(Suspect((BLAISE,), _NEST))
    return tale


def _search_in_vain(tale: Tale) -> None:
    tale.move(Suspect((ADA,), _HAYSTACK))
    tale.drop("blue", _NEST)


def _by_hand(event: Event, storey: Storey, lying: Set[int]) -> Event:
    """The event with the new cube on this storey; no other cube moves."""
    match event:
        case Dropped(number=number, rest=rest):
            there = tuple(cube._replace(storey=storey) for cube in rest if cube.cube not in lying)
            return msgspec.structs.replace(
                event, storey=storey, rest=there, contacts=_contacts(number)
            )
        case TurnBegun(act="one"):
            return TurnBegun("one", ADA)
        case _:
            return event


def _contacts(number: int) -> tuple[Contact, ...]:
    return tuple(Contact(90_000 * (knock + number), 7 - knock, 900) for knock in range(1, 4))
