"""What a house calls its games and characters is its host's to say."""

import json
import re
from pathlib import Path

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.games import GAMES
from cluehouse.server.operator.name_overrides import understand
from tests.server.running_server import Caller, run_server

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"

LOG = Path(__file__).parents[2] / "logs" / "keyhole" / "v1.json"

NAMES = {
    "clue": {
        "en": {"title": "Murder at Ours", "name.plum": "Uncle Bob"},
        "fr": {"name.plum": "Oncle Bob"},
    }
}


async def test_names_of_the_host_are_told_to_the_browser(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text(json.dumps(NAMES))
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        assert (await ada.get("/api/house"))["names"] == NAMES


async def test_sentences_that_the_house_makes_have_them_too(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text('{"keyhole": {"fr": {"name.pilot": "Tante Zoé"}}}')
    record = json.loads(LOG.read_text("utf-8"))
    record["entries"][0]["events"][0]["culprit"] = "pilot"
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        verdict = await ada.post("/api/verify", **record)
    assert (verdict["answer"], verdict["at"]) == ("differs", 0)
    assert "Tante Zoé" in verdict["says"]["fr"]


def test_the_example_of_the_documentation_is_understood() -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```$", HOSTING.read_text("utf-8"), re.M | re.S)
    assert understand(example, GAMES) == NAMES


async def test_a_house_without_such_a_file_changes_no_name(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        assert (await ada.get("/api/house"))["names"] == {}


async def test_a_house_does_not_open_with_names_it_does_not_understand(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text('{"chess": {}}')
    with pytest.raises(Unavailable, match=r"names.json: .*\n.*chess: no such game; there are clue"):
        async with run_server(tmp_path):
            pass


@pytest.mark.parametrize(
    ("names", "complaint"),
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
def test_a_name_that_cannot_be_is_said_so(names: object, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        understand(json.dumps(names), GAMES)


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(ValueError, match=r"poker: .*\n.*whist: ") as complaint:
        understand('{"poker": {}, "whist": {}, "clue": {"en": {"title": "Ours"}}}', GAMES)
    assert "title" not in str(complaint.value)


@pytest.mark.parametrize("text", ["{", "[]", "\ufeff{}", "{'clue': {}}"])
def test_a_file_that_is_no_json_is_said_so(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expected|truncated"):
        understand(text, GAMES)
