"""The notebook as an aid: a whole book in, what follows from it out. The server stores nothing.

A book is read entry by entry, up to the first entry that is invalid or impossible. The answer says
what is wrong with that entry, and what follows from the entries before it.
"""

from typing import Annotated, Final, Literal, assert_never

import msgspec

from cluehouse.core.game import Aid
from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import Card, Language, Room, Suspect, Weapon
from cluehouse.games.clue.notebook.editions import Edition, Names, names_in
from cluehouse.games.clue.notebook.facts import Fact, HandSize, MyHand, Noted
from cluehouse.games.clue.notebook.mistakes import Mistake
from cluehouse.games.clue.notebook.notebook import Contradiction, Notebook

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Players = Annotated[tuple[Name, ...], msgspec.Meta(min_length=2, max_length=6)]
Size = Annotated[int, msgspec.Meta(ge=0, le=18)]
Sizes = Annotated[tuple[Size | None, ...], msgspec.Meta(max_length=6)]
Hand = Annotated[tuple[Card, ...], msgspec.Meta(max_length=18)]


class Suggestion(Wire, frozen=True):
    by: Name
    suspect: Suspect
    weapon: Weapon
    room: Room
    shown_by: Name | None
    """The player who showed a card; the players between passed. null: all others passed."""
    card: Card | None
    """The card shown, if it was seen."""


class Accusation(Wire, frozen=True):
    by: Name
    suspect: Suspect
    weapon: Weapon
    room: Room
    correct: bool


class Sighting(Wire, frozen=True):
    """A card known some other way to be, or not to be, with a holder."""

    card: Card
    holder: Name
    has: bool


Entry = Suggestion | Accusation | Sighting
Entries = Annotated[tuple[Entry, ...], msgspec.Meta(max_length=200)]


Where = Room | Literal["any"]


class Claim(Wire, frozen=True, tag=False):
    card: Card
    holder: Name


class Book(Wire, frozen=True, tag=False):
    """What is known of a game, and what is asked about it."""

    players: Players
    """The players, clockwise."""
    hand_sizes: Sizes | None
    me: Name | None
    my_cards: Hand | None
    """The cards of `me`; `me` and `my_cards` are both null for a spectator."""
    entries: Entries
    why: Claim | None = None
    """Prove where this card is: that the holder has it, or has it not."""
    best_question: Where | None = None
    """Ask for the best question of `me`, in this room or in any."""
    edition: Edition = "house"
    """The box on the table: sentences call the cards as it does."""


class Text(Wire, frozen=True, tag=False):
    en: str
    fr: str


class Told(Wire, frozen=True, tag=False):
    """A recorded fact and the number of its entry; null: it was known before the first entry."""

    entry: int | None
    text: Text


class BestQuestion(Wire, frozen=True, tag=False):
    suspect: Suspect
    weapon: Weapon
    room: Room
    bits: float
    """The information about the envelope to expect, on average."""
    text: Text


class Standing(Wire, frozen=True, tag=False):
    """What follows from the entries."""

    count: int
    """The number of deals that fit."""
    holders: tuple[str, ...]
    """The players, then the envelope."""
    table: dict[Card, tuple[float, ...]]
    """How likely each card is with each holder; 0 and 1 are proved."""
    certain: dict[Card, str]
    solution: tuple[Suspect, Weapon, Room] | None
    why: tuple[Told, ...] | None
    """The fewest facts that prove what `why` asks about; null if it is open."""
    best_question: BestQuestion | None
    """null if no question tells anything new."""


class Impossible(Wire, frozen=True):
    """This entry contradicts these recorded facts; no smaller set of them is enough."""

    entry: int
    facts: tuple[Told, ...]


class Invalid(Wire, frozen=True):
    """This entry is not valid; null: the table itself is not."""

    entry: int | None
    text: Text


Trouble = Impossible | Invalid


class Reading(Wire, frozen=True, tag=False):
    standing: Standing | None
    """What follows from all entries before the wrong one; null if the table itself is not valid."""
    trouble: Trouble | None


def read(book: Book) -> Reading:
    try:
        notebook = Notebook(book.players, book.hand_sizes, book.me, book.my_cards)
    except Mistake as mistake:
        return Reading(None, Invalid(None, _text(mistake.text)))
    except Contradiction:
        return Reading(None, Invalid(None, HAND_TOO_FULL))
    trouble = _write(notebook, book.entries, names_in(book.edition))
    return Reading(_standing(notebook, book), trouble)


NOTEBOOK: Final = Aid(takes=Book, gives=Reading, run=read)

HAND_TOO_FULL: Final = Text(
    "with these cards in one hand, nothing is left for the envelope",
    "avec ces cartes dans une seule main, il ne reste rien pour l’enveloppe",
)


def _write(notebook: Notebook, entries: tuple[Entry, ...], names: Names) -> Trouble | None:
    for number, entry in enumerate(entries, 1):
        try:
            _write_one(notebook, entry)
        except Contradiction as contradiction:
            return Impossible(number, _told(contradiction.facts, names))
        except Mistake as mistake:
            return Invalid(number, _text(mistake.text))
    return None


def _write_one(notebook: Notebook, entry: Entry) -> None:
    match entry:
        case Suggestion(by, suspect, weapon, room, shown_by, card):
            notebook.suggestion(by, suspect, weapon, room, shown_by, card)
        case Accusation(by, suspect, weapon, room, correct):
            notebook.accusation(by, suspect, weapon, room, correct)
        case Sighting(card, holder, has):
            notebook.fact(card, holder, has)
        case _:
            assert_never(entry)


def _standing(notebook: Notebook, book: Book) -> Standing:
    """Raise Mistake for an unknown card or holder, and if a spectator asks for a question."""
    proof = notebook.why(book.why.card, book.why.holder) if book.why else None
    names, where = names_in(book.edition), book.best_question
    return Standing(
        count=notebook.count(),
        holders=notebook.holders,
        table={card: tuple(row.values()) for card, row in notebook.table().items()},
        certain=notebook.certain(),
        solution=notebook.solution(),
        why=None if proof is None else _told(proof, names),
        best_question=None if where is None else _best(notebook, where, names),
    )


def _best(notebook: Notebook, where: Where, names: Names) -> BestQuestion | None:
    advice = notebook.best_question(None if where == "any" else where)
    if advice is None:
        return None
    three = advice.suspect, advice.weapon, advice.room
    return BestQuestion(*three, advice.bits, _text(advice.told(names)))


def _told(facts: tuple[Fact, ...], names: Names) -> tuple[Told, ...]:
    return tuple(Told(_entry_of(fact), _text(fact.told(names))) for fact in facts)


def _entry_of(fact: Fact) -> int | None:
    match fact:
        case MyHand() | HandSize():
            return None
        case Noted(entry=entry):
            return entry
        case _:
            return fact.question.entry


def _text(text: dict[Language, str]) -> Text:
    return Text(**text)
