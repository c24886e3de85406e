"""One word for one thing: the texts of the games keep to the glossary of their language."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from cluehouse.core.game import AnyGame
from cluehouse.games import GAMES
from cluehouse.games.clue.notebook import facts
from cluehouse.games.clue.notebook.advice import Advice
from cluehouse.games.clue.notebook.aid import HAND_TOO_FULL
from cluehouse.games.clue.notebook.phrases import COMMANDS, PHRASES
from tests.contract.rulebook import LANGUAGES, texts

Glossary = dict[str, dict[str, list[str]]]
"""By game, each word and the expressions that it stands for."""

EVERY_GAME = "every game"
HOUSE = "house"
"""What the pages around the games say, and the refusals of table and server."""

ADDRESSED = re.compile(r"^(Avec \{card\}, )?\w+(ez|tes)\b|^\w+ez-", re.IGNORECASE)
"""How a prompt in French begins: choisissez, dites, cachez-vous."""

RULE_CODE = re.compile(r"\b[A-Z]{2,}-[A-Z0-9]+(-\d+)?\b")

MISPRINT = re.compile(r"(?<=[^\s?!])[:;!?»%]|«(?!\s)|['\"]|\.\.\.")
"""In French: no space before a high mark or within quotation marks, an apostrophe or quotation
mark of a typewriter, three dots."""

WEB = Path(__file__).parents[2] / "web/src"


def glossary(language: str) -> Glossary:
    page = files("cluehouse.games") / f"glossary.{language}.json"
    found: Glossary = json.loads(page.read_text(encoding="utf-8"))
    return found


def entries(game: AnyGame, language: str) -> dict[str, list[str]]:
    book = glossary(language)
    return book[EVERY_GAME] | book.get(game.name, {})


def read(*pages: Path) -> dict[str, str]:
    return {
        key: text for page in pages for key, text in json.loads(page.read_text("utf-8")).items()
    }


def words_of_the_house(language: str) -> dict[str, str]:
    own = Path(str(files("cluehouse")))
    page = f"texts.{language}.json"
    return read(WEB / f"texts/{language}.json", own / "table" / page, own / "server" / page)


def words_of_the_guide(game: AnyGame, language: str) -> dict[str, str]:
    page = WEB / f"guide/{game.name}.json"
    return json.loads(page.read_text("utf-8"))[language] if page.exists() else {}


def other_words(
    words: dict[str, str], glossary: dict[str, list[str]]
) -> Iterator[tuple[str, str, str]]:
    """The texts that say something else than the word of the glossary."""
    for key, text in words.items():
        said = re.sub(r"\{\w+\}", "…", text)
        for word, others in glossary.items():
            for other in others:
                if re.search(rf"(?<!\w)(?:{other})(?!\w)", said, re.IGNORECASE):
                    yield key, other, word


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_texts_use_the_words_of_the_glossary(game: AnyGame, language: str) -> None:
    words = texts(game, language) | words_of_the_guide(game, language)
    check(words, entries(game, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_uses_the_words_of_the_glossary(language: str) -> None:
    check(words_of_the_house(language), glossary(language)[HOUSE])


def check(words: dict[str, str], glossary: dict[str, list[str]]) -> None:
    found = [*other_words(words, glossary)]
    assert not found, "\n".join(f"{key}: “{other}” is “{word}”" for key, other, word in found)


def words_of_the_notebook(language: str) -> Iterator[tuple[str, str]]:
    """What the notebook of Clue says and understands in a terminal, and says on its page."""
    yield from PHRASES[language].items()  # type: ignore[index]
    yield from zip(COMMANDS[language], COMMANDS[language], strict=True)  # type: ignore[index]
    yield from facts.WORDS[language].items()  # type: ignore[index]
    yield "advice", Advice("plum", "rope", "hall", 1.5).text[language]  # type: ignore[index]
    yield "hand too full", getattr(HAND_TOO_FULL, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notebook_of_clue_uses_the_words_of_the_glossary(language: str) -> None:
    check(dict(words_of_the_notebook(language)), entries(GAMES["clue"], language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_glossary_is_in_use(language: str) -> None:
    for name, words in glossary(language).items():
        said = " ".join(words_of(name, language))
        unused = [word for word in words if word.lower() not in said.lower()]
        assert not unused, f"{name}: no text says {unused}"


def words_of(name: str, language: str) -> Iterator[str]:
    """What is said in the part of the house with this name in the glossary."""
    if name == HOUSE:
        yield from words_of_the_house(language).values()
    for game in GAMES.values():
        if name in (game.name, EVERY_GAME):
            yield from texts(game, language).values()


def test_languages_have_a_glossary_of_the_same_games() -> None:
    first, *others = (glossary(language).keys() for language in LANGUAGES)
    assert all(each == first for each in others)
    assert first <= {EVERY_GAME, HOUSE, *GAMES}


@pytest.mark.parametrize(
    ("game", "language", "text"),
    [
        ("clue", "en", "It is in the case file."),
        ("clue", "fr", "Ada soupçonne M. Green."),
        ("arosa", "en", "A cube of the third floor"),
        ("secret_du_nil", "fr", "Une carte d’endroit"),
        ("crime_hotel", "fr", "L’assassin se cache."),
        ("keyhole", "en", "Whoever is asked shows a card."),
        ("secret_du_nil", "en", "Everybody loses if a culprit gets away."),
        ("secret_du_nil", "fr", "Un coupable s’est échappé."),
        ("secret_du_nil", "fr", "Pas coupable en l’état."),
        ("arosa", "fr", "Vous rejetez les traces trouvées."),
        ("cinq_dernieres_minutes", "fr", "Pour vos yeux seuls"),
        ("clue", "fr", "Les joueurs tiennent les autres cartes."),
    ],
)
def test_another_word_is_caught(game: str, language: str, text: str) -> None:
    assert [*other_words({"planted": text}, entries(GAMES[game], language))]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_prompts_in_french_address_the_player(game: AnyGame) -> None:
    words = {
        key: text
        for key, text in texts(game, "fr").items()
        if key.endswith(".now") or key.startswith("screen.task.")
    }
    assert words
    wrong = [text for text in words.values() if not ADDRESSED.search(text)]
    assert not wrong, wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_needs_the_code_of_a_rule(language: str) -> None:
    words = words_of_the_house(language)
    for game in GAMES.values():
        words |= texts(game, language) | words_of_the_guide(game, language)
    coded = {key: text for key, text in words.items() if RULE_CODE.search(text)}
    assert not coded, coded


@pytest.mark.parametrize("game", ["house", *GAMES])
def test_french_has_its_spaces_and_quotation_marks(game: str) -> None:
    """The browser keeps these spaces from breaking: `unbroken` in `words.ts`."""
    words = (
        words_of_the_house("fr")
        if game == HOUSE
        else texts(GAMES[game], "fr") | words_of_the_guide(GAMES[game], "fr")
    )
    wrong = {key: text for key, text in words.items() if MISPRINT.search(text)}
    assert not wrong, wrong


@pytest.mark.parametrize(
    "text", ["Où?", "Points: 3", "« Rien»", "«Rien »", "L'hôtel", "Attendez...", "5%"]
)
def test_a_misprint_is_caught(text: str) -> None:
    assert MISPRINT.search(text)


def test_part_of_another_word_is_not_caught() -> None:
    assert not [*other_words({"fine": "A better {bet}"}, {"guess": ["bet"]})]
