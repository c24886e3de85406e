"""How processes tell each other that there is something to read. News are hints and no more:
whoever misses one finds out by looking, a little later."""

from typing import Literal, NamedTuple, Protocol

What = Literal["table", "people"]


class ChangeNotice(NamedTuple):
    """A table was written to, or somebody came or went there."""

    what: What
    table: str = ""
    """As the journal has it: its id would be the key to its door."""


class Bus(Protocol):
    def publish(self, news: ChangeNotice) -> None:
        """All other processes, soon. Never waits and never raises."""


class NoBus:
    """Everybody looks by themselves."""

    def publish(self, _news: ChangeNotice) -> None:
        pass
