"""A table's book: seats, names, settings, chat, marks, votes; everything beside the game.

Stored as durably as the log, in numbered pages, and never an argument of `decide`.
"""
