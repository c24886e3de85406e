"""The process raises its file limit and preallocates its file table."""

import subprocess
import sys

from cluehouse.server.net.process_limits import MAX_OPEN_FILES, PREALLOCATED_FILES

PREPARE_WITH_LOW_LIMIT = """
import resource
from pathlib import Path
from cluehouse.server.net.process_limits import prepare_process

_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, {most}))
prepare_process()
allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
[room] = [line.split()[1] for line in Path("/proc/self/status").open() if line[:6] == "FDSize"]
print(allowed, most, room, len(list(Path("/proc/self/fd").iterdir())))
"""


def opened(most: str) -> tuple[int, int, int, int]:
    """Soft limit, hard limit, size of the file table, files open."""
    program = PREPARE_WITH_LOW_LIMIT.format(most=most)
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    allowed, limit, room, files = map(int, told.stdout.split())
    return allowed, limit, room, files


def test_file_limit_is_raised_and_the_table_preallocated() -> None:
    allowed, limit, room, files = opened("most")
    assert allowed == min(limit, MAX_OPEN_FILES)
    assert room >= min(limit, PREALLOCATED_FILES)
    assert files < 10


def test_low_hard_limit_is_no_error() -> None:
    allowed, _, room, _ = opened("128")
    assert allowed == min(128, MAX_OPEN_FILES)
    assert room >= 128
