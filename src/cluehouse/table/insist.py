"""Once more what went wrong: soon while the house suffers, ever later where it is a bug of ours.

A bug is loud, and whoever waits for what it broke is not left waiting for ever: it may have been
a moment's, and a table should not need a restart to go on.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from cluehouse.core.errors import Closed, Unavailable

RETRY: Final = 1.0
"""Seconds until what the house could not do is tried again; after a bug, at first."""

LONGEST_RETRY: Final = 60.0

_log = logging.getLogger(__name__)


class Pauses:
    """Those between the tries of one thing."""

    def __init__(self) -> None:
        self._after_bug = RETRY

    def after(self, trouble: Exception) -> float:
        """Seconds until the next try."""
        if isinstance(trouble, Unavailable):
            return RETRY
        _log.error("a bug: it is tried again", exc_info=trouble)
        pause, self._after_bug = self._after_bug, min(2 * self._after_bug, LONGEST_RETRY)
        return pause


async def insist(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Until it is done, or the house closes."""
    pauses = Pauses()
    while True:
        try:
            return await work()
        except Closed:
            return None
        except Exception as trouble:
            await asyncio.sleep(pauses.after(trouble))
