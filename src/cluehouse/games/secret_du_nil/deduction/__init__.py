"""Exact deduction over pairs and places: clues, arrangements, counts, proofs.

Knows cards and clues, and nothing of turns.
"""
