"""Pieces: four places, four suspects, three categories of clues in four colours, and twelve squares
of river."""

from collections.abc import Sequence
from typing import Final, Literal, get_args

from cluehouse.core.wire import Wire

Place = Literal["bar", "restaurant", "pool", "promenade"]
Suspect = Literal["watson", "christie", "stringer", "marpel"]
Category = Literal["fingerprint", "stain", "shoe_print"]
Colour = Literal["red", "blue", "green", "yellow"]

# fmt: off
Card = Literal["bar", "restaurant", "pool", "promenade", "joker", "no_idea"]
"""A card to play: a place, or one of the two cards that each seat has."""
Clue = Literal[
    "fingerprint-red", "fingerprint-blue", "fingerprint-green", "fingerprint-yellow",
    "stain-red", "stain-blue", "stain-green", "stain-yellow",
    "shoe_print-red", "shoe_print-blue", "shoe_print-green", "shoe_print-yellow",
]
Culprit = Literal["watson", "christie", "stringer", "marpel", "nobody"]
Verdict = Literal["watson", "christie", "stringer", "marpel", "nobody", "blank"]
"""What a seat may write about a category at Cairo."""
# fmt: on

Squares = Literal["one", "two"]
Speed = Literal["one", "two", "brake"]
Bank = Literal["upper", "lower"]
Beside = Place | Literal["face_down", "taken"]
"""What lies on a bank beside a square: a card, its back, or nothing."""
Phase = Literal[
    "announcing", "choosing", "looking", "holding", "taking", "answering", "between", "over"
]

Pair = tuple[Colour, Colour]
"""Two colours in the order of COLOURS: a pair has no order of its own (NI-OBS-2)."""
Pairs = tuple[tuple[Pair, ...], ...]
"""For each category, the pair of each suspect."""
Verdicts = tuple[Verdict, Verdict, Verdict]
"""A verdict for each category."""

PLACES: Final[tuple[Place, ...]] = get_args(Place)
SUSPECTS: Final[tuple[Suspect, ...]] = get_args(Suspect)
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
CARDS: Final[tuple[Card, ...]] = get_args(Card)
CLUES: Final[tuple[Clue, ...]] = get_args(Clue)
CULPRITS: Final[tuple[Culprit, ...]] = get_args(Culprit)
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)

PLACE: Final = {place: i for i, place in enumerate(PLACES)}
SUSPECT: Final = {suspect: i for i, suspect in enumerate(SUSPECTS)}
CATEGORY: Final = {category: i for i, category in enumerate(CATEGORIES)}
COLOUR: Final = {colour: i for i, colour in enumerate(COLOURS)}
CARD: Final = {card: i for i, card in enumerate(CARDS)}
CLUE: Final = {clue: i for i, clue in enumerate(CLUES)}
VERDICT: Final = {verdict: i for i, verdict in enumerate(VERDICTS)}
"""The number of each piece, used in a state; a clue is 4 × its category + its colour."""
JOKER, NO_IDEA = CARD["joker"], CARD["no_idea"]
NOBODY, BLANK = VERDICT["nobody"], VERDICT["blank"]

ANNOUNCING: Final[Phase] = "announcing"
CHOOSING: Final[Phase] = "choosing"
LOOKING: Final[Phase] = "looking"
HOLDING: Final[Phase] = "holding"
TAKING: Final[Phase] = "taking"
ANSWERING: Final[Phase] = "answering"
BETWEEN: Final[Phase] = "between"
OVER: Final[Phase] = "over"

CAIRO: Final = 12  # NI-MAT-1
PLACE_COPIES: Final = 12  # NI-MAT-2
CLUE_COPIES: Final = 3  # NI-MAT-5
PROOF_SQUARES: Final = (1, 5, 9)
"""The square where the proof of each category is turned up (NI-SET-2, NI-BOA-6)."""

Meeting = tuple[Place, Place]
MetAt = tuple[Meeting, Meeting, Meeting, Meeting]
"""The two places where each suspect is met."""
SuspectNames = tuple[str, str, str, str]

MET_AT: Final[MetAt] = (
    ("promenade", "pool"),
    ("bar", "restaurant"),
    ("restaurant", "promenade"),
    ("bar", "pool"),
)
"""Where suspects are met unless a table says otherwise (NI-DEC-1: the last two are ours)."""
MAX_NAME_LENGTH: Final = 24

PLACE_HAND: Final = 4  # NI-SET-1
CLUE_HAND: Final = {2: 6, 3: 4, 4: 3, 5: 2, 6: 2}
"""The number of clue cards in a hand, by number of seats (NI-SET-3)."""

MOST_GAMES: Final = 12  # NI-MTC-1


Match = Literal["single", 15, 20, 25]


class Options(Wire, frozen=True):
    match: Match = "single"
    """A single game, or a match to this many points (NI-MTC-1)."""
    both_banks: bool = False
    """Lay both banks face up from the start (NI-OPT-1)."""
    in_turn: bool = False
    """Play cards and look at pairs one seat after the other (NI-OPT-2)."""
    everybody_loses: bool = True
    """In a single game, all players lose if a culprit was named by no player (NI-END-3)."""
    names: SuspectNames | None = None
    """What this table calls the suspects (NI-DEC-1); None: as the game does, in every language."""
    met_at: MetAt = MET_AT

    def __post_init__(self) -> None:
        _check_places(self.met_at)
        _check_names(self.names or ())


def seats(options: Options) -> range:
    return range(2, 7)


def own_names(options: Options) -> dict[str, str]:
    return {f"name.{it}": name for it, name in zip(SUSPECTS, options.names or (), strict=False)}


def _check_places(met_at: MetAt) -> None:
    """NI-DEC-1: a place where no suspect is met would leave its cards without use (NI-OBS-1)."""
    if any(one == other for one, other in met_at):
        raise ValueError("met_at: each suspect is met in two different places")
    if set().union(*met_at) != set(PLACES):
        raise ValueError("met_at: at each place at least one suspect is met")


def _check_names(names: Sequence[str]) -> None:
    for name in names:
        if not 1 <= len(name) <= MAX_NAME_LENGTH:
            raise ValueError(f"names: each has 1 to {MAX_NAME_LENGTH} characters")
        if not name.isprintable() or name != " ".join(name.split()) or {"{", "}"} & {*name}:
            raise ValueError("names: on one line, in visible characters, without braces")
        if not any(map(str.isalnum, name)):
            raise ValueError("names: each has a letter or a digit")
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError("names: no two are the same")
