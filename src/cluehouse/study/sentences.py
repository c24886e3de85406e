"""Moves, sights and events as sentences, from the same texts and in the same way as the browser."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args, get_type_hints

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Viewer
from cluehouse.core.wire import Wire

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

Names = Mapping[str, Mapping[str, dict[str, str]]]
"""A server's own names of things, by game, language and text key."""

NO_NAMES: Final[Names] = {}

_AND: Final[dict[Language, tuple[str, str]]] = {"en": (" and ", ", and "), "fr": (" et ", " et ")}
"""The separator of two items; the one before the last of three or more."""

_YOU: Final[dict[Language, str]] = {"en": "you", "fr": "vous"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The texts and player names that make sentences of one game."""

    language: Language
    texts: dict[str, str]
    names: Sequence[str]
    """The players, by seat."""
    you: Viewer | None = None
    """The seat that is spoken to as "you"."""

    def player(self, seat: int) -> str:
        """The seat's number where an edited record names a seat that does not exist."""
        if seat == self.you:
            return _YOU[self.language]
        return self.names[seat] if seat in range(len(self.names)) else str(seat + 1)


def words_of(
    game: AnyGame,
    seats: int,
    language: Language,
    names: Names = NO_NAMES,
    options: Wire | None = None,
    you: Viewer | None = None,
) -> Vocabulary:
    """The words of a game whose players are numbered: a record does not name them. `options`: those
    of the table, which may have names of its own. `you`: who is spoken to."""
    player = phrases(language)["player"]
    players = [player.format(number=seat + 1) for seat in range(seats)]
    own = {} if options is None else game.own_names(options)
    return Vocabulary(language, {**texts_of(game, language, names), **own}, players, you)


def texts_of(game: AnyGame, language: Language, names: Names = NO_NAMES) -> dict[str, str]:
    """The game's texts, with a server's own names in place of the game's."""
    return _own_texts(game, language) | names.get(game.name, {}).get(language, {})


@cache
def _own_texts(game: AnyGame, language: Language) -> dict[str, str]:
    return texts_in(f"cluehouse.games.{game.name}", language)


@cache
def phrases(language: Language) -> dict[str, str]:
    """The texts of this package."""
    return texts_in("cluehouse.study", language)


def texts_in(package: str, language: Language) -> dict[str, str]:
    text = files(package).joinpath(f"texts.{language}.json").read_text("utf-8")
    texts: dict[str, str] = json.loads(text)
    return texts


def tell(said: Wire, words: Vocabulary) -> str:
    kind = type(said)
    text = _text_to_you(said, words) or words.texts.get(kind.__name__, kind.__name__)
    seats = seat_fields(kind)
    values = {
        field: _speak_field(kind.__name__, field, getattr(said, field), words, seats=field in seats)
        for field in kind.__struct_fields__
    }
    sentence = text.format(**values)
    return sentence[:1].upper() + sentence[1:] if text.startswith("{") else sentence


def _text_to_you(said: Wire, words: Vocabulary) -> str | None:
    """The text for the player whom a field names: `CardShown.by`, `CardShown.to`."""
    kind = type(said)
    fields = [each for each in kind.__struct_fields__ if each in seat_fields(kind)]
    texts = (
        words.texts.get(f"{kind.__name__}.{field}")
        for field in fields
        if words.you is not None and _names(getattr(said, field), words.you)
    )
    return next(filter(None, texts), None)


def _names(seats: Any, seat: Viewer) -> bool:
    return seat in seats if isinstance(seats, tuple) else seat == seats


def _speak_field(kind: str, field: str, value: Any, words: Vocabulary, *, seats: bool) -> str:
    """A value may have a name of its own in a field, as `name.storey.0` has, or in a field of one
    type: `VisitMade.found.nothing`. What each seat has is told with its player, in the words of
    `<type>.<field>.each`."""
    each = words.texts.get(f"{kind}.{field}.each")
    if each is None:
        names = (
            words.texts.get(f"{kind}.{field}.{value}"),
            words.texts.get(f"name.{field}.{value}"),
        )
        return next(filter(None, names), None) or _speak(value, words, seats=seats)
    return ", ".join(
        each.format(
            player=words.player(seat), each=_speak_field("name", field, held, words, seats=False)
        )
        for seat, held in enumerate(value)
    )


def _speak(value: Any, words: Vocabulary, *, seats: bool) -> str:
    if isinstance(value, Wire):
        return tell(value, words)
    if isinstance(value, tuple):
        return _listed([_speak(each, words, seats=seats) for each in value], words.language)
    if seats and isinstance(value, int):
        return words.player(value)
    name = json.dumps(value) if isinstance(value, bool | None) else str(value)
    return words.texts.get(f"name.{name}", name)


def _listed(items: list[str], language: Language) -> str:
    """
    >>> _listed(["a", "b", "c"], "fr")
    'a, b et c'
    """
    between, before_last = _AND[language]
    if len(items) < 3:
        return between.join(items)
    return f"{', '.join(items[:-1])}{before_last}{items[-1]}"


@cache
def seat_fields(kind: type[Wire]) -> frozenset[str]:
    """The fields that hold seats."""
    hints = get_type_hints(kind)
    return frozenset(field for field in kind.__struct_fields__ if _speaks_of_seats(hints[field]))


def _speaks_of_seats(hint: Any) -> bool:
    return hint is Seat or any(map(_speaks_of_seats, get_args(hint)))
