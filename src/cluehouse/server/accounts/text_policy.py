"""Check names and chat text: visible characters only, on one line."""

from itertools import groupby
from typing import Final
from unicodedata import category

JOINER: Final = "\u200d"
"""Zero-width joiner: combines several emoji into one; invisible by itself."""

BLANK_CHARACTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and symbols by their Unicode category, but rendered as blank."""

MAX_STACKED_MARKS: Final = 4
"""Combining marks in a row; more would overlap the lines above and below."""


def legible(text: str) -> str | None:
    """Return the text on one line; None if it has an invisible character, or no visible one.

    >>> legible("  Zoé \\n B. ")
    'Zoé B.'
    >>> [legible(text) for text in ("\\u202eadA", "\\u3164", "\\ufe0f", "Z" + "\\u0301" * 5)]
    [None, None, None, None]
    """
    line = " ".join(text.split())
    if not line.replace(JOINER, "").isprintable() or not BLANK_CHARACTERS.isdisjoint(line):
        return None
    kinds = [category(char)[0] for char in line]
    if _longest_mark_run(kinds) > MAX_STACKED_MARKS or not set(kinds) & set("LNPS"):
        return None
    return line


def _longest_mark_run(kinds: list[str]) -> int:
    return max((len(list(run)) for kind, run in groupby(kinds) if kind == "M"), default=0)
