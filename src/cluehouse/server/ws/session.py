"""A device at a table, over a WebSocket: bytes to (seat, move), update to bytes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.codec import codec
from cluehouse.core.errors import CluehouseError, Malformed, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, Help, Seat, Seq
from cluehouse.core.wire import decoder, encode, strictly
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.context import AppContext, address_of
from cluehouse.server.errors import BadRequest, NotStarted
from cluehouse.server.lobby import seating
from cluehouse.server.logs import ref
from cluehouse.server.wire.chat import Say
from cluehouse.server.wire.close_codes import REMOVED, TOO_FAST, TOO_SLOW, TOO_WRONG, TRY_AGAIN
from cluehouse.server.wire.frames import (
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
from cluehouse.server.ws.chat import ChatFeed, ChatPermission
from cluehouse.server.ws.outbox import Outbox
from cluehouse.server.ws.subscription import Subscription
from cluehouse.table.book.book import (
    HostPassed,
    Note,
    SatDown,
    Started,
    StoodUp,
    TableBook,
    Wished,
)
from cluehouse.table.book.chat import RailSet, Readmitted, Removed, Said
from cluehouse.table.book.lifecycle import (
    Abandoned,
    BotDegraded,
    BotRecovered,
    CameBack,
    GaveUp,
    Paused,
    PlaysOn,
    Resumed,
    StoodIn,
)
from cluehouse.table.book.links import Rematched
from cluehouse.table.book.marks import Marked, MarkUndone, reading
from cluehouse.table.book.seal import Contributed
from cluehouse.table.bots.messages import Noted, Study
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table

MAX_BAD_FRAMES: Final = 10
"""Frames nobody can read before the door is shut."""

CLOSE_REASON_TIMEOUT_S: Final = 1.0
"""Seconds a device gets to hear why it is let go."""

_log = structlog.get_logger(__name__)

_FRAME = decoder(Frame)


class Session:
    """From the moment a device is in until it is gone. Several may share a seat, all in step."""

    def __init__(
        self,
        socket: WebSocket,
        context: AppContext,
        id: TableId,
        book: TableBook,
        guest: Guest,
    ) -> None:
        self._socket = socket
        self._context = context
        self._id = id
        self._book = book
        self._guest = guest
        self._connection = Outbox(socket, lambda: self.send_away(TOO_SLOW, "too slow"))
        self._farewell: tuple[int, str] | None = None
        self._own_task = asyncio.current_task()
        self._place = Subscription(socket, context.tables, id, book, guest, self._connection)
        self._voice = ChatPermission(context, book, guest, self._place, address_of(socket))
        self._earshot = ChatFeed(id, book, self._connection.say, lambda: self._place.lag)
        self._frames = context.limits.frames()
        self._room = b""
        self.guest = guest.id
        self.name = guest.name
        self.address = address_of(socket)
        self._strikes = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._studying: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat | None:
        return self._place.seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._place.seats

    @property
    def screen(self) -> bool:
        return self._place.screen

    async def told_before(self) -> int | None:
        """How many sights its guest had been told when they left."""
        left_at = self._context.presence.left_at(self._id, self._guest.id)
        return await self._place.told(left_at)

    async def last(self, since: Seq, told: int | None) -> None:
        """Returns when the device is gone or has been let go. It can be from the first moment."""
        self._connection.say(Welcome(self._context.build, told))
        self._book.listeners.append(self._on_note)
        self._context.presence.enter(self._id, self)
        self._show_marks()
        self._earshot.listen()
        try:
            if self._book.started:
                await self._join(since)
            await self._listen()
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if self._farewell is None:
                raise
            await self._close(*self._farewell)
        finally:
            self._go()

    def show_room(self) -> None:
        """To whoever is behind only if it looks otherwise: that it is told could tell something."""
        tables = self._context.tables
        room = encode(tables.room_of(self._id, self._book, self._guest, self._place.viewer))
        if self._place.lag == 0 or room != self._room:
            self._room = room
            self._connection.send(room)

    async def _listen(self) -> None:
        all_frames = self._context.limits.address_frames
        while self._strikes <= MAX_BAD_FRAMES:
            text = await self._frame()
            if not (self._frames.take() and all_frames.take(self.address)):
                await self._show_the_door(TOO_FAST, "too fast")
                return
            await self._hear(text)
        await self._show_the_door(TOO_WRONG, "too many frames that are none")

    async def _frame(self) -> str:
        """The text of the next frame; bytes are nonsense here, and read as such."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

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
            self._context.metrics.moves_refused += isinstance(frame, Play)
            self._refuse(trouble)

    async def _do(self, frame: Frame) -> None:
        match frame:
            case Play():
                await self._play(frame)
            case Mark(cell=cell, mark=mark):
                await self._book.decide(lambda: seating.mark(self._book, self.seat, cell, mark))
            case Undo():
                await self._book.decide(lambda: seating.undo_mark(self._book, self.seat))
            case TakeNotes():
                if self._studying is None or self._studying.done():
                    self._studying = self._errand(self._take_notes)
            case Say(words=words):
                await self._voice.say(words)

    async def _play(self, frame: Play) -> None:
        seat = seating.seated(self.seat)
        table = self._started()
        await table.play(seat, strictly(codec(table.game).move, frame.move), frame.seen)

    async def _take_notes(self) -> None:
        """One question at a time; one's own moves need not wait."""
        seat, help = seating.seated(self.seat), seating.opened(self._book).help
        workers = self._context.workers
        self._connection.say(await notes_for(self._started(), seat, help, workers))

    def _started(self) -> Table:
        if self._place.table is None:
            raise NotStarted
        return self._place.table

    async def _join(self, since: Seq) -> None:
        """If the house cannot just now, the device is sent away to come back by itself."""
        try:
            await self._place.take(since)
            self._earshot.follow(self._place.table)
        except Unavailable as trouble:
            self._refuse(trouble)
            await self._close(TRY_AGAIN, "try again")

    def _on_note(self, note: Note) -> None:
        match note:
            case SatDown() | StoodUp() | Wished() | Contributed() | BotDegraded() | BotRecovered():
                self.show_room()
                self._change_place()
            case HostPassed() | RailSet():
                self.show_room()
                self._change_place()
                self._earshot.follow(self._place.table)
            case Said():
                self._earshot.listen()
            case Removed(guest=guest) if guest == self.guest:
                self.send_away(REMOVED, "removed")
            case Removed() | Readmitted() | GaveUp() | PlaysOn() | Abandoned() | Rematched():
                self.show_room()
            case StoodIn() | CameBack() | Paused() | Resumed():
                self.show_room()
            case Started():
                self.show_room()
                self._errand(lambda: self._join(BEFORE_THE_DEAL))
            case Marked(seat=seat) | MarkUndone(seat=seat) if seat == self.seat:
                self._show_marks()
            case _:
                pass  # nothing this device should hear of

    def _change_place(self) -> None:
        """Whoever has lost their seat in the middle of a game watches from the rail, at once."""
        if self._place.is_lost:
            since = self._place.leave()
            self._errand(lambda: self._join(since))

    def _show_marks(self) -> None:
        if (seat := self.seat) is not None:
            marks = self._book.notebooks.marks[seat]
            self._connection.say(Marks(reading(marks), bool(marks)))

    def _refuse(self, trouble: CluehouseError) -> None:
        """What is wrong with the house is for its host to read, not for its guests."""
        if isinstance(trouble, Unavailable):
            _log.error("unavailable", table=ref(self._id), id=trouble.id, detail=trouble.detail)
            self._connection.say(Refused(trouble.id))
        else:
            self._connection.say(Refused(trouble.id, trouble.detail))

    def _errand(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Something that nobody waits for; a refusal is told all the same. After a bug the device
        comes back by itself. It may end before it begins, if the device goes."""

        async def run() -> None:
            try:
                await work()
            except CluehouseError as trouble:
                self._refuse(trouble)
            except Exception:
                _log.exception("a bug: a device is sent away", table=ref(self._id))
                self.send_away(TRY_AGAIN, "try again")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def send_away(self, code: int, reason: str) -> None:
        """Break off listening, once."""
        if self._farewell is None and self._own_task is not None:
            self._farewell = code, reason
            self._own_task.cancel()

    async def _show_the_door(self, code: int, reason: str) -> None:
        """Coming back is not for nothing."""
        self._context.limits.requests.penalize(self.address)
        await self._close(code, reason)

    async def _close(self, code: int, reason: str) -> None:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(CLOSE_REASON_TIMEOUT_S):
                await self._socket.close(code, reason)

    def _go(self) -> None:
        self._book.listeners.remove(self._on_note)
        self._earshot.leave()
        seq = self._place.leave()
        if seq > BEFORE_THE_DEAL:
            self._context.presence.note_leaving(self._id, self._guest.id, seq)
        self._context.presence.leave(self._id, self)
        self._connection.drop()
        for errand in self._tasks:
            errand.cancel()


async def notes_for(table: Table, seat: Seat, help: Help, workers: WorkerPool) -> NotesTaken:
    """Worked out in a worker."""
    if help == "paper":
        raise BadRequest("at this table the notebook holds only what you write")
    header = table.header
    story = await table.recall(seat)
    answer = await workers.of(header.id, seat).ask(
        Study(seat, header.game, bytes(header.options), header.seats, help, story)
    )
    if not isinstance(answer, Noted):
        raise Unavailable("the notebook could not be worked out; try again")
    return NotesTaken(answer.seq, msgspec.Raw(answer.notes))
