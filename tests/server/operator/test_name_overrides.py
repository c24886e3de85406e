"""The operator's own names for games and characters."""

import json
import re
from pathlib import Path

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.games import GAMES
from cluehouse.server.operator.name_overrides import parse_overrides
from tests.server.running_server import Caller, run_server

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"

LOG = Path(__file__).parents[2] / "logs" / "keyhole" / "v1.json"

NAMES = {
    "clue": {
        "en": {"title": "Murder at Ours", "name.plum": "Uncle Bob"},
        "fr": {"name.plum": "Oncle Bob"},
    }
}


async def test_name_overrides_are_sent_to_browsers(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text(json.dumps(NAMES))
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        assert (await ada.get("/api/house"))["names"] == NAMES


async def test_sentences_made_by_the_server_use_name_overrides(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text('{"keyhole": {"fr": {"name.pilot": "Tante Zoé"}}}')
    record = json.loads(LOG.read_text("utf-8"))
    record["entries"][0]["events"][0]["culprit"] = "pilot"
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        verdict = await ada.post("/api/verify", **record)
    assert (verdict["answer"], verdict["at"]) == ("differs", 0)
    assert "Tante Zoé" in verdict["says"]["fr"]


def test_example_in_the_documentation_is_valid() -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```$", HOSTING.read_text("utf-8"), re.M | re.S)
    assert parse_overrides(example, GAMES) == NAMES


async def test_server_without_the_file_overrides_no_name(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        assert (await ada.get("/api/house"))["names"] == {}


async def test_server_does_not_start_with_an_invalid_name_file(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text('{"chess": {}}')
    with pytest.raises(Unavailable, match=r"names.json: .*\n.*chess: no such game; there are clue"):
        async with run_server(tmp_path):
            pass


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ({"clue": {"de": {"title": "Mord"}}}, "clue, de: no such language"),
        ({"clue": {"en": {"name.plumm": "Bob"}}}, "clue, en, name.plumm: no such name"),
        ({"clue": {"en": {"CL-DEC-1": "No."}}}, "clue, en, CL-DEC-1: no such name"),
        ({"clue": {"en": {"title": ""}}}, "clue, en, title: needs 1 to"),
        ({"clue": {"en": {"title": "\u202e"}}}, "clue, en, title: needs 1 to"),
        ({"clue": {"en": {"title": "x" * 301}}}, "clue, en, title: needs 1 to"),
        ({"clue": {"en": {"name.plum": "{by}"}}}, "clue, en, name.plum: .* no braces"),
        ({"clue": {"en": {"title": 7}}}, "Expected `str`"),
        ({"clue": ["en"]}, "Expected `object`"),
    ],
)
def test_invalid_name_is_reported(names: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_overrides(json.dumps(names), GAMES)


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(ValueError, match=r"poker: .*\n.*whist: ") as raised:
        parse_overrides('{"poker": {}, "whist": {}, "clue": {"en": {"title": "Ours"}}}', GAMES)
    assert "title" not in str(raised.value)


@pytest.mark.parametrize("text", ["{", "[]", "\ufeff{}", "{'clue': {}}"])
def test_invalid_json_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expected|truncated"):
        parse_overrides(text, GAMES)
