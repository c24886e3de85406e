"""What the public gets of a table, and when, on a virtual clock."""

import asyncio

import pytest

from cluehouse.core.errors import Locked, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seq
from cluehouse.core.record import entry_of
from cluehouse.table.book.chat import RailRules
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.spectators import DelayedLog
from tests.table.fakes import Mailbox, MemoryLog, keyhole_header
from tests.table.spectator_stage import DELAY, MOVES, Stage, after, at_once, closed, late, seqs
from tests.table.virtual_table import ID, clock


@at_once
async def test_an_open_rail_hears_everything_at_once(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    assert seqs(watcher) == [0, 1]
    assert stage.rail.detach(watcher) == 1
    await stage.move()
    assert seqs(watcher) == [0, 1]


@late
async def test_a_late_rail_hears_everything_that_much_later_and_in_order(stage: Stage) -> None:
    watcher, seated = await stage.watch(), Mailbox()
    await stage.table.attach(RAIL, seated)
    for _ in MOVES:
        await after(10)
        await stage.move()
    assert seqs(watcher) == []
    await after(DELAY - 10 * len(MOVES) - 1)
    for known in range(len(MOVES) + 1):
        assert seqs(watcher) == list(range(known)), "not a second too early"
        await after(1)
        assert seqs(watcher) == list(range(known + 1))
        await after(9)
    assert watcher.raw == seated.raw, "and then the same as anybody"


@late
async def test_coming_back_brings_nothing_forward(stage: Stage) -> None:
    await stage.move()
    await after(DELAY / 2)
    await stage.move()
    for since in (BEFORE_THE_DEAL, Seq(0), Seq(1), Seq(2), Seq(1000)):
        assert seqs(await stage.watch(since)) == []
    await after(DELAY / 2)
    for since in (BEFORE_THE_DEAL, Seq(0), Seq(2), Seq(1000)):
        (update,) = (await stage.watch(since)).updates
        assert (update.seq, update.asked) == (1, (1,))


@late
async def test_whoever_claims_to_know_more_is_told_all_that_is_public(stage: Stage) -> None:
    """However far the game is: else one could ask for its length."""
    await stage.move()
    await after(DELAY)
    await stage.move()
    far, beyond = [(await stage.watch(Seq(since))).raw for since in (2, 1000)]
    assert far == beyond == (await stage.watch()).raw


@late
async def test_a_table_that_was_put_away_long_enough_keeps_nothing_back(stage: Stage) -> None:
    await stage.move()
    await after(DELAY)
    await stage.open_again()
    assert seqs(await stage.watch(Seq(0))) == [1]


@late
async def test_a_house_that_opens_again_waits_from_the_last_move_on(stage: Stage) -> None:
    await stage.move()
    await after(10)
    await stage.move()
    await after(20)
    await stage.open_again()
    watcher = await stage.watch()
    await after(DELAY - 21)
    assert seqs(watcher) == []
    await after(1)
    assert seqs(watcher) == [2]


@late
async def test_a_house_that_opens_again_waits_from_when_the_game_was_given_up(stage: Stage) -> None:
    await stage.move()
    await after(DELAY)
    await stage.table.book.write(Abandoned("people", clock()))
    await after(10)
    await stage.open_again()
    await stage.watch()
    await after(DELAY - 11)
    assert not stage.rail.at_the_end
    await after(1)
    assert stage.rail.at_the_end


@closed
async def test_a_closed_rail_hears_nothing_until_it_is_opened(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    await after(1000)
    assert seqs(watcher) == []
    assert stage.rail.shown is None
    await stage.set(RailRules())
    await after(0)
    assert seqs(watcher) == [1]
    await stage.move()
    assert seqs(watcher) == [1, 2]


@at_once
async def test_closing_the_rail_lets_nothing_more_through(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.set(RailRules(open=False))
    await stage.move()
    await after(1000)
    assert seqs(watcher) == [0]


@at_once
async def test_a_rail_that_is_closed_while_somebody_comes_is_closed(stage: Stage) -> None:
    mailbox = Mailbox()
    coming = asyncio.create_task(stage.rail.attach(mailbox))
    async with stage.log.reading:
        await after(0)
        await stage.set(RailRules(open=False))
    await coming
    await stage.move()
    assert seqs(mailbox) == []


async def comes_and_goes(stage: Stage) -> Mailbox:
    """Before anything could be read for them."""
    mailbox = Mailbox()
    coming = asyncio.create_task(stage.rail.attach(mailbox))
    await after(0)
    coming.cancel()
    stage.rail.detach(mailbox)
    await after(0)
    return mailbox


async def takes_nobody_along(stage: Stage, goes: Mailbox, stays: Mailbox) -> None:
    await after(0)
    await stage.move()
    assert seqs(stays) == [0, 1]
    assert seqs(goes) == []


@closed
async def test_whoever_goes_while_the_rail_opens_takes_nobody_along(stage: Stage) -> None:
    stays = await stage.watch()
    async with stage.log.reading:
        await stage.set(RailRules())
        goes = await comes_and_goes(stage)
    await takes_nobody_along(stage, goes, stays)


@closed
async def test_whoever_goes_before_a_round_is_done_takes_nobody_along(stage: Stage) -> None:
    """The one who comes has all seen to who wait."""
    stays = await stage.watch()
    stage.log.unreadable = Locked()
    await stage.set(RailRules())
    await after(0)
    stage.log.unreadable = None
    async with stage.log.reading:
        goes = await comes_and_goes(stage)
    await takes_nobody_along(stage, goes, stays)


@at_once
async def test_a_delay_begins_with_what_was_not_shown_yet(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    await stage.set(RailRules(delay=DELAY))
    await stage.move()
    await after(DELAY - 1)
    assert seqs(watcher)[-1] == 1
    assert seqs(await stage.watch()) == [1], "what was shown stays shown"
    await after(1)
    assert seqs(watcher)[-1] == 2
    told = [sight for update in watcher.updates for sight in update.sights]
    assert len(told) == len(set(map(repr, told))), "nothing is told twice"


@late
async def test_without_the_delay_the_rest_comes_at_once(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    await stage.move()
    await stage.set(RailRules())
    await after(0)
    assert seqs(watcher) == [2]
    await stage.move()
    assert seqs(watcher) == [2, 3]


@late
async def test_what_is_shown_has_neither_sounds_nor_an_end_of_its_own(stage: Stage) -> None:
    watcher = await stage.watch()
    assert stage.rail.shown is None
    await stage.move()
    await after(DELAY)
    shown = stage.rail.shown
    assert shown is not None
    assert (shown.seq, shown.outcome) == (1, None)
    assert shown is not stage.table
    assert seqs(watcher)[-1] == 1


@late
async def test_a_log_that_cannot_be_read_is_tried_again(stage: Stage) -> None:
    watcher = await stage.watch()
    stage.log.unreadable = Locked()
    await after(DELAY)
    assert seqs(watcher) == []
    stage.log.unreadable = None
    await after(2)
    assert seqs(watcher) == [0]


async def test_nobody_plays_on_a_late_log() -> None:
    log, entry = DelayedLog(MemoryLog()), entry_of(None, None, [])
    with pytest.raises(Unavailable):
        await log.append(ID, Seq(1), entry)
    with pytest.raises(Unavailable):
        await log.create(keyhole_header(), entry)


@late
async def test_what_comes_due_while_the_log_is_read_is_shown_as_well(stage: Stage) -> None:
    watching = await stage.watch()
    await asyncio.sleep(DELAY)
    await stage.move()
    await asyncio.sleep(1)
    await stage.move()
    await asyncio.sleep(DELAY - 2)
    async with stage.log.reading:
        await asyncio.sleep(3)
    await asyncio.sleep(1)
    assert seqs(watching)[-1] == 2
