"""Checks of a game's texts, rule tests, playthroughs and stored logs."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame
from cluehouse.core.offers import kinds_of
from cluehouse.core.record import Record, opening, read_record, replay
from tests.contract.case import Case
from tests.contract.rulebook import LANGUAGES, rule_ids, texts
from tools import playthrough

TESTS = Path(__file__).resolve().parents[1]


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
        assert replay(game, record).outcome() == record.outcome, path.name
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
