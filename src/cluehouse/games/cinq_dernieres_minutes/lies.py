"""Lies: what a bot says as the thief, by level.

A novice says anything but the truth. A plain thief takes any of the four defences, useful or not. A
detective draws a kind of claim with the frequencies that `tales` has for the moment, so that its
words cannot be told from a suspect's for sure, even by a player who knows how it chooses.
"""

from bisect import bisect
from itertools import accumulate

from cluehouse.core.chance import Chance
from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING
from cluehouse.games.cinq_dernieres_minutes.tales import TALES, Heard
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement


def novice_lie(lie: Lie, chance: Chance) -> Statement:
    truth = Statement(lie.thief, lie.ring, RING)
    return chance.choice([said for said in lie.sayable() if said != truth])


def plain_lie(lie: Lie, chance: Chance) -> Statement:
    return chance.choice(chance.choice(_defences(lie)))


def detective_lie(lie: Lie, chance: Chance) -> Statement:
    heard = Heard(lie)
    kinds, shares = zip(*TALES.mix(lie, heard).items(), strict=True)
    kind = kinds[bisect(list(accumulate(shares)), chance.fraction(), hi=len(kinds) - 1)]
    return chance.choice([said for said in lie.sayable() if heard.kind(said) == kind])


def _defences(lie: Lie) -> list[list[Statement]]:
    """The defences CD-THI-1 to CD-THI-4, as far as there is something to repeat or still to
    name."""
    told = {(each.room, each.found) for each in lie.heard}
    rooms = {room for room, _ in told}
    found = {found for _, found in told} | {RING, NOTHING}
    defences = [
        [Statement(lie.thief, lie.ring, RING)],
        [Statement(lie.thief, lie.ring, NOTHING)],
        [said for said in lie.sayable() if said[1:] in told],
        [said for said in lie.sayable() if said.room not in rooms and said.found not in found],
    ]
    return [claims for claims in defences if claims]
