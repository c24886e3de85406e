"""A notebook for a game of Clue on cardboard: facts in, exact deductions and proofs out.

Independent of the rules engine: it knows the cards and nothing else of the game.
"""

from cluehouse.games.clue.notebook.notebook import Notebook

__all__ = ["Notebook"]
