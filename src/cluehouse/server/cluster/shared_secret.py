"""Data that all processes share besides games: the cookie secret, and resume passes."""

from collections.abc import Sequence

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.resume_passes import PASS_AGE_S
from cluehouse.server.storage.postgres_pool import PostgresPool

_PROPOSE = "INSERT INTO secrets (name, secret) VALUES ('cookies', $1) ON CONFLICT DO NOTHING"
_SECRET = "SELECT secret FROM secrets WHERE name = 'cookies'"

# A pass is one row for each of its secrets.
_KEEP = """
    WITH replaced AS (DELETE FROM codes WHERE guest = $2 OR until < now())
    INSERT INTO codes (code, guest, name, until)
    SELECT code, $2, $3, now() + make_interval(secs => $4) FROM unnest($1::text[]) AS code
"""
_LOOK = "SELECT guest, name FROM codes WHERE code = $1 AND until > now()"
_TAKE = """
    DELETE FROM codes WHERE guest IN (SELECT guest FROM codes WHERE code = $1)
    RETURNING guest, name, until > now()
"""
_CANCEL = "DELETE FROM codes WHERE guest = $1"
_LEFT = """
    SELECT max(extract(epoch FROM until - now()))::float8 FROM codes
    WHERE guest = $1 AND until > now()
"""


async def shared_secret(postgres: PostgresPool, proposal: bytes) -> bytes:
    """Return the secret that signs cookies: the first one that any process proposed."""
    await postgres.fetch(_PROPOSE, proposal)
    ((secret,),) = await postgres.fetch(_SECRET)
    return bytes(secret)


class SharedPasses:
    """Resume passes: one that a process issued is accepted by every process."""

    def __init__(self, postgres: PostgresPool) -> None:
        self._postgres = postgres

    async def keep(self, hashes: Sequence[str], guest: Guest) -> None:
        await self._postgres.fetch(_KEEP, hashes, guest.id, guest.name, PASS_AGE_S)

    async def look(self, hash: str) -> Guest | None:
        rows = await self._postgres.fetch(_LOOK, hash)
        return next((Guest(id, name) for id, name in rows), None)

    async def take(self, hash: str) -> Guest | None:
        """Of several takers at once, the first to delete the rows gets the guest."""
        rows = await self._postgres.fetch(_TAKE, hash)
        return next((Guest(id, name) for id, name, valid in rows if valid), None)

    async def cancel(self, guest: str) -> None:
        await self._postgres.fetch(_CANCEL, guest)

    async def seconds_left(self, guest: str) -> float | None:
        ((left,),) = await self._postgres.fetch(_LEFT, guest)
        return None if left is None else float(left)
