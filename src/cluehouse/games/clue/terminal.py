"""The notebook in a terminal: a line in, an answer out. Mistakes are told in plain words."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cluehouse.games.clue.cards import CARDS, NAMES, Language
from cluehouse.games.clue.facts import Fact, holder_name
from cluehouse.games.clue.notebook import Contradiction, Notebook

HELP: Final = """\
suggestion BY SUSPECT WEAPON ROOM SHOWN_BY [CARD]   nobody showed: SHOWN_BY is nobody
accusation BY SUSPECT WEAPON ROOM right|wrong
fact CARD HOLDER [not]                              HOLDER is a player or envelope
table                                               how likely each card is with each holder
why CARD HOLDER                                     the fewest facts that prove it
undo                                                take the last entry back
cards                                               the words for the cards
help, quit"""

Answer = Callable[[Notebook, list[str], Language], str]


class NotUnderstood(Exception):
    """A line that is no command; says what one looks like."""


def open_book(players: str, sizes: str | None, me: str | None, cards: str | None) -> Notebook:
    """From words between commas; a size of ? is not known. ValueError for what cannot be."""
    return Notebook(
        players=players.split(","),
        hand_sizes=None if sizes is None else [_size(size) for size in sizes.split(",")],
        me=me,
        my_cards=None if cards is None else _cards(cards.split(",")),
    )


def converse(book: Notebook, lines: Iterable[str], language: Language = "en") -> Iterator[str]:
    """An answer for each line, up to `quit`."""
    for line in lines:
        words = line.split()
        if words == ["quit"]:
            return
        if words:
            yield answer(book, words, language)


def answer(book: Notebook, words: list[str], language: Language = "en") -> str:
    command, *rest = words
    try:
        if command not in _COMMANDS:
            raise NotUnderstood(f"{command}? Try: help")
        return _COMMANDS[command](book, rest, language)
    except Contradiction as contradiction:
        facts = _facts(contradiction.facts, language)
        return f"That cannot be. It contradicts:\n{facts}" if facts else "That cannot be."
    except (NotUnderstood, ValueError) as mistake:
        return str(mistake)


def _suggestion(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) not in (5, 6):
        raise NotUnderstood("suggestion BY SUSPECT WEAPON ROOM SHOWN_BY [CARD]")
    by, *named, shown_by = words[:5]
    suspect, weapon, room = _cards(named)
    seen = _cards(words[5:])
    book.suggestion(
        by,
        suspect,
        weapon,
        room,
        shown_by=None if shown_by == "nobody" else shown_by,
        card=seen[0] if seen else None,
    )
    return _standing(book, language)


def _accusation(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) != 5 or words[4] not in ("right", "wrong"):
        raise NotUnderstood("accusation BY SUSPECT WEAPON ROOM right|wrong")
    suspect, weapon, room = _cards(words[1:4])
    book.accusation(words[0], suspect, weapon, room, correct=words[4] == "right")
    return _standing(book, language)


def _fact(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) not in (2, 3) or words[2:] not in ([], ["not"]):
        raise NotUnderstood("fact CARD HOLDER [not]")
    (card,) = _cards(words[:1])
    book.fact(card, words[1], has=len(words) == 2)
    return _standing(book, language)


def _why(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) != 2:
        raise NotUnderstood("why CARD HOLDER")
    (card,) = _cards(words[:1])
    proof = book.why(card, words[1])
    if proof is None:
        return f"That is open: {_percent(book.probability(card, words[1]))} %."
    verb = "has" if book.probability(card, words[1]) else "does not have"
    claim = f"{holder_name(words[1], language)} {verb} {NAMES[language][card]}, because:"
    return f"{claim}\n{_facts(proof, language)}"


def _table(book: Notebook, words: list[str], language: Language) -> str:
    names = NAMES[language]
    width = max(map(len, names.values()))
    columns = [max(len(holder), 4) for holder in book.holders]
    lines = [_row("", book.holders, width, columns)]
    for card, row in book.table().items():
        cells = [_percent(chance) for chance in row.values()]
        lines.append(_row(names[card], cells, width, columns))
    return "\n".join([*lines, _standing(book, language)])


def _undo(book: Notebook, words: list[str], language: Language) -> str:
    book.undo()
    return _standing(book, language)


def _words_for_cards(book: Notebook, words: list[str], language: Language) -> str:
    return "\n".join(f"{card:<14} {NAMES[language][card]}" for card in CARDS)


_COMMANDS: Final[dict[str, Answer]] = {
    "suggestion": _suggestion,
    "accusation": _accusation,
    "fact": _fact,
    "table": _table,
    "why": _why,
    "undo": _undo,
    "cards": _words_for_cards,
    "help": lambda _book, _words, _language: HELP,
}


def _standing(book: Notebook, language: Language) -> str:
    solution = book.solution()
    if solution is None:
        count = book.count()
        return f"{count:,} deal{'s' if count > 1 else ''} left."
    return f"Solved: {', '.join(NAMES[language][card] for card in solution)}."


def _row(name: str, cells: Iterable[str], width: int, columns: Iterable[int]) -> str:
    right = "  ".join(cell.rjust(column) for cell, column in zip(cells, columns, strict=True))
    return f"{name:<{width}}  {right}".rstrip()


def _percent(chance: float) -> str:
    """Whole percents, and words for what is certain."""
    if chance in (0, 1):
        return "yes" if chance else "-"
    return str(min(99, max(1, round(100 * chance))))


def _facts(facts: Iterable[Fact], language: Language) -> str:
    return "\n".join(f"  {fact.text[language]}" for fact in facts)


def _cards(words: Iterable[str]) -> list[Any]:
    """As typed; the notebook says which of them are no cards."""
    return [word.lower().replace("-", "_") for word in words]


def _size(word: str) -> int | None:
    if word == "?":
        return None
    if not word.isdecimal():
        raise ValueError(f"{word!r} is not a number of cards")
    return int(word)
