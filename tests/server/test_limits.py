"""How fast anybody may go, by a clock that the test holds."""

from cluehouse.server.net.rate_limits import FINE, Bucket, Pace

PACE = Pace(rate=20, burst=120)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_fines_count_from_when_they_are_given() -> None:
    """Not from when somebody last took a step: whoever waits with their mischief pays as much."""
    clock = Clock()
    bucket = Bucket(PACE, clock)
    bucket.take()
    clock.now += 2 * PACE.burst / PACE.rate
    for _ in range(20):
        bucket.fine()
    assert bucket.in_debt
    clock.now += PACE.burst / PACE.rate
    assert not bucket.in_debt


def test_two_mischiefs_are_let_pass_and_a_third_one_is_paid_for() -> None:
    clock = Clock()
    bucket = Bucket(PACE, clock)
    for _ in range(2):
        bucket.fine()
    assert not bucket.in_debt
    bucket.fine()
    assert bucket.in_debt
    clock.now += FINE
    assert not bucket.in_debt


def test_steps_alone_lead_into_no_debt() -> None:
    bucket = Bucket(PACE, Clock())
    while bucket.take():
        pass
    assert not bucket.in_debt
