"""A contest: many deals, each played once for every rotation of the bots round the table.

All rotations play the same deal, so a lucky seat favours every bot once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum

from cluehouse.arena.match import Player, play_match
from cluehouse.arena.pool import spread
from cluehouse.core.chance import subkey
from cluehouse.core.ids import Level
from cluehouse.core.wire import Wire
from cluehouse.games import find


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    game: str
    options: Wire
    bots: tuple[Level, ...]
    """One seat for each; a bot named twice has two."""
    deals: int
    seed: int

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def games(self) -> int:
        return self.deals * self.seats

    def rotations(self) -> list[tuple[Level, ...]]:
        """The bots by seat, for every rotation."""
        return [self.bots[turn:] + self.bots[:turn] for turn in range(self.seats)]

    def key(self, deal: int) -> bytes:
        return subkey(b"arena", self.seed, deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTally:
    """The results of a bot in one deal, summed over all its seats in all rotations."""

    played: int
    won: float
    moves: int
    seconds: float

    @property
    def share(self) -> float:
        return self.won / self.played


Deal = dict[Level, SeatTally]


def run(contest: Contest, *, processes: int) -> Iterator[Deal]:
    """The tallies of every deal, in the order of the deals."""
    return spread(partial(play_deal, contest), contest.deals, processes)


def play_deal(contest: Contest, number: int) -> Deal:
    game, key = find(contest.game), contest.key(number)
    seatings: list[tuple[Player, float]] = []
    for levels in contest.rotations():
        players, shares = play_match(game, contest.options, levels, key)
        seatings += zip(players, shares, strict=True)
    return {
        bot: _tally([(player, share) for player, share in seatings if player.level == bot])
        for bot in contest.bots
    }


def _tally(seatings: Sequence[tuple[Player, float]]) -> SeatTally:
    return SeatTally(
        played=len(seatings),
        won=fsum(share for _, share in seatings),
        moves=sum(player.moves for player, _ in seatings),
        seconds=fsum(player.seconds for player, _ in seatings),
    )
