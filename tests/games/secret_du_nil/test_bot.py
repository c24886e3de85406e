"""Le Secret du Nil: what the bots do, over whole games."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

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
    Take,
)
from cluehouse.games.secret_du_nil.pieces import (
    CATEGORIES,
    PLACES,
    SUSPECTS,
    Category,
    Options,
    Pair,
    Suspect,
)
from cluehouse.games.secret_du_nil.rules import legal_moves
from cluehouse.games.secret_du_nil.state import pair_number
from cluehouse.games.secret_du_nil.view import see, view
from tests.games.secret_du_nil.stage import (
    BAR_AND_POOL,
    JOKER,
    NO_IDEA,
    ONE,
    ZERO,
    answering,
    opening,
)
from tests.games.secret_du_nil.story import Story

LUCK = Chance(b"bot", 0)


class Decision(NamedTuple):
    view: Any
    moves: list[Move]
    move: Move


def decisions(
    level: Level, seats: int = 3, games: int = 4, options: Options | None = None
) -> Iterator[Decision]:
    """All choices of whole games in which all seats are played at one level."""
    chosen = options or Options()
    for game in range(games):
        play = Play(GAME, chosen, seats, subkey(b"boat bots", game))
        beliefs = [start(chosen, seats, seat, level) for seat in seats_of(seats)]
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


LEVELS: tuple[Level, ...] = ("novice", "plain", "detective")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, Options(match=15)),
        (3, Options(in_turn=True)),
        (5, Options(both_banks=True, everybody_loses=False)),
        (6, Options(both_banks=True, in_turn=True)),
    ],
)
def test_bots_play_whole_games_by_the_rules(level: Level, options: Options, seats: int) -> None:
    made = 0
    for now in decisions(level, seats, games=1, options=options):
        assert now.move in now.moves
        made += 1
    assert made > 20


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


def report(*looks: Memory, level: Level = "novice") -> Move:
    """The report of a bot with these looks, where all proofs are red."""
    belief = start(Options(), 2, ZERO, level)
    for event in opening(square=12):
        if (sight := see(event, ZERO)) is not None:
            update(belief, sight)
    belief.looks = glimpses(looks)
    state = answering()
    return choose(belief, view(state, ZERO), legal_moves(state, ZERO), LUCK, level)


def glimpses(looks: Sequence[Memory]) -> list[Glimpse]:
    return [Glimpse(pair_number(s, c), code_of(pair), 1, []) for s, c, pair in looks]


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


# A plain player


def test_a_plain_player_swaps_nothing_and_leaves_nothing_blank() -> None:
    looks = answers = 0
    for now in decisions("plain", options=Options(match=15), games=1):
        if isinstance(now.moves[-1], PutBack):
            looks += 1
            assert now.move == PutBack()
        if isinstance(now.move, Answer):
            answers += 1
            assert "blank" not in (now.move.fingerprint, now.move.stain, now.move.shoe_print)
    assert looks > 20
    assert answers >= 3


def test_a_plain_player_looks_with_as_many_place_cards_as_it_can() -> None:
    story = Story(level="plain")
    assert story.choice(ZERO) == BAR_AND_POOL
    without = Story(level="plain", hand=("restaurant",) * 4)
    assert without.choice(ZERO) == JOKER


def test_a_plain_player_looks_at_what_it_never_saw() -> None:
    story = Story(level="plain")
    story.play((ZERO, BAR_AND_POOL), (ONE, NO_IDEA))
    story.play((ZERO, Look("bar", "marpel", "fingerprint")), (ZERO, PutBack()))
    looks = {story.choice(ZERO, luck) for luck in range(40)}
    assert len(looks) == 5
    assert Look("pool", "marpel", "fingerprint") not in looks


def test_a_plain_player_names_whom_it_saw_however_long_ago() -> None:
    guilty: Memory = ("christie", "fingerprint", GUILTY)
    assert report(guilty, *[ELSEWHERE] * 9, level="plain") == Answer("christie", "nobody", "nobody")


def test_a_plain_player_hurries_once_it_knows_all_three() -> None:
    everywhere = [(suspect, category) for category in CATEGORIES for suspect in SUSPECTS]
    assert speed([(s, c, MIXED) for s, c in everywhere]) == Announce("two")
    assert speed([(s, c, MIXED) for s, c in everywhere[1:]]) == Announce("one")
    found: Memory = ("christie", "fingerprint", GUILTY)
    assert speed([found, *((s, c, MIXED) for s, c in everywhere[4:])]) == Announce("two")


def speed(looks: list[Memory]) -> Move:
    """The speed a plain player with these looks announces on square 9, where all proofs are red."""
    story = Story(level="plain", square=9)
    story.play((ZERO, NO_IDEA), (ONE, NO_IDEA), (ZERO, Take("bar")))
    story.play((ONE, Announce("one")))
    story.beliefs[ZERO].looks = glimpses(looks)
    return story.choice(ZERO)
