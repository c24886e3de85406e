"""What the bots on the boat do, watched over whole games."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.core.play import Play
from cluehouse.games.secret_du_nil import GAME
from cluehouse.games.secret_du_nil.belief import Belief, Glimpse, start, update
from cluehouse.games.secret_du_nil.bot import choose
from cluehouse.games.secret_du_nil.cards import code_of
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Brake,
    Look,
    Move,
    PlayCards,
    PutBack,
    Swap,
)
from cluehouse.games.secret_du_nil.pieces import PLACES, Category, Options, Pair, Suspect
from cluehouse.games.secret_du_nil.rules import legal_moves
from cluehouse.games.secret_du_nil.state import pair_number
from cluehouse.games.secret_du_nil.view import see, view
from tests.games.secret_du_nil.stage import ZERO, answering, opening

LUCK = Chance(b"bot", 0)


class Decision(NamedTuple):
    view: Any
    moves: list[Move]
    move: Move


def decisions(level: Level, seats: int = 3, games: int = 4) -> Iterator[Decision]:
    """Every choice of whole games in which all seats are played at one level."""
    for game in range(games):
        play = Play(GAME, Options(), seats, subkey(b"boat bots", game))
        beliefs = [start(Options(), seats, seat, level) for seat in seats_of(seats)]
        events = play.setup()
        while True:
            play.advance(events)
            for seat in seats_of(seats):
                for sight in play.sights(events, seat):
                    update(beliefs[seat], sight)
            if not play.asked():
                break
            seat = play.asked()[0]
            yield (now := _decide(play, seat, beliefs[seat], level))
            events = play.decide(seat, now.move)


def _decide(play: Play, seat: Seat, belief: Belief, level: Level) -> Decision:
    moves = list(play.legal_moves(seat))
    chance = Chance(subkey(play.key, "bot", seat), play.seq)
    return Decision(play.view(seat), moves, choose(belief, play.view(seat), moves, chance, level))


def test_a_novice_always_announces_one() -> None:
    said = [now.move for now in decisions("novice") if isinstance(now.moves[0], Announce)]
    assert set(said) == {Announce("one")}
    assert not any(isinstance(move, Brake) for move in said)


def test_a_novice_plays_place_cards_when_it_can() -> None:
    could = could_not = 0
    for now in decisions("novice"):
        if isinstance(now.move, PlayCards):
            places = [move for move in now.moves if _is_of_places(move)]
            could += bool(places)
            could_not += not places
            assert not places or now.move in places
    assert could > 20
    assert could_not > 5


def _is_of_places(move: Move) -> bool:
    return isinstance(move, PlayCards) and set(move.cards) <= set(PLACES)


def test_a_novice_swaps_whenever_it_may() -> None:
    swapped = put_back = 0
    for now in decisions("novice"):
        if isinstance(now.moves[-1], PutBack):
            may = any(isinstance(move, Swap) for move in now.moves)
            assert isinstance(now.move, Swap) == may
            swapped += may
            put_back += not may
    assert swapped > 5
    assert put_back > 5


def test_a_novice_looks_anywhere() -> None:
    looks = {now.move for now in decisions("novice", games=12) if isinstance(now.move, Look)}
    assert {look.suspect for look in looks} == {"watson", "christie", "stringer", "marpel"}
    assert {look.category for look in looks} == {"fingerprint", "stain", "shoe_print"}


# What a novice remembers


Memory = tuple[Suspect, Category, Pair]
GUILTY: Pair = ("red", "red")
CLEARED: Pair = ("blue", "blue")
MIXED: Pair = ("red", "blue")
ELSEWHERE: Memory = ("marpel", "stain", MIXED)


def report(*looks: Memory) -> Move:
    """What a novice writes who has looked so, where all proofs are red."""
    belief = start(Options(), 2, ZERO, "novice")
    for event in opening(square=12):
        if (sight := see(event, ZERO)) is not None:
            update(belief, sight)
    belief.looks = [Glimpse(pair_number(s, c), code_of(pair), []) for s, c, pair in looks]
    state = answering()
    return choose(belief, view(state, ZERO), legal_moves(state, ZERO), LUCK, "novice")


def test_a_novice_names_whom_it_remembers_as_guilty() -> None:
    looks: list[Memory] = [("christie", "fingerprint", GUILTY), ("watson", "shoe_print", GUILTY)]
    assert report(*looks) == Answer("christie", "nobody", "watson")


def test_a_novice_who_remembers_no_culprit_says_nobody() -> None:
    looks: list[Memory] = [("christie", "fingerprint", CLEARED), ("watson", "stain", MIXED)]
    assert report(*looks) == Answer("nobody", "nobody", "nobody")
    assert report() == Answer("nobody", "nobody", "nobody")


def test_a_novice_remembers_its_last_three_looks() -> None:
    guilty: Memory = ("christie", "fingerprint", GUILTY)
    assert report(guilty, *[ELSEWHERE] * 2) == Answer("christie", "nobody", "nobody")
    assert report(guilty, *[ELSEWHERE] * 3) == Answer("nobody", "nobody", "nobody")


def test_a_novice_leaves_nothing_blank_in_a_match() -> None:
    state = answering(options=Options(match=15))
    belief = start(Options(match=15), 2, ZERO, "novice")
    answer = choose(belief, view(state, ZERO), legal_moves(state, ZERO), LUCK, "novice")
    assert answer == Answer("nobody", "nobody", "nobody")
