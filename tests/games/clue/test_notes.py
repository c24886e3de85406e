"""Clue: what the notes contain, at each level of help."""

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import combinations
from string import Formatter
from typing import Final, get_args

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import RAIL, Seat, Viewer, viewers_of
from cluehouse.core.play import Play
from cluehouse.games.clue import GAME, Notebook
from cluehouse.games.clue.belief import Belief, start, update
from cluehouse.games.clue.bot import choose
from cluehouse.games.clue.cards import CARDS, Card
from cluehouse.games.clue.events import (
    Accused,
    CardShown,
    CaseFileRead,
    CaseUnsolved,
    Event,
    MustShow,
    Passed,
    Suggested,
    TurnBegun,
)
from cluehouse.games.clue.evidence import (
    AccusedWrongly,
    CaseOpened,
    CaseRead,
    Fact,
    HandHeld,
    PassedOn,
    ShowedCard,
    ShowedOne,
    SizeKnown,
)
from cluehouse.games.clue.notes import Cell, Holder, Notes, notes
from cluehouse.games.clue.pieces import Options
from cluehouse.games.clue.view import see
from cluehouse.reason.deck import has, has_none_of
from cluehouse.reason.ledger import Ledger
from cluehouse.reason.witness import find_deal
from tests.games.clue.stage import CASE, HANDS, ONE, TWO, ZERO, opening
from tests.rules import rule

QUESTION: Final = Suggested(ZERO, "white", "rope", "hall")
ANSWERED: Final = (QUESTION, MustShow(ONE), CardShown(ONE, ZERO, "white"))
FALSE: Final = Accused(TWO, "plum", "pistol", "hall")
READ: Final = CaseFileRead(TWO, CASE.suspect, CASE.weapon, CASE.room)


def seen_by(viewer: Viewer, *events: Event) -> Belief:
    """The belief after the opening and these events."""
    belief = start(Options(), 3, viewer, "detective")
    for event in (*opening(), *events):
        if (sight := see(event, viewer)) is not None:
            update(belief, sight)
    return belief


def by_place(written: Notes) -> dict[tuple[Card, Holder], Cell]:
    cells = {(cell.card, cell.holder): cell for cell in written.cells}
    assert len(cells) == len(written.cells), "no cell is written twice"
    return cells


class TestFacts:
    def test_a_seat_knows_its_hand_and_the_size_of_the_others(self) -> None:
        assert seen_by(ONE).facts == [
            SizeKnown(ZERO, 6),
            HandHeld(ONE, HANDS[1]),
            SizeKnown(TWO, 6),
        ]
        assert seen_by(RAIL).facts == [SizeKnown(seat, 6) for seat in (ZERO, ONE, TWO)]

    def test_an_answer_tells_those_who_see_the_card_which_it_is(self) -> None:
        asked = Suggested(ZERO, "peacock", "rope", "hall")
        events = (asked, Passed(ONE), MustShow(TWO), CardShown(TWO, ZERO, "hall"))
        passed, seen = PassedOn(1, asked, ONE), ShowedCard(1, asked, TWO, "hall")
        for viewer in (ZERO, TWO):
            assert seen_by(viewer, *events).facts[3:] == [passed, seen]
        for other in (ONE, RAIL):
            assert seen_by(other, *events).facts[3:] == [passed, ShowedOne(1, asked, TWO)]

    def test_a_false_accusation_tells_the_accuser_all(self) -> None:
        accused = (TurnBegun(TWO), FALSE, READ)
        assert seen_by(ONE, *accused).facts[3:] == [AccusedWrongly(2, FALSE)]
        assert seen_by(TWO, *accused).facts[3:] == [CaseRead("plum", "pistol", "study")]

    def test_in_the_end_all_viewers_see_the_case_file(self) -> None:
        end = CaseUnsolved("plum", "pistol", "study", "CL-DEC-3")
        for viewer in viewers_of(3):
            assert seen_by(viewer, end).facts[-1] == CaseOpened("plum", "pistol", "study")

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_every_fact_has_a_sentence_about_what_it_knows(self, language: str) -> None:
        path = files("cluehouse.games.clue") / f"texts.{language}.json"
        texts = json.loads(path.read_text(encoding="utf-8"))
        for kind in get_args(Fact):
            named = {name for _, name, _, _ in Formatter().parse(texts[kind.__name__]) if name}
            assert named <= set(kind.__struct_fields__)
            assert named >= set(kind.__struct_fields__) - {"by"}


