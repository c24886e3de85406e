"""Commands on tables that guests may give: open one, sit down, start, change its book."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat, Viewer
from cluehouse.core.record import Record
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadOptions, BadRequest, NoTable, NotOver, NotStarted, RailClosed
from cluehouse.server.lobby import deal_sets, seating
from cluehouse.server.lobby.book_quota import check_quota
from cluehouse.server.lobby.deal_sets import DealSets
from cluehouse.server.lobby.listings import LISTING_AGE_S, Listing, Listings
from cluehouse.server.lobby.open_table_quota import OpenTableQuota
from cluehouse.server.lobby.permissions import check_not_removed, sees_at_once
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.room_view import Rooms
from cluehouse.server.logs import ref
from cluehouse.server.wire.lobby import Lobby, OpenTable, OpenUp, YourTable
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import Note, Opened, Person, SatDown, TableBook
from cluehouse.table.book.chat import RailRules
from cluehouse.table.book.seal import Sealed
from cluehouse.table.ports import TableId
from cluehouse.table.registry import NotDealt, StillPlayed, TableRegistry
from cluehouse.table.spectators import SpectatorFeed
from cluehouse.table.table import Table, has_ended

_log = structlog.get_logger(__name__)


class Tables:
    """Every table of the server, behind the checks on what a guest may see and do."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        registry: TableRegistry,
        listings: Listings,
        presence: Presence,
        sets: DealSets,
        quota: OpenTableQuota,
    ) -> None:
        self._games = games
        self._registry = registry
        self._listings = listings
        self._presence = presence
        self._deal_sets = sets
        self._quota = quota
        self._rooms = Rooms(games, registry, presence)

    @property
    def in_memory(self) -> int:
        return len(self._registry)

    async def lobby(self, guest: Guest) -> Lobby:
        """Open tables with a guest connected, and the guest's own, with those just abandoned."""
        listings = await self._listings.open_tables()
        yours = list(await self._listings.of_guest(guest.id))
        yesterday = time.time() - LISTING_AGE_S
        given_up = await self._listings.abandoned_of(guest.id)
        yours += [listing for listing, ended in given_up if ended > yesterday]
        return Lobby(
            open=tuple(_open_table(it) for it in listings if self._presence.has_devices(it.id)),
            yours=tuple(map(_your_table, yours)),
        )

    async def open_up(self, guest: Guest, address: str, wish: OpenUp) -> Room:
        """Open a table and seat the guest there; and all other tables of its deal. `address` is
        where the guest's request comes from."""
        host = Person(guest.name, guest.id)
        (first, *others), deal_set = deal_sets.new_tables(wish.tables)
        opened = Opened(
            game=wish.game,
            options=self._options(wish),
            seats=wish.seats,
            listed=wish.listed,
            help=wish.help,
            host=host,
            pace=wish.pace,
            grace=wish.grace,
            rail=wish.rail if deal_set is None else RailRules(open=False),
            deal_set=deal_set,
        )
        await self._quota.admit(guest.id, address, (first, *others))
        sealed = Sealed.anew()
        for id in others:
            await self.listed(id, await self.write_up(id, (opened, sealed)), guest)
        book = await self.write_up(first, (opened, sealed, SatDown(Seat(0), host)))
        _log.info("table opened", table=ref(first), game=wish.game, seats=wish.seats)
        return await self.listed(first, book, guest)

    async def write_up(self, id: TableId, notes: Iterable[Note]) -> TableBook:
        """Write the book of a table whose id is not published yet."""
        book = await self._registry.book(id)
        for note in notes:
            await book.write(note)
        return book

    async def room(self, id: TableId, guest: Guest) -> Room:
        book = await self.book(id)
        check_not_removed(book, guest.id)
        return self.room_of(id, book, guest)

    async def sit(self, id: TableId, guest: Guest, seat: Seat, companion: str | None) -> Room:
        room = await self.change(id, guest, lambda book: seating.sit(book, guest, seat, companion))
        with suppress(deal_sets.HasHost):
            room = await self.change(id, guest, lambda book: deal_sets.hosted_by(book, seat))
        return room

    async def start(self, id: TableId, guest: Guest, fill: Level) -> Room:
        book = await self.book(id)
        for seat in seating.empty_seats(book):
            await self._seat_bot(id, guest, seat, fill)
        room = await self.change(id, guest, lambda book: seating.start(book, guest))
        await self.table(id)
        _log.info("game started", table=ref(id), game=room.game)
        return room

    async def _seat_bot(self, id: TableId, guest: Guest, seat: Seat, level: Level) -> None:
        await self.change(id, guest, lambda book: seating.seat_bot(book, guest, seat, level))

    async def book(self, id: TableId) -> TableBook:
        if not deal_sets.could_be_id(id):
            raise NoTable
        book = await self._registry.book(id)
        if book.opened is None:
            raise NoTable
        return book

    async def table(self, id: TableId) -> Table:
        try:
            return await self._registry.table(id)
        except NotDealt:
            raise NotStarted from None

    async def rail(self, id: TableId) -> SpectatorFeed:
        try:
            return await self._registry.rail(id)
        except NotDealt:
            raise NotStarted from None

    async def game_for(self, id: TableId, guest: str) -> Table:
        """The game as far as this guest may see it: delayed for spectators of a delayed table."""
        book = await self.book(id)
        check_not_removed(book, guest)
        if sees_at_once(book, guest):
            return await self.table(id)
        shown = (await self.rail(id)).shown
        if shown is None:
            raise NotStarted if book.chat.rail.open else RailClosed
        return shown

    async def is_over_for(self, id: TableId, guest: str) -> bool:
        """Whether the game has ended and this guest may know it."""
        if sees_at_once(await self.book(id), guest):
            return has_ended(await self.table(id))
        return (await self.rail(id)).at_the_end

    async def record(self, id: TableId, cluehouse: str, machine: str) -> Record:
        await self._deal_sets.check_open(await self.book(id))
        try:
            return await self._registry.record(id, cluehouse=cluehouse, machine=machine)
        except StillPlayed:
            raise NotOver from None

    def room_of(
        self, id: TableId, book: TableBook, guest: Guest, viewer: Viewer | None = None
    ) -> Room:
        return self._rooms.room_of(id, book, guest, viewer)

    async def change(self, id: TableId, guest: Guest, choose: Callable[[TableBook], Note]) -> Room:
        """Write the note that `choose` returns for the latest state of the book."""
        book = await self.book(id)

        def checked() -> Note:
            check_not_removed(book, guest.id)
            return check_quota(book, choose(book))

        await book.decide(checked)
        return await self.listed(id, book, guest)

    async def listed(self, id: TableId, book: TableBook, guest: Guest) -> Room:
        await self._listings.put(id, book)
        return self.room_of(id, book, guest)

    def own_names(self, wish: OpenUp) -> Iterable[str]:
        """The names that the guest wrote into the options."""
        game = self._game(wish)
        return game.own_names(_converted(game, wish)).values()

    def _game(self, wish: OpenUp) -> AnyGame:
        if (game := self._games.get(wish.game)) is None:
            raise BadRequest(f"no game {wish.game!r}; there are: {', '.join(self._games)}")
        return game

    def _options(self, wish: OpenUp) -> dict[str, Any]:
        """All options, given or default; refused if the game does not allow them."""
        game = self._game(wish)
        options = _converted(game, wish)
        seats = game.seats(options)
        if wish.seats not in seats:
            raise BadRequest(f"{wish.game} is for {seats[0]} to {seats[-1]} seats")
        chosen: dict[str, Any] = msgspec.to_builtins(options)
        return chosen

    def game_of(self, book: TableBook) -> AnyGame | None:
        """None if the server does not offer the game any more."""
        return self._games.get(seating.opened(book).game)


def _converted(game: AnyGame, wish: OpenUp) -> Any:
    """The options as the game's own type."""
    try:
        return msgspec.convert({"type": "Options"} | wish.options, game.types.options)
    except msgspec.ValidationError as error:
        # A value that was read and then refused by the game's own check has a cause.
        refused = BadRequest if error.__cause__ is None else BadOptions
        raise refused(f"options: {error}") from None


def _open_table(listing: Listing) -> OpenTable:
    seats, free = listing.seats, listing.free
    return OpenTable(listing.id, listing.game, listing.host, seats, free, listing.pace)


def _your_table(listing: Listing) -> YourTable:
    state = listing.state
    return YourTable(
        id=listing.id,
        game=listing.game,
        started=state != "open",
        names=listing.names,
        given_up=state == "abandoned",
        pace=listing.pace,
    )
