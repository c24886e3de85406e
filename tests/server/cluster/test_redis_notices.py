"""Several processes with Redis: notices replace waiting for polls, and Redis may be down."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cluehouse.server.cluster import membership
from tests.server.redis_server import running_redis
from tests.server.running_server import choose, play_to_the_end
from tests.server.two_servers import START, ada_and_ben_apart, finish, here, seated


async def subscribers(address: str) -> int:
    """Count the subscribers of all channels; 0 while Redis is down."""
    redis = Redis.from_url(address)
    try:
        channels = await redis.pubsub_channels()
        return sum([int(count) for _, count in await redis.pubsub_numsub(*channels)])
    except (RedisError, OSError):
        return 0
    finally:
        await redis.aclose()


async def publish_invalid_messages(address: str) -> None:
    redis = Redis.from_url(address)
    for channel in await redis.pubsub_channels():
        for message in (b"", b"hello", b"sender unknown something", b"\xff \xff \xff"):
            await redis.publish(channel, message)
    await redis.aclose()


async def until_two_subscribe(address: str) -> None:
    async with asyncio.timeout(20):
        while await subscribers(address) < 2:
            await asyncio.sleep(0.05)


async def test_with_redis_no_change_waits_for_a_poll(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "POLL_INTERVAL_S", 1000.0)
    async with (
        running_redis(tmp_path) as redis,
        ada_and_ben_apart(tmp_path, database, redis_url=redis.address) as (ada, ben),
    ):
        await until_two_subscribe(redis.address)
        table = await seated(ada, ben, seats=2)
        async with ada.visit(table) as hers, ben.visit(table) as his:
            await here(hers, 1)
            await here(his, 0)
            await ada.post(START.format(table))
            await asyncio.gather(play_to_the_end(hers), play_to_the_end(his))


async def test_games_continue_while_redis_is_down_and_after_it_is_back(
    tmp_path: Path, database: str
) -> None:
    async with (
        running_redis(tmp_path) as redis,
        ada_and_ben_apart(tmp_path, database, redis_url=redis.address) as (ada, ben),
    ):
        await until_two_subscribe(redis.address)
        await publish_invalid_messages(redis.address)
        table = await seated(ada, ben, seats=2)
        async with ada.visit(table) as hers, ben.visit(table) as his:
            await ada.post(START.format(table))
            await choose(hers, await hers.receive("Update"))
            his_turn = await his.receive("Update", seq=1)
            await redis.kill()
            await choose(his, his_turn)
            latest = [await device.receive("Update", seq=2) for device in (hers, his)]
            await redis.start()
            await until_two_subscribe(redis.address)
            ends = await asyncio.gather(finish(hers, latest[0]), finish(his, latest[1]))
    assert ends[0]["outcome"] == ends[1]["outcome"]
