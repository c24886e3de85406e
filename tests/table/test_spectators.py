"""What spectators get of a table, and when, on a virtual clock."""

import asyncio

import pytest

from cluehouse.core.errors import Closed, Locked, Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seq
from cluehouse.core.record import entry_of
from cluehouse.table.book.chat import RailRules
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.ports import LogEntry
from cluehouse.table.spectators import DelayedLog
from tests.table.fakes import Mailbox, MemoryLog, keyhole_header
from tests.table.spectator_stage import DELAY, MOVES, Stage, after, closed, delayed, seqs, undelayed
from tests.table.virtual_table import ID, clock


@undelayed
async def test_spectators_without_delay_get_updates_immediately(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    assert seqs(watcher) == [0, 1]
    assert stage.rail.detach(watcher) == 1
    await stage.move()
    assert seqs(watcher) == [0, 1]


@delayed
async def test_delayed_spectators_get_updates_in_order_after_the_delay(stage: Stage) -> None:
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
    assert watcher.raw == seated.raw, "the same bytes as without delay"


@delayed
async def test_reconnecting_does_not_shorten_the_delay(stage: Stage) -> None:
    await stage.move()
    await after(DELAY / 2)
    await stage.move()
    for since in (BEFORE_THE_DEAL, Seq(0), Seq(1), Seq(2), Seq(1000)):
        assert seqs(await stage.watch(since)) == []
    await after(DELAY / 2)
    for since in (BEFORE_THE_DEAL, Seq(0), Seq(2), Seq(1000)):
        (update,) = (await stage.watch(since)).updates
        assert (update.seq, update.asked) == (1, (1,))


@delayed
async def test_spectator_who_claims_a_later_seq_gets_all_released_updates(stage: Stage) -> None:
    """Independent of the real seq: otherwise spectators could probe the length of the game."""
    await stage.move()
    await after(DELAY)
    await stage.move()
    far, beyond = [(await stage.watch(Seq(since))).raw for since in (2, 1000)]
    assert far == beyond == (await stage.watch()).raw


@delayed
async def test_moves_older_than_the_delay_are_shown_after_a_restart(stage: Stage) -> None:
    await stage.move()
    await after(DELAY)
    await stage.restart()
    assert seqs(await stage.watch(Seq(0))) == [1]


@delayed
async def test_delay_counts_from_the_last_move_after_a_restart(stage: Stage) -> None:
    await stage.move()
    await after(10)
    await stage.move()
    await after(20)
    await stage.restart()
    watcher = await stage.watch()
    await after(DELAY - 21)
    assert seqs(watcher) == []
    await after(1)
    assert seqs(watcher) == [2]


@delayed
async def test_delay_counts_from_the_abandonment_after_a_restart(stage: Stage) -> None:
    await stage.move()
    await after(DELAY)
    await stage.table.book.write(Abandoned("people", clock()))
    await after(10)
    await stage.restart()
    await stage.watch()
    await after(DELAY - 11)
    assert not stage.rail.at_the_end
    await after(1)
    assert stage.rail.at_the_end


@closed
async def test_closed_rail_sends_nothing_until_it_is_opened(stage: Stage) -> None:
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


@undelayed
async def test_closed_rail_sends_nothing_more(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.set(RailRules(open=False))
    await stage.move()
    await after(1000)
    assert seqs(watcher) == [0]


@undelayed
async def test_spectator_who_attaches_while_the_rail_is_closed_gets_nothing(stage: Stage) -> None:
    mailbox = Mailbox()
    coming = asyncio.create_task(stage.rail.attach(mailbox))
    async with stage.log.reading:
        await after(0)
        await stage.set(RailRules(open=False))
    await coming
    await stage.move()
    assert seqs(mailbox) == []


async def attach_and_cancel(stage: Stage) -> Mailbox:
    """A spectator who is cancelled and detached before the log was read."""
    mailbox = Mailbox()
    coming = asyncio.create_task(stage.rail.attach(mailbox))
    await after(0)
    coming.cancel()
    stage.rail.detach(mailbox)
    await after(0)
    return mailbox


async def others_are_served(stage: Stage, goes: Mailbox, stays: Mailbox) -> None:
    await after(0)
    await stage.move()
    assert seqs(stays) == [0, 1]
    assert seqs(goes) == []


@closed
async def test_spectator_who_leaves_while_the_rail_opens_affects_no_other(stage: Stage) -> None:
    stays = await stage.watch()
    async with stage.log.reading:
        await stage.set(RailRules())
        goes = await attach_and_cancel(stage)
    await others_are_served(stage, goes, stays)


@closed
async def test_spectator_who_is_cancelled_during_a_round_affects_no_other(stage: Stage) -> None:
    """Attaching runs a round that also serves the spectators who wait."""
    stays = await stage.watch()
    stage.log.unreadable = Locked()
    await stage.set(RailRules())
    await after(0)
    stage.log.unreadable = None
    async with stage.log.reading:
        goes = await attach_and_cancel(stage)
    await others_are_served(stage, goes, stays)


@undelayed
async def test_new_delay_applies_to_moves_not_shown_yet(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    await stage.set(RailRules(delay=DELAY))
    await stage.move()
    await after(DELAY - 1)
    assert seqs(watcher)[-1] == 1
    assert seqs(await stage.watch()) == [1], "what was shown stays shown"
    await after(1)
    assert seqs(watcher)[-1] == 2
    sent = [sight for update in watcher.updates for sight in update.sights]
    assert len(sent) == len(set(map(repr, sent))), "nothing is sent twice"


@delayed
async def test_removing_the_delay_sends_the_rest_immediately(stage: Stage) -> None:
    watcher = await stage.watch()
    await stage.move()
    await stage.move()
    await stage.set(RailRules())
    await after(0)
    assert seqs(watcher) == [2]
    await stage.move()
    assert seqs(watcher) == [2, 3]


@delayed
async def test_delayed_spectators_see_a_table_of_their_own(stage: Stage) -> None:
    watcher = await stage.watch()
    assert stage.rail.shown is None
    await stage.move()
    await after(DELAY)
    shown = stage.rail.shown
    assert shown is not None
    assert (shown.seq, shown.outcome) == (1, None)
    assert shown is not stage.table
    assert seqs(watcher)[-1] == 1


@delayed
async def test_unreadable_log_is_retried(stage: Stage) -> None:
    watcher = await stage.watch()
    stage.log.unreadable = Locked()
    await after(DELAY)
    assert seqs(watcher) == []
    stage.log.unreadable = None
    await after(2)
    assert seqs(watcher) == [0]


@delayed
async def test_log_that_is_closed_is_not_read_again(stage: Stage) -> None:
    watcher = await stage.watch()
    stage.log.unreadable = Closed()
    await after(DELAY)
    stage.log.unreadable = None
    await after(2 * DELAY)
    assert seqs(watcher) == []


async def test_delayed_log_is_read_only() -> None:
    log, entry = DelayedLog(MemoryLog()), LogEntry(entry_of(None, None, []), 0)
    with pytest.raises(Unavailable):
        await log.append(ID, Seq(1), entry)
    with pytest.raises(Unavailable):
        await log.create(keyhole_header(), entry)


@delayed
async def test_move_that_comes_due_while_the_log_is_read_is_shown(stage: Stage) -> None:
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
