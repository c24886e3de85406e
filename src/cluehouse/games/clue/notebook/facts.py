"""Facts: what a notebook records, each a frozen value with a sentence in every language."""

from typing import Any, Final, assert_never

from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import NAMES, Card, Language, Room, Suspect, Weapon
from cluehouse.games.clue.notebook.editions import Names

Player = str
ENVELOPE: Final = "envelope"
"""The envelope, as a holder."""


class Question(Wire, frozen=True):
    """Three cards named aloud: the number of the entry in the notebook, and the player who named
    them."""

    entry: int
    by: Player
    suspect: Suspect
    weapon: Weapon
    room: Room

    @property
    def cards(self) -> tuple[Card, Card, Card]:
        return (self.suspect, self.weapon, self.room)


class _Fact(Wire, frozen=True):
    @property
    def text(self) -> dict[Language, str]:
        """The fact as one sentence in each language."""
        return self.told(NAMES)

    def told(self, names: Names) -> dict[Language, str]:
        """The same, with the names that the cards of a box have."""
        return {language: _sentence(self, language, names[language]) for language in WORDS}

    def __str__(self) -> str:
        return self.text["en"]


class MyHand(_Fact, frozen=True):
    player: Player
    cards: tuple[Card, ...]


class HandSize(_Fact, frozen=True):
    player: Player
    size: int


class Passed(_Fact, frozen=True):
    """The player holds none of the three cards."""

    player: Player
    question: Question


class Showed(_Fact, frozen=True):
    """The player holds at least one of the three cards."""

    player: Player
    question: Question


class ShowedCard(_Fact, frozen=True):
    """The player holds the card, which was seen."""

    player: Player
    question: Question
    card: Card


class Accused(_Fact, frozen=True):
    question: Question
    correct: bool


class Noted(_Fact, frozen=True):
    """A card known some other way to be, or not to be, with a holder."""

    entry: int
    card: Card
    holder: Player
    has: bool


Fact = MyHand | HandSize | Passed | Showed | ShowedCard | Accused | Noted

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "hand": "I am {player}, and my hand is: {cards}.",
        "size.one": "{player} has {size} card.",
        "size.other": "{player} has {size} cards.",
        "passed": "{entry}. {by} suggests {cards}: {player} has none of them.",
        "showed": "{entry}. {by} suggests {cards}: {player} shows a card.",
        "showed.card": "{entry}. {by} suggests {cards}: {player} shows {card}.",
        "accused.right": "{entry}. {by} accuses {cards}: right.",
        "accused.wrong": "{entry}. {by} accuses {cards}: wrong.",
        "noted.has": "{entry}. Seen: {holder} has {card}.",
        "noted.has_not": "{entry}. Seen: {holder} does not have {card}.",
        "envelope": "the envelope",
    },
    "fr": {
        "hand": "Je suis {player}, et ma main est : {cards}.",
        "size.one": "{player} a {size} carte.",
        "size.other": "{player} a {size} cartes.",
        "passed": "{entry}. {by} émet l’hypothèse {cards} : {player} n’en a aucune.",
        "showed": "{entry}. {by} émet l’hypothèse {cards} : {player} montre une carte.",
        "showed.card": "{entry}. {by} émet l’hypothèse {cards} : {player} montre « {card} ».",
        "accused.right": "{entry}. {by} accuse {cards} : c’est juste.",
        "accused.wrong": "{entry}. {by} accuse {cards} : c’est faux.",
        "noted.has": "{entry}. Vu : {holder} a la carte « {card} ».",
        "noted.has_not": "{entry}. Vu : {holder} n’a pas la carte « {card} ».",
        "envelope": "l’enveloppe",
    },
}
_SINGULAR: Final[dict[Language, tuple[int, ...]]] = {"en": (1,), "fr": (0, 1)}
"""For each language, the numbers that take the singular."""


def holder_name(holder: Player, language: Language) -> str:
    return WORDS[language]["envelope"] if holder == ENVELOPE else holder


def _sentence(fact: Any, language: Language, names: dict[Card, str]) -> str:
    key, values = _filled(fact, language, names)
    return WORDS[language][key].format(**values)


def _filled(
    fact: Fact, language: Language, names: dict[Card, str]
) -> tuple[str, dict[str, object]]:
    """The key of the sentence, and the values that fill it."""
    match fact:
        case MyHand(player, cards):
            return "hand", {"player": player, "cards": _listed(cards, names)}
        case HandSize(player, size):
            number = "one" if size in _SINGULAR[language] else "other"
            return f"size.{number}", {"player": player, "size": size}
        case Passed(player, question):
            return "passed", {"player": player, **_asked(question, names)}
        case Showed(player, question):
            return "showed", {"player": player, **_asked(question, names)}
        case ShowedCard(player, question, card):
            asked = _asked(question, names)
            return "showed.card", {"player": player, "card": names[card], **asked}
        case Accused(question, correct):
            return f"accused.{'right' if correct else 'wrong'}", _asked(question, names)
        case Noted(entry, card, holder, has):
            name = holder_name(holder, language)
            values: dict[str, object] = {"entry": entry, "card": names[card], "holder": name}
            return f"noted.{'has' if has else 'has_not'}", values
        case _:
            assert_never(fact)


def _asked(question: Question, names: dict[Card, str]) -> dict[str, object]:
    cards = _listed(question.cards, names)
    return {"entry": question.entry, "by": question.by, "cards": cards}


def _listed(cards: tuple[Card, ...], names: dict[Card, str]) -> str:
    return ", ".join(names[card] for card in cards)
