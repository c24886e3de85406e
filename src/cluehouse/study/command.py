"""Load and replay records of games in a terminal."""

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
from cluehouse.study.sentences import Language, Vocabulary, phrases, tell, words_of
from cluehouse.study.verdict import Finding

STATUS: Final[dict[Finding, int]] = {"true": 0, "differs": 1, "another_version": 3}
"""The exit status of `cluehouse verify`."""


def load(file: Path) -> Record:
    """Raises Rejected if the file is not a record, OSError if it cannot be read. Skips the byte
    order mark that some editors write."""
    return read_record(file.read_bytes().removeprefix(BOM_UTF8))


def retell(record: Record, viewer: Viewer | None, language: Language) -> Iterator[str]:
    """Sentences, move by move: the sights of a viewer, or with None all events."""
    game = game_of(record)
    play = begin(game, record)
    words = words_of(game, record.seats, language, options=play.options, you=viewer)
    if viewer not in (None, *viewers_of(record.seats)):
        raise NoSuchSeat
    for entry, events in steps(play, record):
        yield _headline(play, entry, words, viewer) + _mark(play, entry, words, record)
        shown = events if viewer is None else play.sights(events, viewer)
        yield from (f"   {tell(each, words)}" for each in shown)
    outcome, texts = play.outcome(), phrases(language)
    if outcome is None:
        yield texts["abandoned"]
    else:
        theirs = (
            texts["points"].format(player=words.player(seat), points=points)
            for seat, points in enumerate(outcome.points)
        )
        yield texts["outcome"].format(points=", ".join(theirs))


def _mark(play: Play, entry: Entry, words: Vocabulary, record: Record) -> str:
    """Says that a bot made the move for its player."""
    if entry.seat is None or play.seq not in record.stand_ins:
        return ""
    return phrases(words.language)["stand_in"].format(player=words.player(entry.seat))


def _headline(play: Play, entry: Entry, words: Vocabulary, viewer: Viewer | None) -> str:
    """Names the move and its player only where no viewer is given: it may be secret."""
    texts = phrases(words.language)
    if entry.seat is None:
        return texts["deal"]
    if viewer is not None:
        return f"{play.seq}."
    move: Any = strictly(codec(play.game).move, entry.move)
    player = words.player(entry.seat)
    return texts["move"].format(number=play.seq, player=player, move=tell(move, words))
