"""Marks that a player makes in the cells of a notebook, and what was seen against them."""

from collections.abc import Mapping
from typing import Final, Literal

YES: Final = "✓"
NO: Final = "✗"
YesOrNo = Literal["✓", "✗"]


def answer(yes: bool) -> YesOrNo:
    return YES if yes else NO


def against(seen: Mapping[str, YesOrNo], marks: Mapping[str, str]) -> tuple[str, ...]:
    """The cells marked yes where no was seen, or no where yes was seen."""
    return tuple(
        cell for cell, mark in marks.items() if mark in (YES, NO) and seen.get(cell, mark) != mark
    )
