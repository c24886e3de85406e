"""Notes: what was seen of each pair and when, what may have changed since, all chances, and why the
certain ones are certain."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from cluehouse.core.ids import Help, Seat
from cluehouse.core.marks import NO, YES
from cluehouse.core.wire import Wire
from cluehouse.games.secret_du_nil.belief import Belief, Glimpse
from cluehouse.games.secret_du_nil.cards import PAIRS, clue_count, colours_of
from cluehouse.games.secret_du_nil.deduction.arrangements import ALL_COLOURS, EQUAL, MIXED
from cluehouse.games.secret_du_nil.events import Swapped
from cluehouse.games.secret_du_nil.pieces import (
    CATEGORIES,
    COLOURS,
    PROOF_SQUARES,
    SUSPECTS,
    Category,
    Pair,
    Suspect,
)
from cluehouse.games.secret_du_nil.view import Sight

_LETTERS: Final = "".join(colour[0] for colour in COLOURS)
_PAIRS: Final = range(len(CATEGORIES) * len(SUSPECTS))
_Spot = tuple[int, list[Sight]]
"""How many cards of a colour are in one place, and the sights that show it."""


class Glance(Wire, frozen=True):
    """The viewer's last look at a pair."""

    square: int
    """The square of the boat at that time."""
    pair: Pair
    """The pair as the viewer left it."""


class Change(Wire, frozen=True):
    """Another seat swapped a card of the pair."""

    square: int
    by: Seat


class PairChances(Wire, frozen=True):
    """What the pair may be now; `guilty`, `cleared` and `open` add up to 1."""

    guilty: float
    """Two cards of the proof's colour; while the proof is hidden, it may be any colour."""
    cleared: float
    """Two cards of another colour."""
    open: float
    """Two cards of different colours."""
    equal: tuple[float, float, float, float]
    """Two cards of each colour, in the order of the colours."""


class PairNote(Wire, frozen=True):
    suspect: Suspect
    category: Category
    glance: Glance | None
    changes: tuple[Change, ...]
    """The swaps since that look, or since the deal if there was none."""
    chances: PairChances | None
    """None unless the table's help is "deducing"."""
    because: tuple[Sight, ...]
    """The look and the swaps since. With chances: what proves the certain ones, a chance of 1 or a
    guilt of 0."""


class CategoryNote(Wire, frozen=True):
    category: Category
    nobody: float
    """The chance that no suspect has a pair of the proof's colour now."""
    because: tuple[Sight, ...]
    """The sights that prove it, if it is 0 or 1."""


class Notes(Wire, frozen=True):
    pairs: tuple[PairNote, ...]
    """The pairs with something to note; all twelve when deducing."""
    categories: tuple[CategoryNote, ...]
    """Empty unless the table's help is "deducing"."""


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes(pairs=(), categories=())
        case "seen":
            return Notes(pairs=tuple(_seen(belief)), categories=())
        case "deducing":
            deduced = Deductions(belief)
            return Notes(
                pairs=tuple(deduced.pair(number) for number in _PAIRS),
                categories=tuple(deduced.category(kind) for kind in range(len(CATEGORIES))),
            )
        case _:
            assert_never(help)


