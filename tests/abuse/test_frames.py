"""Whatever comes over the socket of one who plays: a clear answer or a clear close code. Nothing is
played but legal moves, and nobody else hears of the rest."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.games import GAMES
from cluehouse.server.wire.close_codes import TOO_WRONG
from tests.abuse.effort import examples
from tests.abuse.frames import BENDS, NONSENSE, Bend, Frame, bent
from tests.abuse.guests import Device, Guest, Message
from tests.abuse.party import Party

TOO_LONG: Final = 1009

OF_HER_OWN: Final = {"Refused", "Marks", "NotesTaken"}
"""What nobody else is told."""

SAYINGS: Final[list[dict[str, Any]]] = [
    {"type": "Mark", "cell": "twin", "mark": "no"},
    {"type": "Undo"},
    {"type": "TakeNotes"},
    {"type": "Say", "words": {"type": "Text", "text": "It was not me!"}},
    {"type": "Say", "words": {"type": "Phrase", "id": "hello"}},
]


@pytest.fixture(params=sorted(GAMES))
def party(request: pytest.FixtureRequest, ada: Guest, ben: Guest) -> Iterator[Party]:
    with Party.at(request.param, ada, ben) as party:
        yield party


Step = Frame | Bend | int
"""A frame, a real one bent, or the number of one that was sent before."""

STEPS: Final[st.SearchStrategy[list[Step]]] = st.lists(
    st.one_of(NONSENSE, BENDS, BENDS, st.integers(0, 5)), min_size=1, max_size=6
)


@examples(40)
@given(steps=STEPS)
def test_a_frame_is_answered_and_hurts_nobody(party: Party, steps: list[Step]) -> None:
    sent: list[Frame] = ["{}"]
    with party.come() as device:
        for step in steps:
            before = device.update
            sent.append(frame := _frame(step, party, before, sent))
            answers = device.answers_to(frame)
            if answers is None:
                assert device.closed() in (TOO_LONG, TOO_WRONG)
                assert party.overheard() == []
                return
            assert answers or _understood(frame) == {"type": "TakeNotes"}, "it is answered"
            _check_play(party, frame, before, device, answers)
            _check_discretion(party, answers)


def _frame(step: Step, party: Party, update: Message, sent: list[Frame]) -> Frame:
    match step:
        case int():
            return sent[step % len(sent)]
        case Bend():
            moves, seen = party.legal(update), update["seq"]
            plays = [{"type": "Play", "move": move, "seen": seen} for move in moves]
            real = [*SAYINGS, *plays]
            return bent(real[step.of % len(real)], step)
        case _:
            return step


def _check_play(
    party: Party, frame: Frame, before: Message, device: Device, answers: Sequence[Message]
) -> None:
    """Only a move that was offered is played, once."""
    played = [answer for answer in answers if answer["type"] == "Update"]
    if not played:
        assert device.update == before
        return
    assert [update["seq"] for update in played] == [before["seq"] + 1]
    assert _understood(frame)["move"] in party.legal(before)


def _check_discretion(party: Party, answers: Sequence[Message]) -> None:
    """Others hear what everybody does, and of what is hers alone nothing."""
    public = {answer["type"] for answer in answers} - OF_HER_OWN
    assert {message["type"] for message in party.overheard()} == public


def _understood(frame: Frame) -> Any:
    try:
        return json.loads(frame)
    except ValueError:
        return None
