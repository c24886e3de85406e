"""Every round of Les Cinq Dernières Minutes there can be, and what it brings. Exact.

Rooms are alike and so are objects: what differs only in their names is one *record* of what was
said. Suspects tell the truth, so a record is all that anybody knows, but for who they are.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import factorial, perm
from typing import Final, NamedTuple

from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING, rooms_in_play
from cluehouse.games.cinq_dernieres_minutes.worlds import Facts, Lie, Statement, Tale, Worlds

EVEN: Final = 0.5
"""Who is surer than that of somebody gains by accusing (CD-ACC-2)."""

Record = tuple[Statement, ...]
"""All testimonies of a round, from the last number on."""


class Suspicion(NamedTuple):
    """A thief, with the ring in some room, fits a record."""

    lie: Lie
    said: Statement
    ways: float
    """What it weighs against the others, before it is asked how likely the lie is."""


class Found(NamedTuple):
    """How many suspects accuse the thief, and how many accuse somebody else."""

    right: int
    wrong: int

    @property
    def tokens(self) -> int:
        """The thief's (CD-ACC-3)."""
        return 1 if self.right <= 1 else -1

    @property
    def gain(self) -> int:
        """The tokens of all suspects together (CD-ACC-2)."""
        return self.right - self.wrong


class Worth(NamedTuple):
    """Tokens a round: the thief's, and each suspect's on average."""

    thief: float
    suspect: float


# --- what can be said -------------------------------------------------------------------------


def records(players: int) -> list[Record]:
    """Each once, always in the same order."""
    rooms = rooms_in_play(players)
    claims = [(room, item) for room in range(rooms) for item in (*range(rooms), NOTHING)]
    every: dict[Record, None] = {}
    for thief in range(players):
        for visits in _visits(players - 1, rooms):
            told = [_truth(player, thief, visits) for player in reversed(range(players))]
            for room, item in claims:
                told[players - 1 - thief] = Statement(thief, room, item)
                every[renamed(told)] = None
    return list(every)


def renamed(told: Sequence[Statement]) -> Record:
    """Rooms, and objects other than the ring, by the order in which they are first spoken of."""
    rooms: dict[int, int] = {}
    items = {RING: RING, NOTHING: NOTHING}
    return tuple(
        Statement(
            player, rooms.setdefault(room, len(rooms)), items.setdefault(item, len(items) - 1)
        )
        for player, room, item in told
    )


def share(record: Record) -> float:
    """Times this, the `ways` of a suspicion are its chance, if the thief says so for sure."""
    players = len(record)
    rooms = rooms_in_play(players)
    items = {said.found for said in record} - {RING, NOTHING}
    names = perm(rooms, len({said.room for said in record})) * perm(rooms - 1, len(items))
    rounds: int = players * factorial(rooms) * rooms**players
    return names / rounds


def suspicions(record: Record) -> list[Suspicion]:
    """All that fit."""
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
    """Where they can have been. The ring is in room 0; the other rooms count as they come up."""
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


# --- what comes of it -------------------------------------------------------------------------


def findings(weights: Sequence[float], sure: float = EVEN) -> list[Found]:
    """What becomes of each player as the thief, if the others judge by these weights and accuse
    when they are surer than that."""
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
    """What each player weighs as the thief, if thieves tell such a tale."""
    weights = [0.0] * players
    for lie, said, ways in every:
        weights[lie.thief] += ways * tale(lie, said)
    return weights


def worth(players: int, tale: Tale, expected: Tale) -> Worth:
    """Of a tale told to suspects who expect that one."""
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
    """The most that a thief can reach who knows what the suspects expect, whatever it says."""
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
    """Of the claims a thief can make at one moment, all of which are as likely to be open: how
    often it gets there, times what the best one brings on average."""
    rooms = rooms_in_play(players)
    often = sum(chance for chance, _ in said) / (rooms * (rooms + 1))
    return often * max(value / chance for chance, value in said)
