"""Contests: paired deals, rotation, fractions, and the same results for the same seed."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cluehouse.arena.contest import Contest, run
from cluehouse.arena.entry import enter
from cluehouse.arena.standings import Standings, standings, table
from cluehouse.core.chance import Chance
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Level
from cluehouse.core.wire import encode
from cluehouse.games import GAMES
from cluehouse.games.keyhole import GAME
from cluehouse.games.keyhole.pieces import Options


def contest(*bots: Level, games: int, seed: int = 7) -> Contest:
    return enter(game="keyhole", bots=",".join(bots), games=games, seed=seed)


def result(asked: Contest, processes: int = 1) -> Standings:
    return standings(asked, list(run(asked, processes=processes)))


def scores(found: Standings) -> list[tuple[Level, int, float, float, float]]:
    """All columns but the times."""
    return [(bot.bot, bot.played, bot.won, bot.low, bot.high) for bot in found.bots]


def test_a_seed_always_gives_the_same_results() -> None:
    found = result(contest("detective", "novice", "random", games=60))
    assert [(bot.bot, bot.played, round(bot.won, 6)) for bot in found.bots] == [
        ("detective", 60, 26.833333),
        ("novice", 60, 18.833333),
        ("random", 60, 14.333333),
    ]


def test_another_seed_gives_other_results() -> None:
    bots: tuple[Level, ...] = ("detective", "novice", "random")
    assert scores(result(contest(*bots, games=60, seed=7))) != scores(
        result(contest(*bots, games=60, seed=8))
    )


def test_the_number_of_processes_changes_nothing() -> None:
    asked = contest("detective", "novice", "random", games=100)
    assert scores(result(asked, processes=2)) == scores(result(asked, processes=1))


def test_every_bot_sits_in_every_seat_of_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    sat: list[tuple[Level, int]] = []
    deals: list[Any] = []

    def start(options: Options, seats: int, viewer: Any, level: Level) -> Any:
        sat.append((level, viewer))
        return GAME.start(options, seats, viewer, level)

    def setup(options: Options, seats: int, chance: Chance) -> Any:
        deals.append(GAME.setup(options, seats, chance))
        return deals[-1]

    monkeypatch.setitem(GAMES, "keyhole", replace(GAME, start=start, setup=setup))
    result(contest("detective", "plain", "novice", games=6))
    everywhere = {(bot, seat) for bot in ("detective", "plain", "novice") for seat in range(3)}
    assert [set(sat[:9]), set(sat[9:])] == [everywhere, everywhere]
    assert len(sat) == 18
    assert [deals.count(deal) for deal in deals] == [3] * 6  # each deal three times


@pytest.mark.parametrize(("asked", "played"), [(1, 3), (3, 3), (4, 6), (100, 102)])
def test_games_are_rounded_up_to_whole_deals(asked: int, played: int) -> None:
    found = result(contest("random", "random", "novice", games=asked))
    assert found.games == played
    assert sum(bot.played for bot in found.bots) == 3 * played
    assert f"keyhole: {played} games" in table(found)


def ending_at_once(*shares: float) -> Any:
    return replace(GAME, outcome=lambda _: Outcome(shares=shares, points=(0, 0, 0), rule="KEY-9"))


def test_a_shared_win_counts_as_its_fraction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "keyhole", ending_at_once(0.5, 0.5, 0.0))
    found = result(contest("detective", "plain", "novice", games=12))
    assert [(bot.played, bot.won, bot.share) for bot in found.bots] == [(12, 4.0, 1 / 3)] * 3


def test_a_win_of_no_seat_counts_for_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "keyhole", ending_at_once(0.0, 0.0, 0.0))
    found = result(contest("detective", "plain", "novice", games=12))
    assert [bot.won for bot in found.bots] == [0.0] * 3


def test_a_bot_named_twice_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "keyhole", ending_at_once(1.0, 0.0, 0.0))
    found = result(contest("novice", "detective", "novice", games=12))
    assert [(bot.bot, bot.played, bot.won) for bot in found.bots] == [
        ("novice", 24, 8.0),
        ("detective", 12, 4.0),
    ]


def test_equal_bots_get_a_fair_share_whatever_their_seats() -> None:
    found = result(contest("detective", "detective", games=20))
    assert [(bot.played, bot.won) for bot in found.bots] == [(40, 20.0)]


def test_a_detective_beats_a_novice_and_a_novice_beats_chance() -> None:
    detective, novice = result(contest("detective", "novice", games=1000)).bots
    assert detective.low > 0.5 > novice.high
    novice, random = result(contest("novice", "random", games=1000)).bots
    assert novice.low > 0.5 > random.high


def test_the_json_has_exactly_these_fields() -> None:
    found = result(contest("detective", "novice", games=10))
    document = msgspec.json.decode(encode(found))
    assert list(document) == ["game", "games", "seats", "seed", "fair", "bots"]
    assert document["fair"] == 0.5
    assert document["seed"] == 7
    for row in document["bots"]:
        names = ["bot", "played", "won", "share", "low", "high", "ms_per_move"]
        assert list(row) == names
        assert row["share"] == pytest.approx(row["won"] / row["played"])
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["ms_per_move"] > 0
