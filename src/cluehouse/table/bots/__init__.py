"""Bot seats, and the worker processes in which bots think.

A bot receives what a player in its seat would receive.
"""
