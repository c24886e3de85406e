"""The result of a contest, as data and as a printed table."""

from collections.abc import Sequence
from math import fsum

from cluehouse.arena.contest import Contest, Deal, SeatTally
from cluehouse.arena.interval import over_deals
from cluehouse.core.ids import Level
from cluehouse.core.wire import Wire


class Standing(Wire, frozen=True, tag=False):
    bot: Level
    played: int
    """Its seats, summed over all games."""
    won: float
    share: float
    low: float
    high: float
    """The 95 % confidence interval of its share is low to high."""
    ms_per_move: float


class Standings(Wire, frozen=True, tag=False):
    game: str
    games: int
    seats: int
    seed: int
    fair: float
    """The share of a bot that is as good as the others."""
    bots: tuple[Standing, ...]


def standings(contest: Contest, deals: Sequence[Deal]) -> Standings:
    return Standings(
        game=contest.game,
        games=len(deals) * contest.seats,
        seats=contest.seats,
        seed=contest.seed,
        fair=1 / contest.seats,
        bots=tuple(
            _standing(bot, [deal[bot] for deal in deals]) for bot in dict.fromkeys(contest.bots)
        ),
    )


def table(result: Standings) -> str:
    return "\n".join(
        [
            f"{result.game}: {result.games} games, {result.seats} seats, seed {result.seed}; "
            f"a fair share is {result.fair:.1%}",
            f"{'bot':10}{'played':>9}{'won':>11}{'share':>9}{'95% interval':>19}{'ms/move':>10}",
            *(_row(standing) for standing in result.bots),
        ]
    )


def _standing(bot: Level, tallies: Sequence[SeatTally]) -> Standing:
    played = sum(tally.played for tally in tallies)
    won = fsum(tally.won for tally in tallies)
    low, high = over_deals([tally.share for tally in tallies], played)
    return Standing(
        bot=bot,
        played=played,
        won=won,
        share=won / played,
        low=low,
        high=high,
        ms_per_move=_ms_per_move(tallies),
    )


def _ms_per_move(tallies: Sequence[SeatTally]) -> float:
    moves = sum(tally.moves for tally in tallies)
    seconds = fsum(tally.seconds for tally in tallies)
    return round(1000 * seconds / moves, 3) if moves else 0.0


def _row(bot: Standing) -> str:
    between = f"{bot.low:.1%} – {bot.high:.1%}"
    return (
        f"{bot.bot:10}{bot.played:9}{bot.won:11.2f}{bot.share:9.1%}{between:>19}"
        f"{bot.ms_per_move:10.3f}"
    )
