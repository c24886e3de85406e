"""What a house asks of its machine before it opens: whatever would make everybody wait later, just
when a crowd comes."""

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

GC_THRESHOLD: Final = 10_000
"""Objects that are made before any are looked through for rubbish. There is little of it, and all
others wait tens of milliseconds when everything is looked through."""

MAX_OPEN_FILES: Final = 65_536
"""Files and connections that may be open at the same time, if the machine allows it."""

PREALLOCATED_FILES: Final = 4096
"""For which there is room from the beginning. Linux doubles a full table of open files, and whoever
opens the next one waits some ten milliseconds for that; it never gets smaller."""


def prepare_process() -> None:
    gc.collect()
    gc.freeze()  # all modules
    _, later, last = gc.get_threshold()
    gc.set_threshold(GC_THRESHOLD, later, last)
    if sys.platform != "win32":
        _lay_lines()


def _lay_lines() -> None:
    import fcntl
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed, most = (sys.maxsize if it == resource.RLIM_INFINITY else it for it in limits)
    wished = min(MAX_OPEN_FILES, most)
    with suppress(OSError, ValueError):  # some machines allow less than they say
        if allowed < wished:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, limits[1]))
            allowed = wished
    with Path(os.devnull).open() as probe:
        os.close(fcntl.fcntl(probe, fcntl.F_DUPFD_CLOEXEC, min(PREALLOCATED_FILES, allowed) - 1))
