"""Several processes on one database: membership, leases, change notices, supervision.

Used only with `DATABASE_URL`.
"""
