"""Notebook for a game of Clue played with cardboard: facts in, exact deductions and proofs out.

It is independent of the rules engine: it knows the cards and nothing else of the game.
"""

from cluehouse.games.clue.notebook.notebook import Notebook

__all__ = ["Notebook"]
