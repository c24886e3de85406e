"""Checks of a game's texts, rule tests, playthroughs and stored logs."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Final, get_origin, get_type_hints

from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import seats_of
from cluehouse.core.offers import kinds_of
from cluehouse.core.record import Record, opening, read_record
from cluehouse.core.record import replay as replayed
from cluehouse.core.wire import Wire
from cluehouse.study.replay import steps
from cluehouse.study.sentences import Vocabulary, seat_fields, tell
from tests.contract.case import Case
from tests.contract.rulebook import LANGUAGES, rule_ids, texts
from tools import playthrough
from tools.gen_wire import structs_in

TESTS = Path(__file__).resolve().parents[1]

_TO_YOU: Final = {"en": r"\b(you|yours?)\b", "fr": r"\b(vous|vos|votre)\b"}
"""How a sentence speaks to its reader."""


def check_every_text_exists_in_every_language(case: Case) -> None:
    """Each type that players read about during or after the game, each rule and each option has a
    text, which names only fields that exist."""
    fields = _fields_by_key(case.game)
    for language in LANGUAGES:
        words = texts(case.game, language)
        assert sorted(fields.keys() - words.keys()) == [], f"without a text in {language}"
        for key, known in fields.items():
            assert words[key].strip(), (language, key)
            assert _placeholders(words[key]) <= known, (language, key)


def _fields_by_key(game: AnyGame) -> dict[str, set[str]]:
    """Every key that needs a text, and the fields that the text may name."""
    types = game.types
    kinds = kinds_of(types.event) | kinds_of(types.move) | kinds_of(types.sight)
    told = {name: set(kind.__struct_fields__) for name, kind in kinds.items()}
    options = (f"options.{field}" for field in game.types.options.__struct_fields__)
    plain = ("title", "summary", *options, *rule_ids(game))
    return told | {key: set() for key in plain}


def check_languages_have_the_same_texts(case: Case) -> None:
    first, *others = (texts(case.game, language) for language in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys()
        for key, text in first.items():
            assert _placeholders(text) == _placeholders(other[key]), key


def check_sentences_speak_to_their_reader(case: Case) -> None:
    """A text that names a player has another one for that player: `CardShown.to`. No sentence of a
    stored game tells players about themselves by name."""
    kinds = _told(case.game)
    for language in LANGUAGES:
        words = texts(case.game, language)
        for name, kind in kinds.items():
            for field in _players(kind) & _placeholders(words[name]):
                assert f"{name}.{field}" in words, f"does not speak to its reader in {language}"
        _check_variants(words, language, kinds | kinds_of(case.game.types.sight))
        _check_stored_games_speak_to_their_readers(case.game, Vocabulary(language, words, _NAMES))


_NAMES: Final = [f"Mr. {number}" for number in range(9)]


def _told(game: AnyGame) -> dict[str, type[Wire]]:
    """Sights that are whole events, and deductions: a sight that is no event is what others see."""
    sights, events = kinds_of(game.types.sight), kinds_of(game.types.event)
    noted = {kind.__name__: kind for kind in structs_in([game.types.notes])}
    told = {
        name: kind
        for name, kind in (noted | sights).items()
        if name in events or name not in sights
    }
    return {name: kind for name, kind in told.items() if name in texts(game, LANGUAGES[0])}


def _check_variants(words: dict[str, str], language: str, kinds: dict[str, type[Wire]]) -> None:
    for key, text in words.items():
        name, _, rest = key.partition(".")
        if name not in kinds:
            continue
        field, _, form = rest.partition(".")
        assert field in ("", *kinds[name].__struct_fields__), f"{key} is about no field"
        if form == "each":
            assert _placeholders(text) == {"player", "each"}, (language, key)
        elif rest and not form:
            assert field in seat_fields(kinds[name]), f"{key} is about no player"
            if field in _players(kinds[name]):
                assert field not in _placeholders(text), f"{key} names its reader"
                assert re.search(_TO_YOU[language], text, re.IGNORECASE), f"{key} says no “you”"


def _players(kind: type[Wire]) -> set[str]:
    """The fields that hold one seat; of several, the reader is called “you” in the list."""
    hints = get_type_hints(kind)
    return {field for field in seat_fields(kind) if get_origin(hints[field]) is not tuple}


def _check_stored_games_speak_to_their_readers(game: AnyGame, words: Vocabulary) -> None:
    for path in sorted((TESTS / "logs" / game.name).glob("*.json")):
        record = read_record(path.read_bytes())
        play = opening(game, record)
        for _, events in steps(play, record):
            for you in seats_of(record.seats):
                spoken = replace(words, you=you)
                told = " ".join(tell(sight, spoken) for sight in play.sights(events, you))
                assert words.names[you] not in told, f"{told} (to {words.names[you]})"


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def check_every_rule_has_a_test(case: Case) -> None:
    """In the game's own tests, or in the browser tests where only a browser shows it."""
    rules, cited = rule_ids(case.game), _cited_rules(TESTS / "games" / case.game.name)
    shown = _cited_rules(TESTS / "web")
    assert len(rules) == len(set(rules)) > 0
    assert sorted(set(rules) - cited - shown) == [], "rules that no test is about"
    assert sorted(cited - set(rules)) == [], "tests about no rule"


def _cited_rules(folder: Path) -> set[str]:
    return {
        rule
        for path in folder.glob("test_*.py")
        for test in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_")
        for rule in _citations(test)
    }


def _citations(test: ast.FunctionDef) -> Iterator[str]:
    """The arguments of `@rule(…)` above a test."""
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
            yield from map(ast.literal_eval, decorator.args)


def check_playthroughs_are_current(case: Case) -> None:
    """If a rule has changed, write them again in their own commit."""
    game = case.game
    pages = sorted((TESTS / "playthroughs" / game.name).glob("*.txt"))
    levels = []
    for path in pages:
        text = path.read_text(encoding="utf-8")
        request = playthrough.read_command(text.split("\n", 1)[0], {game.name: game})
        assert playthrough.page(request) == text, f"{path.name} is not what happens now"
        levels.append(request.level)
    assert "random" in levels, "no playthrough of random play"
    assert "novice" in levels, "no playthrough of novices"


def check_stored_logs_replay(case: Case) -> None:
    """Logs of every version replay to their outcome; one is of the present version."""
    game, versions = case.game, []
    for path in sorted((TESTS / "logs" / game.name).glob("*.json")):
        record = read_record(path.read_bytes())
        assert record.game == game.name
        assert record.outcome is not None, f"{path.name} is not a whole game"
        assert replayed(game, record).outcome() == record.outcome, path.name
        versions.append(record.version)
        if record.version == game.version:
            _check_the_rules_are_the_same(game, record)
    assert game.version in versions, f"no log of version {game.version}"


def _check_the_rules_are_the_same(game: AnyGame, record: Record) -> None:
    """Within one version the same luck and moves cause the same events."""
    wire, play = codec(game), opening(game, record)
    for entry in record.entries:
        if entry.seat is None:
            events = play.setup()
        else:
            events = play.decide(entry.seat, wire.move.decode(entry.move))
        assert tuple(events) == wire.events.decode(entry.events), f"differs at {play.seq + 1}"
        play.advance(events)
