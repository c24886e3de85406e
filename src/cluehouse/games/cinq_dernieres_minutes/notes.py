"""Notes: the testimonies, the chance of each player to be the thief, and what is proved.

A proof is the smallest set of things seen and said that leaves no other possibility. Each thing
excludes some rooms for the ring by itself or together with one other, so proofs are found with bit
masks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import assert_never

from cluehouse.core.ids import RAIL, Help, Seat
from cluehouse.core.marks import against, answer
from cluehouse.core.wire import Wire
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, facts_of
from cluehouse.games.cinq_dernieres_minutes.events import Claimed
from cluehouse.games.cinq_dernieres_minutes.pieces import KINDS, RING, ROOMS, Room
from cluehouse.games.cinq_dernieres_minutes.state import DRAWN
from cluehouse.games.cinq_dernieres_minutes.view import Sight, ThiefCard
from cluehouse.games.cinq_dernieres_minutes.worlds import (
    can_be,
    clash,
    compatible,
)


class PlayerNote(Wire, frozen=True):
    """A line of the table of testimonies."""

    seat: Seat
    said: Claimed | None
    worlds: int | None
    """The number of worlds that fit in which this player is the thief; None with less help."""
    chance: float | None
    """The chance that this player is the thief; None with less help."""


class RoomNote(Wire, frozen=True):
    room: Room
    chance: float
    """The chance that the ring was in this room."""


class Clash(Wire, frozen=True):
    """These two sights cannot both be true."""

    because: tuple[Sight, ...]


class Cleared(Wire, frozen=True):
    """This player cannot be the thief."""

    seat: Seat
    because: tuple[Sight, ...]


class Convicted(Wire, frozen=True):
    """Only this player can have taken the ring."""

    seat: Seat
    because: tuple[Sight, ...]


Proved = Clash | Cleared | Convicted


class Notes(Wire, frozen=True):
    players: tuple[PlayerNote, ...]
    """The players, in the order of their numbers."""
    rooms: tuple[RoomNote, ...]
    proved: tuple[Proved, ...]


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes(players=(), rooms=(), proved=())
        case "seen":
            return Notes(players=tuple(_players(belief)), rooms=(), proved=())
        case "deducing":
            return _deduced(belief)
        case _:
            assert_never(help)


def _must_remember(belief: Belief) -> bool:
    """CD-DEC-2: when testifying from memory, the notes do not show the box before the testimony."""
    said = any(claim.by == belief.viewer for claim in belief.said)
    return belief.open.options.memory and belief.visit is not None and not said


def _can_deduce(belief: Belief) -> bool:
    """After the truth, what could be deduced before it stays. A void round may fit no world."""
    opened = belief.open
    knew_all = belief.viewer == opened.bourrel
    drawn = opened.phase in DRAWN and opened.void is None
    return drawn and not knew_all and not _must_remember(belief)


def _deduced(belief: Belief) -> Notes:
    if not _can_deduce(belief):
        return notes(belief, "seen")
    worlds = belief.worlds
    rooms = zip(ROOMS[: belief.open.rooms], worlds.rings(), strict=True)
    return Notes(
        players=tuple(
            PlayerNote(line.seat, line.said, worlds.with_thief(number), chance)
            for number, (line, chance) in enumerate(
                zip(_players(belief), worlds.thieves(), strict=True)
            )
        ),
        rooms=tuple(RoomNote(room, chance) for room, chance in rooms),
        proved=tuple(Proofs(belief).found()),
    )


def _players(belief: Belief) -> Iterator[PlayerNote]:
    said = {each.by: each for each in belief.said}
    for seat in belief.open.order:
        yield PlayerNote(seat, said.get(seat), None, None)


def contradicted(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """A cell is `round.seat.column`; the column is a room, where the player was or was not, or
    `thief`."""
    opened = belief.open
    if opened.phase not in DRAWN:
        return ()
    page = f"{opened.round}{'+' if opened.again else ''}"
    seen = (*_seen_thieves(belief), *_seen_visits(belief))
    return against({f"{page}.{seat}.{column}": answer(true) for seat, column, true in seen}, marks)


def _seen_thieves(belief: Belief) -> Iterator[tuple[Seat, str, bool]]:
    """From the viewer's own card; from the truth, if it is known."""
    opened, card = belief.open, belief.card
    if belief.knows_all or isinstance(card, ThiefCard):
        thief = opened.thief if belief.knows_all else belief.viewer
        yield from ((seat, "thief", seat == thief) for seat in opened.order)
    elif card is not None and belief.viewer != RAIL:
        yield belief.viewer, "thief", False


