"""A true record is confirmed; every edit is found, at its entry."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cluehouse.core.errors import UnknownGame
from cluehouse.core.record import read_record
from cluehouse.core.seal import commitment_of, key_of
from cluehouse.games import GAMES
from cluehouse.study.sentences import LANGUAGES
from cluehouse.study.verify import verify
from tests.rules import rule
from tests.study.games import GIFT, Document, edited, given_up, sealed

LOGS = sorted((Path(__file__).parents[1] / "logs").glob("*/*.json"))
OF_TODAY = [
    log for log in LOGS if read_record(log.read_bytes()).version == GAMES[log.parent.name].version
]
"""The stored games that were played by the rules of today."""
OTHER = "a5" * 32

GAMES_PLAYED: list[tuple[str, int, dict[str, Any]]] = [
    ("keyhole", 2, {"deals": 1}),
    ("clue", 3, {}),
    ("crime_hotel", 3, {}),
    ("secret_du_nil", 2, {}),
    ("cinq_dernieres_minutes", 4, {}),
    ("cinq_dernieres_minutes", 6, {"bourrel": "person"}),
    ("arosa", 2, {}),
]


@pytest.mark.parametrize("log", OF_TODAY, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_stored_game_is_true_but_has_no_seal(log: Path) -> None:
    verdict = verify(read_record(log.read_bytes()))
    assert (verdict.answer, verdict.unchecked) == ("true", 0)
    assert "has no seal" in verdict.says["en"]
    assert "n’a pas de sceau" in verdict.says["fr"]


@pytest.mark.parametrize(
    "log", sorted({*LOGS} - {*OF_TODAY}), ids=lambda log: f"{log.parent.name}-{log.stem}"
)
def test_a_stored_game_by_earlier_rules_is_not_judged(log: Path) -> None:
    record = read_record(log.read_bytes())
    verdict = verify(record)
    assert verdict.answer == "another_version"
    assert f"version {record.version}," in verdict.says["en"]
    assert "Cluehouse" not in verdict.says["en"], "no server wrote it"


@pytest.mark.parametrize(("name", "seats", "options"), GAMES_PLAYED)
def test_a_sealed_game_is_true(name: str, seats: int, options: dict[str, Any]) -> None:
    verdict = verify(sealed(name, seats, **options))
    assert (verdict.answer, verdict.at, verdict.unchecked) == ("true", None, 0)
    assert "had sealed before the start" in verdict.says["en"]


def test_every_game_is_covered() -> None:
    assert {name for name, _, _ in GAMES_PLAYED} == GAMES.keys()


def other_secret(document: Document) -> None:
    document["seal"]["secret"] = OTHER


def other_commitment(document: Document) -> None:
    document["seal"]["commitment"] = OTHER


def other_secret_and_commitment(document: Document) -> None:
    document["seal"] |= {"secret": OTHER, "commitment": commitment_of(OTHER)}


def other_contribution(document: Document) -> None:
    document["seal"]["contributions"][0] = OTHER


def contribution_of_another_seat(document: Document) -> None:
    document["seal"]["contributions"].reverse()


def contribution_left_out(document: Document) -> None:
    document["seal"]["contributions"].pop()


def chosen_key(document: Document) -> None:
    """With a seal that fits the key; the deal does not."""
    document["seal"] |= {"secret": OTHER, "commitment": commitment_of(OTHER)}
    document["key"] = key_of(OTHER, [GIFT, None]).hex()


def unknown_option(document: Document) -> None:
    document["options"]["deals"] = 99


def other_option(document: Document) -> None:
    document["options"]["deals"] = 2


def too_many_seats(document: Document) -> None:
    document["seats"] = 10**9
    document["seal"] = None


def swapped_hands(document: Document) -> None:
    _, one, other = document["entries"][0]["events"]
    one["card"], other["card"] = other["card"], one["card"]


def deal_with_a_mover(document: Document) -> None:
    document["entries"][0]["seat"] = 0


def mover_out_of_turn(document: Document) -> None:
    document["entries"][1]["seat"] = 1


def seat_out_of_range(document: Document) -> None:
    document["entries"][1]["seat"] = -1


def illegal_move(document: Document) -> None:
    document["entries"][1]["move"]["whom"] = 0


def move_of_no_kind(document: Document) -> None:
    document["entries"][1]["move"] = {"type": "Bribe"}


def other_answer(document: Document) -> None:
    shown = document["entries"][2]["events"][0]
    shown["card"] = "twin" if shown["card"] == "pilot" else "pilot"


def event_left_out(document: Document) -> None:
    document["entries"][4]["events"].pop()


def event_added(document: Document) -> None:
    document["entries"][3]["events"].append({"type": "SaidReady", "by": 0})


def event_of_no_kind(document: Document) -> None:
    document["entries"][2]["events"][0] = {"type": "Bribed"}


def move_left_out(document: Document) -> None:
    del document["entries"][2]


def moves_exchanged(document: Document) -> None:
    entries = document["entries"]
    entries[1], entries[2] = entries[2], entries[1]


def end_left_out(document: Document) -> None:
    del document["entries"][-1]


def nothing_left(document: Document) -> None:
    document["entries"] = []


def move_added(document: Document) -> None:
    document["entries"].append(document["entries"][-1])


def other_winner(document: Document) -> None:
    document["outcome"]["shares"] = [1, 0]


def no_outcome(document: Document) -> None:
    document["outcome"] = None


@pytest.mark.parametrize(
    ("edit", "at", "words"),
    [
        (other_secret, None, "not the one that the house had sealed"),
        (other_commitment, None, "not the one that the house had sealed"),
        (other_secret_and_commitment, None, "the key does not follow"),
        (other_contribution, None, "the key does not follow"),
        (contribution_of_another_seat, None, "the key does not follow"),
        (contribution_left_out, None, "as many contributions as seats"),
        (chosen_key, 0, "The document says: Hidden behind the door: "),
        (unknown_option, None, "such a game cannot be"),
        (other_option, None, "stop before the end"),
        (too_many_seats, None, "such a game cannot be"),
        (swapped_hands, 0, "Player 1 is dealt "),
        (deal_with_a_mover, 0, "does not begin with a deal"),
        (mover_out_of_turn, 1, "Player 2, is not allowed"),
        (seat_out_of_range, 1, "by nobody at the table"),
        (illegal_move, 1, "You may not ask yourself"),
        (move_of_no_kind, 1, "is not allowed: the game knows no such move"),
        (other_answer, 2, "The document says: Player 1 shows Player 2 the "),
        (event_left_out, 4, "The document says: nothing more"),
        (event_added, 3, "rules say: nothing more"),
        (event_of_no_kind, 2, "what is told of move 2 makes no sense"),
        (move_left_out, 2, "is not allowed"),
        (moves_exchanged, 1, "is not allowed"),
        (end_left_out, None, "stop before the end"),
        (nothing_left, None, "stop before the end"),
        (move_added, 5, "is not allowed"),
        (other_winner, None, "does not end as the document says"),
        (no_outcome, None, "does not end as the document says"),
    ],
)
def test_an_edit_is_found_at_its_entry(
    edit: Callable[[Document], None], at: int | None, words: str
) -> None:
    verdict = verify(edited(sealed("keyhole", 2, deals=1), edit))
    assert (verdict.answer, verdict.at) == ("differs", at), verdict.says["en"]
    assert words in verdict.says["en"]
    assert set(verdict.says) == set(LANGUAGES)
    assert verdict.says["fr"].startswith("Non")


def test_a_record_without_its_seal_is_reported_as_open() -> None:
    verdict = verify(msgspec.structs.replace(sealed("keyhole", 2, deals=1), seal=None))
    assert "Nothing shows, though" in verdict.says["en"]


def test_another_version_of_the_rules_is_reported_and_its_seal_is_checked() -> None:
    def other_version(document: Document) -> None:
        document |= {"version": 7, "cluehouse": "9.9.9"}

    old = edited(sealed("keyhole", 2, deals=1), other_version)
    verdict = verify(old)
    assert verdict.answer == "another_version"
    assert "version 7" in verdict.says["en"]
    assert "Cluehouse 9.9.9" in verdict.says["fr"]
    assert verify(edited(old, other_contribution)).answer == "differs"


def test_an_unknown_game_cannot_be_verified() -> None:
    with pytest.raises(UnknownGame):
        verify(msgspec.structs.replace(sealed("keyhole", 2, deals=1), game="chess"))


def test_an_invalid_move_is_reported_in_every_language() -> None:
    says = verify(edited(sealed("keyhole", 2, deals=1), move_of_no_kind)).says
    assert says["fr"].endswith("n’est pas permis : le jeu ne connaît pas un tel coup.")


def test_an_abandoned_game_is_confirmed_without_outcome() -> None:
    verdict = verify(edited(sealed("keyhole", 2, deals=1), given_up))
    assert verdict.answer == "true"
    assert "of the 2 moves" in verdict.says["en"]
    assert "There is no outcome" in verdict.says["en"]
    assert "sealed before the start" in verdict.says["en"]
    assert "la partie a été abandonnée" in verdict.says["fr"]


def test_a_record_without_its_outcome_is_not_confirmed() -> None:
    record = msgspec.structs.replace(sealed("keyhole", 2, deals=1), outcome=None)
    assert verify(record).says["en"] == "No: the game does not end as the document says."


def test_the_answer_uses_the_names_of_the_server() -> None:
    names = {"keyhole": {"en": {"name.doctor": "Uncle Bob"}}}
    record = edited(sealed("keyhole", 2, deals=1), another_culprit)
    assert "Uncle Bob" in verify(record, names).says["en"]
    assert "Uncle Bob" not in verify(record, names).says["fr"]
    assert "Uncle Bob" not in verify(record).says["en"]


def another_culprit(document: Document) -> None:
    hidden = document["entries"][0]["events"][0]
    hidden["culprit"] = "doctor" if hidden["culprit"] != "doctor" else "pilot"


def other_bourrel(document: Document) -> None:
    document["entries"][0]["events"][-1]["bourrel"] = 3


def fewer_candidates(document: Document) -> None:
    document["options"]["candidates"] = ["bourrel", None, None, None, None, None]


@rule("CD-MAT-1")
@pytest.mark.parametrize("edit", [other_bourrel, fewer_candidates])
def test_the_lot_for_bourrels_chair_follows_from_the_key(edit: Callable[[Document], None]) -> None:
    candidates = ("bourrel", None, "bourrel", "bourrel", None, "bourrel")
    played = sealed("cinq_dernieres_minutes", 6, bourrel="person", candidates=candidates)
    lot, seated = msgspec.json.decode(played.entries[0].events)
    assert lot == {"type": "LotDrawn", "among": [0, 2, 3, 5]}
    assert seated == {"type": "BourrelSeated", "bourrel": 0}
    assert verify(played).answer == "true"
    found = verify(edited(played, edit))
    assert (found.answer, found.at) == ("differs", 0)
