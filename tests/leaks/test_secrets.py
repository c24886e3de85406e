"""The server's secrets appear in no frame, response, file, log line or metric, before the end of a
game or after it; except for those that are published then."""

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
from tests.leaks.logs import capture_logs
from tests.leaks.marked_secrets import SIGNING, MarkedSecrets, find_secrets, marked_secrets_in
from tests.leaks.one_case_each import CASES
from tests.leaks.scripts import unfinished_script, whole_script
from tests.leaks.server_run import TOKEN, Probes, ScriptedTable, ServerRun, run_games, server
from tests.leaks.table_clients import TableClients, contribution

FIRST = Seat(0)
SCRIPT = whole_script(CASES["keyhole"], b"marked")
BUG = "the butler did it"


def never_published(marked: MarkedSecrets, tables: list[str]) -> list[bytes]:
    """The signing key and the ids of guests, which no client may ever get."""
    return [SIGNING, *(id.encode() for id in marked.ids if id not in tables)]


def published_at_the_end(marked: MarkedSecrets, seats: int) -> list[bytes]:
    """The secret and contributions of each table, its key, and the keys of its bots."""
    given = [None if seat == 0 else contribution(seat) for seat in range(seats)]
    keys = [key_of(secret, given) for secret in marked.seals]
    bots = [subkey(key, "bot", seat) for key in keys for seat in seats_of(seats)]
    return [*(bytes.fromhex(it) for it in (*marked.seals, *filter(None, given))), *keys, *bots]


def texts(run: ServerRun) -> list[bytes]:
    return [text for received in run.received.values() for _, text in received]


async def test_no_output_has_a_secret_before_the_end(tmp_path: Path) -> None:
    scripts = [unfinished_script(CASES[game], b"marked").cut(6) for game in ("keyhole", "arosa")]
    games = [ScriptedTable(it.case.game, it, probing=(Seat(1), RAIL)) for it in scripts]
    run = await run_games(tmp_path / "house", games, Probes(moments=1, requests=True))
    marked, tables = run.secrets, run.tables
    secrets = never_published(marked, tables) + published_at_the_end(marked, scripts[0].case.seats)
    assert find_secrets(secrets, texts(run)) == []
    for_the_operator = [*run.metrics, *run.log]
    assert find_secrets([*secrets, *(it.encode() for it in tables)], for_the_operator) == []
    assert run.log, "there are log lines"


async def test_after_the_end_only_secret_and_contributions_are_published(tmp_path: Path) -> None:
    with marked_secrets_in(tmp_path / "house") as marked:
        async with (
            server(tmp_path / "house", [ScriptedTable(KEYHOLE, SCRIPT)]) as callers,
            TableClients.start_game(SCRIPT.case, callers) as clients,
        ):
            for number, step in enumerate(SCRIPT.steps):
                await clients.play_step(number, step)
            await clients.request_everything(FIRST)
    received = clients.received[FIRST]
    (record,) = (text for channel, text in received if channel.endswith("/record"))
    seal = read_record(record.rpartition(b"\n")[2]).seal
    assert seal is not None
    assert seal.secret == marked.seals[0]
    assert seal.contributions == (None, contribution(1), contribution(2))
    assert (
        find_secrets(never_published(marked, [clients.table]), [text for _, text in received]) == []
    )
    others = [text for _, text in received if text != record]
    assert find_secrets(published_at_the_end(marked, SCRIPT.case.seats), others) == []


async def test_a_pass_is_known_to_its_guest_alone_and_the_id_of_a_session_to_none(
    tmp_path: Path,
) -> None:
    """Nor do log lines, metrics or the database's files have them."""
    data = tmp_path / "house"
    with marked_secrets_in(data) as marked, capture_logs() as log:
        async with (
            server(data, [ScriptedTable(KEYHOLE, SCRIPT.cut(1))]) as callers,
            TableClients.start_game(SCRIPT.case, callers) as clients,
        ):
            given = await callers[FIRST].post("/api/resume-pass")
            passed = [given["link"].partition("#")[2], given["code"]]
            for viewer in (FIRST, RAIL):
                await clients.request_everything(viewer)
            await callers[RAIL].post("/api/resume/look", code=passed[0])
            await callers[RAIL].post("/api/resume", code=passed[1])
            await callers[RAIL].refused("/api/resume", code=passed[0])
            answer = await callers[FIRST].post("/api/me/devices/end-others")
            page = await callers[FIRST].http.get(
                "/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
            )
    received = [text for it in clients.received.values() for _, text in it]
    assert sum(b"first_seen" in text for text in received) == 2, "the lists of devices are among it"
    texts = [*received, *log.lines, page.content, json.dumps(answer).encode()]
    secrets = never_published(marked, [clients.table]) + [it.encode() for it in passed]
    assert find_secrets(secrets, texts) == []
    kept = [file.read_bytes() for file in data.glob("cluehouse.db*")]
    assert find_secrets([it.encode() for it in passed], kept) == []


async def test_the_log_of_a_bug_has_its_place_and_no_values(tmp_path: Path) -> None:
    def decide(state: Any, seat: Seat, move: Any, chance: Chance) -> list[Any]:
        in_hand = (BUG, chance)
        raise RuntimeError(len(in_hand))

    broken = replace(KEYHOLE, decide=decide)
    with marked_secrets_in(tmp_path / "house") as marked, capture_logs() as log:
        async with (
            server(tmp_path / "house", [ScriptedTable(broken, SCRIPT.cut(1))]) as callers,
            TableClients.start_game(SCRIPT.case, callers) as clients,
        ):
            ask = SCRIPT.case.game.alphabet(SCRIPT.case.options, SCRIPT.case.seats)[0]
            with pytest.raises(ConnectionClosed):
                await clients.sockets[FIRST].send_refused(ask, 0)
    assert any(b"RuntimeError" in line for line in log.lines)
    secrets = never_published(marked, [clients.table]) + published_at_the_end(marked, 3)
    secrets += [clients.table.encode(), BUG.encode()]
    assert find_secrets(secrets, log.lines) == []


async def test_no_file_of_the_front_end_holds_a_secret(tmp_path: Path) -> None:
    with marked_secrets_in(tmp_path / "house") as marked:
        async with (
            server(tmp_path / "house", [ScriptedTable(KEYHOLE, SCRIPT.cut(1))]) as callers,
            TableClients.start_game(SCRIPT.case, callers) as clients,
        ):
            paths = [str(it.relative_to(STATIC)) for it in STATIC.rglob("*") if it.is_file()]
            steps = ["", f"t/{clients.table}", "secret", "cluehouse.db", "../secret", *paths]
            answers = [await callers[RAIL].http.get(f"/{path}") for path in steps]
    secrets = never_published(marked, [clients.table]) + published_at_the_end(marked, 3)
    assert find_secrets(secrets, [answer.content for answer in answers]) == []


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "raw": lambda secret: secret,
    "hexadecimal": lambda secret: secret.hex().encode(),
    "base64": base64.b64encode,
    "base64 for links": base64.urlsafe_b64encode,
    "json": lambda secret: json.dumps(secret.decode("latin-1")).encode(),
    "repr": lambda secret: repr(secret).encode(),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("before", [b"", b"x", b"xy", b"xyz"])
def test_a_secret_is_found_in_every_encoding(encoding: str, before: bytes) -> None:
    secret = b'a "secret"\n with bytes \xfb\xff\xfe in it'
    assert find_secrets([secret], [b"(" + ENCODINGS[encoding](before + secret + b"!") + b")"])
    assert not find_secrets([secret], [ENCODINGS[encoding](before + secret.replace(b"e", b"a"))])
