"""What games and characters are called in this house, where its host calls them otherwise.

A file of the data folder, read when the house opens: {game: {language: {text: words}}}, for the
title of a game, its summary, and the names of whatever is in it.
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
"""By game, language and text."""

_NAMES: Final = msgspec.json.Decoder(NameOverrides)


def understand(text: str, games: Collection[str]) -> NameOverrides:
    """ValueError with everything that is wrong, a line for each."""
    try:
        names = _NAMES.decode(text or "{}")
    except msgspec.MsgspecError as trouble:
        raise ValueError(str(trouble)) from None
    if complaints := list(_complaints(names, games)):
        raise ValueError("\n  ".join(["these names cannot be used:", *complaints]))
    return names


def _complaints(names: NameOverrides, games: Collection[str]) -> Iterator[str]:
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
            for key, words in texts.items():
                if key not in known:
                    yield f"{game}, {language}, {key}: no such name"
                elif not _fit(words):
                    fit = f"1 to {MAX_NAME_LENGTH} letters, and no braces"
                    yield f"{game}, {language}, {key}: needs {fit}"


def _fit(words: str) -> bool:
    """Braces are where sentences put their fields; a name has none."""
    seen = bool(words.strip()) and words.isprintable()
    return seen and len(words) <= MAX_NAME_LENGTH and not {"{", "}"} & set(words)


@cache
def _names_of(game: str, language: str) -> frozenset[str]:
    page = files(f"cluehouse.games.{game}") / f"texts.{language}.json"
    texts = json.loads(page.read_text("utf-8"))
    return frozenset(key for key in texts if key in ("title", "summary") or key.startswith("name."))
