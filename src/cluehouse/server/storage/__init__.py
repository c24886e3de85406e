"""What is kept on disk: one `Archive`, on SQLite or Postgres; backups and migrations.

A write is durable when its call returns. Nothing here knows a game.
"""
