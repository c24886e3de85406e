"""Documents of games in a terminal: is this one true, and what happened in it?"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cluehouse.core.codec import codec
from cluehouse.core.errors import NoSuchSeat
from cluehouse.core.ids import Viewer, viewers_of
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, Record, read_record
from cluehouse.core.wire import strictly
from cluehouse.study.replay import begin, game_of, steps
from cluehouse.study.sentences import Language, Words, phrases, tell, words_of
from cluehouse.study.verdict import Finding

STATUS: Final[dict[Finding, int]] = {"true": 0, "differs": 1, "another_version": 3}
"""What the command ends with."""


def load(file: Path) -> Record:
    """Raises Rejected for what is no document, OSError for what cannot be read. Some editors begin
    a file with a mark of its encoding, which is no part of the document."""
    return read_record(file.read_bytes().removeprefix(BOM_UTF8))


def retell(record: Record, viewer: Viewer | None, language: Language) -> Iterator[str]:
    """Move by move what a viewer was told, or, from no side, all that happened."""
    game = game_of(record)
    play, words = begin(game, record), words_of(game, record.seats, language)
    if viewer not in (None, *viewers_of(record.seats)):
        raise NoSuchSeat
    for entry, events in steps(play, record):
        yield _headline(play, entry, words, viewer)
        told = events if viewer is None else play.sights(events, viewer)
        yield from (f"   {tell(each, words)}" for each in told)
    outcome, said = play.outcome(), phrases(language)
    if outcome is None:
        yield said["abandoned"]
    else:
        yield said["outcome"].format(points=", ".join(map(str, outcome.points)))


def _headline(play: Play, entry: Entry, words: Words, viewer: Viewer | None) -> str:
    """Who chose what is told from no side alone: it may have been chosen in secret."""
    said = phrases(words.language)
    if entry.seat is None:
        return said["deal"]
    if viewer is not None:
        return f"{play.seq}."
    move: Any = strictly(codec(play.game).move, entry.move)
    player = words.player(entry.seat)
    return said["move"].format(number=play.seq, player=player, move=tell(move, words))
