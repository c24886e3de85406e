"""One running game: moves in, log, updates out, clocks, bot seats.

Knows no network and no particular game; imports `core` alone.
"""
