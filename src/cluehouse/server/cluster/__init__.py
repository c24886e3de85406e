"""Several processes on one database: membership, leases, notification, supervision.

Without `DATABASE_URL` nothing of this runs.
"""
