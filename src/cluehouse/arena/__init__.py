"""Contests between bots: seat-rotated matches on a process pool, with confidence intervals.

A bot knows only what its seat is shown. The same seed gives the same results, whatever the number
of processes.
"""
