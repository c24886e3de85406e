"""The same marginals by exact third-party tools: SAT enumeration, and compilation to an SDD.

A problem is the cells that are not barred, the required sum of each row and kind, and clauses.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, count
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver
from pysdd.sdd import SddManager, Vtree

from cluehouse.reason.deck import Cells, Condition, Deck, bits
from cluehouse.reason.ledger import Ledger

MAX_MODELS = 20_000
"""Limits the deals that enumeration lists."""


class TooMany(Exception):
    """There are more than MAX_MODELS deals."""


class Problem:
    """Variables from 1, one for each cell that is not barred, card by card."""

    def __init__(self, deck: Deck, conditions: Iterable[Condition]) -> None:
        ledger = Ledger(deck, conditions)
        ledger.share_evenly()
        self.deck = deck
        cells = [cell for column in deck.columns for cell in bits(column & ledger.open)]
        self.variables = {cell: number for number, cell in zip(count(1), cells, strict=False)}
        self.clauses = [self.of(clause) for clause in ledger.clauses]
        case = [deck.row(deck.case, kind) for kind in deck.kinds]
        self.ones = [self.of(cells) for cells in (*deck.columns, *case)]
        """Exactly one variable of each of these holds."""
        self.sizes = [
            (self.of(deck.row(hand, deck.cards)), ledger.fewest[hand]) for hand in deck.hands
        ]

    def of(self, cells: Cells) -> list[int]:
        return [self.variables[cell] for cell in bits(cells) if cell in self.variables]


def by_enumeration(deck: Deck, conditions: Iterable[Condition]) -> dict[int, float]:
    """List every deal: for each open cell, the share of deals in which it holds."""
    problem = Problem(deck, conditions)
    times = dict.fromkeys(problem.variables.values(), 0)
    found = 0
    with Solver(name="glucose4") as solver:
        for clause in _cnf(problem):
            solver.add_clause(clause)
        while solver.solve():
            true = [v for v in solver.get_model() if v > 0 and v in times]
            for variable in true:
                times[variable] += 1
            solver.add_clause([-variable for variable in true])
            found += 1
            if found > MAX_MODELS:
                raise TooMany
    return {cell: times[variable] / found for cell, variable in problem.variables.items()}


def by_compilation(deck: Deck, conditions: Iterable[Condition]) -> dict[int, float]:
    """Compile all conditions to one SDD, whose weighted count has every marginal."""
    problem = Problem(deck, conditions)
    vtree = Vtree(var_count=len(problem.variables), vtree_type="right")
    manager = SddManager.from_vtree(vtree)
    node = manager.true()
    parts = [_exactly(manager, one, 1) for one in problem.ones]
    parts += [_any(manager, clause) for clause in problem.clauses]
    parts += [_exactly(manager, cells, size) for cells, size in problem.sizes]
    for part in parts:
        node = node & part
    wmc = node.wmc(log_mode=False)
    wmc.propagate()
    return {cell: wmc.literal_pr(variable) for cell, variable in problem.variables.items()}


def _cnf(problem: Problem) -> Iterator[list[int]]:
    yield from problem.clauses
    for one in problem.ones:
        yield one
        yield from ([-a, -b] for a, b in combinations(one, 2))
    top = len(problem.variables)
    for cells, size in problem.sizes:
        encoded = CardEnc.equals(lits=cells, bound=size, top_id=top, encoding=EncType.seqcounter)
        top = max(top, encoded.nv)
        yield from encoded.clauses


def _any(manager: Any, clause: list[int]) -> Any:
    node = manager.false()
    for variable in clause:
        node = node | manager.literal(variable)
    return node


def _exactly(manager: Any, variables: list[int], number: int) -> Any:
    """From the last variable to the first, one node per number of later variables that hold."""
    layers = [manager.true() if n == 0 else manager.false() for n in range(number + 1)]
    for variable in sorted(variables, reverse=True):
        yes, no = manager.literal(variable), manager.literal(-variable)
        layers = [
            (no & layer) | (yes & layers[n - 1]) if n else no & layer
            for n, layer in enumerate(layers)
        ]
    return layers[number]
