"""A running game: accept moves, write the log, send updates, run clocks and bot seats.

No network and no particular game; imports `core` only.
"""
