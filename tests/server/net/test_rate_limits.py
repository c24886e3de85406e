"""Token buckets, with a clock that the test sets."""

from cluehouse.server.net.rate_limits import BLOCK_S, Rate, TokenBucket

RATE = Rate(rate=20, burst=120)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_penalties_count_from_when_they_are_given() -> None:
    """Not from the last step: waiting before the abuse does not make it cheaper."""
    clock = Clock()
    bucket = TokenBucket(RATE, clock)
    bucket.take()
    clock.now += 2 * RATE.burst / RATE.rate
    for _ in range(20):
        bucket.penalize()
    assert bucket.is_blocked
    clock.now += RATE.burst / RATE.rate
    assert not bucket.is_blocked


def test_third_penalty_in_a_row_blocks_the_client() -> None:
    clock = Clock()
    bucket = TokenBucket(RATE, clock)
    for _ in range(2):
        bucket.penalize()
    assert not bucket.is_blocked
    bucket.penalize()
    assert bucket.is_blocked
    clock.now += BLOCK_S
    assert not bucket.is_blocked


def test_steps_alone_never_block() -> None:
    bucket = TokenBucket(RATE, Clock())
    while bucket.take():
        pass
    assert not bucket.is_blocked
