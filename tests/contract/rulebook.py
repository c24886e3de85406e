"""Read a game's RULES.md and its texts."""

import json
import re
from importlib.resources import files
from typing import Final

from cluehouse.core.game import AnyGame

LANGUAGES: Final = ("en", "fr")

_RULE = re.compile(r"^- ([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+) ", re.MULTILINE)


def rule_ids(game: AnyGame) -> list[str]:
    return _RULE.findall(_read(game, "RULES.md"))


def texts(game: AnyGame, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(_read(game, f"texts.{language}.json"))
    return found


def _read(game: AnyGame, page: str) -> str:
    return (files("cluehouse.games") / game.name / page).read_text(encoding="utf-8")