def contradicted(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """A cell is `game.who.category`; who is a suspect or `nobody`. A mark holds the colours of a
    pair by their first letters, and at its end whether it is guilty as it lies."""
    known = _known_cells(belief)
    return tuple(cell for cell, mark in marks.items() if cell in known and known[cell].denies(mark))


@dataclass(frozen=True, slots=True)
class _KnownCell:
    """A cell of which the viewer knows the cards as they lie now."""

    letters: str
    guilty: bool | None
    """None while the proof may make it either."""

    def denies(self, mark: str) -> bool:
        wrong = {YES: self.guilty is False, NO: self.guilty is True}
        colours = Counter(letter for letter in mark if letter in _LETTERS)
        return wrong.get(mark[-1:], False) or not colours <= Counter(self.letters)


def _known_cells(belief: Belief) -> dict[str, _KnownCell]:
    """Pairs that were seen and cannot have changed; nobody is not to be named beside a guilty
    one."""
    known, game = dict[str, _KnownCell](), belief.open.game
    for number, glimpse in _latest(belief).items():
        if _is_sure(belief, glimpse):
            kind, suspect = divmod(number, len(SUSPECTS))
            proofs = _proofs(belief, kind)
            guilty = {glimpse.code == EQUAL[proof] for proof in proofs}
            letters = "".join(_LETTERS[colour] for colour in colours_of(glimpse.code))
            cell = _KnownCell(letters, guilty.pop() if len(guilty) == 1 else None)
            known[f"{game}.{SUSPECTS[suspect]}.{CATEGORIES[kind]}"] = cell
            if cell.guilty:
                known[f"{game}.nobody.{CATEGORIES[kind]}"] = _KnownCell("", guilty=False)
    return known


def _is_sure(belief: Belief, glimpse: Glimpse) -> bool:
    """Whether the pair has not been, or could not be, swapped since."""
    return not belief.changes[glimpse.pair] or glimpse.code in EQUAL


def _proofs(belief: Belief, kind: int) -> Sequence[int]:
    """The colours that the proof may have."""
    now = belief.open
    return [now.proofs[kind]] if now.boat >= PROOF_SQUARES[kind] else ALL_COLOURS


def _seen(belief: Belief) -> Iterator[PairNote]:
    latest = _latest(belief)
    for number in _PAIRS:
        glimpse, changes = latest.get(number), belief.changes[number]
        if glimpse or changes:
            because = (*(glimpse.because if glimpse else ()), *(sight for _, sight in changes))
            yield _note(number, glimpse, belief, None, because)


def _latest(belief: Belief) -> dict[int, Glimpse]:
    return {glimpse.pair: glimpse for glimpse in belief.looks}


def _note(
    number: int,
    glimpse: Glimpse | None,
    belief: Belief,
    chances: PairChances | None,
    because: Iterable[Sight],
) -> PairNote:
    kind, suspect = divmod(number, len(SUSPECTS))
    return PairNote(
        suspect=SUSPECTS[suspect],
        category=CATEGORIES[kind],
        glance=Glance(glimpse.square, PAIRS[glimpse.code]) if glimpse else None,
        changes=tuple(Change(square, sight.by) for square, sight in belief.changes[number]),
        chances=chances,
        because=tuple(because),
    )


class Deductions:
    """The exact chances, and why some of them are certain."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._solution = belief.clues.solve()
        self._latest = _latest(belief)

    def pair(self, number: int) -> PairNote:
        chances = self._chances(number)
        glimpse = self._latest.get(number)
        return _note(number, glimpse, self._belief, chances, self._because(number, chances))

    def category(self, kind: int) -> CategoryNote:
        proofs = _proofs(self._belief, kind)
        nobody = sum(self._solution.guilty(kind, proof)[-1] for proof in proofs) / len(proofs)
        return CategoryNote(CATEGORIES[kind], nobody, tuple(self._because_nobody(kind, nobody)))

    def _chances(self, number: int) -> PairChances:
        kind, suspect = divmod(number, len(SUSPECTS))
        outlook, proofs = self._solution.outlook(kind), _proofs(self._belief, kind)
        red, blue, green, yellow = equal = outlook.equal[suspect]
        mixed = [chance for code, chance in outlook.codes[suspect].items() if code in MIXED]
        cleared = sum(
            equal[colour] for proof in proofs for colour in ALL_COLOURS if colour != proof
        )
        return PairChances(
            guilty=sum(equal[proof] for proof in proofs) / len(proofs),
            cleared=cleared / len(proofs),
            open=sum(mixed),
            equal=(red, blue, green, yellow),
        )

    # --- reasons ---

    def _because(self, number: int, chances: PairChances) -> Iterable[Sight]:
        """A pair is known if it was seen and cannot have changed. Otherwise two cards of the
        proof's colour that lie elsewhere leave one at most for this pair."""
        kind = number // len(SUSPECTS)
        if self._is_sure(number):
            return self._latest[number].because
        if 1 not in (chances.guilty, chances.cleared, chances.open) and chances.guilty:
            return ()
        if 1 in (chances.cleared, chances.open):
            return self._everything(kind)
        return self._elsewhere(kind, number) or self._everything(kind)

    def _because_nobody(self, kind: int, nobody: float) -> Iterable[Sight]:
        if 0 < nobody < 1:
            return ()
        first = len(SUSPECTS) * kind
        culprits = [n for n in range(first, first + len(SUSPECTS)) if self._is_guilty(n)]
        if culprits:
            return self._latest[culprits[0]].because
        return self._elsewhere(kind, None) or self._everything(kind)

    def _is_sure(self, number: int) -> bool:
        """Whether the pair was seen and is still as it was seen."""
        return number in self._latest and _is_sure(self._belief, self._latest[number])

    def _is_guilty(self, number: int) -> bool:
        code = self._latest[number].code if self._is_sure(number) else None
        return [code] == [EQUAL[proof] for proof in _proofs(self._belief, number // len(SUSPECTS))]

    def _elsewhere(self, kind: int, number: int | None) -> list[Sight]:
        """The sights of two cards of the proof's colour in places other than this pair."""
        proofs, found, because = _proofs(self._belief, kind), 0, list[Sight]()
        if len(proofs) == 1:
            for count, sights in sorted(self._spots(kind, proofs[0], number), key=_most_first):
                if found < 2:
                    found, because = found + count, because + sights
        return because if found >= 2 else []

    def _spots(self, kind: int, colour: int, but: int | None) -> Iterator[_Spot]:
        """The viewer's hand and the known pairs, each with its cards of this colour."""
        first = len(SUSPECTS) * kind
        for number in range(first, first + len(SUSPECTS)):
            if number != but and self._is_sure(number):
                glimpse = self._latest[number]
                yield colours_of(glimpse.code).count(colour), glimpse.because
        if self._belief.dealt:
            hand = self._belief.open.clues[self._belief.dealt.to]
            swaps = [sight for sight in self._own(kind) if isinstance(sight, Swapped)]
            yield clue_count(hand, len(COLOURS) * kind + colour), [self._belief.dealt, *swaps]

    def _everything(self, kind: int) -> Iterator[Sight]:
        """All that was learned of the category; swaps in other categories say something of the
        hands, too."""
        if self._belief.dealt:
            yield self._belief.dealt
        yield from self._own(kind)
        yield from self._belief.swaps

    def _own(self, kind: int) -> Iterator[Sight]:
        """The viewer's own looks and swaps."""
        for glimpse in self._belief.looks:
            if glimpse.pair // len(SUSPECTS) == kind:
                yield from glimpse.because


def _most_first(spot: _Spot) -> int:
    return -spot[0]
