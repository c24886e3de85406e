"""The result of verifying a record, with its text in every language."""

from collections.abc import Callable
from typing import Any, Literal

from cluehouse.core.errors import Rejected
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.core.play import Play
from cluehouse.core.record import Record
from cluehouse.core.wire import Wire, encode
from cluehouse.study.sentences import (
    LANGUAGES,
    NO_NAMES,
    Language,
    Names,
    phrases,
    tell,
    texts_of,
    words_of,
)

Finding = Literal["true", "differs", "another_version"]
Telling = Callable[[Language, Names], str]
"""Makes a text in a language, with a server's own names of things."""


class Verdict(Wire, frozen=True, tag=False, kw_only=True):
    answer: Finding
    at: int | None = None
    """The first entry that differs; the deal is 0."""
    unchecked: int = 0
    """Falls that only the machine that simulated them could recompute."""
    says: dict[str, str]
    """The whole answer as text, by language."""


class Difference(Exception):
    """The record differs from what it should be. `what` is the key of the text that says so."""

    def __init__(self, what: str, at: int | None = None, **said: str | Telling) -> None:
        super().__init__(what, at)
        self.what = what
        self.at = at
        self.said = said


def confirmed(record: Record, unchecked: int) -> Verdict:
    ending = "true" if record.outcome is not None else "true.abandoned"
    keys = [ending, "true.open" if record.seal is None else "true.sealed"]
    if unchecked:
        keys.append("true.unchecked")
    says = _say(*keys, moves=len(record.entries) - 1, unchecked=unchecked)
    return Verdict(answer="true", unchecked=unchecked, says=says)


def another_version(game: AnyGame, record: Record) -> Verdict:
    house = record.cluehouse
    keys = ["another_version", "another_version.house"] if house else ["another_version"]
    says = _say(*keys, theirs=record.version, ours=game.version, house=house)
    return Verdict(answer="another_version", says=says)


def denied(found: Difference, names: Names) -> Verdict:
    says = _say(found.what, names=names, at=found.at, **found.said)
    return Verdict(answer="differs", at=found.at, says=says)


def refused(play: Play, at: int, seat: Seat, refusal: Rejected) -> Difference:
    """A move that is not allowed, with the text of its rule, if it breaks one."""

    def player(language: Language, names: Names) -> str:
        return words_of(play.game, play.seats, language, names).names[seat]

    def reason(language: Language, names: Names) -> str:
        return texts_of(play.game, language, names).get(refusal.id, phrases(language)["no_move"])

    return Difference("differs.move", at, player=player, reason=reason)


def otherwise(play: Play, at: int, told: list[Any], right: list[Any]) -> Difference:
    """The first event that differs."""
    longest = max(len(told), len(right))
    place = next(i for i in range(longest) if told[i : i + 1] != right[i : i + 1])
    said, meant = (_event(events, place) for events in (told, right))
    return Difference(
        "differs.events",
        at,
        told=_sentence(play, said, meant),
        right=_sentence(play, meant, said),
    )


def _event(events: list[Any], place: int) -> Wire | None:
    return events[place] if place < len(events) else None


def _sentence(play: Play, event: Wire | None, other: Wire | None) -> Telling:
    def sentence(language: Language, names: Names) -> str:
        if event is None:
            return phrases(language)["nothing"]
        told = tell(event, words_of(play.game, play.seats, language, names, play.options))
        return f"{told}{_differing_field(event, other)}"

    return sentence


def _differing_field(event: Wire, other: Wire | None) -> str:
    """The first field that differs: the sentences may not mention it."""
    if type(event) is not type(other):
        return ""
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if value != getattr(other, field):
            return f" ({field}: {encode(value).decode():.80})"
    return ""


def _say(*keys: str, names: Names = NO_NAMES, **values: Any) -> dict[str, str]:
    return {
        language: " ".join(phrases(language)[key] for key in keys).format(
            **{
                name: value(language, names) if callable(value) else value
                for name, value in values.items()
            }
        )
        for language in LANGUAGES
    }
