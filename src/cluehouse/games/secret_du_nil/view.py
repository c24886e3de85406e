"""Views and sights: what each viewer sees of the state (`view`) and of an event (`see`). No other
module shows hidden information."""

from functools import lru_cache
from typing import Final, assert_never

from cluehouse.core.ids import RAIL, Seat, Viewer, seats_of
from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire
from cluehouse.games.secret_du_nil.cards import PAIRS, PLAYS, clues_in, places_in
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
    ANSWERING,
    CAIRO,
    CARDS,
    CATEGORIES,
    CHOOSING,
    CLUE_HAND,
    COLOURS,
    HOLDING,
    PLACES,
    PROOF_SQUARES,
    SUSPECTS,
    Beside,
    Card,
    Category,
    Clue,
    Colour,
    Match,
    MetAt,
    Pair,
    Pairs,
    Phase,
    Place,
    Speed,
    Suspect,
    Verdicts,
)
from cluehouse.games.secret_du_nil.state import ALL_SQUARES, State

_SEATS: Final = Menu(seats_of(6))
_PROOFS_UP: Final = [sum(at <= boat for at in PROOF_SQUARES) for boat in range(CAIRO + 1)]
"""The number of proofs that lie open, by the square of the boat."""


class HasChosen(Wire, frozen=True):
    """This seat has chosen cards to play, unseen by others."""

    by: Seat


class SomeLooked(Wire, frozen=True):
    by: Seat
    card: Card
    suspect: Suspect
    category: Category


