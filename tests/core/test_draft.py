"""A draft works on a copy and keeps its events."""

from typing import Self

from cluehouse.core.draft import Draft


class Tally:
    __slots__ = ("counts",)

    def __init__(self, counts: list[int]) -> None:
        self.counts = counts

    def copy(self) -> Self:
        return type(self)(self.counts[:])


def apply(tally: Tally, number: int) -> None:
    tally.counts.append(number)


def test_events_are_applied_to_the_draft_and_kept_in_order() -> None:
    draft = Draft(Tally([1]), apply)
    draft.add(2)
    draft.add(len(draft.state.counts))
    assert draft.events == [2, 2]
    assert draft.state.counts == [1, 2, 2]


def test_the_original_state_is_unchanged() -> None:
    tally = Tally([1])
    Draft(tally, apply).add(2)
    assert tally.counts == [1]
