"""Errors that are answered instead of an update. A bug is not one of these: its exception is raised
unchanged.

    CluehouseError
    ├── Rejected        the request is refused; nothing has changed
    │   ├── Illegal         a rule of the game forbids the move; carries the rule's id
    │   ├── Stale           the choice has changed since the client's last update
    │   ├── OnHold          the table is paused
    │   ├── OutOfTime       a bot makes this choice: the seat's time has run out
    │   ├── GivenUp         the game has ended without a result
    │   ├── Malformed       not a move of this game
    │   ├── NotARecord      not a record of a game, or a broken one
    │   ├── NewerRecord     a record in a format of a later version
    │   ├── UnknownGame     a record of a game that is not installed
    │   ├── RecordAstray    a record whose events do not make a game
    │   └── NoSuchSeat      the record has no such seat
    └── Unavailable     the server cannot answer now; nothing has changed
        ├── Taken           another writer appended first; reload and decide again
        ├── DiskFull
        ├── Locked          another process holds the database or the data folder
        ├── Damaged         stored data cannot be read
        ├── Busy            the queue of requests is full
        ├── Unanswered      a worker failed on a request or timed out
        └── Closed          the server is shutting down

Each has an id, and its text is in a texts file: the game's own for a game's rule,
`table/texts.*.json` for `HOUSE-…` ids.
"""


class CluehouseError(Exception):
    """The root of all refusals and failures with an id."""

    id: str

    def __init__(self, detail: str = "") -> None:
        super().__init__(f"{self.id}: {detail}" if detail else self.id)
        self.detail = detail


class Rejected(CluehouseError):
    """Nothing has changed; the answer goes only to the client that asked."""


class Illegal(Rejected):
    def __init__(self, rule: str) -> None:
        self.id = rule
        super().__init__()


class Stale(Rejected):
    id = "HOUSE-STALE"


class OnHold(Rejected):
    id = "HOUSE-PAUSED"


class OutOfTime(Rejected):
    id = "HOUSE-OUT-OF-TIME"


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
