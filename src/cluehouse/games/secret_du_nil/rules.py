"""Rules: setup, legal moves, the events a move causes, and the outcome."""

from collections.abc import Sequence
from typing import assert_never

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat
from cluehouse.games.secret_du_nil.cards import PAIRS, PLAYS, places_held, playable, swappable
from cluehouse.games.secret_du_nil.deal import deal
from cluehouse.games.secret_du_nil.events import (
    Announced,
    Answered,
    BoatMoved,
    Braked,
    CardsChosen,
    CardsPlayed,
    CardsRevealed,
    Event,
    Looked,
    PairPutBack,
    PlaceTaken,
    PlaceTurned,
    ProofTurned,
    SaidReady,
    Swapped,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.menus import (
    ANSWERS,
    CARD_PLAYS,
    ENDINGS,
    FULL_ANSWERS,
    LOOKS,
    ONE_OR_TWO,
    PUT_BACK,
    READY,
    SPEEDS,
    TAKES,
    looks_with,
)
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Brake,
    Look,
    Move,
    PlayCards,
    PutBack,
    Ready,
    Swap,
    Take,
)
from cluehouse.games.secret_du_nil.pieces import (
    ANNOUNCING,
    ANSWERING,
    BETWEEN,
    CAIRO,
    CATEGORIES,
    CHOOSING,
    COLOURS,
    HOLDING,
    LOOKING,
    PLACES,
    PROOF_SQUARES,
    SUSPECTS,
    TAKING,
    Bank,
    Category,
    Options,
    Suspect,
)
from cluehouse.games.secret_du_nil.refusals import refusal
from cluehouse.games.secret_du_nil.score import outcome_of, revelation
from cluehouse.games.secret_du_nil.state import State, apply, pair_number


def setup(options: Options, seats: int, chance: Chance) -> list[Event]:
    """NI-FIR-1: a seat drawn at random gets the first-player card."""
    return _game(State(options, seats), 1, Seat(chance.below(seats)), chance)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    phase, turn = state.phase, state.turn
    if phase == CHOOSING:
        return CARD_PLAYS.of(_playable(state, seat)) if _is_to_choose(state, seat) else ()
    if phase == LOOKING:
        return LOOKS.of(_lookable(state)) if seat == turn.player else ()
    if phase == HOLDING:
        return ENDINGS.of(_swappable(state, seat) | PUT_BACK) if seat == turn.player else ()
    if phase == ANNOUNCING:
        return SPEEDS.of(_sayable(state, seat)) if seat == turn.speaker else ()
    if phase == TAKING:
        upper, lower = state.beside
        return TAKES.of(1 << upper | 1 << lower) if seat == turn.takers[0] else ()
    if state.done >> seat & 1:
        return ()
    if phase == ANSWERING:
        return FULL_ANSWERS if state.options.match == "single" else ANSWERS  # NI-DEC-2
    return (READY,) if phase == BETWEEN else ()


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in legal_moves(state, seat):
        raise refusal(state, seat, move)
    match move:
        case PlayCards():
            return _play(state, seat, move)
        case Look(card=card, suspect=suspect, category=category):
            pair = PAIRS[state.pairs[pair_number(suspect, category)]]
            return [Looked(seat, card, suspect, category, pair)]
        case Swap(out=out, put=put):
            suspect, category = _look(state)
            return _lay_down(state, Swapped(seat, suspect, category, out, put))
        case PutBack():
            return _lay_down(state, PairPutBack(seat, *_look(state)))
        case Announce(squares=squares):
            return _announce(state, Announced(seat, squares))
        case Brake(pay=pay):
            return [Braked(seat, pay), *_sail(state, state.boat + 1)]
        case Take():
            bank: Bank = "upper" if PLACES[state.beside[0]] == move.place else "lower"
            return _with_forced_events(state, _taken(state, bank))
        case Answer():
            return _answer(state, seat, move)
        case Ready():
            return _say_ready(state, seat, chance)
        case _:
            assert_never(move)


def outcome(state: State) -> Outcome | None:
    return outcome_of(state, state.last) if state.phase == "over" and state.last else None


# --- legal moves ------------------------------------------------------------------------------


def _sayable(state: State, seat: Seat) -> int:
    """NI-BOA-3: a brake is paid for with a place card."""
    return ONE_OR_TWO | places_held(state.places[seat]) << ONE_OR_TWO.bit_length()


def _is_to_choose(state: State, seat: Seat) -> bool:
    """Whether this seat is to choose: all at once, or one after the other (NI-OPT-2)."""
    if state.options.in_turn:
        return seat == state.turn.player
    return not state.done >> seat & 1


def _playable(state: State, seat: Seat) -> int:
    upper, lower = state.beside
    return playable(upper, lower, state.places[seat], state.jokers >> seat & 1)


