"""A house in Postgres: its archive, who its guests are, and its other processes."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from cluehouse.server.accounts.identity import Identity
from cluehouse.server.cluster.bus_redis import RedisBus
from cluehouse.server.cluster.membership import ClusterMembership
from cluehouse.server.cluster.shared_secret import SharedCodes, shared_secret
from cluehouse.server.settings import Settings
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.postgres_pool import PostgresPool


@asynccontextmanager
async def open_shared(
    settings: Settings, proposal: bytes
) -> AsyncIterator[tuple[PostgresArchive, Identity, ClusterMembership]]:
    """`proposal`: a secret, if the house has none yet."""
    async with AsyncExitStack() as closing:
        archive = await PostgresArchive.open(settings.database_url)
        closing.push_async_callback(archive.close)
        secret = await shared_secret(archive.postgres, proposal)
        lifeline = await PostgresPool.reach(settings.database_url, connections=1)
        closing.push_async_callback(lifeline.close)
        membership = ClusterMembership(archive.postgres, lifeline)
        archive.listeners.append(membership.moved)
        if settings.redis_url:
            bus = RedisBus.open(settings.redis_url, _channel(secret), membership.on_message)
            membership.bus = await closing.enter_async_context(bus)
        yield archive, Identity(secret, SharedCodes(archive.postgres)), membership


def _channel(secret: bytes) -> str:
    """Of this house alone: others may have the same Redis."""
    return f"cluehouse:{hashlib.sha256(b'bus' + secret).hexdigest()[:16]}"
