"""Data that all processes share besides games: the cookie secret, and resume codes."""

from cluehouse.server.accounts.identity import CODE_AGE_S, Guest
from cluehouse.server.storage.postgres_pool import PostgresPool

_PROPOSE = "INSERT INTO secrets (name, secret) VALUES ('cookies', $1) ON CONFLICT DO NOTHING"
_SECRET = "SELECT secret FROM secrets WHERE name = 'cookies'"

_KEEP = """
    INSERT INTO codes (code, guest, name, until)
    VALUES ($1, $2, $3, now() + make_interval(secs => $4))
"""
_TAKE = "DELETE FROM codes WHERE code = $1 RETURNING guest, name, until > now()"
_FORGET = "DELETE FROM codes WHERE guest = $1"
_PURGE = "DELETE FROM codes WHERE until < now()"


async def shared_secret(postgres: PostgresPool, proposal: bytes) -> bytes:
    """Return the secret that signs cookies: the first one that any process proposed."""
    await postgres.fetch(_PROPOSE, proposal)
    ((secret,),) = await postgres.fetch(_SECRET)
    return bytes(secret)


class SharedCodes:
    """Resume codes: a code that one process issued is accepted by every process."""

    def __init__(self, postgres: PostgresPool) -> None:
        self._postgres = postgres

    async def keep(self, code: str, guest: Guest) -> None:
        await self._postgres.fetch(_PURGE)
        await self._postgres.fetch(_KEEP, code, guest.id, guest.name, CODE_AGE_S)

    async def take(self, code: str) -> Guest | None:
        rows = await self._postgres.fetch(_TAKE, code) if code.isprintable() else []
        return next((Guest(id, name) for id, name, valid in rows if valid), None)

    async def forget(self, guest: str) -> None:
        await self._postgres.fetch(_FORGET, guest)
