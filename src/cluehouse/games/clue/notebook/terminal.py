"""The notebook in a terminal: each typed line gets an answer. Mistakes are explained in words."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cluehouse.games.clue.cards import CARDS, NAMES, Language
from cluehouse.games.clue.notebook.facts import ENVELOPE, Fact, holder_name
from cluehouse.games.clue.notebook.mistakes import Mistake
from cluehouse.games.clue.notebook.notebook import Contradiction, Notebook
from cluehouse.games.clue.notebook.phrases import COMMANDS, PHRASES

Answer = Callable[[Notebook, list[str], Language], str]


class NotUnderstood(Exception):
    """A command has missing or surplus words; the answer is how to use it."""


def open_book(players: str, sizes: str | None, me: str | None, cards: str | None) -> Notebook:
    """Open a notebook from comma-separated words; a size of ? is unknown. Raises Mistake for
    invalid ones."""
    return Notebook(
        players=players.split(","),
        hand_sizes=None if sizes is None else [_size(size) for size in sizes.split(",")],
        me=me,
        my_cards=None if cards is None else _cards(cards.split(",")),
    )


def greeting(book: Notebook, language: Language) -> str:
    return _say("opened", language, count=_deals(book, language))


def converse(book: Notebook, lines: Iterable[str], language: Language = "en") -> Iterator[str]:
    """Yield an answer for each line, up to `quit`."""
    for line in lines:
        words = line.split()
        if words and COMMANDS[language].get(words[0]) == "quit":
            return
        if words:
            yield answer(book, words, language)


def answer(book: Notebook, words: list[str], language: Language = "en") -> str:
    typed, *rest = words
    command = COMMANDS[language].get(typed)
    if command is None:
        return _say("unknown", language, command=typed)
    try:
        return _ANSWERS[command](book, rest, language)
    except NotUnderstood:
        return _say(f"usage.{command}", language)
    except (Contradiction, Mistake) as error:
        return error_text(error, language)


def error_text(error: Contradiction | Mistake, language: Language) -> str:
    if isinstance(error, Mistake):
        return error.text[language]
    if not error.facts:
        return _say("impossible", language)
    return f"{_say('contradicts', language)}\n{_facts(error.facts, language)}"


def _suggestion(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) not in (5, 6):
        raise NotUnderstood
    by, *named, shown_by = words[:5]
    suspect, weapon, room = _cards(named)
    seen = _cards(words[5:])
    book.suggestion(
        by,
        suspect,
        weapon,
        room,
        shown_by=None if shown_by == PHRASES[language]["nobody"] else shown_by,
        card=seen[0] if seen else None,
    )
    return _standing(book, language)


def _accusation(book: Notebook, words: list[str], language: Language) -> str:
    right, wrong = PHRASES[language]["right"], PHRASES[language]["wrong"]
    if len(words) != 5 or words[4] not in (right, wrong):
        raise NotUnderstood
    suspect, weapon, room = _cards(words[1:4])
    book.accusation(words[0], suspect, weapon, room, correct=words[4] == right)
    return _standing(book, language)


def _fact(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) not in (2, 3) or words[2:] not in ([], [PHRASES[language]["not"]]):
        raise NotUnderstood
    (card,) = _cards(words[:1])
    book.fact(card, _holder(words[1], language), has=len(words) == 2)
    return _standing(book, language)


def _why(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) != 2:
        raise NotUnderstood
    (card,), holder = _cards(words[:1]), _holder(words[1], language)
    proof, chance = book.why(card, holder), book.probability(card, holder)
    if proof is None:
        return _say("open", language, percent=_percent(chance, language))
    claim = _say(
        "has" if chance else "has_not",
        language,
        holder=holder_name(holder, language),
        card=NAMES[language][card],
    )
    return f"{_capital(claim) if holder == ENVELOPE else claim}\n{_facts(proof, language)}"


def _question(book: Notebook, words: list[str], language: Language) -> str:
    if len(words) > 1:
        raise NotUnderstood
    advice = book.best_question(*_cards(words))
    return _say("nothing", language) if advice is None else advice.text[language]


def _table(book: Notebook, words: list[str], language: Language) -> str:
    names = NAMES[language]
    width = max(map(len, names.values()))
    heads = [*book.players, PHRASES[language]["envelope"]]
    columns = [max(len(head), 4) for head in heads]
    lines = [_row("", heads, width, columns)]
    for card, row in book.table().items():
        cells = [_percent(chance, language) for chance in row.values()]
        lines.append(_row(names[card], cells, width, columns))
    return "\n".join([*lines, _standing(book, language)])


def _undo(book: Notebook, words: list[str], language: Language) -> str:
    book.undo()
    return _standing(book, language)


def _words_for_cards(book: Notebook, words: list[str], language: Language) -> str:
    return "\n".join(f"{card:<14} {NAMES[language][card]}" for card in CARDS)


_ANSWERS: Final[dict[str, Answer]] = {
    "suggestion": _suggestion,
    "accusation": _accusation,
    "fact": _fact,
    "table": _table,
    "why": _why,
    "question": _question,
    "undo": _undo,
    "cards": _words_for_cards,
    "help": lambda _book, _words, language: _say("help", language),
}


def _say(key: str, language: Language, **values: object) -> str:
    return PHRASES[language][key].format(**values)


def _standing(book: Notebook, language: Language) -> str:
    solution = book.solution()
    if solution is None:
        return _say("left", language, deals=_deals(book, language))
    cards = ", ".join(NAMES[language][card] for card in solution)
    return _say("solved", language, cards=cards)


def _deals(book: Notebook, language: Language) -> str:
    count = book.count()
    shown = f"{count:,}".replace(",", PHRASES[language]["thousands"])
    return _say("deals.one" if count == 1 else "deals.other", language, count=shown)


def _row(name: str, cells: Iterable[str], width: int, columns: Iterable[int]) -> str:
    right = "  ".join(cell.rjust(column) for cell, column in zip(cells, columns, strict=True))
    return f"{name:<{width}}  {right}".rstrip()


def _percent(chance: float, language: Language) -> str:
    """The chance in whole percents; yes or - if it is certain."""
    if chance in (0, 1):
        return PHRASES[language]["yes"] if chance else "-"
    return str(min(99, max(1, round(100 * chance))))


def _facts(facts: Iterable[Fact], language: Language) -> str:
    return "\n".join(f"  {fact.text[language]}" for fact in facts)


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _cards(words: Iterable[str]) -> list[Any]:
    """The words as typed, normalised; the notebook rejects those that are no cards."""
    return [word.lower().replace("-", "_") for word in words]


def _holder(word: str, language: Language) -> str:
    return ENVELOPE if word == PHRASES[language]["envelope"] else word


def _size(word: str) -> int | None:
    if word == "?":
        return None
    if not word.isdecimal():
        raise Mistake("number", word=word)
    return int(word)
