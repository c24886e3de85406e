"""Change notices between processes. A notice is a hint: a process that misses one finds the change
by polling, a little later."""

from typing import Literal, NamedTuple, Protocol

What = Literal["table", "people", "sessions"]


class ChangeNotice(NamedTuple):
    """A table was written to, the clients of a process changed, or sessions of devices ended."""

    what: What
    table: str = ""
    """A hash, as in log lines: the table's id would give access to it."""


class Bus(Protocol):
    def publish(self, notice: ChangeNotice) -> None:
        """Send a notice to all other processes, soon. Never blocks and never raises."""


class NoBus:
    """Sends nothing: every process polls."""

    def publish(self, _notice: ChangeNotice) -> None:
        pass
