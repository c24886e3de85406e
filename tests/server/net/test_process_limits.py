"""A house prepares its machine for a crowd before one comes."""

import subprocess
import sys

from cluehouse.server.net.process_limits import MAX_OPEN_FILES, PREALLOCATED_FILES

OPEN_WITH_FEW_LINES = """
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
    """Lines allowed and allowed at most, room for them, lines open."""
    program = OPEN_WITH_FEW_LINES.format(most=most)
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    allowed, limit, room, lines = map(int, told.stdout.split())
    return allowed, limit, room, lines


def test_there_may_be_as_many_lines_as_the_machine_allows_and_there_is_room_for_them() -> None:
    allowed, limit, room, lines = opened("most")
    assert allowed == min(limit, MAX_OPEN_FILES)
    assert room >= min(limit, PREALLOCATED_FILES)
    assert lines < 10


def test_a_machine_that_allows_few_lines_is_a_machine_all_the_same() -> None:
    allowed, _, room, _ = opened("128")
    assert allowed == min(128, MAX_OPEN_FILES)
    assert room >= 128
