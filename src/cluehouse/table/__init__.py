"""One running game: turnstile, log, table book, updates, bot seats.

Knows no network and no particular game; imports `core` alone.
"""
