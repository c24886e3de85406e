"""mini_clue keeps its secrets and replays its log, as the real games do."""

from collections.abc import Iterator
from typing import Any

import pytest

from bench.mini_clue import (
    CARDS,
    CLOCKWISE,
    KINDS,
    MAX_HISTORY,
    MINI_CLUE,
    MOVES,
    SEATS,
    CardShown,
    CaseHidden,
    Dealt,
    Line,
    Notes,
    Options,
    State,
    Suggest,
    Suggested,
    mask_of,
)
from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat, viewers_of
from cluehouse.core.offers import kinds_of, moves_of, offers
from cluehouse.core.play import Play
from cluehouse.core.wire import decoder, encode

VIEWERS = viewers_of(3)
Position = tuple[Play, list[Any]]


def positions(moves: int, key: bytes = b"mini") -> Iterator[Position]:
    """A random game, after the deal and after each move, with the last events."""
    play = Play(MINI_CLUE, Options(), 3, key)
    luck = Chance(key, 10**6)
    events = play.setup()
    for _ in range(moves):
        play.advance(events)
        yield play, events
        (seat,) = play.asked()
        events = play.decide(seat, luck.choice(play.legal_moves(seat)))
    play.advance(events)
    yield play, events


def facts(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in State.__slots__}


def deal() -> State:
    ((play, _),) = positions(0)
    state: State = play.state
    return state


def test_eighteen_cards_are_dealt_and_one_of_each_kind_is_hidden() -> None:
    state = deal()
    assert [hand.bit_count() for hand in state.hands] == [6, 6, 6]
    assert sum(state.hands) + state.hidden == CARDS.full  # no card is in two places
    assert [(state.hidden & mask_of(*kind)).bit_count() for kind in KINDS] == [1, 1, 1]


def test_a_move_names_a_suspect_a_weapon_and_a_room() -> None:
    assert len(MOVES) == len(set(MOVES)) == 6 * 6 * 9
    state = deal()
    assert MINI_CLUE.legal_moves(state, Seat(0)) == MINI_CLUE.alphabet(Options(), 3)
    assert MINI_CLUE.legal_moves(state, Seat(1)) == ()


@pytest.mark.parametrize(
    ("seat", "move"), [(1, MOVES[0]), (0, Suggest(MOVES[0].weapon, MOVES[0].weapon, MOVES[0].room))]
)
def test_a_move_out_of_turn_or_unknown_is_refused_and_changes_nothing(
    seat: int, move: Suggest
) -> None:
    state = deal()
    before = facts(state.copy())
    with pytest.raises(Illegal, match="MINI-1"):
        MINI_CLUE.decide(state, Seat(seat), move, Chance(b"", 0))
    assert facts(state) == before


def test_the_next_seat_that_holds_a_named_card_shows_one() -> None:
    kinds = set()
    for play, events in positions(300):
        if play.seq == 0:
            continue
        said, *shown = events
        named = mask_of(said.suspect, said.weapon, said.room)
        holders = [seat for seat in CLOCKWISE[said.by] if play.state.hands[seat] & named]
        assert said.shown_by == (holders[0] if holders else None)
        if holders:
            (card_shown,) = shown
            assert (card_shown.by, card_shown.to) == (holders[0], said.by)
            assert named & play.state.hands[holders[0]] & 1 << card_shown.card
        kinds.add((len(holders), bool(shown)))
    assert kinds == {(0, False), (1, True), (2, True)}


def test_chance_picks_one_of_several_cards() -> None:
    state = deal()
    hand = CARDS.of(state.hands[1])
    named = [next((card for card in hand if card in kind), kind[0]) for kind in KINDS]
    shown = set()
    for number in range(100):
        events = MINI_CLUE.decide(state, Seat(0), Suggest(*named), Chance(b"pick", number))
        shown |= {event.card for event in events if isinstance(event, CardShown)}
    assert shown == {card for card in named if card in hand}
    assert len(shown) > 1


def test_turns_go_round_for_ever() -> None:
    turns = [play.asked() for play, _ in positions(7)]
    assert turns == [(0,), (1,), (2,), (0,), (1,), (2,), (0,), (1,)]
    assert all(play.outcome() is None for play, _ in positions(7))


def test_a_shown_card_is_seen_only_by_the_two_seats() -> None:
    event = CardShown(by=Seat(2), to=Seat(0), card=CARDS.items[4])
    seen = {viewer: MINI_CLUE.see(event, viewer) for viewer in VIEWERS}
    assert seen == {0: event, 1: None, 2: event, "rail": None}