def _seen_visits(belief: Belief) -> Iterator[tuple[Seat, str, bool]]:
    """The viewer's own visit; all visits, if the truth is known."""
    opened = belief.open
    rooms = ROOMS[: opened.rooms]
    if belief.knows_all:
        for seat in opened.order[: opened.went]:
            been = rooms[opened.visits[seat] // KINDS]
            yield from ((seat, room, room == been) for room in rooms)
    elif belief.visit is not None and not _must_remember(belief):
        visit = belief.visit
        yield from ((visit.by, room, room == visit.room) for room in rooms)


Evidence = int
"""A set of pieces of evidence, as a mask."""


class Proofs:
    """What follows for certain from a suspect's own card and visit and from the testimonies; for
    the rail, from the testimonies alone. For the thief, nothing."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._facts = facts_of(belief)
        own = () if belief.visit is None or self._facts.seen is None else (belief.visit,)
        said = [each for each in belief.said if each.by != belief.viewer]
        self._sights: list[Sight] = [*own, *said]
        self._statements = self._facts.statements
        if belief.card is not None:
            self._sights.append(belief.card)

    def found(self) -> Iterator[Proved]:
        if self._facts.thief is not None:
            return
        yield from self._clashes()
        possible = {case.thief for case in self._belief.worlds.cases}
        impossible = [one for one in range(self._facts.players) if one not in possible]
        if len(possible) == 1:
            (thief,) = possible
            yield Convicted(self._seat(thief), self._because(impossible))
            return
        for player in impossible:
            if player != self._facts.suspect:
                yield Cleared(self._seat(player), self._because([player]))

    def _clashes(self) -> Iterator[Clash]:
        """Two statements that cannot both be true, though each alone could be."""
        possible = [each for each in self._statements if compatible(each, each, self._facts)]
        for one, other in combinations(possible, 2):
            if not compatible(one, other, self._facts):
                yield Clash(tuple(self._sights[self._statements.index(s)] for s in (one, other)))

    def _because(self, players: Iterable[int]) -> tuple[Sight, ...]:
        """The smallest evidence that none of these players is the thief."""
        rings = range(self._facts.rooms)
        barriers = [self._barriers(thief, ring) for thief in players for ring in rings]
        barriers.sort(key=len)
        evidence = range(len(self._sights))
        for size in range(len(self._sights) + 1):
            for chosen in combinations(evidence, size):
                if _closes(sum(1 << piece for piece in chosen), barriers):
                    return tuple(self._sights[piece] for piece in chosen)
        raise AssertionError("it was proved, so all the evidence together proves it")

    def _barriers(self, thief: int, ring: int) -> list[Evidence]:
        """The pieces of evidence, and pairs of them, that exclude this thief with the ring in this
        room."""
        by_others = [
            (1 << piece, each)
            for piece, each in enumerate(self._statements)
            if each.player != thief
        ]
        alone = [bit for bit, each in by_others if not can_be(each, thief, ring)]
        elsewhere = [(bit, each) for bit, each in by_others if each.room != ring]
        pairs = [
            bit | other_bit
            for (bit, one), (other_bit, other) in combinations(elsewhere, 2)
            if clash(one, other)
        ]
        return self._alibis(thief, ring) + alone + pairs

    def _alibis(self, thief: int, ring: int) -> list[Evidence]:
        """What proves the viewer is not the thief: its card, and its visit unless it found the
        ring."""
        if thief != self._facts.suspect:
            return []
        card, seen = 1 << len(self._statements), self._facts.seen
        return [card] if seen is None or seen[1:] == (ring, RING) else [1, card]

    def _seat(self, player: int) -> Seat:
        return self._belief.open.order[player]


def _closes(evidence: Evidence, barriers: Sequence[Sequence[Evidence]]) -> bool:
    return all(any(not needed & ~evidence for needed in ways) for ways in barriers)
