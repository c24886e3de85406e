"""How much is tried: a little in every run of the suite, as much as one has time for before a
release."""

import os
from typing import Final

from hypothesis import HealthCheck, settings

TIMES: Final = int(os.environ.get("CLUEHOUSE_FUZZ", "1"))


def examples(usual: int) -> settings:
    """Slow ones are meant: each is a conversation with a real house."""
    return settings(
        max_examples=usual * TIMES,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.function_scoped_fixture,
            HealthCheck.filter_too_much,
        ],
    )
