"""The contract of every game, as a list of checks."""

from collections.abc import Callable
from typing import Final

from tests.contract import pages_checks as pages
from tests.contract import rules_checks as rules
from tests.contract import secrecy_checks as secrecy
from tests.contract import wire_checks as wire
from tests.contract.case import Case

Check = Callable[[Case], None]

CHECKS: Final[tuple[Check, ...]] = (
    rules.check_the_log_replays,
    rules.check_exactly_the_legal_moves_are_accepted,
    rules.check_the_alphabet_holds_every_legal_move,
    rules.check_luck_comes_only_from_chance,
    rules.check_every_playout_ends,
    rules.check_copies_are_independent,
    rules.check_final_moves_can_be_put_off,
    rules.check_a_state_from_a_pickle_plays_on,
    rules.check_minds_of_every_level_play,
    secrecy.check_choices_are_the_same_in_every_imagined_world,
    secrecy.check_views_are_the_same_in_every_imagined_world,
    secrecy.check_twins_look_alike_to_the_public,
    secrecy.check_next_sights_could_be_imagined,
    secrecy.check_no_possible_notebook_is_contradicted,
    secrecy.check_marks_against_what_was_seen_are_contradicted,
    secrecy.check_the_audience_table_is_complete,
    secrecy.check_sights_hold_only_what_their_viewer_may_know,
    wire.check_everything_survives_the_wire,
    wire.check_views_are_small,
    wire.check_updates_offer_exactly_the_legal_moves,
    wire.check_blobs_of_a_kind_have_one_length,
)
"""Checked with all options and every number of seats."""

PAGES: Final[tuple[Check, ...]] = (
    pages.check_every_text_exists_in_every_language,
    pages.check_languages_have_the_same_texts,
    pages.check_sentences_speak_to_their_reader,
    pages.check_every_rule_has_a_test,
    pages.check_playthroughs_are_current,
    pages.check_stored_logs_replay,
)
"""Checked once for each game."""
