"""What a supervised process does in a test: nothing, until it is terminated."""

import socket
import time
from multiprocessing.synchronize import Event
from typing import Any


def idle(_settings: Any, _listening: socket.socket, opened: Event) -> None:
    opened.set()
    while True:
        time.sleep(60)
