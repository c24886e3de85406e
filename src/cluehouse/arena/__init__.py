"""Bots against bots: seat-rotated matches on a process pool, with honest intervals.

A bot knows only what its seat is shown. Bots are the luck of a match, not its rules: the same
seed gives the same results, whatever the number of processes.
"""
