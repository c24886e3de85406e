"""Durable storage: one `Archive` interface on SQLite or Postgres, plus backups and migrations.

A write is durable when its call returns. Nothing here knows a game.
"""
