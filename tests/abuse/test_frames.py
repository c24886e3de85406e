"""Any frame from a player gets an answer or a close code. Only legal moves are played, and other
clients receive nothing of the rest."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.games import GAMES
from cluehouse.server.wire.close_codes import TOO_WRONG
from tests.abuse.clients import Device, Guest, Message
from tests.abuse.frames import MUTATIONS, NONSENSE, Frame, Mutation, mutated
from tests.abuse.fuzz_settings import examples
from tests.abuse.running_game import RunningGame

TOO_LONG: Final = 1009

PRIVATE: Final = {"Refused", "Marks", "NotesTaken", "MarksChecked"}
"""Messages that only the sender gets."""

OTHER_FRAMES: Final[list[dict[str, Any]]] = [
    {"type": "Mark", "cell": "twin", "mark": "no"},
    {"type": "Undo"},
    {"type": "TakeNotes"},
    {"type": "TakeNotes", "help": "seen"},
    {"type": "CheckMarks"},
    {"type": "Say", "words": {"type": "Text", "text": "It was not me!"}},
    {"type": "Say", "words": {"type": "Phrase", "id": "hello"}},
]


@pytest.fixture(params=sorted(GAMES))
def running(request: pytest.FixtureRequest, ada: Guest, ben: Guest) -> Iterator[RunningGame]:
    with RunningGame.at(request.param, ada, ben) as running:
        yield running


Step = Frame | Mutation | int
"""A frame, a mutation of a real one, or the number of one that was sent before."""

STEPS: Final[st.SearchStrategy[list[Step]]] = st.lists(
    st.one_of(NONSENSE, MUTATIONS, MUTATIONS, st.integers(0, 5)), min_size=1, max_size=6
)


@examples(40)
@given(steps=STEPS)
def test_a_frame_is_answered_and_affects_no_other_client(
    running: RunningGame, steps: list[Step]
) -> None:
    sent: list[Frame] = ["{}"]
    with running.connect() as device:
        for step in steps:
            before = device.update
            sent.append(frame := _frame(step, running, before, sent))
            answers = device.answers_to(frame)
            if answers is None:
                assert device.closed() in (TOO_LONG, TOO_WRONG)
                assert running.received_by_others() == []
                return
            assert answers or _is_answered_later(frame), "it is answered"
            _check_play(running, frame, before, device, answers)
            _check_privacy(running, answers)


def _frame(step: Step, running: RunningGame, update: Message, sent: list[Frame]) -> Frame:
    match step:
        case int():
            return sent[step % len(sent)]
        case Mutation():
            moves, seen = running.legal(update), update["seq"]
            plays = [{"type": "Play", "move": move, "seen": seen} for move in moves]
            real = [*OTHER_FRAMES, *plays]
            return mutated(real[step.of % len(real)], step)
        case _:
            return step


def _check_play(
    running: RunningGame, frame: Frame, before: Message, device: Device, answers: Sequence[Message]
) -> None:
    """Only an offered move is played, once."""
    played = [answer for answer in answers if answer["type"] == "Update"]
    if not played:
        assert device.update == before
        return
    assert [update["seq"] for update in played] == [before["seq"] + 1]
    assert _parsed(frame)["move"] in running.legal(before)


def _check_privacy(running: RunningGame, answers: Sequence[Message]) -> None:
    """Others receive public messages only."""
    public = {answer["type"] for answer in answers} - PRIVATE
    assert {message["type"] for message in running.received_by_others()} == public


def _is_answered_later(frame: Frame) -> bool:
    """Whether a worker works on the answer."""
    parsed = _parsed(frame)
    return isinstance(parsed, dict) and parsed.get("type") in ("TakeNotes", "CheckMarks")


def _parsed(frame: Frame) -> Any:
    try:
        return json.loads(frame)
    except ValueError:
        return None
