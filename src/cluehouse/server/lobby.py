"""The tables of the house as its guests may handle them: open one, sit down, start."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import structlog

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Level, Seat, Viewer, seats_of
from cluehouse.core.record import Record
from cluehouse.server import deal_sets, seating
from cluehouse.server.audience import check_welcome, has_voice, hosts, lag, sees_at_once, who_is
from cluehouse.server.deal_sets import DealSets
from cluehouse.server.directory import Directory, Listing
from cluehouse.server.identity import Guest
from cluehouse.server.journal import ref
from cluehouse.server.presence import Presence
from cluehouse.server.protocol import (
    Chair,
    Clock,
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
from cluehouse.server.protocol_company import Watcher
from cluehouse.server.protocol_sequel import Rematch
from cluehouse.server.refusals import BadRequest, NoTable, NotOver, NotStarted, RailShut
from cluehouse.table.company import RailRules
from cluehouse.table.hall import Hall, NotDealt, StillPlayed
from cluehouse.table.house import Bot, HouseBook, Note, Opened, Person, SatDown
from cluehouse.table.ports import TableId
from cluehouse.table.rail import Rail
from cluehouse.table.seal import Sealed
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
        sets: DealSets,
    ) -> None:
        self._games = games
        self._hall = hall
        self._directory = directory
        self._presence = presence
        self._deal_sets = sets

    @property
    def in_memory(self) -> int:
        return len(self._hall)

    async def lobby(self, guest: Guest) -> Lobby:
        """Tables where somebody waits, and one's own. A deserted table is no invitation."""
        listings = await self._directory.open_tables()
        return Lobby(
            open=tuple(_open_table(it) for it in listings if self._presence.anybody(it.id)),
            yours=tuple(_your_table(it) for it in await self._directory.of_guest(guest.id)),
        )

    async def open_up(self, guest: Guest, wish: OpenUp) -> Room:
        """The first table, where the guest is seated, and all others of its deal."""
        host = Person(guest.name, guest.id)
        (first, *others), deal_set = deal_sets.drawn(wish.tables)
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
        sealed = Sealed.anew()
        for id in others:
            await self.listed(id, await self.write_up(id, (opened, sealed)), guest)
        house = await self.write_up(first, (opened, sealed, SatDown(Seat(0), host)))
        _log.info("table opened", table=ref(first), game=wish.game, seats=wish.seats)
        return await self.listed(first, house, guest)

    async def write_up(self, id: TableId, notes: Iterable[Note]) -> HouseBook:
        """The book of a table that nobody knows of yet."""
        house = await self._hall.house(id)
        for note in notes:
            await house.write(note)
        return house

    async def room(self, id: TableId, guest: Guest) -> Room:
        house = await self.house(id)
        check_welcome(house, guest.id)
        return self.room_of(id, house, guest)

    async def sit(self, id: TableId, guest: Guest, seat: Seat, companion: str | None) -> Room:
        house = await self.house(id)
        async with self._deal_sets.door(id, house):
            await self._deal_sets.check_newcomer(id, house, guest)
            room = await self.change(
                id, guest, lambda house: seating.sit(house, guest, seat, companion)
            )
            hosted = deal_sets.hosted_by(house, seat)
            return room if hosted is None else await self.change(id, guest, lambda _: hosted)

    async def wish(self, id: TableId, guest: Guest, value: str | None) -> Room:
        return await self.change(
            id, guest, lambda house: seating.wish(house, self.game_of(house), guest, value)
        )

    async def contribute(self, id: TableId, guest: Guest, seat: Seat, value: str) -> Room:
        return await self.change(
            id, guest, lambda house: seating.contribute(house, guest, seat, value)
        )

    async def leave(self, id: TableId, guest: Guest) -> Room:
        return await self.change(id, guest, lambda house: seating.leave(house, guest))

    async def seat_bot(self, id: TableId, guest: Guest, seat: Seat, level: Level) -> Room:
        return await self.change(
            id, guest, lambda house: seating.seat_bot(house, guest, seat, level)
        )

    async def free_seat(self, id: TableId, guest: Guest, seat: Seat) -> Room:
        return await self.change(id, guest, lambda house: seating.free_seat(house, guest, seat))

    async def start(self, id: TableId, guest: Guest, fill: Level) -> Room:
        house = await self.house(id)
        for seat in seating.empty_seats(house):
            await self.seat_bot(id, guest, seat, fill)
        room = await self.change(id, guest, lambda house: seating.start(house, guest))
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

    async def rail(self, id: TableId) -> Rail:
        try:
            return await self._hall.rail(id)
        except NotDealt:
            raise NotStarted from None

    async def game_for(self, id: TableId, guest: str) -> Table:
        """The game as far as this guest may know it."""
        house = await self.house(id)
        check_welcome(house, guest)
        if sees_at_once(house, guest):
            return await self.table(id)
        shown = (await self.rail(id)).shown
        if shown is None:
            raise NotStarted if house.company.rail.open else RailShut
        return shown

    async def record(self, id: TableId, cluehouse: str, machine: str) -> Record:
        await self._deal_sets.check_open(await self.house(id))
        try:
            return await self._hall.record(id, cluehouse=cluehouse, machine=machine)
        except StillPlayed:
            raise NotOver from None

    def room_of(
        self, id: TableId, house: HouseBook, guest: Guest, viewer: Viewer | None = None
    ) -> Room:
        """As seen from the rail or from one of the guest's seats, their own if not said."""
        opened = seating.opened(house)
        host = house.host or opened.host
        hosting = hosts(house, guest.id)
        watchers = self._presence.watching(id)
        at_once = lag(house, guest.id) == 0
        return Room(
            id=id,
            game=opened.game,
            options=opened.options,
            chairs=tuple(self._chair(id, house, seat, at_once) for seat in seats_of(opened.seats)),
            wishes=self._wishes(house),
            listed=opened.listed,
            help=opened.help,
            started=house.started,
            host=host.name,
            hosting=hosting,
            you=house.seat_of(guest.id) if viewer is None else None if viewer == RAIL else viewer,
            yours=() if viewer == RAIL else house.seats_of(guest.id),
            pace=opened.pace,
            grace=opened.grace,
            paused=house.course.paused,
            commitment=house.seal.commitment,
            contributed=house.seal.contributed,
            rail=house.company.rail,
            watching=len(watchers),
            watchers=tuple(Watcher(who_is(id, it), name) for it, name in watchers if hosting),
            screen=self._presence.has_screen(id),
            voice=has_voice(house, guest),
            rematch=self._rematch(id, house, at_once),
            gathering=seating.is_gathering(house),
            tables=1 if opened.deal_set is None else len(opened.deal_set.tables),
        )

    async def change(self, id: TableId, guest: Guest, choose: Callable[[HouseBook], Note]) -> Room:
        house = await self.house(id)
        check_welcome(house, guest.id)
        await house.decide(lambda: choose(house))
        return await self.listed(id, house, guest)

    async def listed(self, id: TableId, house: HouseBook, guest: Guest) -> Room:
        await self._directory.put(id, house)
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

    def game_of(self, house: HouseBook) -> AnyGame | None:
        """None if the house does not offer it any more."""
        return self._games.get(seating.opened(house).game)

    def _wishes(self, house: HouseBook) -> tuple[Wishing, ...]:
        opened, game = seating.opened(house), self.game_of(house)
        if game is None or game.wish is None or house.started:
            return ()
        return tuple(
            Wishing(house.wishes.get(seat), open_to(game, opened, house.wishes, seat))
            for seat in seats_of(opened.seats)
        )

    def _rematch(self, id: TableId, house: HouseBook, at_once: bool) -> Rematch | None:
        """It tells that the game is over: to whoever may know."""
        asked = house.rematch
        if asked is None or not (at_once or self._hall.public_has_seen_the_end(id)):
            return None
        return Rematch(asked.table, asked.name)

    def _clock(self, id: TableId, seat: Seat) -> Clock | None:
        steward = self._hall.steward(id)
        reading = None if steward is None else steward.clock(seat)
        return None if reading is None else Clock(round(reading.left, 1), reading.runs_in)

    def _chair(self, id: TableId, house: HouseBook, seat: Seat, at_once: bool) -> Chair:
        """Clocks and tired bots tell how far the game is: they are for those who may know."""
        match house.sitters.get(seat):
            case Person(name=name, guest=guest):
                here, played = self._presence.here(id, seat), seat in house.course.standing_in
                clock = self._clock(id, seat) if at_once else None
                return Somebody(name, here, played, clock, who_is(id, guest))
            case Bot(level=level):
                return Robot(level, tired=at_once and seat in house.tired)
            case _:
                return Nobody()


def _open_table(listing: Listing) -> OpenTable:
    return OpenTable(listing.id, listing.game, listing.host, listing.seats, listing.free)


def _your_table(listing: Listing) -> YourTable:
    return YourTable(listing.id, listing.game, listing.state == "started", listing.names)
