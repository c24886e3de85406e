"""Tales: what thieves say: a mixed strategy, found by `tools/cinq_tales.py` and stored in
`tales.json`.

Possible claims are grouped into a few *kinds*, from the view of the thief, to whom all that was
heard is true. Each kind leaves another player who may have taken the ring; a claim that would give
the thief away has no kind. How often each kind is chosen depends on the *moment*: the thief's
number, and so who still has to testify; how many found the ring's box empty; how many other boxes
have been named; whether a single witness can be contradicted. Within a kind all claims are equally
likely, since rooms are interchangeable and so are objects.
"""

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import Final, Literal, get_args

import msgspec

from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement, any_tale, clash

Kind = Literal["seen", "gone", "repeat", "new", "cover", "elsewhere", "clash"]
"""*seen*: the truth, so a later player took it (CD-THI-1). *gone*: it was already gone (CD-THI-2).
*repeat*: what a witness has said (CD-THI-3). *new*: a room and an object not yet named (CD-THI-4).
*cover*: such an object in the ring's room. *elsewhere*: the ring, in a room not yet named. *clash*:
against the word of one witness, who may be the liar."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Mix = tuple[float, ...]
"""How often each kind is chosen, in the order of KINDS."""
Repertoires = Mapping[int, Mapping[str, Mix]]
"""By number of players, the mix of every moment."""

ANYTHING: Final = 0.05
"""The share of thieves who are assumed to say anything at random."""


class Heard:
    """What a thief who is about to testify has heard, indexed for choosing a lie."""

    __slots__ = ("_emptied", "_found", "_lie", "_rooms", "_told", "kinds")

    def __init__(self, lie: Lie) -> None:
        self._lie = lie
        self._emptied = [each.player for each in lie.heard if each.found == NOTHING]
        self._told = {(each.room, each.found) for each in lie.heard}
        self._rooms = {each.room for each in lie.heard}
        self._found = {each.found for each in lie.heard}
        self.kinds = Counter(self.kind(said) for said in lie.sayable())
        """The number of claims of each kind, and of no kind."""

    @property
    def moment(self) -> str:
        boxes = len(self._told) - bool(self._emptied)
        emptied = min(len(self._emptied), 2)
        return f"{self._lie.thief + 1} {emptied} {boxes} {int('clash' in self.kinds)}"

    def kind(self, said: Statement) -> Kind | None:
        _, room, found = said
        if found in (RING, NOTHING):
            return self._of_the_ring(room, found)
        if (room, found) in self._told:
            return "repeat"
        if room in self._rooms or found in self._found:
            return "clash" if self._against_one(said) else None
        return "cover" if room == self._lie.ring else "new"

    def _of_the_ring(self, room: int, found: int) -> Kind | None:
        """The kind of a claim about the ring or an empty box; no player comes after the last number
        or before number 1."""
        lie = self._lie
        if lie.thief == (lie.players - 1 if found == RING else 0):
            return None
        if room == lie.ring:
            return "seen" if found == RING else "gone"
        unheard = room not in self._rooms and not self._emptied
        return "elsewhere" if found == RING and unheard else None

    def _against_one(self, said: Statement) -> bool:
        """Whether it contradicts only one witness, who went before all who found the box empty."""
        rivals = [each.player for each in self._lie.heard if clash(each, said)]
        return len(rivals) == 1 and all(rivals[0] < player for player in self._emptied)


class Tales:
    """A `Tale` that uses stored repertoires."""

    def __init__(self, repertoires: Repertoires) -> None:
        self._repertoires = repertoires

    def mix(self, lie: Lie, heard: Heard) -> dict[Kind, float]:
        """How often this thief chooses each kind that is possible here. Kinds are equally likely if
        nothing is stored, as after statements that contradict each other."""
        stored = self._repertoires[lie.players].get(heard.moment, (0.0,) * len(KINDS))
        shares = {kind: share for kind, share in zip(KINDS, stored, strict=True) if share}
        mix = {kind: share for kind, share in shares.items() if heard.kinds[kind]}
        mix = mix or {kind: 1.0 for kind in KINDS if heard.kinds[kind]}
        return {kind: share / sum(mix.values()) for kind, share in mix.items()}

    def __call__(self, lie: Lie, said: Statement) -> float:
        heard = Heard(lie)
        kind = heard.kind(said)
        chance = ANYTHING * any_tale(lie, said)
        if kind is not None:
            chance += (1 - ANYTHING) * self.mix(lie, heard).get(kind, 0.0) / heard.kinds[kind]
        return chance


_FILE: Final = files(__package__).joinpath("tales.json")
STORED: Final[Repertoires] = msgspec.json.decode(_FILE.read_bytes(), type=dict[int, dict[str, Mix]])
TALES: Final = Tales(STORED)
