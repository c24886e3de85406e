"""Words that a host does not want to read, in names or in talk: a file of the data folder.

A line forbids a word where it stands by itself; `*word*` forbids it anywhere, also inside longer
words and with dots or spaces between its letters. Capitals, accents, letters of other widths and
the usual figures in place of letters make no difference.
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from cluehouse.server.operator.watched_file import lines_of

_FIGURES: Final = str.maketrans("013457@$", "oieastas")
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
            (self._anywhere if anywhere else self._words).add(_spaced(word))
        if "" in self._words | self._anywhere:
            raise ValueError("a word needs a letter")
        self._anywhere = {word.replace(" ", "") for word in self._anywhere}

    @classmethod
    def understand(cls, text: str) -> "WordFilter":
        return cls(line for _, line in lines_of(text))

    def allows(self, text: str) -> bool:
        spaced = _spaced(text)
        alone = any(f" {word} " in f" {spaced} " for word in self._words)
        return not alone and not any(word in spaced.replace(" ", "") for word in self._anywhere)


def _spaced(text: str) -> str:
    """Its words in plain letters, a space between any two.

    >>> _spaced("Ｈél\\u200blo,  W0RLD!")
    'hello world'
    """
    bare = (sign for sign in normalize("NFKD", text) if category(sign) not in ("Mn", "Cf"))
    plain = normalize("NFKC", "".join(bare).casefold())
    return " ".join(_WORD.findall(plain.translate(_FIGURES))).replace("_", "")
