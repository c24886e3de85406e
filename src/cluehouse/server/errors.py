"""Errors that the server answers over HTTP and WebSocket. Their texts are in table/texts.*.json."""

from cluehouse.core.errors import (
    CluehouseError,
    GivenUp,
    Illegal,
    OnHold,
    Rejected,
    Stale,
    Unavailable,
)


class BadRequest(Rejected):
    id = "HOUSE-BAD-REQUEST"
    status = 400


class BadOptions(Rejected):
    """Options that the game can read and does not allow."""

    id = "HOUSE-OPTIONS"
    status = 400


class SignedOut(Rejected):
    id = "HOUSE-SIGNED-OUT"
    status = 401


class WrongOrigin(Rejected):
    id = "HOUSE-ORIGIN"
    status = 403


class NotHost(Rejected):
    id = "HOUSE-NOT-HOST"
    status = 403


class NotSeated(Rejected):
    id = "HOUSE-NOT-SEATED"
    status = 403


class Banned(Rejected):
    id = "HOUSE-BANNED"
    status = 403


class RemovedFromTable(Rejected):
    id = "HOUSE-REMOVED"
    status = 403


class RailClosed(Rejected):
    id = "HOUSE-RAIL-SHUT"
    status = 403


class ChatForbidden(Rejected):
    id = "HOUSE-NO-VOICE"
    status = 403


class ChatHushed(Rejected):
    id = "HOUSE-HUSHED"
    status = 409


class ChatFull(Rejected):
    id = "HOUSE-TALK-FULL"
    status = 409


class BookFull(Rejected):
    id = "HOUSE-BOOK-FULL"
    status = 409


class TooManyTables(Rejected):
    id = "HOUSE-MANY-TABLES"
    status = 409


class TooManyTablesHere(Rejected):
    id = "HOUSE-MANY-TABLES-HERE"
    status = 409


class ForbiddenWord(Rejected):
    id = "HOUSE-WORD"
    status = 400


class NotFound(Rejected):
    id = "HOUSE-NOT-FOUND"
    status = 404


class NoPush(Rejected):
    id = "HOUSE-NO-PUSH"
    status = 404


class NoTable(Rejected):
    id = "HOUSE-NO-TABLE"
    status = 404


class NoDevice(Rejected):
    id = "HOUSE-NO-DEVICE"
    status = 404


class BadCode(Rejected):
    id = "HOUSE-BAD-CODE"
    status = 404


class WrongMethod(Rejected):
    id = "HOUSE-WRONG-METHOD"
    status = 405


class SeatTaken(Rejected):
    id = "HOUSE-SEAT-TAKEN"
    status = 409


class AlreadyStarted(Rejected):
    id = "HOUSE-STARTED"
    status = 409


class ContributedAlready(Rejected):
    id = "HOUSE-CONTRIBUTED"
    status = 409


class PlayedElsewhere(Rejected):
    id = "HOUSE-PLAYED-ELSEWHERE"
    status = 409


class SameDeal(Rejected):
    id = "HOUSE-SAME-DEAL"
    status = 409


class NotOver(Rejected):
    id = "HOUSE-NOT-OVER"
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


def status_of(error: CluehouseError) -> int:
    match error:
        case Unavailable():
            return 503
        case Illegal() | Stale() | OnHold() | GivenUp():
            return 409
        case _:
            return getattr(error, "status", 400)
