"""Talk at a table: who may say what, and who hears it when."""

import asyncio
import time
from collections.abc import Callable
from itertools import takewhile
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.text_policy import legible
from cluehouse.server.context import AppContext
from cluehouse.server.errors import BadRequest, ForbiddenWord, Hushed, NoVoice, TalkFull, TooFast
from cluehouse.server.lobby.permissions import has_voice, who_is
from cluehouse.server.operator.word_filter import WordFilter
from cluehouse.server.wire.chat import Spoken, Talk
from cluehouse.server.ws.subscription import Subscription
from cluehouse.table.book.book import Person, TableBook
from cluehouse.table.book.chat import CHAT_HISTORY_LINES, ChatLine, Said, Text, Words
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table

MAX_CHAT_LINES: Final = 5000
"""Lines that the book of one table keeps."""


class ChatPermission:
    """One device's way to talk."""

    def __init__(
        self,
        context: AppContext,
        book: TableBook,
        guest: Guest,
        place: Subscription,
        address: str,
    ) -> None:
        self._context = context
        self._book = book
        self._guest = guest
        self._place = place
        self._address = address
        self._pace = context.limits.talk()

    async def say(self, words: Words) -> None:
        if not (self._pace.take() and self._context.limits.address_talk.take(self._address)):
            raise TooFast
        said = _readable(words, self._context.words.value)
        await self._book.decide(lambda: self._judge(said))

    def _judge(self, words: Words) -> Said:
        if not has_voice(self._book, self._guest):
            raise NoVoice
        if is_hushed(self._place.table):
            raise Hushed
        return _said(self._book, self._guest, self._place.seat, words)


def _said(book: TableBook, guest: Guest, seat: Seat | None, words: Words) -> Said:
    if book.chat.said >= MAX_CHAT_LINES:
        raise TalkFull
    name = _name_at(book, guest, seat)
    if not name:
        raise BadRequest("give yourself a name first")
    return Said(seat, name, guest.id, time.time(), words)


def _readable(words: Words, wordlist: WordFilter) -> Words:
    """In one line, nothing in it that cannot be seen, and nothing that nobody wants to read."""
    if not isinstance(words, Text):
        return words
    if (text := legible(words.text)) is None:
        raise BadRequest("only what can be read can be said")
    if not wordlist.allows(text):
        raise ForbiddenWord
    return Text(text)


def is_hushed(table: Table | None) -> bool:
    """Whether a rule of the game wants silence."""
    if table is None or table.game.hushed is None:
        return False
    return table.game.hushed(table.public)


def _name_at(book: TableBook, guest: Guest, seat: Seat | None) -> str:
    """Companions speak under the name of the seat that is shown."""
    who = None if seat is None else book.sitters.get(seat)
    return who.name if isinstance(who, Person) else guest.name


def _is_due(line: ChatLine, lag: int) -> bool:
    """Whoever is not behind hears it whatever the clock says: it may have been set back since."""
    return not lag or line.said.at + lag <= time.time()


class ChatFeed:
    """What one device has heard of the talk. It hears the rest when its time comes."""

    def __init__(
        self,
        id: TableId,
        book: TableBook,
        tell: Callable[[Talk], None],
        lag: Callable[[], int | None],
    ) -> None:
        """`lag`: seconds by which it hears everything later; None: it hears nothing."""
        self._id = id
        self._book = book
        self._tell = tell
        self._lag = lag
        self._table: Table | None = None
        self._next = 0
        self._new = True
        self._hushed = False
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, table: Table | None) -> None:
        """Notice when this game wants silence."""
        self._forsake()
        self._table = table
        if table is not None and table.game.hushed is not None:
            table.watchers.append(self.listen)
        self.listen()

    def listen(self) -> None:
        """Called whenever there may be something to hear. Whoever has just come gets the latest;
        afterwards nothing is lost, however late they hear it."""
        lag = self._lag()
        if lag is None:
            return
        unheard = [line for line in self._book.chat.lines if line.number >= self._next]
        due = list(takewhile(lambda line: _is_due(line, lag), unheard))
        hushed = is_hushed(self._table)
        if due or hushed != self._hushed:
            told = due[-CHAT_HISTORY_LINES:] if self._new else due
            self._tell(Talk(tuple(map(self._spoken, told)), hushed))
            self._hushed = hushed
        self._new = False
        if due:
            self._next = due[-1].number + 1
        self._wait(unheard[len(due) :], lag)

    def leave(self) -> None:
        self._forsake()
        self._rest()

    def _forsake(self) -> None:
        if self._table is not None and self.listen in self._table.watchers:
            self._table.watchers.remove(self.listen)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self, coming: list[ChatLine], lag: int) -> None:
        self._rest()
        if coming:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(coming[0].said.at + lag - time.time(), self.listen)

    def _spoken(self, line: ChatLine) -> Spoken:
        said = line.said
        who = who_is(self._id, said.guest)
        return Spoken(line.number, said.seat, said.name, who, line.words)
