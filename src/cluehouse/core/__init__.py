"""What every game shares: seats, wire types, luck, refusals, and the `Game` value itself.

Pure: no clock, no network, no disk, no global luck, and no particular game.
"""
