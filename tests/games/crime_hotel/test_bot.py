"""Crime Hotel: what the bots do, over whole games."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.core.play import Play
from cluehouse.games.crime_hotel import GAME
from cluehouse.games.crime_hotel.belief import Belief
from cluehouse.games.crime_hotel.bot import choose
from cluehouse.games.crime_hotel.moves import Guess, Move, MoveDetective
from cluehouse.games.crime_hotel.pieces import PLACE, WITHIN, WORTH, Options, Place


class Decision(NamedTuple):
    """The belief is updated in place: use it before the next decision."""

    belief: Belief
    view: Any
    moves: list[Any]
    move: Move


def decisions(level: Level, seats: int = 3, games: int = 3) -> Iterator[Decision]:
    """All choices of whole games in which all seats are played at one level."""
    for game in range(games):
        options = Options()
        play = Play(GAME, options, seats, subkey(b"hotel bots", game))
        beliefs = [GAME.start(options, seats, seat, level) for seat in seats_of(seats)]
        events = play.setup()
        while True:
            play.advance(events)
            for seat in seats_of(seats):
                for sight in play.sights(events, seat):
                    GAME.update(beliefs[seat], sight)
            if not play.asked():
                break
            yield (now := _decide(play, beliefs, level))
            events = play.decide(play.asked()[0], now.move)


def _decide(play: Play, beliefs: list[Belief], level: Level) -> Decision:
    seat: Seat = play.asked()[0]
    moves = list(play.legal_moves(seat))
    view = play.view(seat)
    chance = Chance(subkey(play.key, "bot", seat), play.seq)
    return Decision(beliefs[seat], view, moves, choose(beliefs[seat], view, moves, chance, level))


def test_a_novice_guesses_nowhere_that_open_cards_and_its_hand_exclude() -> None:
    guesses = [now for now in decisions("novice") if isinstance(now.move, Guess)]
    assert any(now.view.hopeless for now in guesses)
    for now in guesses:
        assert isinstance(now.move, Guess)
        assert now.move.place not in now.view.hopeless


@pytest.mark.parametrize("level", ["plain", "detective"])
def test_a_detective_guesses_where_most_points_are_to_be_expected(level: Level) -> None:
    guesses = 0
    for now in decisions(level):
        if isinstance(now.move, Guess):
            worths = {move.place: _expected(now, move.place) for move in now.moves}
            assert worths[now.move.place] == pytest.approx(max(worths.values()))
            guesses += 1
    assert guesses > 50


def _expected(now: Decision, place: Place) -> float:
    index = PLACE[place]
    rooms = WITHIN[index]
    right = sum(p for room, p in enumerate(now.belief.chances()) if rooms >> room & 1)
    bonus: int = now.belief.open.bonus[now.view.seat]
    return (WORTH[index] + bonus) * right


def test_a_detective_moves_a_colleague_only_to_a_better_place() -> None:
    moved = 0
    for now in decisions("detective", games=12):
        if isinstance(now.move, MoveDetective):
            assert _expected(now, now.move.to) >= _expected(now, now.move.origin)
            moved += 1
    assert moved


def test_a_plain_player_concludes_nothing_from_seats_that_do_not_follow() -> None:
    """Under its belief all rooms it has not seen are equal, except for cards it knows of."""
    for now in decisions("plain", games=1):
        unseen = {round(p, 9) for p in now.belief.chances() if p}
        if not now.belief.cards.trades:
            assert len(unseen) <= 1


def test_a_detective_draws_conclusions_from_seats_that_do_not_follow() -> None:
    assert any(
        len({round(p, 9) for p in now.belief.chances() if p}) > 1
        for now in decisions("detective", games=2)
    )
