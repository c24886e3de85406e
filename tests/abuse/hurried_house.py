"""`cluehouse`, with less patience for whoever dribbles.

usage: python -m tests.abuse.hurried_house serve …
"""

import sys
from typing import Final

from cluehouse import cli
from cluehouse.server import line, wicket

PATIENCE: Final = 0.5
"""Seconds."""

if __name__ == "__main__":
    wicket.HEAD_TIME = wicket.BODY_TIME = PATIENCE  # type: ignore[misc]
    line.HEARTBEAT = line.LAST_WORDS = PATIENCE  # type: ignore[misc]
    sys.exit(cli.main())
