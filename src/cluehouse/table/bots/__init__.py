"""Bot seats, and the worker processes that choose their moves.

A bot receives what a player in its seat would receive.
"""
