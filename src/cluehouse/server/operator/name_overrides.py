"""The operator's own names for games and characters: `names.json` in the data folder.

Read when the server starts: {game: {language: {key: name}}}, where a key is `title`, `summary` or a
`name.…` of the game's texts.
"""

import json
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

OVERRIDE_LANGUAGES: Final = ("en", "fr")
MAX_NAME_LENGTH: Final = 300

NameOverrides = dict[str, dict[str, dict[str, str]]]
"""By game, language and key."""

_NAMES: Final = msgspec.json.Decoder(NameOverrides)


def parse_overrides(text: str, games: Collection[str]) -> NameOverrides:
    """Parse the file. Raises ValueError that lists every problem, one per line."""
    try:
        names = _NAMES.decode(text or "{}")
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None
    if problems := list(_problems(names, games)):
        raise ValueError("\n  ".join(["these names cannot be used:", *problems]))
    return names


def _problems(names: NameOverrides, games: Collection[str]) -> Iterator[str]:
    for game, languages in names.items():
        if game not in games:
            yield f"{game}: no such game; there are {', '.join(games)}"
            continue
        for language, texts in languages.items():
            if language not in OVERRIDE_LANGUAGES:
                known_languages = ", ".join(OVERRIDE_LANGUAGES)
                yield f"{game}, {language}: no such language; there are {known_languages}"
                continue
            known = _names_of(game, language)
            for key, name in texts.items():
                if key not in known:
                    yield f"{game}, {language}, {key}: no such name"
                elif not _is_valid(name):
                    rule = f"1 to {MAX_NAME_LENGTH} printable characters, and no braces"
                    yield f"{game}, {language}, {key}: needs {rule}"


def _is_valid(name: str) -> bool:
    """Braces mark the fields of a sentence, so a name must not contain any."""
    visible = bool(name.strip()) and name.isprintable()
    return visible and len(name) <= MAX_NAME_LENGTH and not {"{", "}"} & set(name)


@cache
def _names_of(game: str, language: str) -> frozenset[str]:
    file = files(f"cluehouse.games.{game}") / f"texts.{language}.json"
    texts = json.loads(file.read_text("utf-8"))
    return frozenset(key for key in texts if key in ("title", "summary") or key.startswith("name."))
