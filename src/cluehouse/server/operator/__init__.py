"""What the operator of a server controls, and what it cleans up.

Bans, word filter, name overrides, reports, erasure of a person, retention, abandoned games.
"""
