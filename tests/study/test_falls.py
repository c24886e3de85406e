"""Arosa's falls: checked by a machine that simulates alike, counted as unchecked by others."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cluehouse.core.record import Record
from cluehouse.study.verify import verify
from tests.study.games import Document, edited, sealed


def falls(document: Document) -> list[tuple[int, dict[str, Any]]]:
    """Each fall with the number of its entry."""
    return [
        (at, event)
        for at, entry in enumerate(document["entries"])
        for event in entry["events"]
        if event["type"] == "Dropped"
    ]


def nudge(document: Document) -> None:
    """Move the resting place of the last fallen cube a little to the right."""
    falls(document)[-1][1]["rest"][0][1] += 1


def elsewhere(record: Record) -> Record:
    return msgspec.structs.replace(record, machine="another")


def last_fall(record: Record) -> int:
    numbers: list[int] = []
    edited(record, lambda document: numbers.extend(at for at, _ in falls(document)))
    return numbers[-1]


def test_a_machine_that_simulates_alike_checks_every_fall() -> None:
    record = sealed("arosa", 2)
    verdict = verify(edited(record, nudge))
    assert (verdict.answer, verdict.at) == ("differs", last_fall(record))
    assert "(rest: " in verdict.says["en"]


def test_another_machine_counts_the_falls_it_cannot_check() -> None:
    record = elsewhere(sealed("arosa", 2))
    assert verify(record).unchecked == 0, "here it can work them all out"
    verdict = verify(edited(record, nudge))
    assert (verdict.answer, verdict.unchecked) == ("true", 1)
    assert "not checked, because another machine worked them out: 1" in verdict.says["en"]


def lie_about_the_storey(fall: dict[str, Any]) -> None:
    fall["storey"] = (fall["storey"] + 1) % 8


def drop_another_cube(fall: dict[str, Any]) -> None:
    fall["rest"][0][0] += 40


def drop_nothing(fall: dict[str, Any]) -> None:
    fall["rest"] = []


def drop_below_the_ground(fall: dict[str, Any]) -> None:
    fall["rest"][0][4] = -1


def drop_in_another_colour(fall: dict[str, Any]) -> None:
    fall["colour"] = "white"


@pytest.mark.parametrize(
    "lie",
    [
        lie_about_the_storey,
        drop_another_cube,
        drop_nothing,
        drop_below_the_ground,
        drop_in_another_colour,
    ],
)
def test_another_machine_rejects_impossible_falls(lie: Callable[[dict[str, Any]], None]) -> None:
    record = elsewhere(sealed("arosa", 2))
    verdict = verify(edited(record, lambda document: lie(falls(document)[-1][1])))
    assert (verdict.answer, verdict.at) == ("differs", last_fall(record))


def test_the_quick_tower_is_the_same_on_every_machine() -> None:
    record = elsewhere(sealed("arosa", 2, tower="quick"))
    assert verify(record).answer == "true"
    verdict = verify(edited(record, nudge))
    assert (verdict.answer, verdict.at) == ("differs", last_fall(record))