@rule("CL-MAT-3")
class TestSeen:
    def test_a_notebook_has_ones_own_cards_and_who_showed_one(self) -> None:
        written = notes(seen_by(ZERO, *ANSWERED), "seen")
        there = {cell.card: cell for cell in written.cells if cell.chance}
        assert there.keys() == {*HANDS[0], "white"}
        assert there["rope"] == Cell("rope", ZERO, 1.0, (0,))
        assert there["white"] == Cell("white", ONE, 1.0, (3,))
        assert written.facts[3] == ShowedCard(1, QUESTION, ONE, "white")

    def test_a_card_that_was_seen_is_nowhere_else(self) -> None:
        cells = by_place(notes(seen_by(ZERO, *ANSWERED), "seen"))
        assert cells["white", TWO] == Cell("white", TWO, 0.0, (3,))
        assert cells["white", "case"] == Cell("white", "case", 0.0, (3,))
        assert cells["rope", "case"] == Cell("rope", "case", 0.0, (0,))
        assert cells["plum", ZERO] == Cell("plum", ZERO, 0.0, (0,)), "I see that it is not mine"
        assert len(cells) == 7 * 4 + 14

    def test_what_others_say_is_not_seen(self) -> None:
        answered = (Suggested(ONE, "plum", "pistol", "hall"), MustShow(TWO))
        seen = notes(seen_by(RAIL, *answered, CardShown(TWO, ONE, "hall")), "seen")
        assert seen.cells == ()
        passed = (Suggested(ZERO, "plum", "pistol", "study"), Passed(ONE), Passed(TWO))
        assert notes(seen_by(ZERO, *passed), "seen").cells == notes(seen_by(ZERO), "seen").cells

    def test_a_seat_that_read_the_case_file_has_it_in_its_notes(self) -> None:
        seen = notes(seen_by(TWO, TurnBegun(TWO), FALSE, READ), "seen")
        assert by_place(seen)["study", "case"] == Cell("study", "case", 1.0, (3,))
        assert by_place(seen)["study", ZERO] == Cell("study", ZERO, 0.0, (3,))

    def test_on_paper_nothing_is_written(self) -> None:
        assert notes(seen_by(ZERO, *ANSWERED), "paper") == Notes(facts=(), cells=())


class TestDeducing:
    def test_every_cell_is_written_and_only_what_is_proved_has_a_reason(self) -> None:
        written = notes(seen_by(ZERO, *ANSWERED), "deducing")
        assert [(cell.card, cell.holder) for cell in written.cells] == [
            (card, holder) for card in CARDS for holder in (ZERO, ONE, TWO, "case")
        ]
        for cell in written.cells:
            assert bool(cell.because) == (cell.chance in (0, 1))

    def test_what_follows_cites_all_that_it_follows_from(self) -> None:
        """Seat 1 shows seat 2 a card, and has passed on all of them but one."""
        events = (
            Suggested(ZERO, "peacock", "candlestick", "hall"),
            Passed(ONE),
            MustShow(TWO),
            CardShown(TWO, ZERO, "hall"),
            TurnBegun(TWO),
            Suggested(TWO, "white", "candlestick", "hall"),
            Passed(ZERO),
            MustShow(ONE),
            CardShown(ONE, TWO, "white"),
        )
        written = notes(seen_by(ZERO, *events), "deducing")
        white = by_place(written)["white", ONE]
        assert white.chance == 1
        cited = [written.facts[number] for number in white.because]
        assert cited == [PassedOn(1, events[0], ONE), ShowedOne(2, events[5], ONE)]

    def test_the_fewest_facts_are_cited(self) -> None:
        """The case file, once read, needs no deduction."""
        written = notes(seen_by(TWO, TurnBegun(TWO), FALSE, READ), "deducing")
        cells = by_place(written)
        assert cells["study", "case"].because == (3,)
        assert cells["lounge", "case"].because in ((2,), (3,)), "mine, and not what I read"
        assert cells["kitchen", "case"].because == (3,)


