"""Secrets that spell a word are nowhere to be read: not in a frame, an answer, a file, a line of
the journal or a number, before the end nor after it; but for what is opened then."""

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import RAIL, Seat, seats_of
from cluehouse.core.record import read_record
from cluehouse.core.seal import key_of
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.server.http.static_files import STATIC
from tests.leaks.canaries import SIGNING, Canaries, canaries_in, singing
from tests.leaks.evening import Curiosity, Evening, Telling, server, spend
from tests.leaks.logs import keeping_a_journal
from tests.leaks.party import Party, contribution
from tests.leaks.samples import SAMPLES
from tests.leaks.stories import true_story, whole_story

FIRST = Seat(0)
STORY = whole_story(SAMPLES["keyhole"], b"canaries")
BUG = "the butler did it"


def never_told(canaries: Canaries, tables: list[str]) -> list[bytes]:
    """Who people are to the house, and what signs it: for nobody at any time."""
    return [SIGNING, *(id.encode() for id in canaries.ids if id not in tables)]


def opened_at_the_end(canaries: Canaries, seats: int) -> list[bytes]:
    """What the luck of each table is made of, its key, and the keys of its bots."""
    given = [None if seat == 0 else contribution(seat) for seat in range(seats)]
    keys = [key_of(secret, given) for secret in canaries.seals]
    bots = [subkey(key, "bot", seat) for key in keys for seat in seats_of(seats)]
    return [*(bytes.fromhex(it) for it in (*canaries.seals, *filter(None, given))), *keys, *bots]


def texts(evening: Evening) -> list[bytes]:
    return [text for heard in evening.heard.values() for _, text in heard]


async def test_nobody_reads_a_secret_before_the_end(tmp_path: Path) -> None:
    stories = [true_story(SAMPLES[game], b"canaries").cut(6) for game in ("keyhole", "arosa")]
    tellings = [Telling(it.case.game, it, curious=(Seat(1), RAIL)) for it in stories]
    evening = await spend(tmp_path / "house", tellings, Curiosity(moments=1, requests=True))
    canaries, tables = evening.canaries, evening.tables
    secrets = never_told(canaries, tables) + opened_at_the_end(canaries, stories[0].case.seats)
    assert singing(secrets, texts(evening)) == []
    for_the_host = [*evening.counted, *evening.journal]
    assert singing([*secrets, *(it.encode() for it in tables)], for_the_host) == []
    assert evening.journal, "it tells something"


async def test_at_the_end_only_what_the_luck_was_made_of_is_opened(tmp_path: Path) -> None:
    with canaries_in(tmp_path / "house") as canaries:
        async with (
            server(tmp_path / "house", [Telling(KEYHOLE, STORY)]) as callers,
            Party.meet(STORY.case, callers) as party,
        ):
            for number, page in enumerate(STORY.pages):
                await party.turn(number, page)
            await party.request_everything(FIRST)
    heard = party.heard[FIRST]
    (record,) = (text for channel, text in heard if channel.endswith("/record"))
    seal = read_record(record.rpartition(b"\n")[2]).seal
    assert seal is not None
    assert seal.secret == canaries.seals[0]
    assert seal.contributions == (None, contribution(1), contribution(2))
    assert singing(never_told(canaries, [party.table]), [text for _, text in heard]) == []
    others = [text for _, text in heard if text != record]
    assert singing(opened_at_the_end(canaries, STORY.case.seats), others) == []


async def test_a_bug_tells_its_place_and_nothing_it_had_in_hand(tmp_path: Path) -> None:
    def decide(state: Any, seat: Seat, move: Any, chance: Chance) -> list[Any]:
        in_hand = (BUG, chance)
        raise RuntimeError(len(in_hand))

    broken = replace(KEYHOLE, decide=decide)
    with canaries_in(tmp_path / "house") as canaries, keeping_a_journal() as journal:
        async with (
            server(tmp_path / "house", [Telling(broken, STORY.cut(1))]) as callers,
            Party.meet(STORY.case, callers) as party,
        ):
            ask = STORY.case.game.alphabet(STORY.case.options, STORY.case.seats)[0]
            with pytest.raises(ConnectionClosed):
                await party.ears[FIRST].attempt(ask, 0)
    assert any(b"RuntimeError" in line for line in journal.lines)
    secrets = never_told(canaries, [party.table]) + opened_at_the_end(canaries, 3)
    secrets += [party.table.encode(), BUG.encode()]
    assert singing(secrets, journal.lines) == []


async def test_no_file_of_the_front_end_holds_a_secret(tmp_path: Path) -> None:
    with canaries_in(tmp_path / "house") as canaries:
        async with (
            server(tmp_path / "house", [Telling(KEYHOLE, STORY.cut(1))]) as callers,
            Party.meet(STORY.case, callers) as party,
        ):
            paths = [str(it.relative_to(STATIC)) for it in STATIC.rglob("*") if it.is_file()]
            pages = ["", f"t/{party.table}", "secret", "cluehouse.db", "../secret", *paths]
            answers = [await callers[RAIL].http.get(f"/{path}") for path in pages]
    secrets = never_told(canaries, [party.table]) + opened_at_the_end(canaries, 3)
    assert singing(secrets, [answer.content for answer in answers]) == []


SPELLINGS: dict[str, Callable[[bytes], bytes]] = {
    "raw": lambda secret: secret,
    "hexadecimal": lambda secret: secret.hex().encode(),
    "base64": base64.b64encode,
    "base64 for links": base64.urlsafe_b64encode,
    "json": lambda secret: json.dumps(secret.decode("latin-1")).encode(),
    "repr": lambda secret: repr(secret).encode(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("before", [b"", b"x", b"xy", b"xyz"])
def test_a_secret_is_found_however_it_is_spelt(spelling: str, before: bytes) -> None:
    secret = b'a "secret"\n with bytes \xfb\xff\xfe in it'
    assert singing([secret], [b"(" + SPELLINGS[spelling](before + secret + b"!") + b")"])
    assert not singing([secret], [SPELLINGS[spelling](before + secret.replace(b"e", b"a"))])
