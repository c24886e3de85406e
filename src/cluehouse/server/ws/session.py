"""One WebSocket at a table: reads frames and acts on them; an `Outbox` sends the messages."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.codec import codec
from cluehouse.core.errors import CluehouseError, Malformed, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, HELPS, Help, Seat, Seq
from cluehouse.core.wire import decoder, encode, strictly
from cluehouse.server.accounts.identity import Visitor
from cluehouse.server.context import AppContext, address_of
from cluehouse.server.errors import BadRequest, NotStarted, TooFast
from cluehouse.server.lobby import seating
from cluehouse.server.logs import ref
from cluehouse.server.net.rate_limits import client_prefix
from cluehouse.server.wire.chat import Say
from cluehouse.server.wire.close_codes import REMOVED, TOO_FAST, TOO_SLOW, TOO_WRONG, TRY_AGAIN
from cluehouse.server.wire.frames import (
    CheckMarks,
    Frame,
    Mark,
    Marks,
    MarksChecked,
    NotesTaken,
    PlayMove,
    Refused,
    TakeNotes,
    Undo,
    Welcome,
)
from cluehouse.server.ws import chat
from cluehouse.server.ws.chat import ChatFeed
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
from cluehouse.table.book.chat import RailSet, Readmitted, Removed, Said, Words
from cluehouse.table.book.lifecycle import (
    Abandoned,
    BotDegraded,
    BotFellBack,
    BotRecovered,
    CameBack,
    GaveUp,
    Paused,
    PlaysOn,
    Resumed,
    SpeedSet,
    SteppedOut,
    StoodIn,
)
from cluehouse.table.book.links import RematchDeleted, Rematched
from cluehouse.table.book.marks import Marked, MarkUndone, current_marks
from cluehouse.table.book.seal import Contributed
from cluehouse.table.bots.messages import Check, Checked, Noted, Study
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table
from cluehouse.table.tasks import TaskSet

MAX_BAD_FRAMES: Final = 10
"""Frames that do not decode before the connection is closed."""

CLOSE_REASON_TIMEOUT_S: Final = 1.0
"""For sending the close frame to a client that may not be reading."""

_log = structlog.get_logger(__name__)

_FRAME = decoder(Frame)


class Session:
    """A client at a table, from admission to disconnect. Several may share a seat, all in step."""

    def __init__(
        self,
        socket: WebSocket,
        context: AppContext,
        id: TableId,
        book: TableBook,
        visitor: Visitor,
    ) -> None:
        self._socket = socket
        self._context = context
        self._id = id
        self._book = book
        self._guest = guest = visitor.guest
        self.guest = guest.id
        self.name = guest.name
        self.session = visitor.session
        self.address = address_of(socket)
        self._outbox = Outbox(socket, lambda: self.disconnect(TOO_SLOW, "too slow"))
        self._subscription = Subscription(socket, context.tables, id, book, guest, self._outbox)
        self._chat = ChatFeed(id, book, self._outbox.send_encoded, lambda: self._subscription.lag)
        self._frame_rate = context.limits.frames()
        self._chat_rate = context.limits.chat()
        self._bad_frames = 0
        self._room = b""
        """The room as last sent, encoded."""
        self._close_with: tuple[int, str] | None = None
        self._own_task = asyncio.current_task()
        self._tasks = TaskSet()
        self._taking_notes: asyncio.Task[None] | None = None
        self._checking_marks: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat | None:
        return self._subscription.seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._subscription.seats

    @property
    def screen(self) -> bool:
        return self._subscription.screen

    async def sights_before(self) -> int | None:
        """How many sights the guest had received when their last client left, if known."""
        left_at = self._context.presence.left_at(self._id, self._guest.id)
        return await self._subscription.sights_until(left_at)

    async def run(self, since: Seq, sights: int | None) -> None:
        """Serve the client until it disconnects or is closed by `disconnect`."""
        self._outbox.send_encoded(Welcome(self._context.build, sights))
        self._book.listeners.append(self._on_note)
        self._context.presence.enter(self._id, self)
        self._send_marks()
        self._chat.refresh()
        try:
            if self._book.started:
                await self._subscribe(since)
            await self._read_frames()
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if self._close_with is None:
                raise
            await self._close(*self._close_with)
        finally:
            self._release()

    def show_room(self) -> None:
        """Send the room. Delayed viewers get it only when it changed: its timing would leak."""
        if self._close_with is not None:
            return
        tables, viewer = self._context.tables, self._subscription.viewer
        room = encode(tables.room_of(self._id, self._book, self._guest, viewer))
        if self._subscription.lag == 0 or room != self._room:
            self._room = room
            self._outbox.send(room)

    def disconnect(self, code: int, reason: str) -> None:
        """Stop sending and reading at once, then close the connection. The first call decides code
        and reason."""
        if self._close_with is None and self._own_task is not None:
            self._close_with = code, reason
            self._stop_sending()
            self._own_task.cancel()

    async def _read_frames(self) -> None:
        all_frames = self._context.limits.address_frames
        while self._bad_frames <= MAX_BAD_FRAMES:
            text = await self._next_frame()
            if not (self._frame_rate.take() and all_frames.take(self.address)):
                await self._penalize_and_close(TOO_FAST, "too fast")
                return
            await self._handle(text)
        await self._penalize_and_close(TOO_WRONG, "too many frames that are none")

    async def _next_frame(self) -> str:
        """The text of the next frame; a binary frame reads as empty and will not decode."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    async def _handle(self, text: str) -> None:
        """Decode a frame and act on it. A refusal is sent to this client alone."""
        try:
            frame = strictly(_FRAME, text)
        except Malformed as error:
            self._bad_frames += 1
            self._refuse(BadRequest(error.detail))
            return
        try:
            await self._act(frame)
        except CluehouseError as error:
            self._context.metrics.moves_refused += isinstance(frame, PlayMove)
            self._refuse(error)

    async def _act(self, frame: Frame) -> None:
        match frame:
            case PlayMove():
                await self._play(frame)
            case Mark(cell=cell, mark=mark):
                await self._book.decide(lambda: seating.mark(self._book, self.seat, cell, mark))
            case Undo():
                await self._book.decide(lambda: seating.undo_mark(self._book, self.seat))
            case TakeNotes(help=help):
                if self._taking_notes is None or self._taking_notes.done():
                    self._taking_notes = self._spawn(lambda: self._take_notes(help))
            case CheckMarks():
                if self._checking_marks is None or self._checking_marks.done():
                    self._checking_marks = self._spawn(self._check_marks)
            case Say(words=words):
                await self._say(words)

    async def _play(self, frame: PlayMove) -> None:
        seat = seating.seated(self.seat)
        table = self._started_table()
        move = strictly(codec(table.game).move, frame.move)
        if seat in self._book.lifecycle.standing_in:
            await self._book.decide(lambda: seating.come_back(self._book, self._guest, seat))

        def authorize() -> None:
            seating.check_moves(self._book, self._guest, seat, table.asked)

        await table.play(seat, move, frame.seen, authorize)

    async def _take_notes(self, wanted: Help | None) -> None:
        """Runs beside the frames: the client's own moves do not wait for it. If the client leaves,
        the worker is not interrupted: that would kill it, with the beliefs of its bots."""
        seat, help = seating.seated(self.seat), allowed_help(self._book, wanted)
        table, workers = self._started_table(), self._context.workers
        notes = await self._context.queues.notes.run(
            client_prefix(self.address), lambda: notes_for(table, seat, help, workers)
        )
        seating.check_plays(self._book, self._guest, seat)
        self._outbox.send_encoded(notes)

    async def _check_marks(self) -> None:
        """Runs like `_take_notes`, in the same queue."""
        seat = seating.seated(self.seat)
        allowed_help(self._book, "seen")
        table, workers = self._started_table(), self._context.workers
        marks = current_marks(self._book.notebooks.marks[seat])
        checked = await self._context.queues.notes.run(
            client_prefix(self.address), lambda: checked_marks(table, seat, marks, workers)
        )
        seating.check_plays(self._book, self._guest, seat)
        self._outbox.send_encoded(checked)

    async def _say(self, words: Words) -> None:
        all_chat = self._context.limits.address_chat
        if not (self._chat_rate.take() and all_chat.take(self.address)):
            raise TooFast
        text = chat.readable(words, self._context.word_filter.value)
        await self._book.decide(
            lambda: chat.said(self._book, self._guest, self._subscription, text)
        )

    def _started_table(self) -> Table:
        if self._subscription.table is None:
            raise NotStarted
        return self._subscription.table

    async def _subscribe(self, since: Seq) -> None:
        """Where the game is unavailable the client is closed with a code to reconnect on."""
        try:
            await self._subscription.open(since)
            self._chat.follow(self._subscription.table)
        except Unavailable as error:
            self._refuse(error)
            await self._close(TRY_AGAIN, "try again")

    def _on_note(self, note: Note) -> None:
        match note:
            case SatDown() | StoodUp() | Wished() | Contributed() | BotDegraded() | BotRecovered():
                self.show_room()
                self._resubscribe()
            case HostPassed() | RailSet():
                self.show_room()
                self._resubscribe()
                self._chat.follow(self._subscription.table)
            case Said():
                self._chat.refresh()
            case Removed(guest=guest) if guest == self.guest:
                self.disconnect(REMOVED, "removed")
            case Removed() | Readmitted() | GaveUp() | PlaysOn() | Abandoned() | Rematched():
                self.show_room()
            case SpeedSet() | SteppedOut():
                self.show_room()
            case StoodIn() | CameBack() | Paused() | Resumed() | RematchDeleted():
                self.show_room()
            case BotFellBack(seat=seat) if self._book.fell_back[seat] == self._book.pages:
                self.show_room()
            case Started():
                self.show_room()
                self._spawn(lambda: self._subscribe(BEFORE_THE_DEAL))
            case Marked(seat=seat) | MarkUndone(seat=seat) if seat == self.seat:
                self._send_marks()
            case _:
                pass  # nothing this client may know of

    def _resubscribe(self) -> None:
        """A guest who lost their seat in the middle of a game becomes a spectator at once."""
        if self._subscription.is_outdated:
            since = self._subscription.close()
            self._spawn(lambda: self._subscribe(since))

    def _send_marks(self) -> None:
        if (seat := self.seat) is not None:
            marks = self._book.notebooks.marks[seat]
            self._outbox.send_encoded(Marks(current_marks(marks), bool(marks)))

    def _refuse(self, error: CluehouseError) -> None:
        """Send the refusal. Details of a server failure are logged, not sent."""
        if isinstance(error, Unavailable):
            _log.error("unavailable", table=ref(self._id), id=error.id, detail=error.detail)
            self._outbox.send_encoded(Refused(error.id))
        else:
            self._outbox.send_encoded(Refused(error.id, error.detail))

    def _spawn(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Run beside the frames. A refusal is sent; after a bug the client is told to reconnect."""

        async def run() -> None:
            try:
                await work()
            except CluehouseError as error:
                self._refuse(error)
            except Exception:
                _log.exception("bug: closing the session", table=ref(self._id))
                self.disconnect(TRY_AGAIN, "try again")

        return self._tasks.spawn(run())

    async def _penalize_and_close(self, code: int, reason: str) -> None:
        self._context.limits.requests.penalize(self.address)
        await self._close(code, reason)

    async def _close(self, code: int, reason: str) -> None:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(CLOSE_REASON_TIMEOUT_S):
                await self._socket.close(code, reason)

    def _release(self) -> None:
        self._stop_sending()
        self._context.presence.leave(self._id, self)
        self._outbox.close()

    def _stop_sending(self) -> None:
        """Leave the game, its book and its chat; safe to call again."""
        self._tasks.cancel()
        if self._on_note in self._book.listeners:
            self._book.listeners.remove(self._on_note)
        self._chat.close()
        seq = self._subscription.close()
        if seq > BEFORE_THE_DEAL:
            self._context.presence.note_leaving(self._id, self._guest.id, seq)


def allowed_help(book: TableBook, wanted: Help | None) -> Help:
    """This help level, or the table's; raise BadRequest if the table allows less."""
    most = seating.opened(book).help
    help = wanted or most
    if help == "paper" or HELPS.index(help) > HELPS.index(most):
        raise BadRequest(f"the notebook at this table gives no more help than {most!r}")
    return help


async def notes_for(table: Table, seat: Seat, help: Help, workers: WorkerPool) -> NotesTaken:
    """The notebook's deductions for a seat, computed in a worker process."""
    header = table.header
    story = await table.recall(seat)
    answer = await workers.of(header.id, seat).ask(
        Study(seat, header.game, bytes(header.options), header.seats, help, story)
    )
    if not isinstance(answer, Noted):
        raise Unavailable("the notebook could not be worked out; try again")
    return NotesTaken(answer.seq, help, msgspec.Raw(answer.notes))


async def checked_marks(
    table: Table, seat: Seat, marks: dict[str, str], workers: WorkerPool
) -> MarksChecked:
    """Which of these marks of a seat its story contradicts, computed in a worker process."""
    header = table.header
    story = await table.recall(seat)
    answer = await workers.of(header.id, seat).ask(
        Check(seat, header.game, bytes(header.options), header.seats, story, marks)
    )
    if not isinstance(answer, Checked):
        raise Unavailable("the notebook could not be checked; try again")
    return MarksChecked(marks, answer.contradicted)
