"""Belief: what a viewer has seen of the pairs and what it can work out about all hidden cards."""

from dataclasses import dataclass

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat, Viewer, seats_of
from cluehouse.games.secret_du_nil.cards import after_swap, clue_hand, code_of, playable
from cluehouse.games.secret_du_nil.deduction.clues import Clues
from cluehouse.games.secret_du_nil.deduction.place_cards import PlaceCards
from cluehouse.games.secret_du_nil.events import (
    BankLaid,
    Braked,
    CardsPlayed,
    CardsRevealed,
    Dealt,
    GameBegun,
    Looked,
    PlaceTaken,
    PlaceTurned,
    Revealed,
    Swapped,
)
from cluehouse.games.secret_du_nil.pieces import (
    ANSWERING,
    CAIRO,
    CARD,
    CATEGORIES,
    CHOOSING,
    CLUE,
    COLOURS,
    CULPRITS,
    HOLDING,
    JOKER,
    PLACE,
    PROOF_SQUARES,
    SUSPECTS,
    Card,
    Options,
)
from cluehouse.games.secret_du_nil.state import State, apply, enter, pair_number
from cluehouse.games.secret_du_nil.view import (
    HasAnswered,
    HasChosen,
    Sight,
    SomeLooked,
    SomeSwapped,
)


@dataclass(slots=True)
class Glimpse:
    """A look by the viewer itself."""

    pair: int
    code: int
    """The pair as the viewer left it."""
    square: int
    """The square of the boat at that time."""
    because: list[Sight]


class Belief:
    """The public state (its hidden parts mean nothing), and the facts known about the hidden
    parts."""

    __slots__ = (
        "aware",
        "changes",
        "clues",
        "dealt",
        "level",
        "looks",
        "open",
        "places",
        "swaps",
        "viewer",
    )

    def __init__(self, options: Options, seats: int, viewer: Viewer, level: Level) -> None:
        self.viewer = viewer
        self.level = level
        self.open = State(options, seats)
        self.begin()

    def begin(self) -> None:
        """Forget everything about the last game."""
        self.places = PlaceCards(self.open.seats, self.viewer)
        self.clues = Clues(self.open.seats, self.viewer)
        self.dealt: Dealt | None = None
        """The viewer's hand, if the viewer has a seat."""
        self.looks: list[Glimpse] = []
        self.swaps: list[SomeSwapped] = []
        pair_count = len(CATEGORIES) * len(SUSPECTS)
        self.changes: list[list[tuple[int, SomeSwapped]]] = [[] for _ in range(pair_count)]
        """For each pair, the swaps by others since the viewer last looked, each with the boat's
        square."""
        self.aware = [0] * pair_count
        """For each pair, the seats that have seen it as it is now, as a mask."""


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(options, seats, viewer, level)


