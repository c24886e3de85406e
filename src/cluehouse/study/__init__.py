"""Verify and replay the record of a finished game. Depends on games and records.

No table and no network: terminal and browser get the same answers.
"""
