"""Smallest proofs, compared with trying all sets of facts."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from cluehouse.reason.hitting import smallest_hit
from cluehouse.reason.proofs import Prover, smallest_proof
from tests.reason.small_decks import Deal, Puzzle, Said, puzzles


def fewest(given_: Said, facts: list[Said], deals: list[Deal]) -> int | None:
    """The fewest facts that leave no deal, found by trying."""
    left = [deal for deal in deals if given_.true_in(deal)]
    broken = [{n for n, fact in enumerate(facts) if not fact.true_in(deal)} for deal in left]
    for size in range(len(facts) + 1):
        for chosen in combinations(range(len(facts)), size):
            if all(breaks & set(chosen) for breaks in broken):
                return size
    return None


def _untrue(puzzle: Puzzle) -> list[Said]:
    """The negations of certain facts; of true ones, if none is certain."""
    deals = puzzle.deals()
    cells = [(card, holder) for card in range(sum(puzzle.kinds)) for holder in puzzle.deck.holders]
    untrue = [
        Said("none of" if card in puzzle.truth[holder] else "has", holder, frozenset([card]))
        for card, holder in cells
    ]
    return [one for one in untrue if not any(map(one.true_in, deals))] or untrue


@settings(max_examples=150)
@given(puzzles(most_said=9), st.data())
def test_a_proof_is_valid_and_none_is_smaller(puzzle: Puzzle, data: st.DataObject) -> None:
    facts = [*puzzle.sizes, *puzzle.said]
    if data.draw(st.booleans()):
        facts.append(Said("just", 0, puzzle.truth[0]))
    claim = data.draw(st.sampled_from(_untrue(puzzle)))
    deck, deals = puzzle.deck, list(puzzle.any_deals())
    found = smallest_proof(deck, [claim.condition(deck)], [one.condition(deck) for one in facts])
    expected = fewest(claim, facts, deals)
    assert (None if found is None else len(found)) == expected
    if found is not None:
        proof = [claim, *(facts[number] for number in found)]
        assert not [deal for deal in deals if all(one.true_in(deal) for one in proof)]


@settings(max_examples=60)
@given(puzzles(most_said=9))
def test_proofs_that_share_their_counterexamples_are_as_small(puzzle: Puzzle) -> None:
    facts = [*puzzle.sizes, *puzzle.said]
    deck, deals = puzzle.deck, list(puzzle.any_deals())
    prover = Prover(deck, [one.condition(deck) for one in facts])
    for claim in _untrue(puzzle):
        found = prover.smallest([claim.condition(deck)])
        assert (None if found is None else len(found)) == fewest(claim, facts, deals)


@given(st.lists(st.sets(st.integers(0, 7), min_size=1, max_size=4), max_size=9))
def test_the_smallest_hit_is_minimal(sets: list[set[int]]) -> None:
    masks = [sum(1 << member for member in one) for one in sets]
    found = smallest_hit(masks)
    assert all(found & mask for mask in masks)
    smaller = combinations(range(8), found.bit_count() - 1) if found else ()
    assert not any(all(one & set(chosen) for one in sets) for chosen in smaller)


def test_the_smallest_hit_of_no_sets_is_empty() -> None:
    assert smallest_hit([]) == 0