class TestPlayedGames:
    """Games of novices, and the notes of all viewers as the game goes on."""

    @pytest.mark.parametrize(("seats", "viewers"), [(3, viewers_of(3)), (6, (ZERO, RAIL))])
    def test_chances_are_those_of_a_notebook_of_the_same_facts(
        self, seats: int, viewers: Sequence[Viewer]
    ) -> None:
        for belief in moments(seats, viewers):
            book = kept(belief)
            for cell in notes(belief, "deducing").cells:
                assert cell.chance == book.probability(cell.card, name(cell.holder))

    @pytest.mark.parametrize("seats", [3, 6])
    def test_proofs_are_as_short_as_those_of_a_notebook(self, seats: int) -> None:
        """The notebook finds each proof anew; here proofs share their counterexamples."""
        compared = 0
        for belief in moments(seats, (ZERO, RAIL)):
            book = kept(belief)
            for cell in notes(belief, "deducing").cells:
                if len(cell.because) > 2:
                    proof = book.why(cell.card, name(cell.holder))
                    assert len(proof or ()) == len(cell.because)
                    compared += 1
        assert compared > 10

    @pytest.mark.parametrize("seats", [3, 6])
    def test_a_proof_is_enough_and_nothing_in_it_can_be_spared(self, seats: int) -> None:
        for belief in moments(seats, (ZERO, RAIL)):
            for cell in notes(belief, "deducing").cells:
                if cell.chance in (0, 1):
                    assert is_proved(belief, cell, cell.because)
                    for fewer in combinations(cell.because, len(cell.because) - 1):
                        assert not is_proved(belief, cell, fewer)

    def test_what_was_seen_is_part_of_what_is_deduced(self) -> None:
        for belief in moments(4, viewers_of(4)):
            deduced = by_place(notes(belief, "deducing"))
            for place, cell in by_place(notes(belief, "seen")).items():
                assert deduced[place].chance == cell.chance
                assert len(deduced[place].because) == 1


def moments(seats: int, viewers: Sequence[Viewer]) -> Iterator[Belief]:
    """In a game of novices: the belief of each of these viewers after every third round."""
    play = Play(GAME, Options(), seats, b"notes")
    beliefs = {viewer: start(Options(), seats, viewer, "novice") for viewer in viewers_of(seats)}
    events = play.setup()
    for number in range(1_000):
        for viewer, belief in beliefs.items():
            for sight in play.sights(events, viewer):
                update(belief, sight)
        play.advance(events)
        if TurnBegun in map(type, events) and sum(play.state.turns) % (3 * seats) == 0:
            yield from (beliefs[viewer] for viewer in viewers)
        if sum(play.state.turns) > 9 * seats or play.outcome() is not None:
            return
        (seat,) = play.asked()
        moves, luck = play.legal_moves(seat), Chance(b"luck", number)
        events = play.decide(seat, choose(beliefs[seat], play.view(seat), moves, luck, "novice"))


def kept(belief: Belief) -> Notebook:
    """A notebook with all that this viewer learns."""
    held = {fact.by: fact.cards for fact in belief.facts if isinstance(fact, HandHeld)}
    sizes = {fact.by: fact.count for fact in belief.facts if isinstance(fact, SizeKnown)}
    seats = range(belief.open.seats)
    me = None if belief.viewer == RAIL else int(belief.viewer)
    book = Notebook(
        players=[name(Seat(seat)) for seat in seats],
        hand_sizes=[sizes.get(Seat(seat)) for seat in seats],
        me=None if me is None else name(Seat(me)),
        my_cards=None if me is None else held[Seat(me)],
    )
    for fact in belief.facts:
        match fact:
            case ShowedOne(question=asked, by=by):
                three = asked.suspect, asked.weapon, asked.room
                book.suggestion(name(asked.by), *three, shown_by=name(by))
            case ShowedCard(question=asked, by=by, card=card):
                three = asked.suspect, asked.weapon, asked.room
                book.suggestion(name(asked.by), *three, shown_by=name(by), card=card)
            case AccusedWrongly(accusation=false):
                three = false.suspect, false.weapon, false.room
                book.accusation(name(false.by), *three, correct=False)
            case CaseRead() | CaseOpened():
                three = fact.suspect, fact.weapon, fact.room
                book.accusation(name(ZERO), *three, correct=True)
            case PassedOn() | HandHeld() | SizeKnown():
                pass  # passes come with the answer, hands and sizes with the table
    return book


def name(holder: Seat | str) -> str:
    return "envelope" if isinstance(holder, str) else f"p{holder}"


def is_proved(belief: Belief, cell: Cell, facts: Sequence[int]) -> bool:
    """Whether these facts leave no deal in which the cell is otherwise."""
    deck = belief.deck
    holder = deck.case if isinstance(cell.holder, str) else cell.holder
    says = has_none_of if cell.chance else has
    otherwise = says(deck, holder, 1 << CARDS.index(cell.card))
    said = [otherwise, *(belief.conditions[number] for number in facts)]
    return find_deal(Ledger(deck, said), 0) is None
