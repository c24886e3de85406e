"""Build the Room message: seats, settings and spectators of a table, as one guest may see them."""

from collections.abc import Iterable, Mapping

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.lobby import seating
from cluehouse.server.lobby.permissions import guest_hash, hosts, lag, may_talk
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.wire.chat import Voice, Watcher
from cluehouse.server.wire.rematch import Rematch
from cluehouse.server.wire.room import (
    Chair,
    Clock,
    Nobody,
    Robot,
    RoleLot,
    Room,
    Somebody,
    Wishing,
)
from cluehouse.table.book.abandon_vote import voters, voting_seat_of
from cluehouse.table.book.book import Bot, Person, TableBook
from cluehouse.table.book.preferences import lot_of, open_to
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry


class Rooms:
    """Builds rooms from a table's book, presence and clocks."""

    def __init__(
        self, games: Mapping[str, AnyGame], registry: TableRegistry, presence: Presence
    ) -> None:
        self._games = games
        self._registry = registry
        self._presence = presence

    def room_of(
        self, id: TableId, book: TableBook, guest: Guest, viewer: Viewer | None = None
    ) -> Room:
        """`viewer` is the rail or one of the guest's seats; by default the guest's own seat."""
        opened = seating.opened(book)
        host = book.host or opened.host
        hosting = hosts(book, guest.id)
        present = self._presence.attendees(id, book.pages)
        live = lag(book, guest.id) == 0
        sees_vote = live or voting_seat_of(book, guest.id) is not None
        return Room(
            id=id,
            game=opened.game,
            options=opened.options,
            chairs=tuple(
                self._chair(id, book, seat, live, here=seat in present.seats)
                for seat in seats_of(opened.seats)
            ),
            wishes=self._wishes(book),
            lot=self._lot(book),
            listed=opened.listed,
            help=opened.help,
            started=book.started,
            host=host.name,
            hosting=hosting,
            you=book.seat_of(guest.id) if viewer is None else None if viewer == RAIL else viewer,
            yours=() if viewer == RAIL else book.seats_of(guest.id),
            pace=opened.pace,
            grace=opened.grace,
            paused=book.lifecycle.paused,
            commitment=book.seal.commitment,
            contributed=book.seal.contributed,
            rail=book.chat.rail,
            watching=len(present.watching),
            watchers=_watchers(id, present.watching) if hosting else (),
            screen=present.screen,
            voice=may_talk(book, guest),
            rematch=self._rematch(id, book, live),
            gathering=seating.is_gathering(book),
            tables=1 if opened.deal_set is None else len(opened.deal_set.tables),
            voices=_abandon_voters(book, guest) if sees_vote else (),
            willing=tuple(sorted(book.lifecycle.willing)) if sees_vote else (),
            given_up=book.lifecycle.abandoned and self._may_know_end(id, live),
            removed=_watchers(id, book.chat.removed.items()) if hosting else (),
            host_here=host.guest in present.guests,
            speed=book.lifecycle.speed,
        )

    def _wishes(self, book: TableBook) -> tuple[Wishing, ...]:
        opened = seating.opened(book)
        game = self._games.get(opened.game)
        if game is None or game.wish is None or book.started:
            return ()
        wishes = tuple(
            Wishing(book.wishes.get(seat), open_to(game, opened, book.wishes, seat))
            for seat in seats_of(opened.seats)
        )
        return wishes if any(wish.open for wish in wishes) else ()

    def _lot(self, book: TableBook) -> RoleLot | None:
        game = self._games.get(seating.opened(book).game)
        if game is None or game.lot is None or book.started:
            return None
        lots = lot_of(game, book)
        return None if lots is None else RoleLot(game.lot.role, lots.among, lots.makes_way)

    def _rematch(self, id: TableId, book: TableBook, live: bool) -> Rematch | None:
        """None for guests who may not know yet that the game is over: a rematch would reveal it."""
        opened = book.rematch
        if opened is None or not self._may_know_end(id, live):
            return None
        return Rematch(opened.table, opened.name)

    def _may_know_end(self, id: TableId, live: bool) -> bool:
        """Delayed spectators learn of the end once their delayed game has reached it."""
        return live or self._registry.public_has_seen_the_end(id)

    def _clock(self, id: TableId, seat: Seat) -> Clock | None:
        supervisor = self._registry.supervisor(id)
        reading = None if supervisor is None else supervisor.clock(seat)
        return None if reading is None else Clock(round(reading.left, 1), reading.runs_in)

    def _stands_in_after(self, id: TableId, seat: Seat) -> float | None:
        supervisor = self._registry.supervisor(id)
        left = None if supervisor is None else supervisor.stands_in_after(seat)
        return None if left is None else round(left, 1)

    def _chair(self, id: TableId, book: TableBook, seat: Seat, live: bool, *, here: bool) -> Chair:
        """Clocks and bots that fell back reveal how far the game is: only live viewers get them.
        A time that passes would make every room new: delayed viewers do not get it either."""
        fell_back = seat in book.fell_back and self._may_know_end(id, live)
        match book.sitters.get(seat):
            case Person(name=name, guest=guest):
                played = seat in book.lifecycle.standing_in
                clock = self._clock(id, seat) if live else None
                hash = guest_hash(id, guest)
                stands_in = self._stands_in_after(id, seat) if live and not here else None
                return Somebody(name, here, played, clock, hash, played and fell_back, stands_in)
            case Bot(level=level):
                return Robot(level, live and seat in book.degraded, fell_back)
            case _:
                return Nobody()


def _watchers(id: TableId, guests: Iterable[tuple[str, str]]) -> tuple[Watcher, ...]:
    return tuple(Watcher(guest_hash(id, guest), name) for guest, name in guests)


def _abandon_voters(book: TableBook, guest: Guest) -> tuple[Voice, ...]:
    own, asked = voting_seat_of(book, guest.id), voters(book) if book.started else {}
    return tuple(Voice(seat, name, seat == own) for seat, name in asked.items())
