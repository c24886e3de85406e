"""Names that are invisible, stack marks, reverse the text direction or look like another name."""

import pytest

from tests.abuse.clients import Guest

HIDDEN = {
    "right-to-left override": "\u202eadA",
    "isolates": "\u2066Ada\u2069",
    "zero width": "\u200b",
    "zero width inside": "A\u200bda",
    "only joiners": "\u200d\u200d",
    "word joiner": "\u2060",
    "soft hyphen": "\u00ad",
    "only marks": "\u0301\u0302",
    "only a variation selector": "\ufe0f",
    "Hangul filler": "\u3164",
    "halfwidth Hangul filler": "\uffa0",
    "Hangul choseong filler": "\u115f",
    "braille without dots": "\u2800",
    "a grapheme joiner": "A\u034f",
    "tags": "\U000e0041\U000e0064",
    "empty after trimming": " \t\n\u00a0\u2003\u3000",
    "a line break": "\u2028",
    "stacked marks": "Ada" + "\u0301" * 30,
    "private use": "\ue000",
    "noncharacter": "\uffff",
    "a bell": "Ada\x07",
    "lone surrogate": "\ud800",
}

SEEN = ["Ada", "Zoé", "Zoe\u0301", "Nguyễn", "Ada 👨‍👩‍👧", "❤️", "張偉", "עֲדָה", "नीति", "Аda", "<b>"]


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN.keys())
def test_an_illegible_name_is_refused(ada: Guest, name: str) -> None:
    table = ada.open_table()
    assert ada.refused("/api/me", name=name) == (400, "HOUSE-BAD-REQUEST")
    sit = {"seat": 1, "companion": name}
    assert ada.refused(f"/api/tables/{table}/sit", **sit) == (400, "HOUSE-BAD-REQUEST")


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN.keys())
def test_an_illegible_chat_text_is_refused(ada: Guest, text: str) -> None:
    with ada.visit(ada.open_table()) as device:
        device.say(type="Say", words={"type": "Text", "text": text})
        assert device.receive("Refused")["id"] == "HOUSE-BAD-REQUEST"


@pytest.mark.parametrize("name", SEEN)
def test_names_in_any_script_are_accepted(ada: Guest, name: str) -> None:
    room = ada.post(f"/api/tables/{ada.open_table()}/sit", seat=1, companion=name)
    assert room["chairs"][1]["name"] == name


def test_guests_with_names_that_look_alike_differ_by_who(ada: Guest, ben: Guest) -> None:
    """A name does not identify a guest; the front end uses `who`."""
    table = ada.open_table()
    ben.post("/api/me", name="Аda")
    ben.post(f"/api/tables/{table}/sit", seat=1)
    first, second = ada.get(f"/api/tables/{table}")["chairs"]
    assert first["name"] != second["name"]
    assert first["who"] != second["who"]
