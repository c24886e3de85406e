"""Names that hide, climb, turn the line round or look like somebody else's."""

import pytest

from tests.abuse.guests import Guest

HIDDEN = {
    "turns the line round": "\u202eadA",
    "isolates": "\u2066Ada\u2069",
    "zero width": "\u200b",
    "zero width inside": "A\u200bda",
    "joins nothing": "\u200d\u200d",
    "joins no word": "\u2060",
    "soft hyphen": "\u00ad",
    "only marks": "\u0301\u0302",
    "only a choice of looks": "\ufe0f",
    "a filler of Hangul": "\u3164",
    "half a filler of Hangul": "\uffa0",
    "a first filler": "\u115f",
    "braille without dots": "\u2800",
    "a grapheme joiner": "A\u034f",
    "tags": "\U000e0041\U000e0064",
    "empty after trimming": " \t\n\u00a0\u2003\u3000",
    "a line break": "\u2028",
    "climbs": "Ada" + "\u0301" * 30,
    "private": "\ue000",
    "none at all": "\uffff",
    "a bell": "Ada\x07",
    "half a pair": "\ud800",
}

SEEN = ["Ada", "Zoé", "Zoe\u0301", "Nguyễn", "Ada 👨‍👩‍👧", "❤️", "張偉", "עֲדָה", "नीति", "Аda", "<b>"]


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN.keys())
def test_a_name_that_cannot_be_seen_is_none(ada: Guest, name: str) -> None:
    table = ada.open_table()
    assert ada.refused("/api/me", name=name) == (400, "HOUSE-BAD-REQUEST")
    sit = {"seat": 1, "companion": name}
    assert ada.refused(f"/api/tables/{table}/sit", **sit) == (400, "HOUSE-BAD-REQUEST")


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN.keys())
def test_what_cannot_be_read_is_not_said(ada: Guest, text: str) -> None:
    with ada.visit(ada.open_table()) as device:
        device.say(type="Say", words={"type": "Text", "text": text})
        assert device.receive("Refused")["id"] == "HOUSE-BAD-REQUEST"


@pytest.mark.parametrize("name", SEEN)
def test_names_of_the_whole_world_are_names(ada: Guest, name: str) -> None:
    room = ada.post(f"/api/tables/{ada.open_table()}/sit", seat=1, companion=name)
    assert room["chairs"][1]["name"] == name


def test_whoever_looks_like_another_is_told_apart(ada: Guest, ben: Guest) -> None:
    """A name says nothing about who somebody is; pages tell people apart by `who`."""
    table = ada.open_table()
    ben.post("/api/me", name="Аda")
    ben.post(f"/api/tables/{table}/sit", seat=1)
    first, second = ada.get(f"/api/tables/{table}")["chairs"]
    assert first["name"] != second["name"]
    assert first["who"] != second["who"]
