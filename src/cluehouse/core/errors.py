"""Everything that can be answered instead of an update. Bugs are none of these: they are loud.

    CluehouseError
    ├── Rejected        the answer to one asker; nothing has changed
    │   ├── Illegal         a rule of the game says no, by its id
    │   ├── Stale           the choice has changed since the asker looked
    │   └── Malformed       not a move of this game
    └── Unavailable     the house cannot answer now; nothing has changed, and it says why
        ├── Taken           another writer was first; look again and decide again
        ├── DiskFull
        ├── Locked          somebody else holds the database or the data folder
        ├── Damaged         what is stored cannot be read
        ├── Busy            too many questions are waiting
        ├── Unanswered      a question could not be worked out, or not in time
        └── Closed          the house is shutting down

Each has an id, and the words for it are in texts: the game's own for a game's rule,
`table/texts.*.json` for the house's.
"""


class CluehouseError(Exception):
    id: str

    def __init__(self, detail: str = "") -> None:
        super().__init__(f"{self.id}: {detail}" if detail else self.id)
        self.detail = detail


class Rejected(CluehouseError):
    """Nothing has changed; only the asker hears of it."""


class Illegal(Rejected):
    def __init__(self, rule: str) -> None:
        self.id = rule
        super().__init__()


class Stale(Rejected):
    id = "HOUSE-STALE"


class Malformed(Rejected):
    id = "HOUSE-MALFORMED"


class Unavailable(CluehouseError):
    id = "HOUSE-UNAVAILABLE"


class Taken(Unavailable):
    id = "HOUSE-TAKEN"


class DiskFull(Unavailable):
    id = "HOUSE-DISK-FULL"


class Locked(Unavailable):
    id = "HOUSE-LOCKED"


class Damaged(Unavailable):
    id = "HOUSE-DAMAGED"


class Busy(Unavailable):
    id = "HOUSE-BUSY"


class Unanswered(Unavailable):
    id = "HOUSE-UNANSWERED"


class Closed(Unavailable):
    id = "HOUSE-CLOSED"