def test_a_hand_is_seen_only_by_its_seat_and_the_case_by_no_viewer() -> None:
    hand = Dealt(to=Seat(1), cards=CARDS.items[:6])
    assert [MINI_CLUE.see(hand, viewer) for viewer in VIEWERS] == [None, hand, None, None]
    case = CaseHidden(cards=CARDS.items[:3])
    assert [MINI_CLUE.see(case, viewer) for viewer in VIEWERS] == [None] * 4


def test_all_viewers_see_a_suggestion_and_who_answered() -> None:
    move = MOVES[0]
    said = Suggested(Seat(0), move.suspect, move.weapon, move.room, shown_by=Seat(2))
    assert [MINI_CLUE.see(said, viewer) for viewer in VIEWERS] == [said] * 4


def test_no_view_depends_on_what_its_viewer_may_not_know() -> None:
    for play, _ in positions(40):
        for viewer in VIEWERS:
            other = play.state.copy()
            a, b = (seat for seat in SEATS if seat != viewer) if viewer in SEATS else SEATS[:2]
            other.hands[a], other.hands[b] = other.hidden, other.hands[a]
            other.hidden = play.state.hands[b]
            assert encode(MINI_CLUE.view(other, viewer)) == encode(play.view(viewer))


@pytest.mark.parametrize("key", [b"one", b"two", b"three"])
def test_mirror(key: bytes) -> None:
    """View and moves are equal in any state a viewer imagines, and the state fits the answers."""
    beliefs = {viewer: MINI_CLUE.start(Options(), 3, viewer, "detective") for viewer in VIEWERS}
    told: list[Suggested] = []
    for play, events in positions(150, key):
        told += [event for event in events if isinstance(event, Suggested)]
        for viewer, belief in beliefs.items():
            for sight in play.sights(events, viewer):
                MINI_CLUE.update(belief, sight)
            world = MINI_CLUE.imagine(belief, Chance(key, play.seq))
            assert encode(MINI_CLUE.view(world, viewer)) == encode(play.view(viewer))
            for seat in SEATS:
                assert MINI_CLUE.legal_moves(world, seat) == play.legal_moves(seat)
            assert sum(world.hands) + world.hidden == CARDS.full
            assert all(_answered_so(world, said) for said in told)


def _answered_so(world: State, said: Suggested) -> bool:
    named = mask_of(said.suspect, said.weapon, said.room)
    holders = [seat for seat in CLOCKWISE[said.by] if world.hands[seat] & named]
    return said.shown_by == (holders[0] if holders else None)


def test_a_belief_holds_the_cards_it_was_shown() -> None:
    viewer = Seat(0)
    belief = MINI_CLUE.start(Options(), 3, viewer, "detective")
    known = 0
    for play, events in positions(60):
        for sight in play.sights(events, viewer):
            MINI_CLUE.update(belief, sight)
            if isinstance(sight, CardShown) and sight.to == viewer:
                known += 1
                for number in range(5):
                    world = MINI_CLUE.imagine(belief, Chance(b"five", number))
                    assert world.hands[sight.by] >> sight.card & 1
    assert known > 5
    notes = MINI_CLUE.notes(belief, "deducing")
    assert isinstance(notes, Notes)
    assert set(CARDS.of(play.state.hidden)) <= set(notes.suspects)


def test_the_events_replay_to_the_same_state() -> None:
    state = MINI_CLUE.blank(Options(), 3)
    for play, events in positions(200):
        for event in codec(MINI_CLUE).events.decode(encode(events)):
            MINI_CLUE.apply(state, event)
        assert facts(state) == facts(play.state)


def test_a_copy_is_independent() -> None:
    (play, _), *_ = positions(0)
    before = facts(play.state.copy())
    twin = play.state.copy()
    for event in MINI_CLUE.decide(twin, Seat(0), MOVES[5], Chance(b"", 1)):
        MINI_CLUE.apply(twin, event)
    twin.hands[0] = 0
    assert facts(play.state) == before


def test_a_view_is_small_and_keeps_the_last_thirty() -> None:
    told: list[Line] = []
    for play, events in positions(MAX_HISTORY + 20):
        told += [line_of(event) for event in events if isinstance(event, Suggested)]
        view = play.view(Seat(0))
        assert view.open.history == tuple(told[-30:])
        assert len(encode(view)) < 2000
        assert decoder(MINI_CLUE.types.view).decode(encode(view)) == view


def line_of(said: Suggested) -> Line:
    return Line(said.by, said.suspect, said.weapon, said.room, said.shown_by)


def test_offers_are_short_and_invert() -> None:
    offered = offers(MOVES)
    assert len(encode(offered)) < 300
    assert moves_of(offered, kinds_of(MINI_CLUE.types.move)) == list(MOVES)
