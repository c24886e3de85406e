"""Chat at a table: what a client may say, and which lines it receives when."""

import asyncio
import time
from collections.abc import Callable
from itertools import takewhile
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.text_policy import legible
from cluehouse.server.errors import BadRequest, ChatForbidden, ChatFull, ChatHushed, ForbiddenWord
from cluehouse.server.lobby.permissions import guest_hash, may_talk
from cluehouse.server.operator.word_filter import WordFilter
from cluehouse.server.wire.chat import Spoken, Talk
from cluehouse.server.ws.subscription import Subscription
from cluehouse.table.book.book import Person, TableBook
from cluehouse.table.book.chat import CHAT_HISTORY_LINES, ChatLine, Said, Text, Words
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table

MAX_CHAT_LINES: Final = 5000
"""Lines that the book of one table keeps."""


def readable(words: Words, word_filter: WordFilter) -> Words:
    """The words on one line, refused with invisible characters or filtered words in them."""
    if not isinstance(words, Text):
        return words
    if (text := legible(words.text)) is None:
        raise BadRequest("only what can be read can be said")
    if not word_filter.allows(text):
        raise ForbiddenWord
    return Text(text)


def said(book: TableBook, guest: Guest, subscription: Subscription, words: Words) -> Said:
    """The note to write, or the refusal."""
    if not may_talk(book, guest):
        raise ChatForbidden
    if is_hushed(subscription.table):
        raise ChatHushed
    if book.chat.said >= MAX_CHAT_LINES:
        raise ChatFull
    name = _name_at(book, guest, subscription.seat)
    if not name:
        raise BadRequest("give yourself a name first")
    return Said(subscription.seat, name, guest.id, time.time(), words)


def is_hushed(table: Table | None) -> bool:
    """Whether a rule of the game forbids talking now."""
    if table is None or table.game.hushed is None:
        return False
    return table.game.hushed(table.public)


def _name_at(book: TableBook, guest: Guest, seat: Seat | None) -> str:
    """Companions talk under the name of the seat that is shown."""
    who = None if seat is None else book.sitters.get(seat)
    return who.name if isinstance(who, Person) else guest.name


def _is_due(line: ChatLine, lag: int) -> bool:
    """Without a delay a line is due whatever the clock says: it may have been set back since."""
    return not lag or line.said.at + lag <= time.time()


class ChatFeed:
    """Sends one client the chat of a table, each line when its delay has passed."""

    def __init__(
        self,
        id: TableId,
        book: TableBook,
        send: Callable[[Talk], None],
        lag: Callable[[], int | None],
    ) -> None:
        """`lag`: seconds by which the client receives lines; None: it receives none."""
        self._id = id
        self._book = book
        self._send = send
        self._lag = lag
        self._table: Table | None = None
        self._next = 0
        self._is_new = True
        self._hushed = False
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, table: Table | None) -> None:
        """Watch this game for rules that forbid talking."""
        self._unfollow()
        self._table = table
        if table is not None and table.game.hushed is not None:
            table.watchers.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Send the lines that are due. A new client gets the latest; after that no line is lost."""
        lag = self._lag()
        if lag is None:
            return
        unsent = [line for line in self._book.chat.lines if line.number >= self._next]
        due = list(takewhile(lambda line: _is_due(line, lag), unsent))
        hushed = is_hushed(self._table)
        if due or hushed != self._hushed:
            lines = due[-CHAT_HISTORY_LINES:] if self._is_new else due
            self._send(Talk(tuple(map(self._spoken, lines)), hushed))
            self._hushed = hushed
        self._is_new = False
        if due:
            self._next = due[-1].number + 1
        self._set_timer(unsent[len(due) :], lag)

    def close(self) -> None:
        self._unfollow()
        self._cancel_timer()

    def _unfollow(self) -> None:
        if self._table is not None and self.refresh in self._table.watchers:
            self._table.watchers.remove(self.refresh)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _set_timer(self, pending: list[ChatLine], lag: int) -> None:
        self._cancel_timer()
        if pending:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(pending[0].said.at + lag - time.time(), self.refresh)

    def _spoken(self, line: ChatLine) -> Spoken:
        note = line.said
        who = guest_hash(self._id, note.guest)
        return Spoken(line.number, note.seat, note.name, who, line.words)
