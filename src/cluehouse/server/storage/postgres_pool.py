"""How the house reaches its Postgres: connections that come back by themselves, failures in words.

Whoever asks while Postgres restarts waits for it, up to a point. That is safe before anything was
said, and for what may be said twice: of any other statement that was under way when the line broke,
nobody knows the fate.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from ssl import SSLError
from typing import Any, Final, Self, TypeVar
from urllib.parse import urlsplit

import asyncpg

from cluehouse.core.errors import Closed, Damaged, DiskFull, Taken, Unavailable
from cluehouse.server.storage.migrate import Migration, check_known

T = TypeVar("T")

MAX_CONNECTIONS: Final = 8
"""Of one process, at most, beside the one for its sign of life."""

CONNECT_TIMEOUT_S: Final = 15.0
"""Seconds that a caller waits for a Postgres that cannot be reached."""

RECONNECT_DELAY_S: Final = 0.2
"""Seconds between two attempts to reach it."""

COMMAND_TIMEOUT_S: Final = 10.0
"""Seconds; a line that is silent for longer is taken for broken."""

MIGRATION_TIMEOUT_S: Final = 3600.0
"""Seconds that an upgrade may take."""

MIGRATION_LOCK_ID: Final = 0xC10E
"""One process at a time brings the database up to date: the number of its lock."""

_UNREACHABLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # on a line that was cut while nobody used it
)


class ConnectionLost(Unavailable):
    """The line broke, perhaps after something had been said."""


_STRANGE = "DATABASE_URL cannot be understood"
"""And no more: whatever else could be said may be a piece of its password."""

_UNTRUSTED = "Postgres at {host} cannot be trusted: see sslmode and sslrootcert ({error})"
_BARRED = "Postgres at {host} does not let the house in: see DATABASE_URL ({error})"
_GONE = "Postgres at {host} cannot be reached: see that it runs; play goes on by itself ({error})"
_DAMAGED = "the database at {host} is damaged: stop the house and restore a dump ({error})"
_WORDS: Final[tuple[tuple[tuple[type[Exception], ...], type[Unavailable], str], ...]] = (
    ((asyncpg.UniqueViolationError,), Taken, "another writer was first"),
    (
        (asyncpg.DiskFullError,),
        DiskFull,
        "Postgres at {host} has no room left: free some disk space there; play goes on by itself",
    ),
    (
        (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError),
        Damaged,
        _DAMAGED,
    ),
    (
        (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError),
        Unavailable,
        _BARRED,
    ),
    (
        (asyncpg.InsufficientPrivilegeError,),
        Unavailable,
        "the user in DATABASE_URL may not do this: let them own the database ({error})",
    ),
    (
        (asyncpg.ReadOnlySQLTransactionError,),
        Unavailable,
        "Postgres at {host} is a copy that cannot be written to: name the first one ({error})",
    ),
    ((asyncpg.TooManyConnectionsError,), Unavailable, "raise max_connections of Postgres: {error}"),
    (
        (asyncpg.DeadlockDetectedError, asyncpg.SerializationError, asyncpg.QueryCanceledError),
        Unavailable,
        "Postgres at {host} broke off a statement: {error}",
    ),
    (_UNREACHABLE, ConnectionLost, _GONE),
)


class PostgresPool:
    """A few connections, each asked for as long as it is needed."""

    def __init__(self, pool: Any, host: str) -> None:
        self.host = host
        self.closed = False
        self._away_since: float | None = None
        """Nobody has reached it since then, by the loop's clock."""
        self._pool = pool

    @classmethod
    async def reach(cls, address: str, connections: int = MAX_CONNECTIONS) -> Self:
        """Nothing is said yet: a Postgres that is down is heard of when it is needed."""
        pool = asyncpg.create_pool(
            address,
            min_size=0,
            max_size=connections,
            command_timeout=COMMAND_TIMEOUT_S,
            timeout=COMMAND_TIMEOUT_S,
            # what is acknowledged is on disk, however the server, the database or the user is set
            server_settings={"synchronous_commit": "on"},
        )
        return cls(await pool, _host_of(address))

    async def fetch(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        async with self.connection() as postgres:
            return [tuple(row) for row in await postgres.fetch(query, *parameters)]

    async def look_up(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        """A query that changes nothing."""
        return await self.until_answered(lambda: self.fetch(query, *parameters))

    async def until_answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """For what may be asked twice: whenever the line breaks, again."""
        now = asyncio.get_running_loop().time
        until = now() + CONNECT_TIMEOUT_S
        while True:
            try:
                return await ask()
            except ConnectionLost:
                if now() >= until:
                    raise
            await asyncio.sleep(RECONNECT_DELAY_S)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """Raises the answer instead of the failure; a bug stays loud."""
        postgres = await self._patiently()
        try:
            yield postgres
        except Exception as error:
            answer = answer_to(error, self.host)
            if answer is error:
                raise
            raise answer from error
        finally:
            await self._give_back(postgres)

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            await self._pool.close()

    async def _patiently(self) -> Any:
        """All wait for it together: whoever comes when it has been away for long tries once."""
        while not self.closed:
            try:
                postgres = await self._pool.acquire(timeout=COMMAND_TIMEOUT_S)
                self._away_since = None
                return postgres
            except SSLError as error:
                raise Unavailable(_UNTRUSTED.format(host=self.host, error=error)) from error
            except ValueError:
                raise Unavailable(_STRANGE) from None
            except _UNREACHABLE as error:
                if self._is_long_away():
                    raise _nothing_was_said(answer_to(error, self.host)) from error
                await asyncio.sleep(RECONNECT_DELAY_S)
            except asyncpg.PostgresError as error:
                answer = answer_to(error, self.host)
                barred = Unavailable(_BARRED.format(host=self.host, error=error))
                raise (barred if answer is error else answer) from error
        raise Closed("the house is shutting down")

    def _is_long_away(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._away_since = now if self._away_since is None else self._away_since
        return now >= self._away_since + CONNECT_TIMEOUT_S

    async def _give_back(self, postgres: Any) -> None:
        """A broken one the pool throws away; whoever asked has their answer already."""
        with suppress(Exception):
            await self._pool.release(postgres)


def answer_to(error: Exception, host: str) -> Exception:
    """What to tell whoever waits; a bug is its own answer, and so is a value of the wrong kind."""
    if isinstance(error, ValueError):
        return error
    for kinds, kind, words in _WORDS:
        if isinstance(error, kinds):
            return kind(words.format(host=host, error=error or type(error).__name__))
    return error


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or "this machine"
    except ValueError:
        raise Unavailable(_STRANGE) from None


def _nothing_was_said(answer: Exception) -> Exception:
    """There was no line that could break: to ask again would only be to wait again."""
    return Unavailable(answer.detail) if isinstance(answer, ConnectionLost) else answer


def damaged(host: str) -> Damaged:
    return Damaged(_DAMAGED.format(host=host, error="numbers are missing"))


async def migrate(postgres: PostgresPool, known: Sequence[Migration]) -> None:
    """Whole or not at all, and by one process: whoever comes second finds it done."""
    async with postgres.connection() as connection, connection.transaction():
        lock = "SELECT pg_advisory_xact_lock($1)"
        await connection.execute(lock, MIGRATION_LOCK_ID, timeout=MIGRATION_TIMEOUT_S)
        await connection.execute("CREATE TABLE IF NOT EXISTS migrated (number INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migrated")
        check_known(version, known)
        for migration in known[version:]:
            await connection.execute(migration.sql, timeout=MIGRATION_TIMEOUT_S)
            await connection.execute("INSERT INTO migrated VALUES ($1)", migration.number)
