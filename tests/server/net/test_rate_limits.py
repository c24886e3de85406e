"""How fast anybody may go, by a clock that the test holds."""

from cluehouse.server.net.rate_limits import BLOCK_S, Rate, TokenBucket

PACE = Rate(rate=20, burst=120)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_fines_count_from_when_they_are_given() -> None:
    """Not from when somebody last took a step: whoever waits with their mischief pays as much."""
    clock = Clock()
    bucket = TokenBucket(PACE, clock)
    bucket.take()
    clock.now += 2 * PACE.burst / PACE.rate
    for _ in range(20):
        bucket.penalize()
    assert bucket.is_blocked
    clock.now += PACE.burst / PACE.rate
    assert not bucket.is_blocked


def test_two_mischiefs_are_let_pass_and_a_third_one_is_paid_for() -> None:
    clock = Clock()
    bucket = TokenBucket(PACE, clock)
    for _ in range(2):
        bucket.penalize()
    assert not bucket.is_blocked
    bucket.penalize()
    assert bucket.is_blocked
    clock.now += BLOCK_S
    assert not bucket.is_blocked


def test_steps_alone_lead_into_no_debt() -> None:
    bucket = TokenBucket(PACE, Clock())
    while bucket.take():
        pass
    assert not bucket.is_blocked
