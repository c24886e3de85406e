"""The tables of the house as its guests may handle them: open one, sit down, start."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import structlog

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.server import seating
from cluehouse.server.directory import Directory, Listing
from cluehouse.server.identity import Guest
from cluehouse.server.journal import ref
from cluehouse.server.presence import Presence
from cluehouse.server.protocol import (
    Chair,
    Lobby,
    Nobody,
    OpenTable,
    OpenUp,
    Robot,
    Room,
    Somebody,
    Wishing,
    YourTable,
)
from cluehouse.server.refusals import BadRequest, NoTable, NotStarted
from cluehouse.table.hall import Hall, NotDealt
from cluehouse.table.house import Bot, HouseBook, Note, Opened, Person, SatDown
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table
from cluehouse.table.wishes import open_to

_log = structlog.get_logger(__name__)


class Tables:
    def __init__(
        self,
        games: Mapping[str, AnyGame],
        hall: Hall,
        directory: Directory,
        presence: Presence,
    ) -> None:
        self._games = games
        self._hall = hall
        self._directory = directory
        self._presence = presence

    async def lobby(self, guest: Guest) -> Lobby:
        """Tables where somebody waits, and one's own. A deserted table is no invitation."""
        listings = await self._directory.open_tables()
        return Lobby(
            open=tuple(_open_table(it) for it in listings if self._presence.anybody(it.id)),
            yours=tuple(_your_table(it) for it in await self._directory.of_guest(guest.id)),
        )

    async def open_up(self, guest: Guest, wish: OpenUp) -> Room:
        options = self._options(wish)
        id = TableId(secrets.token_urlsafe(16))
        house = await self._hall.house(id)
        host = Person(guest.name, guest.id)
        await house.write(Opened(wish.game, options, wish.seats, wish.listed, wish.help, host))
        await house.write(SatDown(Seat(0), host))
        _log.info("table opened", table=ref(id), game=wish.game, seats=wish.seats)
        return await self._listed(id, house, guest)

    async def room(self, id: TableId, guest: Guest) -> Room:
        return self.room_of(id, await self.house(id), guest)

    async def sit(self, id: TableId, guest: Guest, seat: Seat, companion: str | None) -> Room:
        return await self._change(
            id, guest, lambda house: seating.sit(house, guest, seat, companion)
        )

    async def wish(self, id: TableId, guest: Guest, value: str | None) -> Room:
        return await self._change(
            id, guest, lambda house: seating.wish(house, self._game(house), guest, value)
        )

    async def leave(self, id: TableId, guest: Guest) -> Room:
        return await self._change(id, guest, lambda house: seating.leave(house, guest))

    async def seat_bot(self, id: TableId, guest: Guest, seat: Seat, level: Level) -> Room:
        return await self._change(
            id, guest, lambda house: seating.seat_bot(house, guest, seat, level)
        )

    async def free_seat(self, id: TableId, guest: Guest, seat: Seat) -> Room:
        return await self._change(id, guest, lambda house: seating.free_seat(house, guest, seat))

    async def start(self, id: TableId, guest: Guest, fill: Level) -> Room:
        house = await self.house(id)
        for seat in seating.empty_seats(house):
            await self.seat_bot(id, guest, seat, fill)
        room = await self._change(id, guest, lambda house: seating.start(house, guest))
        await self.table(id)
        _log.info("game started", table=ref(id), game=room.game)
        return room

    async def house(self, id: TableId) -> HouseBook:
        house = await self._hall.house(id)
        if house.opened is None:
            raise NoTable
        return house

    async def table(self, id: TableId) -> Table:
        try:
            return await self._hall.table(id)
        except NotDealt:
            raise NotStarted from None

    def room_of(
        self, id: TableId, house: HouseBook, guest: Guest, seat: Seat | None = None
    ) -> Room:
        """As seen from one of the guest's seats, their own if not said."""
        opened = seating.opened(house)
        return Room(
            id=id,
            game=opened.game,
            options=opened.options,
            chairs=tuple(self._chair(id, house, seat) for seat in seats_of(opened.seats)),
            wishes=self._wishes(house),
            listed=opened.listed,
            help=opened.help,
            started=house.started,
            host=opened.host.name,
            hosting=opened.host.guest == guest.id,
            you=house.seat_of(guest.id) if seat is None else seat,
            yours=house.seats_of(guest.id),
        )

    async def _change(self, id: TableId, guest: Guest, choose: Callable[[HouseBook], Note]) -> Room:
        house = await self.house(id)
        await house.decide(lambda: choose(house))
        return await self._listed(id, house, guest)

    async def _listed(self, id: TableId, house: HouseBook, guest: Guest) -> Room:
        await self._directory.put(_listing(id, house), _guests(house))
        return self.room_of(id, house, guest)

    def _options(self, wish: OpenUp) -> dict[str, Any]:
        """All options, given or default, if the wish can be fulfilled."""
        game = self._games.get(wish.game)
        if game is None:
            raise BadRequest(f"no game {wish.game!r}; there are: {', '.join(self._games)}")
        try:
            options = msgspec.convert({"type": "Options"} | wish.options, game.types.options)
        except msgspec.ValidationError as trouble:
            raise BadRequest(f"options: {trouble}") from None
        seats = game.seats(options)
        if wish.seats not in seats:
            raise BadRequest(f"{wish.game} is for {seats[0]} to {seats[-1]} seats")
        chosen: dict[str, Any] = msgspec.to_builtins(options)
        return chosen

    def _game(self, house: HouseBook) -> AnyGame | None:
        """None if the house does not offer it any more."""
        return self._games.get(seating.opened(house).game)

    def _wishes(self, house: HouseBook) -> tuple[Wishing, ...]:
        opened, game = seating.opened(house), self._game(house)
        if game is None or game.wish is None or house.started:
            return ()
        return tuple(
            Wishing(house.wishes.get(seat), open_to(game, opened, house.wishes, seat))
            for seat in seats_of(opened.seats)
        )

    def _chair(self, id: TableId, house: HouseBook, seat: Seat) -> Chair:
        match house.sitters.get(seat):
            case Person(name=name):
                return Somebody(name, self._presence.here(id, seat))
            case Bot(level=level):
                return Robot(level, tired=seat in house.tired)
            case _:
                return Nobody()


def _listing(id: TableId, house: HouseBook) -> Listing:
    opened = seating.opened(house)
    sitters = (house.sitters.get(seat) for seat in seats_of(opened.seats))
    return Listing(
        id=id,
        game=opened.game,
        state="started" if house.started else "open",
        listed=opened.listed,
        host=opened.host.name,
        names=tuple(who.name for who in sitters if isinstance(who, Person)),
        seats=opened.seats,
        free=len(seating.empty_seats(house)),
    )


def _guests(house: HouseBook) -> list[str]:
    return sorted({who.guest for who in house.sitters.values() if isinstance(who, Person)})


def _open_table(listing: Listing) -> OpenTable:
    return OpenTable(listing.id, listing.game, listing.host, listing.seats, listing.free)


def _your_table(listing: Listing) -> YourTable:
    return YourTable(listing.id, listing.game, listing.state == "started", listing.names)
