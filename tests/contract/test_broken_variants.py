"""Each broken variant is caught by its check; the healthy game passes all checks."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from cluehouse.core.game import Game
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.pieces import Options
from tests.contract import broken
from tests.contract import pages_checks as pages
from tests.contract import rules_checks as rules
from tests.contract import secrecy_checks as secrecy
from tests.contract import wire_checks as wire
from tests.contract.case import Case, sheet_of
from tests.contract.checks import CHECKS, PAGES, Check
from tests.contract.rulebook import rule_ids, texts

HEALTHY = Case(game=KEYHOLE, sheet=sheet_of(KEYHOLE), options=Options(deals=2), seats=3)

CAUGHT_BY: dict[str, tuple[Check, ...]] = {
    "SEE_SHOWS_THE_CARD_TO_ALL": (
        secrecy.check_sights_hold_only_what_their_viewer_may_know,
        secrecy.check_twins_look_alike_to_the_public,
    ),
    "SEE_TELLS_NOTHING_FOR_SOME_CARDS": (
        secrecy.check_sights_hold_only_what_their_viewer_may_know,
    ),
    "VIEW_SHOWS_THE_CULPRIT": (secrecy.check_views_are_the_same_in_every_imagined_world,),
    "A_QUESTION_IS_SKIPPED": (
        secrecy.check_choices_are_the_same_in_every_imagined_world,
        secrecy.check_twins_look_alike_to_the_public,
    ),
    "OFFERS_DEPEND_ON_THE_CULPRIT": (
        secrecy.check_choices_are_the_same_in_every_imagined_world,
        secrecy.check_views_are_the_same_in_every_imagined_world,
    ),
    "AN_EVENT_MORE_TELLS_WHO_IS_RIGHT": (secrecy.check_twins_look_alike_to_the_public,),
    "AN_EVENT_DOES_NOT_SAY_IT_ALL": (rules.check_the_log_replays,),
    "THE_DEAL_IS_NOT_BY_CHANCE": (rules.check_luck_comes_only_from_chance,),
    "THE_SECOND_DEAL_IS_NOT_BY_CHANCE": (rules.check_luck_comes_only_from_chance,),
    "DECIDE_CHANGES_THE_STATE": (rules.check_exactly_the_legal_moves_are_accepted,),
    "COPIES_SHARE_THEIR_POINTS": (rules.check_copies_are_independent,),
    "MOVES_DEPEND_ON_AN_IDENTITY": (rules.check_a_state_from_a_pickle_plays_on,),
    "LEGAL_MOVES_LEAVE_ONE_OUT": (rules.check_exactly_the_legal_moves_are_accepted,),
    "A_LEGAL_MOVE_IS_REFUSED": (rules.check_exactly_the_legal_moves_are_accepted,),
    "A_REFUSAL_CITES_NO_RULE": (rules.check_exactly_the_legal_moves_are_accepted,),
    "THE_ALPHABET_LACKS_READY": (rules.check_the_alphabet_holds_every_legal_move,),
    "NO_GAME_ENDS": (rules.check_every_playout_ends,),
    "A_MOVE_ALL_MUST_MAKE_IS_FINAL": (rules.check_final_moves_can_be_put_off,),
    "ALL_SEATS_WIN": (rules.check_every_playout_ends,),
    "A_BELIEF_CONCLUDES_TOO_MUCH": (secrecy.check_next_sights_could_be_imagined,),
    "A_BELIEF_CONFUSES_HANDS": (secrecy.check_views_are_the_same_in_every_imagined_world,),
    "CHECKED_NOTES_TELL_THE_CULPRIT": (secrecy.check_no_possible_notebook_is_contradicted,),
    "CHECKED_NOTES_ARE_NEVER_WRONG": (secrecy.check_marks_against_what_was_seen_are_contradicted,),
    "A_BOT_BREAKS_THE_RULES": (rules.check_minds_of_every_level_play,),
    "A_BOT_HAS_A_MEMORY_OF_ITS_OWN": (rules.check_minds_of_every_level_play,),
    "BLOBS_HAVE_MANY_LENGTHS": (wire.check_blobs_of_a_kind_have_one_length,),
    "A_BLOB_TELLS_THE_CARD": (secrecy.check_sights_hold_only_what_their_viewer_may_know,),
    "A_NUMBER_IS_TOO_BIG": (wire.check_everything_survives_the_wire,),
    "NOTES_CAN_BE_CHANGED": (wire.check_everything_survives_the_wire,),
    "A_VIEW_IS_LONG": (wire.check_views_are_small,),
    "A_MOVE_HAS_NO_TEXT": (pages.check_every_text_exists_in_every_language,),
    "AN_EVENT_HAS_NO_AUDIENCE": (secrecy.check_the_audience_table_is_complete,),
    "NO_LOG_OF_THIS_VERSION": (pages.check_stored_logs_replay,),
    "A_RULE_HAS_CHANGED": (pages.check_playthroughs_are_current, pages.check_stored_logs_replay),
}


@pytest.mark.parametrize(
    ("name", "check"),
    [(name, check) for name, checks in CAUGHT_BY.items() for check in checks],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_broken_game_is_caught(name: str, check: Check) -> None:
    with pytest.raises(AssertionError) as caught:
        check(replace(HEALTHY, game=getattr(broken, name)))
    assert str(caught.traceback[-1].path).endswith("_checks.py"), "failed outside the check"


@pytest.mark.parametrize("check", [*CHECKS, *PAGES], ids=lambda check: check.__name__)
def test_the_healthy_game_passes(check: Check) -> None:
    check(HEALTHY)


def test_every_broken_game_is_tried() -> None:
    assert set(CAUGHT_BY) == {name for name in vars(broken) if _is_variant(getattr(broken, name))}


def _is_variant(value: object) -> bool:
    return isinstance(value, Game) and value is not KEYHOLE


def test_a_rule_without_a_test_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "rule_ids", lambda game: [*rule_ids(game), "KEY-99"])
    with pytest.raises(AssertionError, match="no test is about"):
        pages.check_every_rule_has_a_test(HEALTHY)


def test_a_test_of_an_unknown_rule_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "rule_ids", lambda game: rule_ids(game)[1:])
    with pytest.raises(AssertionError, match="about no rule"):
        pages.check_every_rule_has_a_test(HEALTHY)


@pytest.mark.parametrize(
    "changed", [{"Ready": "{whom} ?"}, {"Ask": "Demander"}, {"Ask": "Demander {card}"}, {"Ouf": ""}]
)
def test_languages_that_differ_are_caught(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]
) -> None:
    _change_french(monkeypatch, changed)
    with pytest.raises(AssertionError):
        pages.check_languages_have_the_same_texts(HEALTHY)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"CardShown.to": None}, "does not speak to its reader"),
        ({"SomeCardShown.by": "Vous montrez {by}."}, "names its reader"),
        ({"CardShown.by": "{by} montre {card}."}, "names its reader"),
        ({"CardShown.by": "On montre {card} à {to}."}, "says no “you”"),
        ({"CardShown.card": "Vous voyez {card}."}, "is about no player"),
        ({"Revealed.accusations.each": "{each}"}, "Revealed.accusations.each"),
        ({"DealBegun": "Mr. 0 observe."}, "to Mr. 0"),
    ],
)
def test_sentences_about_their_reader_are_caught(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, str | None], message: str
) -> None:
    _change_french(monkeypatch, changed)
    with pytest.raises(AssertionError, match=message):
        pages.check_sentences_speak_to_their_reader(HEALTHY)


def _change_french(monkeypatch: pytest.MonkeyPatch, changed: Mapping[str, str | None]) -> None:
    """Texts with another value, or without one."""
    all_texts = {**texts(KEYHOLE, "fr"), **changed}
    french = {key: text for key, text in all_texts.items() if text is not None}
    monkeypatch.setattr(
        pages, "texts", lambda game, language: french if language == "fr" else texts(game, language)
    )
