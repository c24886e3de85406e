"""What every game shares: seats, wire types, luck, refusals, the face of a game.

Pure: no clock, no network, no disk, no global luck, and no particular game.
"""
