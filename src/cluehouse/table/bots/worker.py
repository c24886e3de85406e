"""The worker process: answers questions about bot moves, notebooks and aids over stdin and stdout,
and caches the mind of each seat it plays.

python -m cluehouse.table.bots.worker MODULE:FUNCTION     the function finds a game by its name
"""

import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import BEFORE_THE_DEAL, Level, Seat, Seq
from cluehouse.core.mind import Mind, not_final
from cluehouse.core.wire import decoder, encode
from cluehouse.table.bots.messages import (
    LENGTH_BYTES,
    QUESTION,
    READY,
    Advised,
    BeliefLost,
    Check,
    Checked,
    Chosen,
    Commission,
    Consult,
    Declined,
    Failed,
    Noted,
    Question,
    Study,
    Think,
    WorkerAnswer,
    frame,
)
from cluehouse.table.ports import TableId

MAX_CACHED_MINDS: Final = 512
"""Size of the cache of minds, one per seat; the least recently used is dropped."""


class Thinker:
    """Answers questions, one at a time."""

    def __init__(self, find: Callable[[str], AnyGame]) -> None:
        self._find = find
        self._minds: OrderedDict[tuple[TableId, Seat, Level], tuple[Mind, Seq]] = OrderedDict()

    def answer(self, question: Question) -> WorkerAnswer:
        try:
            match question:
                case Think():
                    return self._choose(question)
                case Study():
                    return self._study(question)
                case Check():
                    return self._check(question)
                case Consult():
                    return self._advise(question)
                case Commission(function=function, asked=asked):
                    return Advised(_imported(function)(asked))
        except Exception as error:  # a bot may fail in any way; its table continues
            return Failed(f"{type(error).__name__}: {error}")

    def _choose(self, think: Think) -> WorkerAnswer:
        game = self._find(think.game)
        wire = codec(game)
        mind, known_seq = self._mind(game, think)
        if known_seq != think.after:
            return BeliefLost()
        updates = [wire.update.decode(update) for update in think.updates]
        for update in updates:
            mind.hear(update.sights)
        last = updates[-1]
        moves = wire.moves(last)
        if think.stand_in:
            moves = not_final(moves, game.final)
        move = mind.choose(last.view, moves, Chance(think.key, last.seq))
        if move not in moves:
            return Failed(f"chose {move}, which is not among its {len(moves)} moves")
        self._cache(think, mind, last.seq)
        return Chosen(encode(move))

    def _study(self, study: Study) -> WorkerAnswer:
        game = self._find(study.game)
        belief, seq = _believed(game, study)
        return Noted(seq, encode(game.notes(belief, study.help)))

    def _check(self, check: Check) -> WorkerAnswer:
        game = self._find(check.game)
        belief, _ = _believed(game, check)
        return Checked(game.contradicted(belief, check.marks))

    def _advise(self, consult: Consult) -> WorkerAnswer:
        aid = self._find(consult.game).aids[consult.aid]
        asked = decoder(aid.takes).decode(consult.asked)
        try:
            given = aid.run(asked)
        except ValueError as error:
            return Declined(str(error))
        return Advised(encode(given))

    def _mind(self, game: AnyGame, think: Think) -> tuple[Mind, Seq]:
        """Take the mind out of the cache. It is put back only after a successful choice: a mind
        that failed is not reused."""
        known = self._minds.pop((think.table, think.seat, think.level), None)
        if known is not None and think.after != BEFORE_THE_DEAL:
            return known
        options = codec(game).options.decode(think.options)
        return Mind(game, options, think.seats, think.seat, think.level), BEFORE_THE_DEAL

    def _cache(self, think: Think, mind: Mind, known_seq: Seq) -> None:
        self._minds[think.table, think.seat, think.level] = mind, known_seq
        if len(self._minds) > MAX_CACHED_MINDS:
            self._minds.popitem(last=False)


def _believed(game: AnyGame, asked: Study | Check) -> tuple[Any, Seq]:
    """The belief of a seat after its whole story, and the seq of its last update."""
    wire = codec(game)
    belief = game.start(wire.options.decode(asked.options), asked.seats, asked.seat, "detective")
    story = wire.update.decode(asked.story)
    for sight in story.sights:
        game.update(belief, sight)
    return belief, story.seq


def _imported(name: str) -> Any:
    """The function that MODULE:FUNCTION stands for."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def main() -> None:
    thinker = Thinker(_imported(sys.argv[1]))
    # Redirect stdout to stderr: output of a bot must not mix with the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        answers.write(READY)
        answers.flush()
        while length := sys.stdin.buffer.read(LENGTH_BYTES):
            body = sys.stdin.buffer.read(int.from_bytes(length, "big"))
            answers.write(frame(thinker.answer(QUESTION.decode(body))))
            answers.flush()
    except BrokenPipeError:
        os._exit(0)  # the server was killed: exit without a traceback


if __name__ == "__main__":
    main()
