"""The number of examples: a few in every run of the suite, CLUEHOUSE_FUZZ times as many before a
release."""

import os
from typing import Final

from hypothesis import HealthCheck, settings

FUZZ_FACTOR: Final = int(os.environ.get("CLUEHOUSE_FUZZ", "1"))


def examples(usual: int) -> settings:
    """Slow examples are expected: each talks to a real server."""
    return settings(
        max_examples=usual * FUZZ_FACTOR,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.function_scoped_fixture,
            HealthCheck.filter_too_much,
        ],
    )
