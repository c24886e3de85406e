"""The examples of docs/protocol.md are messages that the server sends and accepts."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cluehouse.core.codec import codec
from cluehouse.core.offers import Offer
from cluehouse.core.wire import decoder
from cluehouse.games import GAMES
from cluehouse.games.clue.notebook import aid
from cluehouse.server.push import notifier
from cluehouse.server.wire import chat, frames, guest, lobby, rematch, room
from cluehouse.study import desk, verdict

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"^```json (\w+) ?(\w*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)

_PAGES = (desk, verdict, notifier, guest, chat, rematch, lobby, room, frames)
_KNOWN = {name: kind for page in _PAGES for name, kind in vars(page).items()}


def test_the_page_has_an_example_of_every_message() -> None:
    shown = {kind for kind, _, _ in EXAMPLES}
    told = {
        "Welcome",
        "Room",
        "Marks",
        "NotesTaken",
        "MarksChecked",
        "Refused",
        "Update",
        "Frame",
        "Offer",
        "Talk",
    }
    assert told <= shown
    sent = {msgspec.json.decode(text)["type"] for kind, _, text in EXAMPLES if kind == "Frame"}
    assert sent == {member.__struct_config__.tag for member in frames.Frame.__args__}


@pytest.mark.parametrize(("kind", "game", "text"), EXAMPLES)
def test_an_example_is_a_message(kind: str, game: str, text: str) -> None:
    decoded = _decoder(kind, game).decode(text)
    if kind == "Frame" and isinstance(decoded, frames.PlayMove):
        codec(GAMES["keyhole"]).move.decode(decoded.move)
    if kind == "NotesTaken":
        msgspec.convert(decoded.notes, GAMES[game].types.notes)


def _decoder(kind: str, game: str) -> "msgspec.json.Decoder[Any]":
    if kind == "Update":
        return codec(GAMES[game]).update
    if game == "clue":
        return decoder(getattr(aid, kind))
    return decoder(Offer if kind == "Offer" else _KNOWN[kind])
