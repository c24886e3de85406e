"""For how long the machine stood still because of others on its host. Nothing that is measured then
tells about the house."""

import os
import re
import tempfile
import threading
import time
from pathlib import Path
from typing import Self

BEAT = 0.02
"""Seconds between two probes of the disk."""


class Host:
    """Watched as long as the block lasts."""

    def __enter__(self) -> Self:
        self._stolen = stolen()
        self._disk = 0.0
        self._is_over = threading.Event()
        self._watch = threading.Thread(target=self._probe)
        self._watch.start()
        return self

    def __exit__(self, *trouble: object) -> None:
        self._is_over.set()
        self._watch.join()

    def stood_still(self) -> float:
        """Seconds since the last look: the processors, and the disk at its slowest."""
        before, self._stolen = self._stolen, stolen()
        disk, self._disk = self._disk, 0.0
        return self._stolen - before + disk

    def _probe(self) -> None:
        with tempfile.TemporaryFile() as probe:
            while not self._is_over.wait(BEAT):
                begun = time.perf_counter()
                probe.write(b".")
                probe.flush()
                os.fdatasync(probe.fileno())
                self._disk = max(self._disk, time.perf_counter() - begun)


def stolen() -> float:
    """Seconds so far, of whichever processor lost most."""
    lines = Path("/proc/stat").read_text().splitlines()
    ticks = (int(line.split()[8]) for line in lines if re.match(r"cpu\d", line))
    return max(ticks) / os.sysconf("SC_CLK_TCK")
