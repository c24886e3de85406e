"""A program that locks a data folder, alone or with a child process, until its input ends."""

import os
import sys
from pathlib import Path

from cluehouse.server.storage.data_folder import DataFolder

if __name__ == "__main__":
    folder = DataFolder(Path(sys.argv[1]))
    if sys.argv[2] == "with a child":
        os.fork()
    os.write(sys.stdout.fileno(), b"held\n")  # in one call: two processes may write
    sys.stdin.read()
