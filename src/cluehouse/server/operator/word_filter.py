"""The word filter: words the operator forbids in names and chat, from `words.txt`.

A line forbids a word as a whole word; `*word*` forbids it anywhere, also inside longer words and
with dots or spaces between its letters. Case, accents, full-width letters and the usual digits in
place of letters make no difference.
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from cluehouse.server.operator.watched_file import lines_of

_LOOKALIKES: Final = str.maketrans("013457@$", "oieastas")
_WORD: Final = re.compile(r"\w+")


class WordFilter:
    """
    >>> words = WordFilter(["moron", "*idiot*"])
    >>> [words.allows(text) for text in ("Oxymoron", "MÖR0N!", "you i.d.i.o.t", "Ada")]
    [True, False, False, True]
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words: set[str] = set()
        self._anywhere: set[str] = set()
        for word in words:
            anywhere = len(word) > 2 and word[0] == word[-1] == "*"
            (self._anywhere if anywhere else self._words).add(_normalized(word))
        if "" in self._words | self._anywhere:
            raise ValueError("a word needs a letter")
        self._anywhere = {word.replace(" ", "") for word in self._anywhere}

    @classmethod
    def parse(cls, text: str) -> "WordFilter":
        return cls(line for _, line in lines_of(text))

    def allows(self, text: str) -> bool:
        normalized = _normalized(text)
        if any(f" {word} " in f" {normalized} " for word in self._words):
            return False
        joined = normalized.replace(" ", "")
        return not any(word in joined for word in self._anywhere)


def _normalized(text: str) -> str:
    """The words of the text in plain lower-case letters, separated by single spaces.

    >>> _normalized("Ｈél\\u200blo,  W0RLD!")
    'hello world'
    """
    bare = (char for char in normalize("NFKD", text) if category(char) not in ("Mn", "Cf"))
    plain = normalize("NFKC", "".join(bare).casefold())
    return " ".join(_WORD.findall(plain.translate(_LOOKALIKES))).replace("_", "")
