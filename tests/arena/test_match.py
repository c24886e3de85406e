"""One game between bots: what they are shown, and how a failing bot is reported."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cluehouse.arena.errors import BotFailed
from cluehouse.arena.match import play_match
from cluehouse.core.chance import Chance
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat
from cluehouse.games.keyhole import GAME
from cluehouse.games.keyhole.events import CardShown, Dealt
from cluehouse.games.keyhole.moves import Accuse, Ready
from cluehouse.games.keyhole.pieces import Options
from cluehouse.games.keyhole.view import SeatView

OPTIONS = Options(deals=1)
KEY = b"a deal"
TRIO: tuple[Level, ...] = ("detective", "novice", "plain")


def test_every_seat_makes_its_moves_and_the_shares_are_the_outcome() -> None:
    players, shares = play_match(GAME, OPTIONS, TRIO, KEY)
    assert [(player.seat, player.level) for player in players] == list(enumerate(TRIO))
    assert [player.moves for player in players] == [2, 2, 2]  # an ask and an accusation
    assert len(shares) == 3
    assert sum(shares) == pytest.approx(1)


def test_a_bot_gets_only_the_sights_of_its_seat() -> None:
    told: dict[Level, list[Any]] = {level: [] for level in TRIO}

    def listen(belief: Any, sight: Any) -> None:
        told[belief.level].append(sight)
        GAME.update(belief, sight)

    play_match(replace(GAME, update=listen), OPTIONS, TRIO, KEY)
    for seat, level in enumerate(TRIO):
        cards = [sight for sight in told[level] if isinstance(sight, Dealt | CardShown)]
        assert Dealt in map(type, cards)
        assert all(seat in _audience(sight) for sight in cards)


def _audience(sight: Dealt | CardShown) -> tuple[Seat, ...]:
    return (sight.to,) if isinstance(sight, Dealt) else (sight.by, sight.to)


def test_a_bot_chooses_from_its_own_view_with_its_own_luck() -> None:
    seen: list[tuple[Seat, int]] = []

    def look(belief: Any, view: Any, moves: Sequence[Any], chance: Chance, level: Level) -> Any:
        seen.append((view.seat, chance.below(10**9)))
        return moves[0]

    play_match(replace(GAME, choose=look), OPTIONS, TRIO, KEY)
    assert [seat for seat, _ in seen] == [0, 1, 2, 0, 1, 2]
    assert len({draw for _, draw in seen}) == len(seen)


def failing(choose: Any) -> AnyGame:
    return replace(GAME, choose=choose)


def test_a_bot_that_raises_is_reported_with_seat_deal_and_move() -> None:
    def stumble(belief: Any, view: SeatView, moves: Any, chance: Chance, level: Level) -> Any:
        if view.seat == 1:
            raise ValueError("my\nhead hurts")
        return moves[0]

    with pytest.raises(BotFailed) as failure:
        play_match(failing(stumble), OPTIONS, TRIO, KEY)
    told = str(failure.value)
    assert "bot novice in seat 1 of keyhole raised ValueError(my head hurts) in stumble" in told
    assert f"at move 2 of the deal {KEY.hex()}" in told  # seat 0 asked first
    assert "\n" not in told


@pytest.mark.parametrize("move", [Accuse("twin"), Ready(), None, "Ask"])
def test_an_illegal_move_is_reported(move: Any) -> None:
    with pytest.raises(BotFailed) as failure:
        play_match(failing(lambda *_: move), OPTIONS, TRIO, KEY)
    assert f"bot detective in seat 0 of keyhole chose {move!r}, which is not legal" in str(
        failure.value
    )
    assert f"at move 1 of the deal {KEY.hex()}" in str(failure.value)


def test_a_bot_that_raises_on_a_sight_is_reported() -> None:
    def deaf(belief: Any, sight: Any) -> None:
        raise KeyError("what?")

    with pytest.raises(BotFailed, match="bot detective in seat 0 of keyhole raised KeyError"):
        play_match(replace(GAME, update=deaf), OPTIONS, TRIO, KEY)
