"""The hotel tower as physics: falls, sounds, hearing, and a quick stand-in for the simulation.

This package knows nothing of seats, turns or rules.
"""
