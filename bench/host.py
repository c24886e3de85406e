"""Measure how long other load on the host stalled this machine. What is measured meanwhile says
nothing about the server."""

import os
import re
import tempfile
import threading
import time
from pathlib import Path
from typing import Self

PROBE_INTERVAL_S = 0.02
"""Time between two probes of the disk."""


class Host:
    """Probes CPU steal and disk while the `with` block runs."""

    def __enter__(self) -> Self:
        self._stolen = stolen()
        self._disk = 0.0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._probe)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopping.set()
        self._thread.join()

    def stall_time(self) -> float:
        """Seconds stalled since the last call: CPU time stolen plus the slowest disk probe."""
        before, self._stolen = self._stolen, stolen()
        disk, self._disk = self._disk, 0.0
        return self._stolen - before + disk

    def _probe(self) -> None:
        with tempfile.TemporaryFile() as probe:
            while not self._stopping.wait(PROBE_INTERVAL_S):
                begun = time.perf_counter()
                probe.write(b".")
                probe.flush()
                os.fdatasync(probe.fileno())
                self._disk = max(self._disk, time.perf_counter() - begun)


def stolen() -> float:
    """CPU seconds stolen by the hypervisor since boot, of the CPU that lost most."""
    lines = Path("/proc/stat").read_text().splitlines()
    ticks = (int(line.split()[8]) for line in lines if re.match(r"cpu\d", line))
    return max(ticks) / os.sysconf("SC_CLK_TCK")
