"""What players are told of the booklet's penalties and of the house's own rules."""

import pytest

from cluehouse.games.cinq_dernieres_minutes import GAME
from tests.contract.rulebook import texts
from tests.rules import rule


@rule("CD-PEN-1", "CD-DEC-2")
@pytest.mark.parametrize(
    ("language", "from_memory", "penalty"),
    [
        ("en", ("from memory", "with penalties"), ("wrong room or object", "token", "void")),
        ("fr", ("de mémoire", "avec les pénalités"), ("pièce ou d’objet", "un jeton", "annulé")),
    ],
)
def test_penalties_are_offered_in_the_words_of_the_booklet(
    language: str, from_memory: tuple[str, ...], penalty: tuple[str, ...]
) -> None:
    words = texts(GAME, language)
    offered = words["options.memory.true"].lower()
    assert [part for part in from_memory if part not in offered] == []
    hint = words["options.memory.true.hint"]
    assert [part for part in penalty if part not in hint] == []
    assert words["options.memory.false"]
    assert words["options.memory.false.hint"]


@rule("CD-DEC-2", "CD-DEC-3")
@pytest.mark.parametrize(
    ("language", "ruling"), [("en", "House decision"), ("fr", "Décision de la maison")]
)
@pytest.mark.parametrize("rule_id", ["CD-DEC-2", "CD-DEC-3"])
def test_what_the_booklet_does_not_say_is_named_a_decision_of_the_house(
    language: str, ruling: str, rule_id: str
) -> None:
    """In the rule itself: players also reach it without the heading, from a refusal or a link."""
    assert ruling in texts(GAME, language)[rule_id]


@rule("CD-PEN-1")
@pytest.mark.parametrize(("language", "when"), [("en", "from memory"), ("fr", "de mémoire")])
def test_the_penalty_says_at_which_tables_it_holds(language: str, when: str) -> None:
    assert when in texts(GAME, language)["CD-PEN-1"]
