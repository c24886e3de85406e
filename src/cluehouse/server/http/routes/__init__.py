"""HTTP operations by topic. Each module ends with its tuple `ENDPOINTS`.

A handler checks the request and calls a service; it keeps no state.
"""
