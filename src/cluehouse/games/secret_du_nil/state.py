"""State: the whole truth of a game, and how each event changes it."""

from typing import Final, Self, assert_never

from cluehouse.core.ids import Seat
from cluehouse.games.secret_du_nil.cards import (
    HAS_JOKER,
    ONE_CLUE,
    ONE_PLACE,
    PLACES_SPENT,
    PLAY,
    SPENT,
    after_swap,
    clue_hand,
    code_of,
    place_hand,
)
from cluehouse.games.secret_du_nil.events import (
    Announced,
    Answered,
    BankHidden,
    BankLaid,
    BoatMoved,
    Braked,
    CardsChosen,
    CardsPlayed,
    CardsRevealed,
    Dealt,
    Event,
    GameBegun,
    Looked,
    PairPutBack,
    PairsHidden,
    PlaceTaken,
    PlaceTurned,
    ProofsHidden,
    ProofTurned,
    Revealed,
    SaidReady,
    Swapped,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.pieces import (
    ANNOUNCING,
    ANSWERING,
    BETWEEN,
    CAIRO,
    CARD,
    CATEGORIES,
    CATEGORY,
    CHOOSING,
    CLUE,
    COLOUR,
    COLOURS,
    HOLDING,
    OVER,
    PLACE,
    PLACE_HAND,
    SUSPECT,
    SUSPECTS,
    TAKING,
    Category,
    Options,
    Phase,
    Suspect,
    Verdicts,
)
from cluehouse.games.secret_du_nil.turn import Turn

ALL_SQUARES: Final = (1 << CAIRO) - 1
NOTHING_WRITTEN: Final[Verdicts] = ("blank", "blank", "blank")


class State:
    """Hands and pairs are packed as in `cards`; sets of seats and of squares are bit masks. The
    pair of a suspect has the number 4 × category + suspect."""

    __slots__ = (
        "answers",
        "boat",
        "clues",
        "done",
        "game",
        "jokers",
        "last",
        "lower",
        "options",
        "pairs",
        "phase",
        "place_counts",
        "places",
        "points",
        "proofs",
        "seats",
        "taken",
        "turn",
        "turned",
        "upper",
    )

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.points: list[tuple[int, ...]] = []
        """The points of each seat, per game."""
        self.game = 0
        self.turn = Turn(Seat(0), seats)
        self.begin()

    def begin(self) -> None:
        """Put everything back for another game."""
        self.phase: Phase = ANNOUNCING
        self.done = 0
        """The seats that have made the choice that all make at once."""
        self.boat = 0
        self.upper: tuple[int, ...] = (0,) * CAIRO
        self.lower: tuple[int, ...] = self.upper
        self.turned = 0
        """The cards of the lower bank that lie face up."""
        self.taken = 0
        """The cards that were taken: of the upper bank, then of the lower."""
        self.proofs = [0] * len(CATEGORIES)
        self.pairs = [0] * (len(CATEGORIES) * len(SUSPECTS))
        self.places = [0] * self.seats
        self.place_counts = [PLACE_HAND] * self.seats
        self.clues = [0] * self.seats
        self.jokers = self.all_seats
        self.answers = [NOTHING_WRITTEN] * self.seats
        self.last: Revealed | None = None
        """The end of this game, once it has ended."""

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.options = self.options
        twin.seats = self.seats
        twin.points = self.points[:]
        twin.game = self.game
        twin.turn = self.turn.copy()
        twin.phase = self.phase
        twin.done = self.done
        twin.boat = self.boat
        twin.upper = self.upper
        twin.lower = self.lower
        twin.turned = self.turned
        twin.taken = self.taken
        twin.proofs = self.proofs[:]
        twin.pairs = self.pairs[:]
        twin.places = self.places[:]
        twin.place_counts = self.place_counts[:]
        twin.clues = self.clues[:]
        twin.jokers = self.jokers
        twin.answers = self.answers[:]
        twin.last = self.last
        return twin

    @property
    def all_seats(self) -> int:
        return (1 << self.seats) - 1

    @property
    def beside(self) -> tuple[int, int]:
        """The place cards beside the boat, of the upper bank and of the lower."""
        return self.upper[self.boat - 1], self.lower[self.boat - 1]


def apply(state: State, event: Event) -> None:
    match event:
        case CardsChosen(by=by, cards=cards):
            state.done |= 1 << by
            state.turn.plays[by] = PLAY[cards]
        case Looked(card=card, suspect=suspect, category=category):
            state.turn.lift(CARD[card], pair_number(suspect, category))
            state.phase = HOLDING
        case PairPutBack():
            enter(state, state.turn.lay_down())
        case Swapped(by=by, out=out, put=put):
            _swap(state, by, CLUE[out], CLUE[put])
            enter(state, state.turn.lay_down())
        case Announced(squares=squares):
            state.turn.said += (squares,)
        case Braked(by=by, paid=paid):
            state.turn.said += ("brake",)
            _spend(state, by, ONE_PLACE[PLACE[paid]], 1)
        case CardsRevealed(cards=cards_by_seat):
            for seat, cards in enumerate(cards_by_seat):
                _show(state, Seat(seat), PLAY[cards])
            enter(state, state.turn.go_on())
        case CardsPlayed(by=by, cards=cards):
            _show(state, by, PLAY[cards])
            enter(state, state.turn.go_on())
        case BoatMoved(square=square):
            state.boat = square
            enter(state, CHOOSING)
        case PlaceTurned(square=square, place=place):
            lower = state.lower
            state.lower = (*lower[: square - 1], PLACE[place], *lower[square:])
            state.turned |= 1 << square - 1
        case ProofTurned(category=category, colour=colour):
            state.proofs[CATEGORY[category]] = COLOUR[colour]
        case PlaceTaken():
            _take(state, event)
        case TurnBegun(first=first):
            state.turn = Turn(first, state.seats)
            state.phase = ANNOUNCING
        case Answered(by=by):
            state.done |= 1 << by
            state.answers[by] = (event.fingerprint, event.stain, event.shoe_print)
        case Revealed(points=points, over=over):
            state.last = event
            state.points.append(points)
            enter(state, OVER if over else BETWEEN)
        case SaidReady(by=by):
            state.done |= 1 << by
        case Dealt(to=to, places=places, clues=clues):
            state.places[to] = place_hand(places)
            state.clues[to] = clue_hand(clues)
        case PairsHidden(pairs=rows):
            state.pairs = [code_of(pair) for row in rows for pair in row]
        case ProofsHidden(colours=colours):
            state.proofs = [COLOUR[colour] for colour in colours]
        case BankHidden(places=places):
            state.lower = tuple(PLACE[place] for place in places)
        case BankLaid():
            _lay_bank(state, event)
        case GameBegun(number=number):
            state.game = number
            state.begin()
        case _:
            assert_never(event)


def enter(state: State, phase: Phase) -> None:
    """Enter a phase. At Cairo no place cards are taken: the answers are written instead
    (NI-END-1)."""
    state.phase = ANSWERING if phase == TAKING and state.boat == CAIRO else phase
    state.done = 0


def pair_number(suspect: Suspect, category: Category) -> int:
    return len(SUSPECTS) * CATEGORY[category] + SUSPECT[suspect]


def _swap(state: State, by: Seat, out: int, put: int) -> None:
    pair, colour_count = state.turn.look, len(COLOURS)
    state.pairs[pair] = after_swap(state.pairs[pair], out % colour_count, put % colour_count)
    state.clues[by] += ONE_CLUE[out] - ONE_CLUE[put]


def _show(state: State, by: Seat, play: int) -> None:
    """Played cards leave the game, except "No idea" (NI-CAR-3)."""
    state.turn.show(by, play)
    _spend(state, by, SPENT[play], PLACES_SPENT[play])
    if HAS_JOKER[play]:
        state.jokers ^= 1 << by


def _spend(state: State, by: Seat, places: int, count: int) -> None:
    state.places[by] -= places
    state.place_counts[by] -= count


def _take(state: State, event: PlaceTaken) -> None:
    """NI-IDE-1: a seat takes a place card from beside the boat."""
    state.taken |= 1 << state.boat - 1 + CAIRO * (event.bank == "lower")
    state.turn.takers = state.turn.takers[1:]
    state.places[event.by] += ONE_PLACE[PLACE[event.place]]
    state.place_counts[event.by] += 1


def _lay_bank(state: State, event: BankLaid) -> None:
    cards = tuple(PLACE[place] for place in event.places)
    if event.bank == "upper":
        state.upper = cards
    else:
        state.lower, state.turned = cards, ALL_SQUARES
