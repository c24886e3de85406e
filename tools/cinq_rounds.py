"""Enumerate all rounds of Les Cinq Dernières Minutes and their tokens. Exact.

Rooms are alike and so are objects: testimonies that differ only in their names are one *record*.
Suspects tell the truth, so a record is all that a player knows, except their own role.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import factorial, perm
from typing import Final, NamedTuple

from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING, rooms_in_play
from cluehouse.games.cinq_dernieres_minutes.worlds import Facts, Lie, Statement, Tale, Worlds

EVEN: Final = 0.5
"""A suspect who is surer than this of a thief gains by accusing (CD-ACC-2)."""

Record = tuple[Statement, ...]
"""All testimonies of a round, from the last number down."""


class Suspicion(NamedTuple):
    """A thief and a room of the ring that fit a record."""

    lie: Lie
    said: Statement
    ways: float
    """Its weight against the others, without the likelihood of the lie."""


class Found(NamedTuple):
    """The number of suspects who accuse the thief, and of those who accuse another player."""

    right: int
    wrong: int

    @property
    def tokens(self) -> int:
        """The tokens of the thief (CD-ACC-3)."""
        return 1 if self.right <= 1 else -1

    @property
    def gain(self) -> int:
        """The tokens of all suspects together (CD-ACC-2)."""
        return self.right - self.wrong


class Worth(NamedTuple):
    """Tokens per round: the thief's, and each suspect's on average."""

    thief: float
    suspect: float


# --- records ----------------------------------------------------------------------------------


def records(players: int) -> list[Record]:
    """All records, each once, always in the same order."""
    rooms = rooms_in_play(players)
    claims = [(room, item) for room in range(rooms) for item in (*range(rooms), NOTHING)]
    every: dict[Record, None] = {}
    for thief in range(players):
        for visits in _visits(players - 1, rooms):
            said = [_truth(player, thief, visits) for player in reversed(range(players))]
            for room, item in claims:
                said[players - 1 - thief] = Statement(thief, room, item)
                every[renamed(said)] = None
    return list(every)


def renamed(said: Sequence[Statement]) -> Record:
    """Rooms, and objects other than the ring, numbered in the order of their first mention."""
    rooms: dict[int, int] = {}
    items = {RING: RING, NOTHING: NOTHING}
    return tuple(
        Statement(
            player, rooms.setdefault(room, len(rooms)), items.setdefault(item, len(items) - 1)
        )
        for player, room, item in said
    )


def share(record: Record) -> float:
    """The factor that turns the `ways` of a suspicion into its chance, if the lie is certain."""
    players = len(record)
    rooms = rooms_in_play(players)
    items = {said.found for said in record} - {RING, NOTHING}
    names = perm(rooms, len({said.room for said in record})) * perm(rooms - 1, len(items))
    rounds: int = players * factorial(rooms) * rooms**players
    return names / rounds


def suspicions(record: Record) -> list[Suspicion]:
    """All suspicions that fit."""
    players = len(record)
    rooms = rooms_in_play(players)
    lies: list[tuple[Lie, Statement]] = []

    def note(lie: Lie, said: Statement) -> float:
        lies.append((lie, said))
        return 1.0

    facts = Facts(players, rooms, tuple(range(rooms)), players, said=record)
    cases = Worlds(facts, note).cases
    return [Suspicion(*lie, case.weight) for case, lie in zip(cases, lies, strict=True)]


def _visits(suspects: int, rooms: int, known: int = 1) -> Iterator[tuple[int, ...]]:
    """All possible visits. The ring is in room 0; other rooms are numbered by first visit."""
    if suspects == 0:
        yield ()
        return
    for room in range(min(known + 1, rooms)):
        for rest in _visits(suspects - 1, rooms, max(known, room + 1)):
            yield (room, *rest)


def _truth(player: int, thief: int, visits: Sequence[int]) -> Statement:
    """In room i lies object i; the ring is object 0."""
    room = 0 if player == thief else visits[player - (player > thief)]
    return Statement(player, room, NOTHING if room == 0 and player > thief else room)


# --- results ----------------------------------------------------------------------------------


def findings(weights: Sequence[float], sure: float = EVEN) -> list[Found]:
    """The result for each player as the thief, if the others judge by these weights and accuse
    when they are surer than `sure`."""
    total = sum(weights)
    first, second = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)[:2]
    named: dict[int, int] = {}
    for suspect, weight in enumerate(weights):
        whom = second if suspect == first else first
        if weights[whom] > (sure + 1e-9) * (total - weight):
            named[suspect] = whom
    return [_found(thief, named) for thief in range(len(weights))]


def _found(thief: int, named: dict[int, int]) -> Found:
    by_suspects = [whom for suspect, whom in named.items() if suspect != thief]
    right = by_suspects.count(thief)
    return Found(right, len(by_suspects) - right)


def judge(every: Iterable[Suspicion], players: int, tale: Tale) -> list[float]:
    """The weight of each player as the thief, if thieves tell by this tale."""
    weights = [0.0] * players
    for lie, said, ways in every:
        weights[lie.thief] += ways * tale(lie, said)
    return weights


def worth(players: int, tale: Tale, expected: Tale) -> Worth:
    """The worth of a tale against suspects who expect `expected`."""
    tokens = gain = 0.0
    for record in records(players):
        every = suspicions(record)
        found = findings(judge(every, players, expected))
        for lie, said, ways in every:
            chance = share(record) * ways * tale(lie, said)
            tokens += chance * found[lie.thief].tokens
            gain += chance * found[lie.thief].gain
    return Worth(tokens, gain / (players - 1))


def best_thief(players: int, expected: Tale, goal: Callable[[Found], float]) -> float:
    """The best response: the most that a thief can reach who knows what the suspects expect."""
    sums: dict[Record, dict[Record, list[float]]] = defaultdict(
        lambda: defaultdict(lambda: [0.0, 0.0])
    )
    for record in records(players):
        every = suspicions(record)
        found = findings(judge(every, players, expected))
        for lie, said, ways in every:
            known = (Statement(lie.thief, lie.ring, RING), *lie.heard)
            reached = sums[renamed(known)][renamed((*known, said))]
            chance = share(record) * ways
            reached[0] += chance
            reached[1] += chance * goal(found[lie.thief])
    return sum(_best(said.values(), players) for said in sums.values())


def _best(said: Iterable[Sequence[float]], players: int) -> float:
    """For the claims a thief can make at one moment, all equally likely to be open: the chance of
    the moment times the mean result of the best claim."""
    rooms = rooms_in_play(players)
    often = sum(chance for chance, _ in said) / (rooms * (rooms + 1))
    return often * max(value / chance for chance, value in said)
