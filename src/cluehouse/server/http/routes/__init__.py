"""HTTP operations by topic. Each module ends with a tuple of its endpoints, listed in `app`.

A handler checks the request and calls a service; it keeps no state.
"""
