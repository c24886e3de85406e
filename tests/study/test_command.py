"""`cluehouse verify` and `replay`, from the file to the output and the exit status."""

from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from cluehouse.cli import main
from cluehouse.core.record import Record
from cluehouse.core.wire import encode
from tests.study.games import Document, edited, sealed

Printed = pytest.CaptureFixture[str]
Kept = Callable[[Record | bytes], str]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """Write a record or bytes to a file and return its name."""

    def keep(held: Record | bytes) -> str:
        file = tmp_path / "game.json"
        file.write_bytes(held if isinstance(held, bytes) else encode(held))
        return str(file)

    return keep


def test_a_true_game_is_confirmed_in_the_language_asked_for(kept: Kept, capsys: Printed) -> None:
    file = kept(sealed("keyhole", 2))
    assert main(["verify", file, "--language", "en"]) == 0
    assert capsys.readouterr().out.startswith("Yes: the deal")
    assert main(["verify", file, "--language", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Oui : la donne")


def test_a_byte_order_mark_before_a_record_is_skipped(kept: Kept) -> None:
    assert main(["verify", kept(BOM_UTF8 + encode(sealed("keyhole", 2)))]) == 0


def test_an_edited_record_is_not_confirmed(kept: Kept, capsys: Printed) -> None:
    def edit(document: Document) -> None:
        document["outcome"]["points"].reverse()

    file = kept(edited(sealed("crime_hotel", 3), edit))
    assert main(["verify", file, "--json"]) == 1
    assert msgspec.json.decode(capsys.readouterr().out)["answer"] == "differs"


def test_another_version_has_its_own_exit_status(kept: Kept, capsys: Printed) -> None:
    file = kept(msgspec.structs.replace(sealed("keyhole", 2), version=9))
    assert main(["verify", file, "--language", "en"]) == 3
    assert "Made by another version" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("held", "told"),
    [
        (b"", "This is not a game of Cluehouse"),
        (encode(sealed("keyhole", 2))[:-9], "damaged or cut off"),
        (b'{"format":99}', "written by a newer Cluehouse"),
        (
            encode(msgspec.structs.replace(sealed("keyhole", 2), game="chess")),
            "does not know the game in this file. Open it in the house it comes from, or bring",
        ),
    ],
)
def test_a_file_that_is_not_a_record_is_refused_in_one_line(
    command: str, held: bytes, told: str, kept: Kept, capsys: Printed
) -> None:
    assert main([command, kept(held), "--language", "en"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err
    assert printed.err.count("\n") == 1


def test_a_missing_file_is_an_error(capsys: Printed) -> None:
    assert main(["verify", "nowhere.json"]) == 2
    assert "nowhere.json" in capsys.readouterr().err


def test_a_game_is_printed_for_the_viewer_asked_for(kept: Kept, capsys: Printed) -> None:
    file = kept(sealed("keyhole", 2))
    assert main(["replay", file, "--language", "en"]) == 0
    assert "Hidden behind the door" in capsys.readouterr().out
    assert main(["replay", file, "--seat", "2", "--language", "en"]) == 0
    told = capsys.readouterr().out
    assert "You are dealt " in told
    assert "Player 1 is dealt " not in told
    assert main(["replay", file, "--rail", "--language", "en"]) == 0
    assert "Player 2 is dealt " not in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["0", "3", "-1"])
def test_an_unknown_seat_is_refused(seat: str, kept: Kept, capsys: Printed) -> None:
    assert main(["replay", kept(sealed("keyhole", 2)), "--seat", seat, "--language", "en"]) == 2
    assert capsys.readouterr().err == "cluehouse: There is no such seat in this game.\n"
