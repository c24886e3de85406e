"""Everything that can be answered instead of an update. Bugs are none of these: they are loud.

    CluehouseError
    ├── Rejected        the answer to one asker; nothing has changed
    │   ├── Illegal         a rule of the game says no, by its id
    │   ├── Stale           the choice has changed since the asker looked
    │   ├── OnHold          the table is paused
    │   ├── GivenUp         the game has ended without a result
    │   ├── Malformed       not a move of this game
    │   ├── NotARecord      not a document of a game, or a broken one
    │   ├── NewerRecord     a document that only a later house can read
    │   ├── UnknownGame     a document of a game that is not played here
    │   ├── RecordAstray    a document whose events do not make a game
    │   └── NoSuchSeat      nobody sits there in this document
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


class OnHold(Rejected):
    id = "HOUSE-PAUSED"


class GivenUp(Rejected):
    id = "HOUSE-GIVEN-UP"


class Malformed(Rejected):
    id = "HOUSE-MALFORMED"


class NotARecord(Rejected):
    id = "HOUSE-NOT-A-RECORD"


class NewerRecord(Rejected):
    id = "HOUSE-NEWER-RECORD"


class UnknownGame(Rejected):
    id = "HOUSE-UNKNOWN-GAME"


class RecordAstray(Rejected):
    id = "HOUSE-RECORD-ASTRAY"


class NoSuchSeat(Rejected):
    id = "HOUSE-NO-SEAT"


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
