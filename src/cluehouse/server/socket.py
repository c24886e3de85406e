"""A device at a table, over a WebSocket: bytes to (seat, move), update to bytes."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.codec import codec
from cluehouse.core.errors import CluehouseError, Malformed, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq, Viewer
from cluehouse.core.wire import decoder, strictly
from cluehouse.server import seating
from cluehouse.server.connection import Connection
from cluehouse.server.identity import Guest
from cluehouse.server.journal import ref
from cluehouse.server.protocol import (
    Frame,
    Mark,
    Marks,
    NotesTaken,
    Play,
    Refused,
    TakeNotes,
    Undo,
    Welcome,
)
from cluehouse.server.reception import Reception, address_of, number_in, same_origin
from cluehouse.server.refusals import BadRequest, NoTable, NotStarted
from cluehouse.table.house import (
    BotRested,
    BotTired,
    HouseBook,
    Marked,
    MarkUndone,
    Note,
    SatDown,
    Started,
    StoodUp,
    Wished,
)
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table
from cluehouse.table.thoughts import Noted, Study

TRY_AGAIN: Final = 1013
NO_TABLE: Final = 4001
WRONG_ORIGIN: Final = 4003
TOO_FAST: Final = 4008
TOO_WRONG: Final = 4009
TOO_SLOW: Final = 4013

STRIKES: Final = 10
"""Frames nobody can read before the door is shut."""

GOODBYE: Final = 1.0
"""Seconds a device gets to hear why it is let go."""

_log = structlog.get_logger(__name__)

_FRAME = decoder(Frame)


async def receive(socket: WebSocket, reception: Reception) -> None:
    """A device knocks at /ws/{table}?since=N, with &seat=S where companions share it."""
    await socket.accept()
    if not reception.limits.requests.take(address_of(socket)):
        await socket.close(TOO_FAST, "too fast")
        return
    if not same_origin(socket):
        await socket.close(WRONG_ORIGIN, "wrong origin")
        return
    guest = reception.guest(socket) or reception.identity.newcomer()
    id = TableId(socket.path_params["table"])
    try:
        house = await reception.tables.house(id)
    except NoTable:
        await socket.close(NO_TABLE, "no such table")
        return
    except Unavailable as trouble:
        _log.error("unavailable", table=ref(id), id=trouble.id, detail=trouble.detail)
        await socket.close(TRY_AGAIN, "try again")
        return
    since = number_in(socket, "since")
    visit = Visit(socket, reception, id, house, guest, number_in(socket, "seat"))
    await visit.last(BEFORE_THE_DEAL if since is None else Seq(since))


class Visit:
    """From the moment a device is in until it is gone. Several may share a seat, all in step."""

    def __init__(
        self,
        socket: WebSocket,
        reception: Reception,
        id: TableId,
        house: HouseBook,
        guest: Guest,
        asked: int | None,
    ) -> None:
        self._asked = asked
        self._socket = socket
        self._reception = reception
        self._id = id
        self._house = house
        self._guest = guest
        self._connection = Connection(socket, self._let_go)
        self._too_slow = False
        self._own_task = asyncio.current_task()
        self._table: Table | None = None
        self._viewer: Viewer = RAIL
        self._frames = reception.limits.frames()
        self._address = address_of(socket)
        self._strikes = 0
        self._errands: set[asyncio.Task[None]] = set()
        self._studying: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat | None:
        """The one this device plays now: the one it asked for, else the guest's own."""
        return self._house.seat_at(self._guest.id, self._asked)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._house.seats_of(self._guest.id)

    async def last(self, since: Seq) -> None:
        """Returns when the device is gone or has been let go."""
        self._connection.say(Welcome(self._reception.build, await self._told()))
        self._house.listeners.append(self._on_note)
        self._reception.presence.enter(self._id, self)
        self._show_marks()
        try:
            if self._house.started:
                await self._join(since)
            await self._listen()
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if not self._too_slow:
                raise
            await self._close(TOO_SLOW, "too slow")
        finally:
            self._go()

    async def _told(self) -> int | None:
        """So that a new device can tell what happened since the old one was put away."""
        left_at = self._reception.presence.left_at(self._id, self._guest.id)
        if left_at is None:
            return None
        with suppress(Unavailable):
            table = await self._reception.tables.table(self._id)
            return await table.told(RAIL if self.seat is None else self.seat, left_at)
        return None

    def show_room(self) -> None:
        room = self._reception.tables.room_of(self._id, self._house, self._guest, self.seat)
        self._connection.say(room)

    async def _listen(self) -> None:
        while True:
            text = await self._frame()
            if not (self._frames.take() and self._take_from_address()):
                await self._close(TOO_FAST, "too fast")
                return
            await self._hear(text)
            if self._strikes > STRIKES:
                await self._close(TOO_WRONG, "too many frames that are none")
                return

    async def _frame(self) -> str:
        """The text of the next frame; bytes are nonsense here, and read as such."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    def _take_from_address(self) -> bool:
        return self._reception.limits.address_frames.take(self._address)

    async def _hear(self, text: str) -> None:
        """A refusal is an answer, to this device alone."""
        try:
            frame = strictly(_FRAME, text)
        except Malformed as trouble:
            self._strikes += 1
            self._refuse(BadRequest(trouble.detail))
            return
        try:
            await self._do(frame)
        except CluehouseError as trouble:
            self._refuse(trouble)

    async def _do(self, frame: Frame) -> None:
        match frame:
            case Play():
                await self._play(frame)
            case Mark(cell=cell, mark=mark):
                await self._house.decide(lambda: seating.mark(self._house, self.seat, cell, mark))
            case Undo():
                await self._house.decide(lambda: seating.undo_mark(self._house, self.seat))
            case TakeNotes():
                if self._studying is None or self._studying.done():
                    self._studying = self._errand(self._take_notes())

    async def _play(self, frame: Play) -> None:
        seat = seating.seated(self.seat)
        table = self._started()
        await table.play(seat, strictly(codec(table.game).move, frame.move), frame.seen)

    async def _take_notes(self) -> None:
        """Worked out in a worker, one question at a time; one's own moves need not wait."""
        seat = seating.seated(self.seat)
        table, help = self._started(), seating.opened(self._house).help
        if help == "paper":
            raise BadRequest("at this table the notebook holds only what you write")
        header = table.header
        story = await table.recall(seat)
        answer = await self._reception.workers.of(self._id, seat).ask(
            Study(seat, header.game, bytes(header.options), header.seats, help, story)
        )
        if not isinstance(answer, Noted):
            raise Unavailable("the notebook could not be worked out; try again")
        self._connection.say(NotesTaken(answer.seq, msgspec.Raw(answer.notes)))

    def _started(self) -> Table:
        if self._table is None:
            raise NotStarted
        return self._table

    async def _join(self, since: Seq) -> None:
        """If the house cannot just now, the device is sent away to come back by itself."""
        try:
            table = await self._reception.tables.table(self._id)
            self._viewer = RAIL if self.seat is None else self.seat
            await table.attach(self._viewer, self._connection, since)
            self._table = table
        except Unavailable as trouble:
            self._refuse(trouble)
            await self._close(TRY_AGAIN, "try again")

    def _on_note(self, note: Note) -> None:
        match note:
            case SatDown() | StoodUp() | Wished() | BotTired() | BotRested():
                self.show_room()
            case Started():
                self.show_room()
                self._errand(self._join(BEFORE_THE_DEAL))
            case Marked(seat=seat) | MarkUndone(seat=seat) if seat == self.seat:
                self._show_marks()
            case _:
                pass  # nothing this device should hear of

    def _show_marks(self) -> None:
        if (seat := self.seat) is not None:
            undoable = bool(self._house.marks[seat])
            self._connection.say(Marks(self._house.marks_of(seat), undoable))

    def _refuse(self, trouble: CluehouseError) -> None:
        """What is wrong with the house is for its host to read, not for its guests."""
        if isinstance(trouble, Unavailable):
            _log.error("unavailable", table=ref(self._id), id=trouble.id, detail=trouble.detail)
            self._connection.say(Refused(trouble.id))
        else:
            self._connection.say(Refused(trouble.id, trouble.detail))

    def _errand(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that nobody waits for; a refusal is told all the same."""

        async def run() -> None:
            try:
                await work
            except CluehouseError as trouble:
                self._refuse(trouble)

        task = asyncio.create_task(run())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        return task

    def _let_go(self) -> None:
        """The device is too far behind: break off listening, once."""
        if not self._too_slow and self._own_task is not None:
            self._too_slow = True
            self._own_task.cancel()

    async def _close(self, code: int, reason: str) -> None:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(GOODBYE):
                await self._socket.close(code, reason)

    def _go(self) -> None:
        self._house.listeners.remove(self._on_note)
        if self._table is not None:
            self._table.detach(self._viewer, self._connection)
            self._reception.presence.note_leaving(self._id, self._guest.id, self._table.seq)
        self._reception.presence.leave(self._id, self)
        self._connection.drop()
        for errand in self._errands:
            errand.cancel()
