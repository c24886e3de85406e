"""`cluehouse arena`: a contest with a progress bar, and its standings."""

import sys

from tqdm import tqdm

from cluehouse.arena.contest import Contest, run
from cluehouse.arena.errors import NotAllowed
from cluehouse.arena.standings import Standings, standings

tqdm.monitor_interval = 0  # no monitor thread: it could receive a SIGINT that pool.py blocks here


def play(contest: Contest, *, processes: int) -> Standings:
    """Play the whole contest, with a progress bar on stderr if that is a terminal."""
    if processes < 1:
        raise NotAllowed(f"{processes} processes; at least 1 is needed")
    deals = []
    with tqdm(total=contest.games, unit="game", file=sys.stderr, disable=None, leave=False) as bar:
        for deal in run(contest, processes=processes):
            deals.append(deal)
            bar.update(contest.seats)
    return standings(contest, deals)
