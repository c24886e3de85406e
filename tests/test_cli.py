"""The `cluehouse` command: arguments, output and exit status."""

import os
import re
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path

import msgspec
import pytest

from cluehouse.cli import main
from cluehouse.games import GAMES

ARENA = ["arena", "keyhole", "--bots", "detective,novice", "--games", "10", "--seed", "3"]


def test_games_are_listed_with_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(GAMES)
    keyhole = next(i for i, line in enumerate(lines) if line.startswith("keyhole"))
    assert lines[keyhole].split() == ["keyhole", "2–3", "seats"]
    assert lines[keyhole + 1].strip() == "deals: 1, 2, 3 (default 2)"


def test_games_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    pages = msgspec.json.decode(capsys.readouterr().out)
    assert [page["game"] for page in pages] == list(GAMES)
    assert pages[list(GAMES).index("keyhole")] == {
        "game": "keyhole",
        "seats": {"min": 2, "max": 3},
        "options": [
            {
                "option": "deals",
                "values": [1, 2, 3],
                "default": 2,
                "seats": [{"min": 2, "max": 3}] * 3,
            }
        ],
    }


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert re.fullmatch(r"cluehouse \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_the_arena_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--processes", "1"]) == 0
    title, head, *rows = capsys.readouterr().out.splitlines()
    assert title == "keyhole: 10 games, 2 seats, seed 3; a fair share is 50.0%"
    assert head.split()[:4] == ["bot", "played", "won", "share"]
    assert [row.split()[:2] for row in rows] == [["detective", "10"], ["novice", "10"]]
    assert len({len(line) for line in (head, *rows)}) == 1


def test_the_arena_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--json", "--processes", "1"]) == 0
    document = msgspec.json.decode(capsys.readouterr().out)
    assert document["game"] == "keyhole"
    assert [row["bot"] for row in document["bots"]] == ["detective", "novice"]


def test_options_reach_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    def shares(*options: str) -> list[float]:
        assert main([*ARENA, "--json", "--processes", "1", *options]) == 0
        document = msgspec.json.decode(capsys.readouterr().out)
        return [row["share"] for row in document["bots"]]

    assert shares() == shares("--options", '{"deals": 2}')
    assert shares() != shares("--options", '{"deals": 3}')


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["chess", "--bots", "novice,novice"], f"no game 'chess'; there are {', '.join(GAMES)}"),
        (
            ["keyhole", "--bots", "novice,wizard"],
            "no bot 'wizard'; there are random, novice, plain, detective",
        ),
        (["keyhole", "--bots", "novice"], "keyhole is played by 2 to 3 bots, not by 1"),
        (["keyhole", "--bots", ",".join(["novice"] * 4)], "by 2 to 3 bots, not by 4"),
        (["keyhole", "--bots", ""], "no bot ''"),
        (["keyhole", "--bots", "novice,novice", "--options", '{"deals":9}'], "deals: 1, 2, 3"),
        (["keyhole", "--bots", "novice,novice", "--options", '{"deal":1}'], "deals: 1, 2, 3"),
        (["keyhole", "--bots", "novice,novice", "--options", '{"deals":"1"}'], "deals: 1, 2, 3"),
        (["keyhole", "--bots", "novice,novice", "--options", "deals=1"], "deals: 1, 2, 3"),
        (["keyhole", "--bots", "novice,novice", "--options", "1"], "deals: 1, 2, 3"),
        (["keyhole", "--bots", "novice,novice", "--games", "0"], "at least 1 is played"),
        (["keyhole", "--bots", "novice,novice", "--seed", "-1"], "it may be 0 to"),
        (["keyhole", "--bots", "novice,novice", "--processes", "0"], "at least 1 is needed"),
    ],
)
def test_invalid_arguments_are_rejected_with_one_line(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cluehouse: ")
    assert text in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["dance"], ["arena", "keyhole"]])
def test_an_unknown_or_incomplete_command_is_rejected(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: cluehouse" in capsys.readouterr().err


BROKEN_BOT = """
import sys
from dataclasses import replace
from cluehouse.cli import main
from cluehouse.games import GAMES

def choose(belief, view, moves, chance, level):
    raise LookupError("no idea")

GAMES["keyhole"] = replace(GAMES["keyhole"], choose=choose)
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_bot_that_raises_ends_the_arena_with_one_line(processes: str, tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(BROKEN_BOT)
    command = [sys.executable, str(script), *ARENA, "--processes", processes]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.fullmatch(
        r"cluehouse: bot detective in seat 0 of keyhole raised LookupError\(no idea\) "
        r"in choose \(.*broken\.py:\d+\), at move 1 of the deal [0-9a-f]{64}\n",
        done.stderr,
    )


HANDLING_CTRL_C = """
import signal, sys
from cluehouse.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # the test runner may ignore it
sys.exit(main())
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_the_arena_cleanly(processes: str) -> None:
    screen, stderr = os.openpty()
    termios.tcsetwinsize(stderr, (24, 100))
    arguments = [*ARENA, "--games", "10000000", "--processes", processes]
    with subprocess.Popen(
        [sys.executable, "-c", HANDLING_CTRL_C, *arguments],
        stdout=subprocess.PIPE,
        stderr=stderr,
        start_new_session=True,
    ) as running:
        os.close(stderr)
        shown = read_until(screen, rb"\b[1-9]\d*/10000000")
        os.killpg(running.pid, signal.SIGINT)
        shown += read_until(screen, rb"interrupted")
        out, _ = running.communicate(timeout=120)  # until no worker holds it open either
    os.close(screen)
    assert running.returncode == 130
    assert out == b""
    assert b"game/s" in shown
    assert b"Traceback" not in shown


def read_until(screen: int, pattern: bytes) -> bytes:
    """Return the output of a terminal up to a match of the pattern."""
    shown = b""
    while not re.search(pattern, shown):
        assert len(shown) < 100_000, shown[-1000:]
        assert select.select([screen], [], [], 60)[0], shown[-1000:]
        shown += os.read(screen, 4096)
    return shown
