"""Cluehouse: five classic detective games, to play and to reason about."""
