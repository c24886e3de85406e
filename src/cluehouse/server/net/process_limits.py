"""Process-wide settings made before serving: garbage collection and open files.

Each would otherwise stall all clients later, just when many connect.
"""

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

GC_THRESHOLD: Final = 10_000
"""Allocations before the youngest generation is collected. The server makes little garbage, and a
full collection stalls it for tens of milliseconds."""

MAX_OPEN_FILES: Final = 65_536
"""Files and connections open at once, if the hard limit allows it."""

PREALLOCATED_FILES: Final = 4096
"""Size of the file table from the start. Linux doubles a full table, which stalls the process for
some ten milliseconds; it never shrinks."""


def prepare_process() -> None:
    gc.collect()
    gc.freeze()  # all modules
    _, later, last = gc.get_threshold()
    gc.set_threshold(GC_THRESHOLD, later, last)
    if sys.platform != "win32":
        _raise_file_limit()


def _raise_file_limit() -> None:
    import fcntl
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (sys.maxsize if it == resource.RLIM_INFINITY else it for it in limits)
    wanted = min(MAX_OPEN_FILES, hard)
    with suppress(OSError, ValueError):  # some systems allow less than they report
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, limits[1]))
            soft = wanted
    with Path(os.devnull).open() as probe:
        os.close(fcntl.fcntl(probe, fcntl.F_DUPFD_CLOEXEC, min(PREALLOCATED_FILES, soft) - 1))
