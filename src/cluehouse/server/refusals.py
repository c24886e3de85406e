"""What the house itself refuses, over HTTP and on the socket. The words are in table/texts."""

from cluehouse.core.errors import CluehouseError, Illegal, Rejected, Stale, Unavailable


class BadRequest(Rejected):
    id = "HOUSE-BAD-REQUEST"
    status = 400


class WrongOrigin(Rejected):
    id = "HOUSE-ORIGIN"
    status = 403


class NotHost(Rejected):
    id = "HOUSE-NOT-HOST"
    status = 403


class NotSeated(Rejected):
    id = "HOUSE-NOT-SEATED"
    status = 403


class NotFound(Rejected):
    id = "HOUSE-NOT-FOUND"
    status = 404


class NoTable(Rejected):
    id = "HOUSE-NO-TABLE"
    status = 404


class BadCode(Rejected):
    id = "HOUSE-BAD-CODE"
    status = 404


class SeatTaken(Rejected):
    id = "HOUSE-SEAT-TAKEN"
    status = 409


class AlreadyStarted(Rejected):
    id = "HOUSE-STARTED"
    status = 409


class NotStarted(Rejected):
    id = "HOUSE-NOT-STARTED"
    status = 409


class TooBig(Rejected):
    id = "HOUSE-TOO-BIG"
    status = 413


class TooFast(Rejected):
    id = "HOUSE-TOO-FAST"
    status = 429


def status_of(trouble: CluehouseError) -> int:
    match trouble:
        case Unavailable():
            return 503
        case Illegal() | Stale():
            return 409
        case _:
            return getattr(trouble, "status", 400)