class SomeSwapped(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    category: Category


class HasAnswered(Wire, frozen=True):
    by: Seat


Sight = (
    GameBegun
    | BankLaid
    | Dealt
    | TurnBegun
    | Announced
    | Braked
    | BoatMoved
    | PlaceTurned
    | ProofTurned
    | CardsChosen
    | HasChosen
    | CardsRevealed
    | CardsPlayed
    | Looked
    | SomeLooked
    | Swapped
    | SomeSwapped
    | PairPutBack
    | PlaceTaken
    | Answered
    | HasAnswered
    | Revealed
    | SaidReady
)


def see(event: Event, viewer: Viewer) -> Sight | None:
    """NI-OBS-2, NI-OBS-4, NI-DEC-8: looks, swaps and choices show only that they happened."""
    match event:
        case CardsChosen(by=by):
            return event if viewer == by else HasChosen(by)
        case Looked(by=by, card=card, suspect=suspect, category=category):
            return event if viewer == by else SomeLooked(by, card, suspect, category)
        case Swapped(by=by, suspect=suspect, category=category):
            return event if viewer == by else SomeSwapped(by, suspect, category)
        case Answered(by=by):
            return event if viewer == by else HasAnswered(by)
        case Dealt(to=to):
            return event if viewer == to else None
        case BankHidden() | ProofsHidden() | PairsHidden():
            return None
        case (
            PairPutBack()
            | Announced()
            | Braked()
            | CardsRevealed()
            | CardsPlayed()
            | BoatMoved()
            | PlaceTurned()
            | ProofTurned()
            | PlaceTaken()
            | TurnBegun()
            | Revealed()
            | SaidReady()
            | BankLaid()
            | GameBegun()
        ):
            return event
        case _:
            assert_never(event)


class Lifted(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    category: Category


class RailView(Wire, frozen=True):
    """What lies open on the table."""

    match: Match
    game: int
    phase: Phase
    first: Seat
    """The seat with the first-player card."""
    boat: int
    """The square of the boat, 1 to 12."""
    upper: tuple[Beside, ...]
    lower: tuple[Beside, ...]
    proofs: tuple[Colour, ...]
    """The proofs turned up, in the order of the categories."""
    proof_squares: tuple[int, ...]
    """The square where each proof is turned up."""
    met_at: MetAt
    """The places where each suspect is met."""
    place_hands: tuple[int, ...]
    """The number of place cards in each hand."""
    clue_hand: int
    """The number of clue cards in every hand."""
    jokers: tuple[Seat, ...]
    """The seats that still have their joker."""
    said: tuple[Speed, ...]
    """The announcements of this turn, from the first player on."""
    done: tuple[Seat, ...]
    """The seats that have made the choice that all make at once: cards, answers, ready."""
    played: tuple[tuple[Card, ...], ...]
    """For each seat, what it has openly played this turn."""
    to_use: tuple[Card, ...]
    """The cards that the looker has still to use."""
    lifted: Lifted | None
    """The pair that is being looked at."""
    takers: tuple[Seat, ...]
    """The seats that are to take a place card from beside the boat, in this order."""
    points: tuple[tuple[int, ...], ...]
    """For each game, the points of each seat."""
    last: Revealed | None
    """The end of this game, once it has ended."""


class SeatView(Wire, frozen=True):
    seat: Seat
    places: tuple[Place, ...]
    clues: tuple[Clue, ...]
    choice: tuple[Card, ...]
    """The cards this seat has chosen in secret, once it has."""
    pair: Pair | None
    """The pair this seat holds, while it looks."""
    answers: Verdicts | None
    """The answers this seat has written, once it has."""
    open: RailView


View = RailView | SeatView


def view(state: State, viewer: Viewer) -> View:
    opened = _open(state)
    if viewer == RAIL:
        return opened
    phase, turn, done = state.phase, state.turn, state.done >> viewer & 1
    holds = phase == HOLDING and viewer == turn.player
    return SeatView(
        seat=viewer,
        places=places_in(state.places[viewer]),
        clues=clues_in(state.clues[viewer]),
        choice=PLAYS[turn.plays[viewer]] if phase == CHOOSING and done else (),
        pair=PAIRS[state.pairs[turn.look]] if holds else None,
        answers=state.answers[viewer] if phase == ANSWERING and done else None,
        open=opened,
    )


class Truth(Wire, frozen=True):
    """What is hidden: hands, cards that lie face down, and what is chosen or written in secret."""

    places: tuple[tuple[Place, ...], ...]
    """The place cards of each seat."""
    clues: tuple[tuple[Clue, ...], ...]
    choices: tuple[tuple[Card, ...], ...]
    """The cards that each seat has chosen in secret."""
    answers: tuple[Verdicts | None, ...]
    """What each seat has written, once it has."""
    pairs: Pairs
    proofs: tuple[Colour, ...]
    lower: tuple[Beside, ...]


def reveal(state: State) -> Truth:
    phase, chosen = state.phase, [state.done >> seat & 1 for seat in seats_of(state.seats)]
    number = len(SUSPECTS)
    rows = [state.pairs[i : i + number] for i in range(0, len(state.pairs), number)]
    return Truth(
        places=tuple([places_in(hand) for hand in state.places]),
        clues=tuple([clues_in(hand) for hand in state.clues]),
        choices=tuple(
            [
                PLAYS[play] if done and phase == CHOOSING else ()
                for play, done in zip(state.turn.plays, chosen, strict=True)
            ]
        ),
        answers=tuple(
            [
                answers if done and phase == ANSWERING else None
                for answers, done in zip(state.answers, chosen, strict=True)
            ]
        ),
        pairs=tuple([tuple([PAIRS[code] for code in row]) for row in rows]),
        proofs=tuple([COLOURS[proof] for proof in state.proofs]),
        lower=_bank(state.lower, ALL_SQUARES, state.taken >> CAIRO),
    )


def _open(state: State) -> RailView:
    turn = state.turn
    return RailView(
        match=state.options.match,
        game=state.game,
        phase=state.phase,
        first=turn.first,
        boat=state.boat,
        upper=_bank(state.upper, ALL_SQUARES, state.taken),
        lower=_bank(state.lower, state.turned, state.taken >> CAIRO),
        proofs=tuple([COLOURS[proof] for proof in state.proofs[: _PROOFS_UP[state.boat]]]),
        proof_squares=PROOF_SQUARES,
        met_at=state.options.met_at,
        place_hands=tuple(state.place_counts),
        clue_hand=CLUE_HAND[state.seats],
        jokers=_SEATS.of(state.jokers),
        said=turn.said,
        done=_SEATS.of(state.done),
        played=tuple(
            [PLAYS[play] if turn.shown >> seat & 1 else () for seat, play in enumerate(turn.plays)]
        ),
        to_use=tuple([CARDS[card] for card in turn.to_use]),
        lifted=_lifted(state) if state.phase == HOLDING else None,
        takers=turn.takers,
        points=tuple(state.points),
        last=state.last,
    )


@lru_cache(1024)
def _bank(cards: tuple[int, ...], face_up: int, taken: int) -> tuple[Beside, ...]:
    return tuple([_beside(card, face_up >> i & 1, taken >> i & 1) for i, card in enumerate(cards)])


def _beside(card: int, face_up: int, taken: int) -> Beside:
    if taken:
        return "taken"
    return PLACES[card] if face_up else "face_down"


def _lifted(state: State) -> Lifted:
    category, suspect = divmod(state.turn.look, len(SUSPECTS))
    return Lifted(state.turn.player, SUSPECTS[suspect], CATEGORIES[category])
