"""How a game's `audience.py` says who may know each field of each event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from cluehouse.core.ids import Viewer
from cluehouse.core.wire import Wire

Audience = Callable[[Any, Viewer], bool]
"""Whether this viewer may know a field of this event."""

Table = Mapping[type[Wire], Mapping[str, Audience]]


def everybody(event: Wire, viewer: Viewer) -> bool:
    return True


def nobody(event: Wire, viewer: Viewer) -> bool:
    return False


def only(*fields: str) -> Audience:
    """The seats that these fields of the event name."""
    return lambda event, viewer: viewer in [getattr(event, field) for field in fields]


class Sheet(Protocol):
    """What the contract suite must be told about a game: the module tests/games/<game>/audience."""

    @property
    def AUDIENCE(self) -> Table:  # noqa: N802
        """For every event and every field, who may know it."""

    @property
    def REVEALING(self) -> tuple[type[Wire], ...]:  # noqa: N802
        """Events that lay secrets open, so that what the public hears may depend on them."""

    @property
    def HIDDEN(self) -> tuple[str, ...]:  # noqa: N802
        """Parts of the state that the public may not know before they are laid open."""

    @property
    def MAX_MOVES(self) -> int:  # noqa: N802
        """No game takes more moves than this."""

    @property
    def OPTIONS(self) -> Sequence[Wire]:  # noqa: N802
        """The options to play with."""
