"""Services of the server's operator: moderation, deletion of data, own names.

Bans, word filter, reports, erasure of a guest, retention, abandoned games, name overrides.
"""
