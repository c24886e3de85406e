"""Random logs of Clue: random deals, random suggestions, true answers."""

from dataclasses import dataclass
from random import Random

from cluehouse.games.clue.cards import CARDS_OF, CATEGORIES, Card
from cluehouse.games.clue.notebook.facts import ENVELOPE
from cluehouse.games.clue.notebook.notebook import Notebook

WRONG_ACCUSATIONS = 0.03
"""The share of turns with one."""


@dataclass(frozen=True, slots=True)
class Entry:
    by: str
    named: tuple[Card, ...]
    shown_by: str | None = None
    card: Card | None = None
    accusation: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    hands: dict[str, tuple[Card, ...]]
    case: tuple[Card, ...]
    entries: tuple[Entry, ...]

    @property
    def holders(self) -> dict[Card, str]:
        """The true holder of every card."""
        dealt = {card: player for player, hand in self.hands.items() for card in hand}
        return dealt | dict.fromkeys(self.case, ENVELOPE)

    def notebook(
        self, me: str | None, *, sizes: bool = True, entries: int | None = None
    ) -> Notebook:
        """The notebook of this player, or of a spectator, after so many entries."""
        book = Notebook(
            players=list(self.hands),
            hand_sizes=[len(hand) for hand in self.hands.values()] if sizes else None,
            me=me,
            my_cards=None if me is None else self.hands[me],
        )
        for entry in self.entries[:entries]:
            write(book, entry, me)
        return book


def write(book: Notebook, entry: Entry, me: str | None) -> None:
    suspect, weapon, room = entry.named
    if entry.accusation:
        book.accusation(entry.by, suspect, weapon, room, correct=False)  # type: ignore[arg-type]
        return
    seen = entry.card if me in (entry.by, entry.shown_by) and me is not None else None
    book.suggestion(entry.by, suspect, weapon, room, entry.shown_by, seen)  # type: ignore[arg-type]


def random_log(players: int, turns: int, rng: Random) -> Log:
    case = _random_triple(rng)
    names = [f"p{number + 1}" for number in range(players)]
    rest = [card for cards in CARDS_OF.values() for card in cards if card not in case]
    rng.shuffle(rest)
    first = rng.randrange(players)
    hands = {name: tuple(rest[(at - first) % players :: players]) for at, name in enumerate(names)}
    entries: list[Entry] = []
    for turn in range(turns):
        by = names[turn % players]
        entries.append(_suggestion(by, names, hands, rng))
        accused = _random_triple(rng)
        if rng.random() < WRONG_ACCUSATIONS and accused != case:
            entries.append(Entry(by, accused, accusation=True))
    return Log(hands, case, tuple(entries))


def _suggestion(
    by: str, names: list[str], hands: dict[str, tuple[Card, ...]], rng: Random
) -> Entry:
    named, at = _random_triple(rng), names.index(by)
    for player in names[at + 1 :] + names[:at]:
        if showable := [card for card in named if card in hands[player]]:
            return Entry(by, named, player, rng.choice(showable))
    return Entry(by, named)


def _random_triple(rng: Random) -> tuple[Card, ...]:
    return tuple(rng.choice(CARDS_OF[category]) for category in CATEGORIES)
