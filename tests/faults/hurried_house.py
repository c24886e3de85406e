"""`cluehouse`, with less patience for whoever is silent.

usage: python -m tests.faults.hurried_house HEARTBEAT LAST_WORDS serve …      both in seconds
"""

import sys

from cluehouse import cli
from cluehouse.server import line

if __name__ == "__main__":
    heartbeat, last_words, *arguments = sys.argv[1:]
    line.HEARTBEAT = float(heartbeat)  # type: ignore[misc]
    line.LAST_WORDS = float(last_words)  # type: ignore[misc]
    sys.exit(cli.main(arguments))
