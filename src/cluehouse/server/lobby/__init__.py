"""Services around tables: seating, presence, rooms, listings, rematches, results.

They decide and write to a table's book; they know no transport.
"""
