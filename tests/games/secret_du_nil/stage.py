"""Positions of Le Secret du Nil to test from."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat, seats_of
from cluehouse.core.play import Play
from cluehouse.games.secret_du_nil import GAME
from cluehouse.games.secret_du_nil.events import (
    BankHidden,
    BankLaid,
    BoatMoved,
    Dealt,
    Event,
    GameBegun,
    PairsHidden,
    PlaceTurned,
    ProofsHidden,
    ProofTurned,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.moves import Answer, Look, Move, PlayCards, PutBack
from cluehouse.games.secret_du_nil.pieces import (
    CATEGORIES,
    CLUE_HAND,
    PROOF_SQUARES,
    Card,
    Category,
    Clue,
    Colour,
    Options,
    Pair,
    Pairs,
    Place,
    Suspect,
)
from cluehouse.games.secret_du_nil.rules import decide, legal_moves
from cluehouse.games.secret_du_nil.state import State, apply
from tests.contract.facts import facts

ZERO, ONE, TWO, THREE, FOUR, FIVE = seats_of(6)

ROW: Final[tuple[Pair, ...]] = (
    ("red", "red"),
    ("red", "blue"),
    ("blue", "green"),
    ("green", "yellow"),
)
"""Mrs Watson's pair, Mr Christie's, Mrs Stringer's, Mr Marpel's, the same in each category."""
LEFT_OVER: Final[tuple[Clue, ...]] = (
    *("fingerprint-blue", "stain-blue", "shoe_print-blue"),
    *("fingerprint-green", "stain-green", "shoe_print-green"),
    *("fingerprint-yellow", "stain-yellow", "shoe_print-yellow"),
    *("fingerprint-yellow", "stain-yellow", "shoe_print-yellow"),
)
"""The clues in no pair; dealt in this order, to seat 0 first."""
ALL_RED: Final[tuple[Colour, Colour, Colour]] = ("red", "red", "red")
ONE_EACH: Final[tuple[Place, ...]] = ("bar", "restaurant", "pool", "promenade")

NO_IDEA: Final = PlayCards(("no_idea",))
JOKER: Final = PlayCards(("joker",))
BAR: Final = PlayCards(("bar",))
POOL: Final = PlayCards(("pool",))
BAR_AND_POOL: Final = PlayCards(("bar", "pool"))


def opening(
    seats: int = 2,
    *,
    square: int = 1,
    first: Seat = ZERO,
    beside: tuple[Place, Place] = ("bar", "pool"),
    hand: tuple[Place, ...] = ONE_EACH,
    pairs: Pairs = (ROW, ROW, ROW),
    proofs: tuple[Colour, Colour, Colour] = ALL_RED,
    options: Options | None = None,
) -> list[Event]:
    """A deal and a turn that begins on this square; all squares have the same two cards beside
    them, and all seats the same place cards."""
    upper, lower = ((place,) * 12 for place in beside)
    size = CLUE_HAND[seats]
    hands = [Dealt(seat, hand, LEFT_OVER[size * seat :][:size]) for seat in seats_of(seats)]
    both = options is not None and options.both_banks
    turned = zip(CATEGORIES, proofs, PROOF_SQUARES, strict=True)
    return [
        GameBegun(1),
        BankLaid("upper", upper),
        BankLaid("lower", lower) if both else BankHidden(lower),
        ProofsHidden(proofs),
        PairsHidden(pairs),
        *hands,
        TurnBegun(first),
        BoatMoved(square),
        *([] if both else [PlaceTurned(square, beside[1])]),
        *(ProofTurned(category, colour) for category, colour, at in turned if at <= square),
    ]


def aboard(seats: int = 2, *, options: Options | None = None, **moment: Any) -> State:
    """All seats are to play."""
    state = State(options or Options(), seats)
    happen(state, opening(seats, options=options, **moment))
    return state


def announcing(seats: int = 2, *, first: Seat = ZERO, **moment: Any) -> State:
    """The boat is about to leave its square."""
    state = aboard(seats, **moment)
    happen(state, [TurnBegun(first)])
    return state


def say(state: State, *words: Move) -> list[Event]:
    """Each seat announces in turn, from the first player on; the events of the last one."""
    events: list[Event] = []
    for word in words:
        events = play(state, state.turn.speaker, word)
    return events


def choose(state: State, *plays: PlayCards) -> State:
    """Each seat plays this, from seat 0 on."""
    for seat, move in zip(seats_of(state.seats), plays, strict=True):
        play(state, seat, move)
    return state


def looking(move: PlayCards, **moment: Any) -> State:
    """Seat 0 has played this and is to look; the other seat had no idea."""
    return choose(aboard(**moment), move, NO_IDEA)


def holding(
    suspect: Suspect,
    category: Category = "fingerprint",
    *,
    card: Card = "joker",
    **moment: Any,
) -> State:
    """Seat 0 has a pair in its hand."""
    state = looking(PlayCards((card,)), **moment)
    play(state, ZERO, Look(card, suspect, category))
    return state


def look(state: State, seat: Seat, card: Card, suspect: Suspect, category: Category) -> None:
    """Look at a pair and put it back."""
    play(state, seat, Look(card, suspect, category))
    play(state, seat, PutBack())


def answering(seats: int = 2, **moment: Any) -> State:
    """The last turn is over."""
    state = aboard(seats, square=12, **moment)
    plays = [NO_IDEA] * seats
    return choose(state, *plays)


def write(state: State, *answers: Answer) -> list[Event]:
    """Each seat writes its report; the events of the last one."""
    events: list[Event] = []
    for seat, answer in zip(seats_of(state.seats), answers, strict=True):
        events = play(state, seat, answer)
    return events


def play(state: State, seat: Seat, move: Move, luck: int = 0) -> list[Event]:
    events = decide(state, seat, move, Chance(b"stage", luck))
    happen(state, events)
    return events


def happen(state: State, events: Sequence[Event]) -> None:
    for event in events:
        apply(state, event)


def refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    """Check that this rule refuses the move and that nothing has changed."""
    before = facts(state)
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, Chance(b"refused", 0))
    assert facts(state) == before


def asked(state: State) -> list[Seat]:
    return [seat for seat in seats_of(state.seats) if legal_moves(state, seat)]


def random_game(seats: int, options: Options | None = None, number: int = 0) -> Iterator[State]:
    """Every state of a game of random moves. It is updated in place: do not keep it."""
    for game, _ in random_play(seats, options, number):
        yield game.state


def random_play(
    seats: int, options: Options | None = None, number: int = 0
) -> Iterator[tuple[Play, list[Event]]]:
    """The same, with the latest events."""
    game = Play(GAME, options or Options(), seats, subkey(b"random game", number))
    events = game.setup()
    while True:
        game.advance(events)
        yield game, events
        if not game.asked():
            return
        chance = Chance(subkey(game.key, "random move"), game.seq)
        seat = chance.choice(game.asked())
        events = game.decide(seat, chance.choice(game.legal_moves(seat)))
