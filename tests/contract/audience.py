"""Types for a game's `audience.py`, which says who may know each field of each event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from cluehouse.core.ids import Viewer
from cluehouse.core.wire import Wire

Audience = Callable[[Any, Viewer], bool]
"""Whether this viewer may know a field of this event."""

Table = Mapping[type[Wire], Mapping[str, Audience]]


def all_viewers(event: Wire, viewer: Viewer) -> bool:
    return True


def no_viewer(event: Wire, viewer: Viewer) -> bool:
    return False


def only(*fields: str) -> Audience:
    """The seats that these fields of the event name."""
    return lambda event, viewer: viewer in [getattr(event, field) for field in fields]


class Sheet(Protocol):
    """What the contract suite needs to know of a game: the module tests/games/<game>/audience."""

    @property
    def AUDIENCE(self) -> Table:  # noqa: N802
        """For every event and every field, who may know it."""

    @property
    def REVEALING(self) -> tuple[type[Wire], ...]:  # noqa: N802
        """Events that reveal secrets, so that public sights may depend on them."""

    @property
    def HIDDEN(self) -> tuple[str, ...]:  # noqa: N802
        """Parts of the state that are hidden from the public until they are revealed."""

    @property
    def MAX_MOVES(self) -> int:  # noqa: N802
        """Limits the moves of a game."""

    @property
    def true_marks(self) -> Callable[[Any], dict[str, str]]:
        """A notebook that marks what is true in this state and nothing else, cell by cell."""

    @property
    def OPTIONS(self) -> Sequence[Wire]:  # noqa: N802
        """The options to test with."""
