"""Connections below requests and messages: accepting, reading, rate limits.

Subclasses of uvicorn's protocols live here, and nothing that knows a game.
"""
