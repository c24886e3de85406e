"""Open the shared backend in Postgres: archive, identity of guests, and cluster membership."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from cluehouse.server.accounts.identity import Identity
from cluehouse.server.accounts.resume_passes import ResumePasses
from cluehouse.server.cluster.bus_redis import RedisBus
from cluehouse.server.cluster.membership import ClusterMembership
from cluehouse.server.cluster.shared_secret import SharedPasses, shared_secret
from cluehouse.server.settings import Settings
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.postgres_pool import PostgresPool


@asynccontextmanager
async def open_shared(
    settings: Settings, proposal: bytes
) -> AsyncIterator[tuple[PostgresArchive, Identity, ResumePasses, ClusterMembership]]:
    """Use `proposal` as the cookie secret if the database has none yet."""
    async with AsyncExitStack() as closing:
        archive = await PostgresArchive.open(settings.database_url)
        closing.push_async_callback(archive.close)
        secret = await shared_secret(archive.postgres, proposal)
        heartbeat = await PostgresPool.create(settings.database_url, connections=1)
        closing.push_async_callback(heartbeat.close)
        membership = ClusterMembership(archive.postgres, heartbeat)
        archive.listeners.append(membership.on_table_written)
        if settings.redis_url:
            bus = RedisBus.open(settings.redis_url, _channel(secret), membership.on_notice)
            membership.bus = await closing.enter_async_context(bus)
        passes = ResumePasses(SharedPasses(archive.postgres))
        yield archive, Identity(secret), passes, membership


def _channel(secret: bytes) -> str:
    """Name the Redis channel after the secret: other installations may use the same Redis."""
    return f"cluehouse:{hashlib.sha256(b'bus' + secret).hexdigest()[:16]}"
