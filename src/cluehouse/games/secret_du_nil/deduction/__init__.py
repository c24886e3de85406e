"""Exact deduction about the hidden place cards and clue cards.

This package knows the cards, and nothing of turns.
"""
