"""Refuse sessions of devices that another process has ended, with the next poll."""

import time
from typing import Any, Final

from cluehouse.server.accounts.device_sessions import DeviceSessions

OVERLAP_S: Final = 60
"""Every poll reads again what ended this long before the last one: clocks differ between machines,
and a transaction may take a while."""

_ENDED_SINCE: Final = "SELECT id FROM sessions WHERE ended > 0 AND ended >= $1"


class EndedSessions:
    def __init__(self, sessions: DeviceSessions) -> None:
        self._sessions = sessions
        self._polled = time.time()
        """When the last successful poll began."""

    async def poll(self, postgres: Any) -> None:
        began = time.time()
        rows = await postgres.fetch(_ENDED_SINCE, int(min(began, self._polled)) - OVERLAP_S)
        self._polled = began
        self._sessions.mark_ended([row["id"] for row in rows])
