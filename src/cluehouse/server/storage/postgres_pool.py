"""Connection pool for Postgres: reconnects by itself, and translates errors for the operator.

While Postgres restarts, requests wait for it up to CONNECT_TIMEOUT_S. A retry is safe before a
statement was sent, and for statements that may run twice. For any other statement that was running
when the connection was lost, it is unknown whether it took effect.
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
"""Limits the connections of one process, not counting the one for its heartbeat."""

CONNECT_TIMEOUT_S: Final = 15.0
"""Seconds that a request waits for a Postgres that cannot be reached."""

RECONNECT_DELAY_S: Final = 0.2
"""Seconds between two attempts to connect."""

COMMAND_TIMEOUT_S: Final = 10.0
"""Seconds without a response after which a connection counts as lost."""

MIGRATION_TIMEOUT_S: Final = 3600.0
"""Seconds that a migration may take."""

MIGRATION_LOCK_ID: Final = 0xC10E
"""Key of the advisory lock that lets one process at a time migrate the database."""

_UNREACHABLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # on a connection that was closed while idle
)


class ConnectionLost(Unavailable):
    """The connection was lost, perhaps after a statement was sent."""


_BAD_URL = "DATABASE_URL is not a valid URL"
"""Gives no details: they could quote a part of the password."""

_UNTRUSTED = "no TLS connection to Postgres at {host}: check sslmode and sslrootcert ({error})"
_LOGIN_FAILED = "Postgres at {host} rejects the login: check DATABASE_URL ({error})"
_UNREACHABLE_TEXT = (
    "Postgres at {host} cannot be reached: check that it runs; the server reconnects by itself "
    "({error})"
)
_DAMAGED = "the database at {host} is damaged: stop the server and restore a dump ({error})"
_TRANSLATIONS: Final[tuple[tuple[tuple[type[Exception], ...], type[Unavailable], str], ...]] = (
    ((asyncpg.UniqueViolationError,), Taken, "another writer was first"),
    (
        (asyncpg.DiskFullError,),
        DiskFull,
        "Postgres at {host} has no room left: free some disk space there; no restart is needed",
    ),
    (
        (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError),
        Damaged,
        _DAMAGED,
    ),
    (
        (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError),
        Unavailable,
        _LOGIN_FAILED,
    ),
    (
        (asyncpg.InsufficientPrivilegeError,),
        Unavailable,
        "the user in DATABASE_URL lacks privileges: make it the owner of the database ({error})",
    ),
    (
        (asyncpg.ReadOnlySQLTransactionError,),
        Unavailable,
        "Postgres at {host} is a read-only replica: set DATABASE_URL to the primary ({error})",
    ),
    ((asyncpg.TooManyConnectionsError,), Unavailable, "raise max_connections of Postgres: {error}"),
    (
        (asyncpg.DeadlockDetectedError, asyncpg.SerializationError, asyncpg.QueryCanceledError),
        Unavailable,
        "Postgres at {host} aborted a statement: {error}",
    ),
    (_UNREACHABLE, ConnectionLost, _UNREACHABLE_TEXT),
)


class PostgresPool:
    def __init__(self, pool: Any, host: str) -> None:
        self.host = host
        self.closed = False
        self._unreachable_since: float | None = None
        """Time of the first failed attempt since the last connection, by the loop's clock."""
        self._pool = pool

    @classmethod
    async def create(cls, address: str, connections: int = MAX_CONNECTIONS) -> Self:
        """Create a pool without connecting: a Postgres that is down is noticed on first use."""
        pool = asyncpg.create_pool(
            address,
            min_size=0,
            max_size=connections,
            command_timeout=COMMAND_TIMEOUT_S,
            timeout=COMMAND_TIMEOUT_S,
            # acknowledged writes are on disk, whatever the server, database or user settings say
            server_settings={"synchronous_commit": "on"},
        )
        return cls(await pool, _host_of(address))

    async def fetch(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        async with self.connection() as postgres:
            return [tuple(row) for row in await postgres.fetch(query, *parameters)]

    async def fetch_with_retry(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run a query that changes nothing; retry when the connection is lost."""
        return await self.retry_until_deadline(lambda: self.fetch(query, *parameters))

    async def retry_until_deadline(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do work that is safe to repeat; retry for CONNECT_TIMEOUT_S when a connection is lost."""
        now = asyncio.get_running_loop().time
        deadline = now() + CONNECT_TIMEOUT_S
        while True:
            try:
                return await work()
            except ConnectionLost:
                if now() >= deadline:
                    raise
            await asyncio.sleep(RECONNECT_DELAY_S)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """Lend a connection; raise translated errors. A bug is raised unchanged."""
        postgres = await self._acquire_with_retry()
        try:
            yield postgres
        except Exception as error:
            translated = translate_postgres_error(error, self.host)
            if translated is error:
                raise
            raise translated from error
        finally:
            await self._release(postgres)

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            await self._pool.close()

    async def _acquire_with_retry(self) -> Any:
        """Retry until Postgres has been unreachable for CONNECT_TIMEOUT_S. All callers share that
        deadline: after it, a caller tries once."""
        while not self.closed:
            try:
                postgres = await self._pool.acquire(timeout=COMMAND_TIMEOUT_S)
                self._unreachable_since = None
                return postgres
            except SSLError as error:
                raise Unavailable(_UNTRUSTED.format(host=self.host, error=error)) from error
            except ValueError:
                raise Unavailable(_BAD_URL) from None
            except _UNREACHABLE as error:
                if self._is_past_deadline():
                    raise _not_retriable(translate_postgres_error(error, self.host)) from error
                await asyncio.sleep(RECONNECT_DELAY_S)
            except asyncpg.PostgresError as error:
                translated = translate_postgres_error(error, self.host)
                login_failed = Unavailable(_LOGIN_FAILED.format(host=self.host, error=error))
                raise (login_failed if translated is error else translated) from error
        raise Closed("the server is shutting down")

    def _is_past_deadline(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._unreachable_since is None:
            self._unreachable_since = now
        return now >= self._unreachable_since + CONNECT_TIMEOUT_S

    async def _release(self, postgres: Any) -> None:
        """Return a connection; the pool discards a broken one. The result stands either way."""
        with suppress(Exception):
            await self._pool.release(postgres)


def translate_postgres_error(error: Exception, host: str) -> Exception:
    """Return the typed error for callers; a bug and a value of the wrong type stay unchanged."""
    if isinstance(error, ValueError):
        return error
    for kinds, kind, text in _TRANSLATIONS:
        if isinstance(error, kinds):
            return kind(text.format(host=host, error=error or type(error).__name__))
    return error


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or "this machine"
    except ValueError:
        raise Unavailable(_BAD_URL) from None


def _not_retriable(error: Exception) -> Exception:
    """Turn ConnectionLost into Unavailable: a retry without a connection would only wait again."""
    return Unavailable(error.detail) if isinstance(error, ConnectionLost) else error


def damaged(host: str) -> Damaged:
    return Damaged(_DAMAGED.format(host=host, error="numbers are missing"))


async def migrate(postgres: PostgresPool, known: Sequence[Migration]) -> None:
    """Apply pending migrations in one transaction, under a lock: one process does it for all."""
    async with postgres.connection() as connection, connection.transaction():
        lock = "SELECT pg_advisory_xact_lock($1)"
        await connection.execute(lock, MIGRATION_LOCK_ID, timeout=MIGRATION_TIMEOUT_S)
        await connection.execute("CREATE TABLE IF NOT EXISTS migrated (number INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migrated")
        check_known(version, known)
        for migration in known[version:]:
            await connection.execute(migration.sql, timeout=MIGRATION_TIMEOUT_S)
            await connection.execute("INSERT INTO migrated VALUES ($1)", migration.number)
