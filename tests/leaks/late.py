"""What somebody gets who watches late, whatever happens meanwhile."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

from cluehouse.core.ids import RAIL, Seat, seats_of
from tests.leaks.canaries import canaries_in
from tests.leaks.ear import Heard
from tests.leaks.evening import Telling, server
from tests.leaks.logs import keeping_a_journal
from tests.leaks.party import Party
from tests.leaks.stories import Story

FIRST: Final = Seat(0)
SOON, LATE = 1, 300
"""Seconds."""

Meanwhile = Callable[[Party, Story], Coroutine[Any, Any, None]]

SINCE: Final = (-1, 0, 1, 99, 99)
"""What somebody who comes again may pretend to have heard."""


async def heard_late(data: Path, story: Story, meanwhile: Meanwhile, *, shown: bool) -> Heard:
    """By whoever watches five minutes late, when the deal has been shown or not even that."""
    telling = Telling(story.case.game, story)
    with canaries_in(data), keeping_a_journal():
        async with server(data, [telling]) as callers:
            rail = {"delay": SOON if shown else LATE}
            async with Party.meet(story.case, callers, late=[RAIL], rail=rail) as party:
                if shown:
                    await _deal_seen_by_all(party)
                await meanwhile(party, story)
                await _come_again(party)
                await party.request_everything(RAIL)
                await party.ears[RAIL].hush()
    return party.heard[RAIL]


async def _deal_seen_by_all(party: Party) -> None:
    """And from then on all will be told much later."""
    await party.ears[RAIL].until("Update")
    await party.callers[FIRST].post(f"/api/tables/{party.table}/rail", delay=LATE)
    await party.ears[RAIL].until("Update")


async def nothing(party: Party, story: Story) -> None:
    pass


async def all_is_told(party: Party, story: Story) -> None:
    """And somebody would like to play again."""
    for number, page in enumerate(story.pages):
        await party.turn(number, page)
    await party.ears[FIRST].say("Say", words={"type": "Phrase", "id": "bye"})
    await party.callers[FIRST].http.post(f"/api/tables/{party.table}/rematch")


async def all_give_up(party: Party, story: Story) -> None:
    for seat in seats_of(story.case.seats):
        await party.callers[seat].post(f"/api/tables/{party.table}/give-up")


async def _come_again(party: Party) -> None:
    """Those who play hear of each coming and going."""
    await party.ears[FIRST].hush()
    for since in SINCE:
        async with party.listening(RAIL, "come again", since) as ear:
            await ear.hush()
            await party.ears[FIRST].until("Room")
        await party.ears[FIRST].until("Room")
