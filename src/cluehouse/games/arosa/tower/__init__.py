"""The hotel tower as physics: falls, sounds, hearing, and a quick stand-in.

Knows nothing of seats, turns or rules.
"""
