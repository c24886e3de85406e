"""Bots against bots: seat-rotated matches on a process pool, with honest intervals."""
