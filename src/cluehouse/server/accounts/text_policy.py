"""What people may call themselves, and say: signs that can be seen, in one line."""

from itertools import groupby
from typing import Final
from unicodedata import category

JOINER: Final = "\u200d"
"""Makes one picture of several, and is nothing by itself."""

BLANK_CHARACTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and patterns as far as Unicode goes, and nothing to look at."""

MAX_STACKED_MARKS: Final = 4
"""Marks on one sign; more climb over the lines above and below."""


def legible(text: str) -> str | None:
    """None if there is something in it that cannot be seen, or nothing that can.

    >>> legible("  Zoé \\n B. ")
    'Zoé B.'
    >>> [legible(text) for text in ("\\u202eadA", "\\u3164", "\\ufe0f", "Z" + "\\u0301" * 5)]
    [None, None, None, None]
    """
    line = " ".join(text.split())
    if not line.replace(JOINER, "").isprintable() or not BLANK_CHARACTERS.isdisjoint(line):
        return None
    kinds = [category(sign)[0] for sign in line]
    if _highest_pile(kinds) > MAX_STACKED_MARKS or not set(kinds) & set("LNPS"):
        return None
    return line


def _highest_pile(kinds: list[str]) -> int:
    return max((len(list(run)) for kind, run in groupby(kinds) if kind == "M"), default=0)
