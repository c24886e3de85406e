#!/usr/bin/env python
"""Compute the strategy of the thieves of Les Cinq Dernières Minutes, and store it.

    python -m tools.cinq_tales              computes everything and writes tales.json (minutes)
    python -m tools.cinq_tales --check 4    computes it for 4 players; exit 1 if it is not stored
    python -m tools.cinq_tales --worth 4    prints the value of the stored one and best responses

A round is a game between a thief who chooses a kind of claim and suspects who know the thief's
strategy, weigh all worlds by Bayes' rule and accuse by expected tokens. The thief minimises regret
(CFR+: no regret below zero, later passes count for more). It maximises a lead: its own tokens
less the mean of the others. The suspects respond to the average of its strategies so far.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from cluehouse.games.cinq_dernieres_minutes import tales
from cluehouse.games.cinq_dernieres_minutes.tales import (
    ANYTHING,
    KINDS,
    STORED,
    TALES,
    Heard,
    Kind,
    Mix,
    Repertoires,
)
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement, any_tale
from tools.cinq_rounds import (
    Found,
    Suspicion,
    best_thief,
    findings,
    records,
    share,
    suspicions,
    worth,
)

FILE: Final = Path(tales.__file__).with_name("tales.json")
PLAYERS: Final = range(4, 9)
PASSES: Final = 500
RARE: Final = 0.01
"""A kind with a smaller share is left out."""

Shares = Sequence[float]
"""The frequency of each choice in `Inquiry.choices`."""


class Story(NamedTuple):
    """A suspicion in terms of the thief's choice of kinds."""

    thief: int
    choice: int
    ways: float
    """Its weight if the thief makes this choice for certain,"""
    stray: float
    """and its weight if the thief says anything at random."""


class Inquiry:
    """All rounds for so many players; equivalent ones are grouped."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.choices: dict[tuple[str, Kind | None], int] = {("", None): 0}
        """Every kind at every moment, numbered; 0 is never chosen by a thinking thief."""
        self.moments: dict[str, list[int]] = {}
        """The choices open at each moment."""
        rounds: dict[tuple[Story, ...], float] = defaultdict(float)
        for record in records(players):
            stories = tuple(sorted(self._story(each) for each in suspicions(record)))
            rounds[stories] += share(record)
        self.rounds = list(rounds.items())

    def leads(self, shares: Shares) -> list[float]:
        """The counterfactual value of each choice: its mean result against suspects who expect
        these shares, times the chance of the moment."""
        leads = [0.0] * len(self.choices)
        for stories, chance in self.rounds:
            found = findings(self._weights(stories, shares))
            for thief, choice, ways, _ in stories:
                leads[choice] += chance * ways * lead(found[thief], self.players)
        return leads

    def normal(self, weights: Shares) -> list[float]:
        """Shares in proportion to the weights; equal at a moment without any weight."""
        shares = [0.0] * len(self.choices)
        for choices in self.moments.values():
            total = sum(weights[choice] for choice in choices)
            for choice in choices:
                shares[choice] = weights[choice] / total if total else 1 / len(choices)
        return shares

    def _weights(self, stories: Iterable[Story], shares: Shares) -> list[float]:
        """The weight of each player as the thief."""
        weights = [0.0] * self.players
        for thief, choice, ways, stray in stories:
            weights[thief] += (1 - ANYTHING) * shares[choice] * ways + ANYTHING * stray
        return weights

    def _story(self, suspicion: Suspicion) -> Story:
        lie, said, ways = suspicion
        heard = _heard(lie)
        kind, moment = heard.kind(said), heard.moment
        self._open(moment, heard)
        choice = 0 if kind is None else self.choices[moment, kind]
        of_this = 0.0 if kind is None else ways / heard.kinds[kind]
        return Story(lie.thief, choice, of_this, ways * any_tale(lie, said))

    def _open(self, moment: str, heard: Heard) -> None:
        if moment not in self.moments:
            kinds = [kind for kind in KINDS if heard.kinds[kind]]
            first = len(self.choices)
            self.choices |= {(moment, kind): first + i for i, kind in enumerate(kinds)}
            self.moments[moment] = list(range(first, len(self.choices)))


def lead(found: Found, players: int) -> float:
    """The thief's tokens less the mean of the others."""
    return found.tokens - found.gain / (players - 1)


@cache
def _heard(lie: Lie) -> Heard:
    return Heard(lie)


def solved(players: int) -> dict[str, Mix]:
    """The strategy for so many players, in its stored form."""
    inquiry = Inquiry(players)
    return rounded(inquiry, seek(inquiry))


def seek(inquiry: Inquiry, passes: int = PASSES) -> list[float]:
    """The average strategy of CFR+."""
    regrets = [0.0] * len(inquiry.choices)
    sums = regrets[:]
    for number in range(1, passes + 1):
        shares = inquiry.normal(regrets)
        sums = [before + number * now for before, now in zip(sums, shares, strict=True)]
        leads = inquiry.leads(inquiry.normal(sums))
        for choices in inquiry.moments.values():
            average = sum(shares[choice] * leads[choice] for choice in choices)
            for choice in choices:
                regrets[choice] = max(0.0, regrets[choice] + leads[choice] - average)
    return inquiry.normal(sums)


def rounded(inquiry: Inquiry, shares: Shares) -> dict[str, Mix]:
    """Shares by moment, without rare kinds."""
    kept = inquiry.normal([share if share >= RARE else 0.0 for share in shares])
    return {
        moment: tuple(
            round(kept[choice], 3) if (choice := inquiry.choices.get((moment, kind))) else 0.0
            for kind in KINDS
        )
        for moment in sorted(inquiry.moments)
    }


# --- reports ----------------------------------------------------------------------------------


def as_played(lie: Lie, said: Statement) -> float:
    """The chance that our thieves say this: they never choose at random."""
    heard = _heard(lie)
    kind = heard.kind(said)
    return 0.0 if kind is None else TALES.mix(lie, heard).get(kind, 0.0) / heard.kinds[kind]


def worth_of(players: int) -> str:
    """Tokens per round, and the best response of each side to the other's strategy."""
    stored = worth(players, as_played, TALES)
    suspect = worth(players, as_played, as_played).suspect
    thief = best_thief(players, TALES, lambda found: found.tokens)
    ahead = best_thief(players, TALES, lambda found: lead(found, players))
    return (
        f"{players} players: thief {stored.thief:+.4f}, each suspect {stored.suspect:+.4f}\n"
        f"  best answer of a suspect {suspect:+.4f}, of a thief {thief:+.4f}\n"
        f"  the thief's lead {stored.thief - stored.suspect:+.4f}, at best {ahead:+.4f}"
    )


def text(repertoires: Repertoires) -> str:
    """JSON with a line for each moment."""
    tables = []
    for players, mixes in repertoires.items():
        lines = [f'    "{moment}": {list(mix)}' for moment, mix in mixes.items()]
        tables.append(f'  "{players}": {{\n' + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(tables) + "\n}\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", type=int, choices=PLAYERS, help="compare for so many players")
    parser.add_argument("--worth", type=int, choices=PLAYERS, help="print the stored value")
    chosen = parser.parse_args(arguments)
    if chosen.worth:
        print(worth_of(chosen.worth))
    elif chosen.check:
        if solved(chosen.check) != STORED[chosen.check]:
            print(f"{FILE.name} differs for {chosen.check} players", file=sys.stderr)
            return 1
    else:
        FILE.write_text(text({players: solved(players) for players in PLAYERS}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