def _lookable(state: State) -> int:
    mask, looks = 0, looks_with(state.options.met_at)
    for card in state.turn.to_use:
        mask |= looks[card]
    return mask


def _swappable(state: State, seat: Seat) -> int:
    pair = state.turn.look
    return swappable(pair // len(SUSPECTS), state.pairs[pair], state.clues[seat])


# --- the boat ---------------------------------------------------------------------------------


def _game(state: State, number: int, first: Seat, chance: Chance) -> list[Event]:
    """Deal a game and put the boat on the first square."""
    draft: Draft[State, Event] = Draft(state, apply)
    for event in deal(number, state.options, state.seats, chance):
        draft.add(event)
    return [*draft.events, TurnBegun(first), *_sail(draft.state, 1)]


def _announce(state: State, announced: Announced) -> list[Event]:
    """NI-BOA-2: when all have announced, the boat goes at the highest speed announced."""
    said = (*state.turn.said, announced.squares)
    if len(said) < state.seats:
        return [announced]
    return [announced, *_sail(state, state.boat + (2 if "two" in said else 1))]


def _sail(state: State, square: int) -> list[Event]:
    """Move the boat; turn a place card (NI-BOA-5), and each proof whose square it has reached or
    passed (NI-BOA-6)."""
    events: list[Event] = [BoatMoved(square)]
    if not state.options.both_banks:
        events.append(PlaceTurned(square, PLACES[state.lower[square - 1]]))
    for kind, at in enumerate(PROOF_SQUARES):
        if state.boat < at <= square:
            events.append(ProofTurned(CATEGORIES[kind], COLOURS[state.proofs[kind]]))
    return events


# --- cards and pairs --------------------------------------------------------------------------


def _play(state: State, seat: Seat, move: PlayCards) -> list[Event]:
    cards = move.cards
    if state.options.in_turn:
        return _with_forced_events(state, CardsPlayed(seat, cards))
    chosen = CardsChosen(seat, cards)
    if state.done | 1 << seat != state.all_seats:
        return [chosen]
    everything = [PLAYS[play] for play in state.turn.plays]
    everything[seat] = cards
    return [chosen, *_with_forced_events(state, CardsRevealed(tuple(everything)))]


def _look(state: State) -> tuple[Suspect, Category]:
    """The pair in the looker's hand."""
    category, suspect = divmod(state.turn.look, len(SUSPECTS))
    return SUSPECTS[suspect], CATEGORIES[category]


def _lay_down(state: State, event: Event) -> list[Event]:
    turn = state.turn
    return _with_forced_events(state, event) if turn.is_last and not turn.to_use else [event]


def _with_forced_events(state: State, event: Event) -> list[Event]:
    """An event that may end the turn, and the events that follow without any seat's choice."""
    draft: Draft[State, Event] = Draft(state, apply)
    draft.add(event)
    while draft.state.phase == TAKING and (forced := _forced(draft.state)) is not None:
        draft.add(forced)
    now = draft.state
    if now.phase == ANNOUNCING and now.boat == CAIRO - 1:  # NI-BOA-3
        return [*draft.events, *_sail(now, CAIRO)]
    return draft.events


def _forced(state: State) -> Event | None:
    """NI-IDE-1: the second of two cards, or either of two equal ones, leaves no choice. When no
    seat is left to take one, the first-player card passes to the left (NI-FIR-1)."""
    if not state.turn.takers:
        return TurnBegun(Seat((state.turn.first + 1) % state.seats))
    upper, lower = state.beside
    if state.taken >> state.boat - 1 & 1:
        return _taken(state, "lower")
    if upper == lower or state.taken >> CAIRO + state.boat - 1 & 1:
        return _taken(state, "upper")
    return None


def _taken(state: State, bank: Bank) -> PlaceTaken:
    upper, lower = state.beside
    return PlaceTaken(state.turn.takers[0], bank, PLACES[upper if bank == "upper" else lower])


# --- Cairo ------------------------------------------------------------------------------------


def _answer(state: State, seat: Seat, move: Answer) -> list[Event]:
    """NI-END-1: when all have answered, everything is revealed."""
    answered = Answered(seat, move.fingerprint, move.stain, move.shoe_print)
    if state.done | 1 << seat != state.all_seats:
        return [answered]
    draft: Draft[State, Event] = Draft(state, apply)
    draft.add(answered)
    draft.add(revelation(draft.state))
    return draft.events


def _say_ready(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """NI-DEC-8: the next game of a match begins with the first-player card one seat further
    left."""
    said = SaidReady(seat)
    if state.done | 1 << seat != state.all_seats:
        return [said]
    first = Seat((state.turn.first + 1) % state.seats)
    return [said, *_game(state, state.game + 1, first, chance)]
