"""One running game: turnstile, log, house book, updates, bot seats.

Knows no network and no particular game; imports `core` alone.
"""
