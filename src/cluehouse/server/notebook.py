"""What a seat's notebook says by itself, as far as its table allows."""

import msgspec

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import Help, Seat
from cluehouse.server.protocol import NotesTaken
from cluehouse.server.refusals import BadRequest
from cluehouse.table.table import Table
from cluehouse.table.thoughts import Noted, Study
from cluehouse.table.workers import Workers


async def notes_for(table: Table, seat: Seat, help: Help, workers: Workers) -> NotesTaken:
    """Worked out in a worker."""
    if help == "paper":
        raise BadRequest("at this table the notebook holds only what you write")
    header = table.header
    story = await table.recall(seat)
    answer = await workers.of(header.id, seat).ask(
        Study(seat, header.game, bytes(header.options), header.seats, help, story)
    )
    if not isinstance(answer, Noted):
        raise Unavailable("the notebook could not be worked out; try again")
    return NotesTaken(answer.seq, msgspec.Raw(answer.notes))