def update(belief: Belief, sight: Sight) -> None:
    _learn_places(belief, sight)
    _learn_clues(belief, sight)
    _learn_aware(belief, sight)
    now = belief.open
    match sight:
        case HasChosen(by=by) | HasAnswered(by=by):
            now.done |= 1 << by
        case SomeLooked(card=card, suspect=suspect, category=category):
            now.turn.lift(CARD[card], pair_number(suspect, category))
            now.phase = HOLDING
        case SomeSwapped():
            enter(now, now.turn.lay_down())
        case _:
            apply(now, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """Draw a state that fits; choices still secret are drawn freely."""
    state = belief.open.copy()
    _imagine_places(belief, state, chance)
    _imagine_clues(belief, state, chance)
    for kind, square in enumerate(PROOF_SQUARES):
        if state.boat < square:
            state.proofs[kind] = chance.below(len(COLOURS))
    for seat in seats_of(state.seats):
        if state.done >> seat & 1 and seat != belief.viewer:
            _imagine_choice(state, seat, chance)
    return state


# --- place cards ------------------------------------------------------------------------------


def _learn_places(belief: Belief, sight: Sight) -> None:
    cards = belief.places
    match sight:
        case CardsRevealed(cards=cards_by_seat):
            for seat, played in zip(seats_of(belief.open.seats), cards_by_seat, strict=True):
                _learn_spent(cards, seat, played)
        case CardsPlayed(by=by, cards=played):
            _learn_spent(cards, by, played)
        case Braked(by=by, paid=paid):
            cards.is_spent(by, PLACE[paid])
        case PlaceTurned(place=place):
            cards.is_seen(PLACE[place])
        case PlaceTaken(by=by, place=place):
            cards.is_taken(by, PLACE[place])
        case BankLaid(places=places) | Dealt(places=places):
            for place in places:
                cards.is_seen(PLACE[place])
        case _:
            pass  # the other sights say nothing about place cards


def _learn_spent(cards: PlaceCards, by: Seat, played: tuple[Card, ...]) -> None:
    for card in played:
        if CARD[card] < JOKER:
            cards.is_spent(by, CARD[card])


def _imagine_places(belief: Belief, state: State, chance: Chance) -> None:
    down = [square for square in range(CAIRO) if not state.turned >> square & 1]
    hands, cards = belief.places.draw(len(down), chance)
    lower = list(state.lower)
    for square, card in zip(down, cards, strict=True):
        lower[square] = card
    state.lower = tuple(lower)
    for seat, hand in enumerate(hands):
        if seat != belief.viewer:
            state.places[seat] = hand


# --- clue cards -------------------------------------------------------------------------------


def _imagine_clues(belief: Belief, state: State, chance: Chance) -> None:
    state.pairs, hands = belief.clues.solve().draw(chance)
    for seat, hand in enumerate(hands):
        if seat != belief.viewer:
            state.clues[seat] = hand


def _learn_clues(belief: Belief, sight: Sight) -> None:
    match sight:
        case Looked(suspect=suspect, category=category, pair=pair):
            number = pair_number(suspect, category)
            belief.looks.append(Glimpse(number, code_of(pair), belief.open.boat, [sight]))
            belief.changes[number].clear()
            belief.clues.is_seen(number, code_of(pair))
        case Swapped(out=out, put=put):
            glimpse, colour_count = belief.looks[-1], len(COLOURS)
            colours = CLUE[out] % colour_count, CLUE[put] % colour_count
            glimpse.code = after_swap(glimpse.code, *colours)
            glimpse.because.append(sight)
            belief.clues.is_swapped(glimpse.pair, *colours)
        case SomeSwapped(by=by, suspect=suspect, category=category):
            number = pair_number(suspect, category)
            belief.swaps.append(sight)
            belief.changes[number].append((belief.open.boat, sight))
            belief.clues.is_swapped_unseen(number, by)
        case Dealt(clues=clues):
            belief.dealt = sight
            belief.clues.are_dealt(clue_hand(clues))
        case Revealed(pairs=rows):
            belief.clues.are_revealed([code_of(pair) for row in rows for pair in row])
        case GameBegun():
            belief.begin()
        case _:
            pass  # the other sights say nothing about clues


def _learn_aware(belief: Belief, sight: Sight) -> None:
    """A seat that looks knows the pair; after a swap only the seat that swapped knows it."""
    match sight:
        case Looked(by=by) | SomeLooked(by=by):
            belief.aware[pair_number(sight.suspect, sight.category)] |= 1 << by
        case Swapped(by=by) | SomeSwapped(by=by):
            belief.aware[pair_number(sight.suspect, sight.category)] = 1 << by
        case _:
            pass


# --- secret choices ---------------------------------------------------------------------------


def _imagine_choice(state: State, seat: Seat, chance: Chance) -> None:
    if state.phase == CHOOSING:
        upper, lower = state.beside
        mask = playable(upper, lower, state.places[seat], state.jokers >> seat & 1)
        possible = [play for play in range(mask.bit_length()) if mask >> play & 1]
        state.turn.plays[seat] = chance.choice(possible)
    elif state.phase == ANSWERING:
        state.answers[seat] = (
            chance.choice(CULPRITS),
            chance.choice(CULPRITS),
            chance.choice(CULPRITS),
        )
