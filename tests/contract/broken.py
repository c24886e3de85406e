"""Variants of Keyhole with one defect each, which the contract suite must catch.

Each variant is named after its defect.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Self

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.draft import Draft
from cluehouse.core.errors import Illegal
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Level, Seat, Viewer, seats_of
from cluehouse.core.wire import MAX_INTEGER, Blob, Wire
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.belief import Belief
from cluehouse.games.keyhole.events import Accused, CardShown, CulpritHidden, Event, SaidReady
from cluehouse.games.keyhole.moves import Accuse, Ask, Move, Ready
from cluehouse.games.keyhole.pieces import DECK, Options
from cluehouse.games.keyhole.state import INDEX, State
from cluehouse.games.keyhole.view import RailView, SeatView, Sight, View, revelation

BUTLER = INDEX["butler"]


# Sights and views


def _see_every_card_shown(event: Event, viewer: Viewer) -> Sight | None:
    return event if isinstance(event, CardShown) else KEYHOLE.see(event, viewer)


def _see_no_accusation_of_the_butler(event: Event, viewer: Viewer) -> Sight | None:
    if isinstance(event, Accused) and viewer != event.by and event.card == "butler":
        return None
    return KEYHOLE.see(event, viewer)


def _view_of_the_culprit(state: State, viewer: Viewer) -> View:
    """`last` is always set, not only once the deal is over."""
    match KEYHOLE.view(state, viewer):
        case RailView() as opened:
            return msgspec.structs.replace(opened, last=revelation(state))
        case SeatView() as view:
            opened = msgspec.structs.replace(view.open, last=revelation(state))
            return msgspec.structs.replace(view, open=opened)


SEE_SHOWS_THE_CARD_TO_ALL = replace(KEYHOLE, see=_see_every_card_shown)
SEE_TELLS_NOTHING_FOR_SOME_CARDS = replace(KEYHOLE, see=_see_no_accusation_of_the_butler)
VIEW_SHOWS_THE_CULPRIT = replace(KEYHOLE, view=_view_of_the_culprit)


# Seats asked and moves offered


def _must_accuse(state: State) -> Iterator[Seat]:
    """Seats holding the butler; the game plays their moves."""
    for seat in seats_of(state.seats):
        if state.phase == "accusing" and state.hands[seat] == BUTLER:
            yield seat


def _no_question_to_the_butler(state: State, seat: Seat) -> Sequence[Move]:
    return () if seat in _must_accuse(state) else KEYHOLE.legal_moves(state, seat)


def _play_for_the_butler(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if seat in _must_accuse(state):
        raise Illegal("KEY-6")
    draft: Draft[State, Event] = Draft(state, KEYHOLE.apply)
    _decide_on(draft, seat, move, chance)
    for other in _must_accuse(draft.state):
        if KEYHOLE.legal_moves(draft.state, other):
            _decide_on(draft, other, Accuse("doctor"), chance)
    return draft.events


def _decide_on(draft: Draft[State, Event], seat: Seat, move: Move, chance: Chance) -> None:
    for event in KEYHOLE.decide(draft.state, seat, move, chance):
        draft.add(event)


def _never_ask_who_did_it(state: State, seat: Seat) -> Sequence[Move]:
    """Leaves out useless questions, which takes knowledge of the culprit."""
    moves = KEYHOLE.legal_moves(state, seat)
    butler_did_it = state.culprit == BUTLER
    return moves[:1] if butler_did_it and moves and isinstance(moves[0], Ask) else moves


def _ready_when_right(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    """A seat that accuses the culprit is ready at once."""
    events = KEYHOLE.decide(state, seat, move, chance)
    right = isinstance(move, Accuse) and INDEX[move.card] == state.culprit
    return [*events, SaidReady(by=seat)] if right else events


A_QUESTION_IS_SKIPPED = replace(
    KEYHOLE, legal_moves=_no_question_to_the_butler, decide=_play_for_the_butler
)
OFFERS_DEPEND_ON_THE_CULPRIT = replace(KEYHOLE, legal_moves=_never_ask_who_did_it)
AN_EVENT_MORE_TELLS_WHO_IS_RIGHT = replace(KEYHOLE, decide=_ready_when_right)


# The log and luck


_applied = count()


def _apply_with_a_culprit_of_its_own(state: State, event: Event) -> None:
    KEYHOLE.apply(state, event)
    if isinstance(event, CulpritHidden):
        state.culprit = next(_applied) % len(DECK)


def _setup_by_global_luck(options: Options, seats: int, chance: Chance) -> list[Event]:
    return KEYHOLE.setup(options, seats, Chance(random.randbytes(8), 0))


def _decide_by_global_luck(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    return KEYHOLE.decide(state, seat, move, Chance(random.randbytes(8), 0))


def _decide_at_once(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    events = KEYHOLE.decide(state, seat, move, chance)
    if isinstance(move, Ready):
        state.ready |= 1 << seat
    return events


class SharingState(State):
    __slots__ = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.points = self.points
        return twin


_options: dict[Options, Options] = {}


def _only_with_the_same_options(state: State, seat: Seat) -> Sequence[Move]:
    known = _options.setdefault(state.options, state.options)
    return KEYHOLE.legal_moves(state, seat) if state.options is known else ()


AN_EVENT_DOES_NOT_SAY_IT_ALL = replace(KEYHOLE, apply=_apply_with_a_culprit_of_its_own)
THE_DEAL_IS_NOT_BY_CHANCE = replace(KEYHOLE, setup=_setup_by_global_luck)
THE_SECOND_DEAL_IS_NOT_BY_CHANCE = replace(KEYHOLE, decide=_decide_by_global_luck)
DECIDE_CHANGES_THE_STATE = replace(KEYHOLE, decide=_decide_at_once)
COPIES_SHARE_THEIR_POINTS = replace(KEYHOLE, blank=SharingState)
MOVES_DEPEND_ON_AN_IDENTITY = replace(KEYHOLE, legal_moves=_only_with_the_same_options)


# Legal moves and outcomes


def _only_one_question(state: State, seat: Seat) -> Sequence[Move]:
    moves = KEYHOLE.legal_moves(state, seat)
    return moves[:1] if state.phase == "asking" else moves


def _refuse_the_widow(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move == Accuse("widow"):
        raise Illegal("KEY-6")
    return KEYHOLE.decide(state, seat, move, chance)


def _refuse_by_no_rule(state: State, seat: Seat, move: Move, chance: Chance) -> list[Event]:
    if move not in KEYHOLE.legal_moves(state, seat):
        raise Illegal("KEY-99")
    return KEYHOLE.decide(state, seat, move, chance)


def _all_seats_win(state: State) -> Outcome | None:
    outcome = KEYHOLE.outcome(state)
    return outcome and msgspec.structs.replace(outcome, shares=(1.0,) * state.seats)


LEGAL_MOVES_LEAVE_ONE_OUT = replace(KEYHOLE, legal_moves=_only_one_question)
A_LEGAL_MOVE_IS_REFUSED = replace(KEYHOLE, decide=_refuse_the_widow)
A_REFUSAL_CITES_NO_RULE = replace(KEYHOLE, decide=_refuse_by_no_rule)
THE_ALPHABET_LACKS_READY = replace(
    KEYHOLE, alphabet=lambda options, seats: KEYHOLE.alphabet(options, seats)[:-1]
)
NO_GAME_ENDS = replace(KEYHOLE, outcome=lambda _state: None)
A_MOVE_ALL_MUST_MAKE_IS_FINAL = replace(KEYHOLE, final=(Accuse,))
ALL_SEATS_WIN = replace(KEYHOLE, outcome=_all_seats_win)


# Beliefs and bots


def _think_too_much(belief: Belief, sight: Sight) -> None:
    """Assumes that no seat ever holds the butler."""
    KEYHOLE.update(belief, sight)
    if "butler" not in belief.held.values():
        belief.culprit = "butler"


def _confuse_hands(belief: Belief, sight: Sight) -> None:
    KEYHOLE.update(belief, sight)
    if isinstance(sight, CardShown):
        belief.held[sight.to] = sight.card


def _choose_anything(
    belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level
) -> Move:
    return Accuse("twin")


def _choose_by_turns(
    belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level
) -> Move:
    return moves[next(_applied) % len(moves)]


def _suspect_the_first(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """As if the first card that is not cleared were the culprit."""
    culprit = f"{belief.open.deal}.{belief.suspects[0]}.culprit"
    return tuple(cell for cell, mark in marks.items() if cell == culprit and mark == "✗")


A_BELIEF_CONCLUDES_TOO_MUCH = replace(KEYHOLE, update=_think_too_much)
A_BELIEF_CONFUSES_HANDS = replace(KEYHOLE, update=_confuse_hands)
CHECKED_NOTES_TELL_THE_CULPRIT = replace(KEYHOLE, contradicted=_suspect_the_first)
CHECKED_NOTES_ARE_NEVER_WRONG = replace(KEYHOLE, contradicted=lambda _belief, _marks: ())
A_BOT_BREAKS_THE_RULES = replace(KEYHOLE, choose=_choose_anything)
A_BOT_HAS_A_MEMORY_OF_ITS_OWN = replace(KEYHOLE, choose=_choose_by_turns)


# The wire


class Whisper(Wire, frozen=True):
    """A sound whose length depends on the card."""

    sound: Blob


class Shout(Wire, frozen=True):
    """A move without a text."""


class Loose(Wire, frozen=True):
    notes: list[int]


def _whisper(event: Event, viewer: Viewer) -> Sight | None:
    sight = KEYHOLE.see(event, viewer)
    if not isinstance(event, CardShown):
        return sight
    return Whisper(Blob("whisper", event.card.encode))  # type: ignore[return-value]


def _murmur(event: Event, viewer: Viewer) -> Sight | None:
    """A sound of the same length for every card, with other bytes."""
    sight = KEYHOLE.see(event, viewer)
    if not isinstance(event, CardShown):
        return sight
    return Whisper(Blob("murmur", event.card.ljust(8).encode))  # type: ignore[return-value]


def _ignore_whispers(belief: Belief, sight: Sight) -> None:
    if not isinstance(sight, Whisper):
        KEYHOLE.update(belief, sight)


def _view_with_a_huge_number(state: State, viewer: Viewer) -> View:
    view = KEYHOLE.view(state, viewer)
    return msgspec.structs.replace(view, deal=MAX_INTEGER + 1) if viewer == "rail" else view


def _view_with_a_history(state: State, viewer: Viewer) -> View:
    view = KEYHOLE.view(state, viewer)
    return msgspec.structs.replace(view, points=(7,) * 1024) if viewer == "rail" else view


BLOBS_HAVE_MANY_LENGTHS = replace(KEYHOLE, see=_whisper, update=_ignore_whispers)
A_BLOB_TELLS_THE_CARD = replace(KEYHOLE, see=_murmur, update=_ignore_whispers)
A_NUMBER_IS_TOO_BIG = replace(KEYHOLE, view=_view_with_a_huge_number)
NOTES_CAN_BE_CHANGED = replace(
    KEYHOLE, notes=lambda _belief, _help: Loose([1]), types=replace(KEYHOLE.types, notes=Loose)
)
A_VIEW_IS_LONG = replace(KEYHOLE, view=_view_with_a_history)


# Texts, tables and logs


A_MOVE_HAS_NO_TEXT = replace(KEYHOLE, types=replace(KEYHOLE.types, move=Move | Shout))
AN_EVENT_HAS_NO_AUDIENCE = replace(KEYHOLE, types=replace(KEYHOLE.types, event=Event | Shout))
NO_LOG_OF_THIS_VERSION = replace(KEYHOLE, version=KEYHOLE.version + 1)
A_RULE_HAS_CHANGED = replace(
    KEYHOLE, setup=lambda options, seats, _chance: KEYHOLE.setup(options, seats, Chance(b"", 1))
)
